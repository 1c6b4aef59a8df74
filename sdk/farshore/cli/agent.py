"""`farshore agent …`: register an agent, inspect it, serve it, or poll for it."""

import argparse
import os
import sys
from itertools import islice

from farshore.agents import webhooks
from farshore.agents.loading import UsageError
from farshore.cli.bot import agent_from, log_to_stdout
from farshore.cli.tokens import log_in
from farshore.client import Client
from farshore.text import Messages

OWNER = "Owner"
"""The player who owns the agents, unless --name is given."""
LINES = 30


def agent(args: argparse.Namespace, messages: Messages) -> int:
    if args.what == "serve":
        return _serve(args, messages)
    actions = {"register": _register, "list": _list, "test": _test, "log": _log, "delete": _delete, "work": _work}
    with Client(args.url, language=args.language) as client:
        log_in(client, args.name or OWNER)
        return actions[args.what](args, messages, client) or 0


def _register(args: argparse.Namespace, messages: Messages, client: Client) -> None:
    same = {name: getattr(args, name) for name in ("fallback", "public", "most_tables", "language", "page", "talk")}
    settings = {"games": args.games or [], "budget_s": args.budget, **same}
    created = client.agents.register(args.agent_name, args.webhook, **settings)
    print(messages("agent-registered", name=created.name, id=created.id))
    print(messages("agent-secret" if args.webhook else "agent-no-secret", secret=created.secret, id=created.id))


def _list(args: argparse.Namespace, messages: Messages, client: Client) -> None:
    for each in client.agents.list(mine=not args.all):
        suspended = messages("agent-suspended", until=each.suspended_until) if each.suspended_until else ""
        print(f"{each.id}  {each.name}  {each.url or each.transport}  {', '.join(each.games)} {suspended}".rstrip())


def _test(args: argparse.Namespace, messages: Messages, client: Client) -> int:
    found = client.agents.test(args.id, args.game)
    for each in found.checks:
        print("✓" if each["ok"] else "✗", each["message"])
    if found.passed is None:
        print(messages("agent-still-tested", table=found.table or "–"))
    return 0 if found.passed else 1


def _log(args: argparse.Namespace, messages: Messages, client: Client) -> None:
    for each in islice(client.agents.deliveries(args.id), LINES):
        took = "–" if each.latency_ms is None else f"{each.latency_ms} ms"
        print(each.at, each.table, each.decision, each.outcome, each.status or "–", took, each.detail or "")


def _delete(args: argparse.Namespace, messages: Messages, client: Client) -> None:
    client.agents.delete(args.id)


def _serve(args: argparse.Namespace, messages: Messages) -> int:
    secret = args.secret or os.environ.get("FARSHORE_SECRET")
    if not secret:
        raise UsageError("agent-needs-secret")
    log_to_stdout(messages)
    try:
        webhooks.serve(agent_from(args), secret.split(","), args.port, args.host)
    except (OSError, ValueError) as wrong:
        print(messages("agent-cannot-serve", detail=wrong), file=sys.stderr)
        return 1
    return 0


def _work(args: argparse.Namespace, messages: Messages, client: Client) -> None:
    log_to_stdout(messages)
    client.poll(agent_from(args), args.agents or (), args.parallel, stop_after=args.stop_after)

"""`farshore agent …`: agents that the service knows. Register one, look how it does, serve it, or do its work."""

from __future__ import annotations

import argparse
import os
import sys
from itertools import islice

from farshore import webhooks
from farshore.cli.doors import agent_wanted, become, log_in
from farshore.cli.files import NoAgent
from farshore.cli.words import Words
from farshore.client import Client

OWNER = "Owner"
"""Who registers agents, unless a name is given; the same name is the same player next time."""

LINES = 30


def agent(wanted: argparse.Namespace, words: Words, client: Client) -> int:
    """Do what the word after `agent` says."""
    if wanted.what == "serve":
        return _serve(wanted, words)
    become(client, wanted.name or OWNER)
    doing = {"register": _register, "list": _list, "test": _test, "log": _log, "delete": _delete, "work": _work}
    return doing[wanted.what](wanted, words, client)


def _register(wanted: argparse.Namespace, words: Words, client: Client) -> int:
    made = client.agents.register(
        wanted.agent_name,
        wanted.webhook,
        games=wanted.games or (),
        budget_s=wanted.budget,
        fallback=wanted.fallback,
        public=wanted.public,
        most_tables=wanted.most_tables,
        language=wanted.language,
    )
    print(words("agent-registered", name=made.name, id=made.id))
    print(words("agent-secret" if wanted.webhook else "agent-no-secret", secret=made.secret, id=made.id))
    return 0


def _list(wanted: argparse.Namespace, words: Words, client: Client) -> int:
    for each in client.agents.list(mine=not wanted.all):
        rest = words("agent-resting", until=each.resting_until) if each.resting_until else ""
        where = each.url or words(f"agent-{each.transport}")
        print(words("agent-line", id=each.id, name=each.name, where=where, games=", ".join(each.games)), rest)
    return 0


def _test(wanted: argparse.Namespace, words: Words, client: Client) -> int:
    found = client.agents.test(wanted.id, wanted.game)
    for each in found.checks:
        print("✓" if each["ok"] else "✗", each["words"])
    if found.passed is None:
        print(words("agent-still-tested", table=found.table or "–"))
    return 0 if found.passed else 1


def _log(wanted: argparse.Namespace, words: Words, client: Client) -> int:
    for each in islice(client.agents.deliveries(wanted.id), LINES):
        took = "–" if each.latency_ms is None else f"{each.latency_ms} ms"
        print(each.at, each.table, each.decision, each.outcome, each.status or "–", took, each.detail or "")
    return 0


def _delete(wanted: argparse.Namespace, words: Words, client: Client) -> int:
    client.agents.delete(wanted.id)
    return 0


def _serve(wanted: argparse.Namespace, words: Words) -> int:
    secret = wanted.secret or os.environ.get("FARSHORE_SECRET")
    if not secret:
        raise NoAgent("agent-needs-secret")
    log_in(words)
    try:
        webhooks.serve(agent_wanted(wanted), secret.split(","), wanted.port, wanted.host)
    except (OSError, ValueError) as wrong:
        print(words("agent-cannot-serve", detail=wrong), file=sys.stderr)
        return 1
    return 0


def _work(wanted: argparse.Namespace, words: Words, client: Client) -> int:
    log_in(words)
    client.poll(agent_wanted(wanted), wanted.agents or (), wanted.parallel, stop_after=wanted.stop_after)
    return 0

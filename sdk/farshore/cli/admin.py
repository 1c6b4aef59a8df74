"""`farshore admin`: commands for operators. Results are printed as JSON, for scripts and `jq`."""

import argparse
import json
import os
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from farshore.admin import Admin
from farshore.agents.loading import UsageError
from farshore.client import Client

Command = Callable[[Admin, argparse.Namespace], Any]


def _listed(found: Callable[[Admin, argparse.Namespace], Iterator[Any]]) -> Command:
    return lambda admin, args: list(islice(found(admin, args), args.limit))


COMMANDS: dict[str, Command] = {
    "status": lambda admin, args: admin.status(),
    "drain": lambda admin, args: admin.end_drain() if args.end else admin.drain(args.message),
    "pause-clocks": lambda admin, args: admin.pause_clocks(),
    "resume-clocks": lambda admin, args: admin.resume_clocks(),
    "tables": _listed(lambda admin, args: admin.tables(args.player, args.game, args.status)),
    "table": lambda admin, args: admin.table(args.id),
    "end": lambda admin, args: admin.end_table(args.id, args.reason),
    "seat": lambda admin, args: admin.hand_seat_to_bot(args.id, args.seat, args.level, args.reason),
    "delete-book": lambda admin, args: admin.delete_book(args.id),
    "delete-meaning": lambda admin, args: admin.remove_hidden_meaning(args.id),
    "account": lambda admin, args: admin.account(args.id),
    "close": lambda admin, args: admin.close_account(args.id),
    "limit": lambda admin, args: admin.limit_account(args.id, dict(args.limits), args.reason),
    "revoke": lambda admin, args: (
        admin.revoke_token(args.id, args.revoked) if args.revoked else admin.revoke_tokens(args.id)
    ),
    "reports": _listed(lambda admin, args: admin.reports()),
    "close-report": lambda admin, args: admin.close_report(args.id, args.reason),
    "audit": _listed(lambda admin, args: admin.audit()),
}


def admin(args: argparse.Namespace) -> int:
    token = args.token or os.environ.get("FARSHORE_ADMIN_TOKEN")
    if not token:
        raise UsageError("admin-token-missing")
    with Client(args.url, token, args.language) as client:
        found = COMMANDS[args.what](client.admin, args)
    if found is not None:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    return 0

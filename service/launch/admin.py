"""`python -m service admin …`: commands that need the data itself, not the API.

The other commands of operators are in the SDK (`farshore admin …`) and need a token, which is made here.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from service.accounts.store import ADMIN, Player, Token
from service.admin.records import audit_local
from service.database.engine import Database, DatabaseUnavailable, database_url
from service.launch.backup import copy_data
from service.launch.embedded import EmbeddedRedis, RedisUnavailable
from service.launch.instance_lock import StartRefused, lock_folder
from service.launch.repair import repair
from service.settings import Settings
from service.storage.connection import connect, responds
from service.storage.identifiers import new_id
from service.stores import Stores, build
from service.tables.views import stamp


def main(argv: Sequence[str]) -> int:
    """Run one command."""
    args = _parser().parse_args(argv)
    settings = Settings.load()
    try:
        if args.command == "repair":
            return _repair(settings, args)
        if args.command in ("backup", "restore"):
            return copy_data(settings, args.command, args.file)
        with opened(settings) as stores:
            return {"token": _token, "drain": _drain, "audit": _audit}[args.command](stores, args)
    except (StartRefused, RedisUnavailable, DatabaseUnavailable) as error:
        print(f"farshore: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m service admin", description="Commands for operators.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    token = commands.add_parser("token", help="create a token with the scope admin, for `farshore admin`")
    token.add_argument("--player", metavar="ID", help="for this account; by default a new one is created")
    token.add_argument("--name", default="operator", help="the name of the new account")
    token.add_argument("--label", default="admin", help="what the token is for")
    drain = commands.add_parser("drain", help="start no new games; running ones continue")
    drain.add_argument("--message", default="", help="the message shown in the lobby")
    drain.add_argument("--end", action="store_true", help="allow new games again")
    audit = commands.add_parser("audit", help="print the newest actions of operators")
    audit.add_argument("--limit", type=int, default=50)
    fix = commands.add_parser("repair", help="cut a damaged end off the append-only file of the embedded Redis")
    fix.add_argument("--yes", action="store_true", help="do it; otherwise only report what would be lost")
    for name, about in (("backup", "write Redis and the database to one file"), ("restore", "restore such a file")):
        commands.add_parser(name, help=about).add_argument("file", type=Path)
    return parser


@contextmanager
def opened(settings: Settings) -> Iterator[Stores]:
    """The stores of the running instance. If it is not running, its Redis is started for this command."""
    database = Database(database_url(settings))
    if settings.redis_url is not None:
        yield build(connect(settings.redis_url), database)
        return
    server = EmbeddedRedis(settings.data)
    if responds(server.url):
        yield build(connect(server.url), database)
        return
    lock = lock_folder(settings.data, "python -m service admin")
    try:
        server.start()
        server.wait()
        yield build(connect(server.url), database)
    finally:
        server.stop()
        os.close(lock)


def _token(stores: Stores, args: argparse.Namespace) -> int:
    now = stores.tables.now()
    if args.player is None:
        player: Player | None = stores.accounts.add(Player(f"p_{new_id(now)}", args.name, now))
    else:
        player = stores.accounts.get(args.player)
    if player is None:
        print(f"There is no account {args.player}.", file=sys.stderr)
        return 1
    token = Token(new_id(now), player.id, (ADMIN, "read"), args.label, now)
    audit_local(stores.database, "make-admin-token", player.id, token=token.id)
    secret = stores.accounts.secret_for(secrets.token_hex(32))
    stores.accounts.add_token(token, secret)
    print(secret)
    print(
        f"This token of {player.id} is shown only once. Use it as FARSHORE_ADMIN_TOKEN for `farshore admin`.",
        file=sys.stderr,
    )
    return 0


def _drain(stores: Stores, args: argparse.Namespace) -> int:
    audit_local(stores.database, "end-drain" if args.end else "drain", message=args.message)
    if args.end:
        stores.maintenance.end_drain()
        print("New games can be started again.")
    else:
        stores.maintenance.drain(args.message)
        print(
            "No new games can be started. Running ones continue; "
            "`farshore admin status` shows how many wake-ups are left."
        )
    return 0


def _audit(stores: Stores, args: argparse.Namespace) -> int:
    for _, entry in reversed(stores.audit.page(None, max(1, args.limit))):
        refused = f" REFUSED {entry.refused}" if entry.refused else ""
        detail = " ".join(f"{name}={value!r}" for name, value in entry.detail.items())
        print(f"{stamp(entry.at)} {entry.actor} {entry.action} {entry.target} {detail}{refused}".rstrip())
    return 0


def _repair(settings: Settings, args: argparse.Namespace) -> int:
    if settings.redis_url is not None:
        print("REDIS_URL is set: use the tools of that server.", file=sys.stderr)
        return 2
    lock = lock_folder(settings.data, "python -m service admin repair")
    try:
        if args.yes:
            try:
                audit_local(Database(database_url(settings)), "repair", str(EmbeddedRedis(settings.data).folder))
            except DatabaseUnavailable as error:
                # Repair Redis nevertheless.
                print(f"The database is not available, so this is not in the audit log: {error}", file=sys.stderr)
        return repair(EmbeddedRedis(settings.data).folder, args.yes)
    finally:
        os.close(lock)

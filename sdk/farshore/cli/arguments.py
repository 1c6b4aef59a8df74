"""The arguments of the command line."""

import argparse
import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from farshore.request import DEFAULT_URL, VERSION
from farshore.text import LANGUAGES, Messages, system_language

STATUSES = ("open", "running", "finished", "aborted")
WORDS = ("game", "player", "opponent", "agent", "version", "model", "level", "role", "status", "result")
FILTERS = (*WORDS, "since", "until")
NUMBERS = ("seats", "score_from", "score_to", "length_from", "length_to")
"""Filters for finished games."""


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; a mistake ends the program with a message."""
    return _parser(Messages(_language(argv))).parse_args(argv)


def _language(argv: Sequence[str]) -> str:
    """Find the language first: the help is translated too."""
    early = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    early.add_argument("--language", "--lang", choices=LANGUAGES, default=system_language())
    try:
        found: str = early.parse_known_args(argv)[0].language
    except argparse.ArgumentError:
        return system_language()
    return found


class Command:
    """The parser of a command. The help of an argument is the message `help-PREFIX-NAME`, else `help-NAME`, if any."""

    def __init__(self, parser: argparse.ArgumentParser, messages: Messages, *prefixes: str) -> None:
        self.parser = parser
        self.messages = messages
        self.prefixes = prefixes

    def add(self, *names: str, **settings: Any) -> None:
        """Add arguments with the same settings."""
        for name in names:
            keys = [*(f"help-{prefix}-{name.lstrip('-')}" for prefix in self.prefixes), f"help-{name.lstrip('-')}"]
            found = filter(None, (self.messages.get(key, "", url=DEFAULT_URL) for key in keys))
            self.parser.add_argument(name, **({"help": next(found, None)} | settings))

    def flags(self, *names: str) -> None:
        self.add(*names, action="store_true")

    def agent(self) -> None:
        """Where an agent comes from: a file, or a program."""
        self.add("file", nargs="?")
        self.add("--class", dest="agent", metavar="NAME")
        self.add("--exec", metavar="COMMAND")

    def filters(self) -> None:
        """The filters of `GET /games/history`."""
        self.add(*(f"--{name}" for name in FILTERS), help=None)
        self.add(*(f"--{name.replace('_', '-')}" for name in NUMBERS), type=int, metavar="N", help=None)
        self.add("--option", action="append", metavar="NAME:VALUE", help=None)


Adder = Callable[..., Command]


def _parser(messages: Messages) -> argparse.ArgumentParser:
    # Every command takes these, so that they may come at the end.
    everywhere = argparse.ArgumentParser(add_help=False)
    Command(everywhere, messages).add("--url", default=os.environ.get("FARSHORE_URL", DEFAULT_URL))
    everywhere.add_argument(
        "--language", "--lang", choices=LANGUAGES, default=messages.language, help=messages("help-language")
    )
    parser = argparse.ArgumentParser(prog="farshore", description=messages("help-farshore"))
    parser.add_argument("--version", action="version", version=f"farshore {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, *prefixes: str, **settings: Any) -> Command:
        about = messages(f"help-{name}")
        settings = {"parents": [everywhere], "help": about, "description": about} | settings
        return Command(commands.add_parser(name, **settings), messages, name, *prefixes)

    def group(name: str, *prefixes: str) -> Adder:
        """A command with actions, like `farshore agent list`; returns what adds an action with its ids."""
        actions = command(name, parents=[]).parser.add_subparsers(dest="what", required=True, metavar="WHAT")

        def action(what: str, *ids: str) -> Command:
            about = messages(f"help-{name}-{what}")
            added = actions.add_parser(what, parents=[everywhere], help=about, description=about)
            found = Command(added, messages, name, *prefixes)
            found.add(*ids, metavar="ID", help=None)
            return found

        return action

    _tables(command)
    _finished_games(command)
    _bots(command)
    _agents(group("agent", "bot"))
    _arena(command, messages)
    _admin(group("admin"))
    return parser


def _tables(command: Adder) -> None:
    play = command("play")
    play.add("game", nargs="?", default="faraway")
    play.add("--seats", type=int, default=3)
    play.add("--level", "--name", "--code")
    play.flags("--advanced")
    play.add("--option", action="append", default=[], type=_option, metavar="NAME=VALUE")
    play.add("--deal", metavar="SEED")
    play.add("--table", metavar="ID")
    command("games")
    tables = command("tables")
    tables.add("--game")
    tables.add("--status", choices=STATUSES)
    tables.flags("--open", "--mine")
    upload = command("upload")
    upload.add("file", "--title", "--author", "--name")
    upload.flags("--shared")
    for name in ("watch", "replay", "transcript"):
        one = command(name)
        one.add("table", metavar="ID")
    one.add("--seat", type=int, metavar="N")


def _finished_games(command: Adder) -> None:
    history = command("history")
    history.filters()
    history.add("--sort", choices=("newest", "oldest", "score", "length"), default="newest")
    history.add("--limit", type=_positive, default=20, metavar="N")
    export = command("export")
    export.add("file")
    export.add("--per", choices=("game", "decision"), default="game")
    export.add("--format", choices=("ndjson", "parquet"))
    export.flags("--consent")
    export.filters()
    profile = command("profile")
    profile.add("kind", choices=("player", "bot", "agent", "model"))
    profile.add("id", metavar="ID")
    explorer = command("explorer")
    explorer.add("game", "--kind", "--level")
    explorer.add("--seats", type=int, metavar="N")


def _bots(command: Adder) -> None:
    bot = command("bot")
    bot.agent()
    bot.add("--games", nargs="+", metavar="GAME")
    bot.add("--parallel", type=int, default=4, metavar="N")
    bot.add("--budget", type=float, default=30.0, metavar="SECONDS")
    bot.add("--open", metavar="GAME")
    bot.add("--seats", "--stop-after", type=int, metavar="N")
    bot.add("--level", "--name")
    mcp = command("mcp", "bot")
    mcp.add("--name")
    mcp.add("--http", type=int, metavar="PORT")


def _agents(action: Adder) -> None:
    """Registered agents: `farshore agent register`, `serve`, `work` …"""
    register, listed, serve, work = (action(name) for name in ("register", "list", "serve", "work"))
    test, log, delete = (action(name, "id") for name in ("test", "log", "delete"))
    for one in (register, listed, test, log, delete, serve, work):
        one.add("--name", help=one.messages("help-agent-owner"))
    register.add("agent_name", metavar="NAME")
    register.add("--webhook", metavar="URL")
    register.add("--games", nargs="+", metavar="GAME")
    register.add("--budget", type=float, metavar="SECONDS")
    register.add("--fallback", default="default", metavar="LEVEL")
    register.flags("--public", "--page", "--talk")
    register.add("--most-tables", type=int, default=10, metavar="N")
    listed.flags("--all")
    test.add("--game", metavar="GAME")
    serve.agent()
    serve.add("--secret", metavar="whsec_…")
    serve.add("--port", type=int, default=9000)
    serve.add("--host", default="127.0.0.1")
    work.agent()
    work.add("--agents", nargs="+", metavar="ID")
    work.add("--parallel", type=int, default=4, metavar="N")
    work.add("--stop-after", type=int, metavar="N")


def _admin(action: Adder) -> None:
    """Commands for operators: `farshore admin status`, `end`, `drain` …"""
    plain = {
        name: action(name)
        for name in ("status", "pause-clocks", "resume-clocks", "drain", "tables", "reports", "audit")
    }
    actions = (
        "table",
        "delete-book",
        "delete-meaning",
        "account",
        "close",
        "end",
        "seat",
        "limit",
        "close-report",
        "revoke",
    )
    by_id = {name: action(name, "id") for name in actions}
    for one in (*plain.values(), *by_id.values()):
        one.add("--token")
    plain["drain"].add("--message", default="")
    plain["drain"].add("--end", action="store_true", help=one.messages("help-admin-end-drain"))
    plain["tables"].add("--player", metavar="ID")
    plain["tables"].add("--game")
    plain["tables"].add("--status", choices=STATUSES, help=None)
    for name in ("tables", "reports", "audit"):
        plain[name].add("--limit", type=_positive, default=50, metavar="N", help=None)
    by_id["seat"].add("seat", type=int, metavar="SEAT", help=None)
    by_id["seat"].add("--level")
    by_id["limit"].add("limits", nargs="+", type=_limit, metavar="KIND=N")
    by_id["revoke"].add("revoked", nargs="?", metavar="TOKEN")
    for name in ("end", "seat", "limit", "close-report"):
        by_id[name].add("--reason", default="")


def _limit(text: str) -> tuple[str, int | None]:
    """A limit of an account: `tables=5`, or `tables=usual` to remove it."""
    kind, _, value = text.partition("=")
    return kind, None if value == "usual" else int(value)


def _arena(command: Adder, messages: Messages) -> None:
    form = argparse.RawDescriptionHelpFormatter
    arena = command("arena", description=messages("help-arena-more"), formatter_class=form)
    arena.add("game", metavar="GAME")
    arena.add("entrants", nargs="+", metavar="ENTRANT")
    arena.add("--games", type=_positive, default=200, metavar="N")
    systems = ("round-robin", "swiss", "ladder")
    arena.add("--system", choices=systems, default=systems[0])
    arena.add("--rounds", "--seats", "--thoughts", "--jobs", type=_positive, metavar="N")
    arena.add("--option", action="append", default=[], type=_option, metavar="NAME=VALUE")
    arena.add("--book", metavar="FILE")
    arena.add("--seed", "--name")
    arena.add("--budget", type=float, default=10.0, metavar="SECONDS")
    arena.add("--out", metavar="FOLDER")
    arena.flags("--fresh-deals", "--remote", "--private")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} < 1")
    return number


def _option(text: str) -> tuple[str, Any]:
    """An option of a game: its name and its value, which is true if none is given."""
    name, given, value = text.partition("=")
    try:
        return name, json.loads(value) if given else True
    except ValueError:
        return name, value

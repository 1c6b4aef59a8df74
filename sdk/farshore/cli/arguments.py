"""The arguments of the command line."""

import argparse
import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from farshore.request import DEFAULT_URL, VERSION
from farshore.text import LANGUAGES, Messages, system_language

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


def _parser(messages: Messages) -> argparse.ArgumentParser:
    # Every command takes these, so that they may come at the end.
    everywhere = argparse.ArgumentParser(add_help=False)
    everywhere.add_argument(
        "--url", default=os.environ.get("FARSHORE_URL", DEFAULT_URL), help=messages("help-url", url=DEFAULT_URL)
    )
    everywhere.add_argument(
        "--language", "--lang", choices=LANGUAGES, default=messages.language, help=messages("help-language")
    )
    parser = argparse.ArgumentParser(prog="farshore", description=messages("help-farshore"))
    parser.add_argument("--version", action="version", version=f"farshore {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str) -> argparse.ArgumentParser:
        about = messages(f"help-{name}")
        return commands.add_parser(name, parents=[everywhere], help=about, description=about)

    play = command("play")
    play.add_argument("game", nargs="?", default="faraway", help=messages("help-game"))
    play.add_argument("--seats", type=int, default=3, help=messages("help-seats"))
    play.add_argument("--level", help=messages("help-level"))
    play.add_argument("--name", help=messages("help-name"))
    play.add_argument("--advanced", action="store_true", help=messages("help-advanced"))
    _options(play, messages)
    play.add_argument("--deal", metavar="SEED", help=messages("help-deal"))
    play.add_argument("--table", metavar="ID", help=messages("help-table"))
    play.add_argument("--code", help=messages("help-code"))

    command("games")

    tables = command("tables")
    tables.add_argument("--game")
    tables.add_argument("--status", choices=("open", "running", "finished", "aborted"))
    tables.add_argument("--open", action="store_true", help=messages("help-open"))
    tables.add_argument("--mine", action="store_true", help=messages("help-mine"))

    _finished_games(command, messages)

    upload = command("upload")
    upload.add_argument("file")
    for name in ("title", "author", "name"):
        upload.add_argument(f"--{name}")
    upload.add_argument("--shared", action="store_true", help=messages("help-shared"))

    _bots(command, messages)
    _agents(commands, everywhere, messages)
    _arena(commands, everywhere, messages)
    _admin(commands, everywhere, messages)

    for name in ("watch", "replay", "transcript"):
        one = command(name)
        one.add_argument("table", metavar="ID")
    one.add_argument("--seat", type=int, metavar="N", help=messages("help-transcript-seat"))
    return parser


def _finished_games(command: Callable[[str], argparse.ArgumentParser], messages: Messages) -> None:
    history = command("history")
    add_filters(history)
    history.add_argument("--sort", choices=("newest", "oldest", "score", "length"), default="newest")
    history.add_argument("--limit", type=int, default=20, metavar="N", help=messages("help-limit"))
    export = command("export")
    export.add_argument("file", help=messages("help-export-file"))
    export.add_argument("--per", choices=("game", "decision"), default="game", help=messages("help-per"))
    export.add_argument("--format", choices=("ndjson", "parquet"), help=messages("help-format"))
    export.add_argument("--consent", action="store_true", help=messages("help-consent"))
    add_filters(export)
    profile = command("profile")
    profile.add_argument("kind", choices=("player", "bot", "agent", "model"))
    profile.add_argument("id", metavar="ID", help=messages("help-profile-id"))
    explorer = command("explorer")
    explorer.add_argument("game", help=messages("help-game"))
    explorer.add_argument("--kind", help=messages("help-explorer-kind"))
    explorer.add_argument("--seats", type=int, metavar="N", help=messages("help-explorer-seats"))
    explorer.add_argument("--level", help=messages("help-explorer-level"))


def add_filters(parser: argparse.ArgumentParser) -> None:
    """The filters of `GET /games/history`."""
    for name in FILTERS:
        parser.add_argument(f"--{name}")
    for name in NUMBERS:
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, metavar="N")
    parser.add_argument("--option", action="append", metavar="NAME:VALUE")


def _bots(command: Callable[[str], argparse.ArgumentParser], messages: Messages) -> None:
    bot = command("bot")
    _agent_source(bot, messages)
    bot.add_argument("--games", nargs="+", metavar="GAME", help=messages("help-bot-games"))
    bot.add_argument("--parallel", type=int, default=4, metavar="N", help=messages("help-bot-parallel"))
    bot.add_argument("--budget", type=float, default=30.0, metavar="SECONDS", help=messages("help-bot-budget"))
    bot.add_argument("--open", metavar="GAME", help=messages("help-bot-open"))
    bot.add_argument("--seats", type=int, metavar="N", help=messages("help-bot-seats"))
    bot.add_argument("--level", help=messages("help-level"))
    bot.add_argument("--stop-after", type=int, metavar="N", help=messages("help-bot-stop-after"))
    bot.add_argument("--name", help=messages("help-bot-name"))
    mcp = command("mcp")
    mcp.add_argument("--name", help=messages("help-bot-name"))
    mcp.add_argument("--http", type=int, metavar="PORT", help=messages("help-mcp-http"))


def _group(
    commands: Any, everywhere: argparse.ArgumentParser, messages: Messages, group: str, option: str, about_option: str
) -> Callable[..., argparse.ArgumentParser]:
    """A command with actions, like `farshore agent list`; returns what adds an action, with this option and its ids."""
    about = messages(f"help-{group}")
    what = commands.add_parser(group, help=about, description=about).add_subparsers(
        dest="what", required=True, metavar="WHAT"
    )

    def action(name: str, *ids: str) -> argparse.ArgumentParser:
        about = messages(f"help-{group}-{name}")
        parser: argparse.ArgumentParser = what.add_parser(name, parents=[everywhere], help=about, description=about)
        parser.add_argument(option, help=messages(about_option))
        for id in ids:
            parser.add_argument(id, metavar="ID")
        return parser

    return action


def _agents(commands: Any, everywhere: argparse.ArgumentParser, messages: Messages) -> None:
    """Registered agents: `farshore agent register`, `serve`, `work` …"""
    action = _group(commands, everywhere, messages, "agent", "--name", "help-agent-owner")
    register = action("register")
    register.add_argument("agent_name", metavar="NAME", help=messages("help-agent-name"))
    register.add_argument("--webhook", metavar="URL", help=messages("help-agent-webhook"))
    register.add_argument("--games", nargs="+", metavar="GAME", help=messages("help-agent-games"))
    register.add_argument("--budget", type=float, metavar="SECONDS", help=messages("help-agent-budget"))
    register.add_argument("--fallback", default="default", metavar="LEVEL", help=messages("help-agent-fallback"))
    register.add_argument("--public", action="store_true", help=messages("help-agent-public"))
    register.add_argument("--page", action="store_true", help=messages("help-agent-page"))
    register.add_argument("--talk", action="store_true", help=messages("help-agent-talk"))
    register.add_argument("--most-tables", type=int, default=10, metavar="N", help=messages("help-agent-most-tables"))
    action("list").add_argument("--all", action="store_true", help=messages("help-agent-all"))
    action("test", "id").add_argument("--game", metavar="GAME", help=messages("help-agent-game"))
    action("log", "id")
    action("delete", "id")
    serve = action("serve")
    _agent_source(serve, messages)
    serve.add_argument("--secret", metavar="whsec_…", help=messages("help-agent-secret"))
    serve.add_argument("--port", type=int, default=9000, help=messages("help-agent-port"))
    serve.add_argument("--host", default="127.0.0.1", help=messages("help-agent-host"))
    work = action("work")
    _agent_source(work, messages)
    work.add_argument("--agents", nargs="+", metavar="ID", help=messages("help-agent-agents"))
    work.add_argument("--parallel", type=int, default=4, metavar="N", help=messages("help-agent-parallel"))
    work.add_argument("--stop-after", type=int, metavar="N", help=messages("help-agent-stop-after"))


def _agent_source(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Where an agent comes from: a file, or a program."""
    parser.add_argument("file", nargs="?", help=messages("help-bot-file"))
    parser.add_argument("--class", dest="agent", metavar="NAME", help=messages("help-bot-class"))
    parser.add_argument("--exec", metavar="COMMAND", help=messages("help-bot-exec"))


def _admin(commands: Any, everywhere: argparse.ArgumentParser, messages: Messages) -> None:
    """Commands for operators: `farshore admin status`, `end`, `drain` …"""
    action = _group(commands, everywhere, messages, "admin", "--token", "help-admin-token")
    for name in ("status", "pause-clocks", "resume-clocks"):
        action(name)
    drain = action("drain")
    drain.add_argument("--message", default="", help=messages("help-admin-message"))
    drain.add_argument("--end", action="store_true", help=messages("help-admin-end-drain"))
    tables = action("tables")
    tables.add_argument("--player", metavar="ID", help=messages("help-admin-player"))
    tables.add_argument("--game")
    tables.add_argument("--status", choices=("open", "running", "finished", "aborted"))
    for name in ("table", "delete-book", "delete-meaning", "account", "close"):
        action(name, "id")
    end, seat, limit = action("end", "id"), action("seat", "id"), action("limit", "id")
    seat.add_argument("seat", type=int, metavar="SEAT")
    seat.add_argument("--level", help=messages("help-level"))
    limit.add_argument("limits", nargs="+", type=_limit, metavar="KIND=N", help=messages("help-admin-limits"))
    for one in (end, seat, limit, action("close-report", "id")):
        one.add_argument("--reason", default="", help=messages("help-admin-reason"))
    action("revoke", "id").add_argument("revoked", nargs="?", metavar="TOKEN", help=messages("help-admin-revoked"))
    for one in (tables, action("reports"), action("audit")):
        one.add_argument("--limit", type=_positive, default=50, metavar="N")


def _limit(text: str) -> tuple[str, int | None]:
    """A limit of an account: `tables=5`, or `tables=usual` to remove it."""
    kind, _, value = text.partition("=")
    return kind, None if value == "usual" else int(value)


def _arena(commands: Any, everywhere: argparse.ArgumentParser, messages: Messages) -> None:
    arena = commands.add_parser(
        "arena",
        parents=[everywhere],
        help=messages("help-arena"),
        description=messages("help-arena-more"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    arena.add_argument("game", metavar="GAME", help=messages("help-arena-game"))
    arena.add_argument("entrants", nargs="+", metavar="ENTRANT", help=messages("help-arena-entrants"))
    arena.add_argument("--games", type=_positive, default=200, metavar="N", help=messages("help-arena-games"))
    systems = ("round-robin", "swiss", "ladder")
    arena.add_argument("--system", choices=systems, default=systems[0], help=messages("help-arena-system"))
    arena.add_argument("--rounds", type=_positive, metavar="N", help=messages("help-arena-rounds"))
    arena.add_argument("--seats", type=_positive, metavar="N", help=messages("help-arena-seats"))
    _options(arena, messages)
    arena.add_argument("--book", metavar="FILE", help=messages("help-arena-book"))
    arena.add_argument("--seed", help=messages("help-arena-seed"))
    arena.add_argument("--thoughts", type=_positive, metavar="N", help=messages("help-arena-thoughts"))
    arena.add_argument("--budget", type=float, default=10.0, metavar="SECONDS", help=messages("help-arena-budget"))
    arena.add_argument("--jobs", type=_positive, metavar="N", help=messages("help-arena-jobs"))
    arena.add_argument("--out", metavar="FOLDER", help=messages("help-arena-out"))
    arena.add_argument("--fresh-deals", action="store_true", help=messages("help-arena-fresh"))
    arena.add_argument("--remote", action="store_true", help=messages("help-arena-remote"))
    arena.add_argument("--private", action="store_true", help=messages("help-arena-private"))
    arena.add_argument("--name", help=messages("help-name"))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} < 1")
    return number


def _options(parser: argparse.ArgumentParser, messages: Messages) -> None:
    about = messages("help-option")
    parser.add_argument("--option", action="append", default=[], type=_option, metavar="NAME=VALUE", help=about)


def _option(text: str) -> tuple[str, Any]:
    """An option of a game: its name and its value, which is true if none is given."""
    name, given, value = text.partition("=")
    try:
        return name, json.loads(value) if given else True
    except ValueError:
        return name, value

"""The words after `farshore` on the command line."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from farshore.cli.words import LANGUAGES, Words, language_of
from farshore.client import DEFAULT_URL, VERSION


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line; a mistake ends the program with an explanation."""
    return _parser(Words(_language(argv))).parse_args(argv)


def _language(argv: Sequence[str]) -> str:
    """Look ahead for the language, since the help is written in it, too."""
    early = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    early.add_argument("--language", "--lang", choices=LANGUAGES, default=language_of())
    try:
        found: str = early.parse_known_args(argv)[0].language
    except argparse.ArgumentError:
        return language_of()
    return found


def _parser(words: Words) -> argparse.ArgumentParser:
    # Each command takes these, so that they may stand where people put them: at the end.
    everywhere = argparse.ArgumentParser(add_help=False)
    everywhere.add_argument(
        "--url", default=os.environ.get("FARSHORE_URL", DEFAULT_URL), help=words("help-url", url=DEFAULT_URL)
    )
    everywhere.add_argument(
        "--language", "--lang", choices=LANGUAGES, default=words.language, help=words("help-language")
    )
    parser = argparse.ArgumentParser(prog="farshore", description=words("help-farshore"))
    parser.add_argument("--version", action="version", version=f"farshore {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    play = commands.add_parser("play", parents=[everywhere], help=words("help-play"), description=words("help-play"))
    play.add_argument("game", nargs="?", default="faraway", help=words("help-game"))
    play.add_argument("--seats", type=int, default=3, help=words("help-seats"))
    play.add_argument("--level", help=words("help-level"))
    play.add_argument("--name", help=words("help-name"))
    play.add_argument("--advanced", action="store_true", help=words("help-advanced"))
    play.add_argument(
        "--option", action="append", default=[], type=_pair, metavar="NAME=VALUE", help=words("help-option")
    )
    play.add_argument("--deal", metavar="SEED", help=words("help-deal"))
    play.add_argument("--table", metavar="ID", help=words("help-table"))
    play.add_argument("--code", help=words("help-code"))

    commands.add_parser("games", parents=[everywhere], help=words("help-games"), description=words("help-games"))

    tables = commands.add_parser(
        "tables", parents=[everywhere], help=words("help-tables"), description=words("help-tables")
    )
    tables.add_argument("--game")
    tables.add_argument("--status", choices=("open", "running", "finished", "aborted"))
    tables.add_argument("--open", action="store_true", help=words("help-open"))
    tables.add_argument("--mine", action="store_true", help=words("help-mine"))

    upload = commands.add_parser(
        "upload", parents=[everywhere], help=words("help-upload"), description=words("help-upload")
    )
    upload.add_argument("file")
    for said in ("title", "author", "name"):
        upload.add_argument(f"--{said}")
    upload.add_argument("--shared", action="store_true", help=words("help-shared"))

    _doors(commands, everywhere, words)
    _arena(commands, everywhere, words)

    for command in ("watch", "replay", "transcript"):
        one = commands.add_parser(
            command, parents=[everywhere], help=words(f"help-{command}"), description=words(f"help-{command}")
        )
        one.add_argument("table", metavar="ID")
    one.add_argument("--seat", type=int, metavar="N", help=words("help-transcript-seat"))
    return parser


def _doors(commands: Any, everywhere: argparse.ArgumentParser, words: Words) -> None:
    """The doors for AI players."""
    bot = commands.add_parser("bot", parents=[everywhere], help=words("help-bot"), description=words("help-bot"))
    bot.add_argument("file", nargs="?", help=words("help-bot-file"))
    bot.add_argument("--class", dest="agent", metavar="NAME", help=words("help-bot-class"))
    bot.add_argument("--exec", metavar="COMMAND", help=words("help-bot-exec"))
    bot.add_argument("--games", nargs="+", metavar="GAME", help=words("help-bot-games"))
    bot.add_argument("--parallel", type=int, default=4, metavar="N", help=words("help-bot-parallel"))
    bot.add_argument("--budget", type=float, default=30.0, metavar="SECONDS", help=words("help-bot-budget"))
    bot.add_argument("--open", metavar="GAME", help=words("help-bot-open"))
    bot.add_argument("--seats", type=int, metavar="N", help=words("help-bot-seats"))
    bot.add_argument("--level", help=words("help-level"))
    bot.add_argument("--stop-after", type=int, metavar="N", help=words("help-bot-stop-after"))
    bot.add_argument("--name", help=words("help-bot-name"))
    _agents(commands, everywhere, words)
    mcp = commands.add_parser("mcp", parents=[everywhere], help=words("help-mcp"), description=words("help-mcp"))
    mcp.add_argument("--name", help=words("help-bot-name"))


def _agents(commands: Any, everywhere: argparse.ArgumentParser, words: Words) -> None:
    """Agents that the service knows: `farshore agent register`, `serve`, `work` …"""
    about = words("help-agent")
    what = commands.add_parser("agent", help=about, description=about).add_subparsers(
        dest="what", required=True, metavar="WHAT"
    )

    def verb(name: str) -> argparse.ArgumentParser:
        said = words(f"help-agent-{name}")
        parser: argparse.ArgumentParser = what.add_parser(name, parents=[everywhere], help=said, description=said)
        parser.add_argument("--name", help=words("help-agent-owner"))
        return parser

    register = verb("register")
    register.add_argument("agent_name", metavar="NAME", help=words("help-agent-name"))
    register.add_argument("--webhook", metavar="URL", help=words("help-agent-webhook"))
    register.add_argument("--games", nargs="+", metavar="GAME", help=words("help-agent-games"))
    register.add_argument("--budget", type=float, metavar="SECONDS", help=words("help-agent-budget"))
    register.add_argument("--fallback", default="default", metavar="LEVEL", help=words("help-agent-fallback"))
    register.add_argument("--public", action="store_true", help=words("help-agent-public"))
    register.add_argument("--most-tables", type=int, default=10, metavar="N", help=words("help-agent-most-tables"))
    verb("list").add_argument("--all", action="store_true", help=words("help-agent-all"))
    for name in ("test", "log", "delete"):
        one = verb(name)
        one.add_argument("id", metavar="ID")
        if name == "test":
            one.add_argument("--game", metavar="GAME", help=words("help-agent-game"))
    for name in ("serve", "work"):
        one = verb(name)
        one.add_argument("file", nargs="?", help=words("help-bot-file"))
        one.add_argument("--class", dest="agent", metavar="NAME", help=words("help-bot-class"))
        one.add_argument("--exec", metavar="COMMAND", help=words("help-bot-exec"))
        one.set_defaults(open=None, games=None)
        if name == "serve":
            one.add_argument("--secret", metavar="whsec_…", help=words("help-agent-secret"))
            one.add_argument("--port", type=int, default=9000, help=words("help-agent-port"))
            one.add_argument("--host", default="127.0.0.1", help=words("help-agent-host"))
        else:
            one.add_argument("--agents", nargs="+", metavar="ID", help=words("help-agent-agents"))
            one.add_argument("--parallel", type=int, default=4, metavar="N", help=words("help-agent-parallel"))
            one.add_argument("--stop-after", type=int, metavar="N", help=words("help-agent-stop-after"))


def _arena(commands: Any, everywhere: argparse.ArgumentParser, words: Words) -> None:
    """How good a player is."""
    arena = commands.add_parser(
        "arena",
        parents=[everywhere],
        help=words("help-arena"),
        description=words("help-arena-more"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    arena.add_argument("game", metavar="GAME", help=words("help-arena-game"))
    arena.add_argument("entrants", nargs="+", metavar="ENTRANT", help=words("help-arena-entrants"))
    arena.add_argument("--games", type=_positive, default=200, metavar="N", help=words("help-arena-games"))
    arena.add_argument(
        "--system", choices=("round-robin", "swiss", "ladder"), default="round-robin", help=words("help-arena-system")
    )
    arena.add_argument("--rounds", type=_positive, metavar="N", help=words("help-arena-rounds"))
    arena.add_argument("--seats", type=_positive, metavar="N", help=words("help-arena-seats"))
    arena.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=words("help-option"))
    arena.add_argument("--book", metavar="FILE", help=words("help-arena-book"))
    arena.add_argument("--seed", help=words("help-arena-seed"))
    arena.add_argument("--thoughts", type=_positive, metavar="N", help=words("help-arena-thoughts"))
    arena.add_argument("--budget", type=float, default=10.0, metavar="SECONDS", help=words("help-arena-budget"))
    arena.add_argument("--jobs", type=_positive, metavar="N", help=words("help-arena-jobs"))
    arena.add_argument("--out", metavar="FOLDER", help=words("help-arena-out"))
    arena.add_argument("--fresh-deals", action="store_true", help=words("help-arena-fresh"))
    arena.add_argument("--remote", action="store_true", help=words("help-arena-remote"))
    arena.add_argument("--private", action="store_true", help=words("help-arena-private"))
    arena.add_argument("--name", help=words("help-name"))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} < 1")
    return number


def _pair(text: str) -> str:
    if "=" not in text:
        raise argparse.ArgumentTypeError("NAME=VALUE")
    return text

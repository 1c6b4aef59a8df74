"""The commands of the terminal: play, games, tables, upload, watch, replay, transcript."""

import argparse
import getpass
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rich.progress import Progress

from farshore.cli.history import explorer, export, history, profile
from farshore.cli.play import TerminalPlay
from farshore.cli.terminal import Leave, Terminal, printable
from farshore.cli.tokens import Tokens, log_in
from farshore.client import Client
from farshore.errors import Unreachable
from farshore.models import OVER, Player, Seat
from farshore.request import DEFAULT_URL
from farshore.table import Table
from farshore.text import Messages, system_language

Command = Callable[[Client, Terminal, argparse.Namespace], int | None]


def run(args: argparse.Namespace, messages: Messages) -> int:
    """Run a command; returns its exit code."""
    with Client(args.url, language=args.language) as client:
        if not client.health.alive():
            raise Unreachable(client.base_url)
        if args.command not in ("games", "explorer"):
            client.token = os.environ.get("FARSHORE_TOKEN") or Tokens().get(client.base_url)
        return COMMANDS[args.command](client, Terminal(messages), args) or 0


def play(client: Client, terminal: Terminal, args: argparse.Namespace) -> None:
    """Play at a new table or an existing one until it is over."""
    name = _log_in(client, terminal, args).name
    table = _join(client, args) if args.table else _open(client, terminal, args)
    terminal.say("welcome", style="bold", name=name, table=table.id)
    terminal.say("welcome-help", style="dim")
    try:
        TerminalPlay(terminal, client, table).play()
    except (Leave, Unreachable) as left:
        terminal.say("goodbye", command=_command(client, terminal, "play", f"--table {table.id}"))
        if isinstance(left, Unreachable):
            raise
    else:
        terminal.say("see-replay", style="dim", command=_command(client, terminal, "replay", table.id))


def games(client: Client, terminal: Terminal, args: argparse.Namespace) -> None:
    rows = (
        [game.name, game.title, f"{game.players.get('least')}–{game.players.get('most')}", ", ".join(game.bots)]
        for game in client.games.list()
    )
    terminal.grid(("name", "title", "players", "levels"), rows, left=4)


def tables(client: Client, terminal: Terminal, args: argparse.Namespace) -> None:
    found = client.tables.list(
        game=args.game, status=args.status, open_seats=args.open or None, mine=args.mine or None, limit=20
    )
    rows = []
    for table in found if client.token or not args.mine else ():
        status = terminal.messages.get(f"status-{table.status}", table.status)
        rows.append([table.id, table.game, status, ", ".join(_who(seat, terminal.messages) for seat in table.seats)])
    terminal.grid(("table", "game", "status", "seats"), rows, left=4, empty="no-tables")


def _who(seat: Seat, messages: Messages) -> str:
    named = seat.player or seat.agent or Player()
    return named.name or messages.get(f"seat-{seat.kind}", seat.kind, level=seat.level or "")


def watch(client: Client, terminal: Terminal, args: argparse.Namespace) -> None:
    table = client.tables.get(args.table)
    for event in table.events(0, words=True):
        terminal.tell(event)
    terminal.page(table.page())


def replay(client: Client, terminal: Terminal, args: argparse.Namespace) -> None:
    """Print all events of a table so far."""
    table = client.tables.get(args.table)
    for event in table.story(words=True):
        terminal.tell(event)
    terminal.gap()
    terminal.page(table.page())
    if table.status not in OVER:
        terminal.say("still-running", style="dim")


def transcript(client: Client, terminal: Terminal, args: argparse.Namespace) -> None:
    """Print the reasoning a player stored with its decisions."""
    found = client.tables.get(args.table).transcript(args.seat)
    for decision, lines in found.items():
        terminal.show(f"== {decision}")
        for line in lines:
            picks = f" → {', '.join(line['picks'])}" if "picks" in line else ""
            terminal.show(printable(f"{line['role']}{picks}: {line['content']}"))
    if not found:
        terminal.say("no-transcript", style="dim")


def upload(client: Client, terminal: Terminal, args: argparse.Namespace) -> int:
    _log_in(client, terminal, args)
    details = {name: value for name in ("title", "author", "shared") if (value := getattr(args, name))}
    with Progress(console=terminal.console, transient=True) as bars:
        bar = bars.add_task(terminal.messages("reading-book"), total=100)
        book = client.books.upload(
            Path(args.file), progress=lambda percent: bars.update(bar, completed=percent), **details
        )
    if book.problem:
        terminal.say("book-refused", detail=book.problem.get("message", ""))
        return 1
    command = _command(client, terminal, "play", f"{book.game} --option book={book.id}")
    terminal.say("book-ready", title=book.title, pages=book.pages, command=command)
    return 0


COMMANDS: Final[dict[str, Command]] = {
    each.__name__: each
    for each in (play, games, tables, watch, replay, transcript, upload, history, export, profile, explorer)
}


def _log_in(client: Client, terminal: Terminal, args: argparse.Namespace) -> Player:
    """Log in as the player of last time, or as a new one if --name says so."""
    try:
        login = getpass.getuser()
    except (KeyError, OSError):
        login = terminal.messages("traveller")
    return log_in(client, args.name or login, client.base_url, renamed=args.name is not None)


def _open(client: Client, terminal: Terminal, args: argparse.Namespace) -> Table:
    advanced = {"advanced": True} if args.advanced else {}
    options = _spoken(client, terminal.messages.language, args.game) | dict(args.option) | advanced
    return client.tables.open(
        args.game, seats=args.seats, bots=args.seats - 1, level=args.level, options=options, deal=args.deal
    )


def _spoken(client: Client, language: str, game: str) -> dict[str, str]:
    """Options by which bots and the book speak the language of the terminal."""
    known = client.games.get(game).options.get("properties", {})
    if "book" in known:
        books = [each for each in client.books.list() if each.kind == "built-in" and each.language == language]
        return {"book": books[0].id} if books else {}
    return {"language": language} if language in known.get("language", {}).get("enum", ()) else {}


def _join(client: Client, args: argparse.Namespace) -> Table:
    """An existing table; if it has not started, the first free seat is taken."""
    table = client.tables.get(args.table)
    free = [seat.seat for seat in table.seats if seat.kind == ("invite" if args.code else "open")]
    if table.status == "open" and table.my_seat is None and free:
        table.take_seat(free[0], args.code)
    return table


def _command(client: Client, terminal: Terminal, command: str, rest: str) -> str:
    """The command to type, in the form in which this one was started."""
    if client.base_url != DEFAULT_URL:
        rest += f" --url {client.base_url}"
    if terminal.messages.language != system_language():
        rest += f" --language {terminal.messages.language}"
    if "MAKELEVEL" in os.environ and command == "play":
        return f'make play ARGS="{rest}"'
    farshore = "farshore" if Path(sys.argv[0]).stem == "farshore" else "python -m farshore"
    return f"{farshore} {command} {rest}"

"""The commands: play, games, tables, upload, watch, replay, transcript, and those about finished games."""

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
from farshore.cli.tokens import Tokens, register, saved_player
from farshore.client import Client
from farshore.errors import Unreachable
from farshore.models import OVER, Player, Seat
from farshore.request import DEFAULT_URL
from farshore.table import Table
from farshore.text import Messages, system_language

FINISHED: Final = {"history": history, "export": export, "profile": profile, "explorer": explorer}


class Commands:
    """The commands, with the client and the terminal they use."""

    def __init__(self, client: Client, args: argparse.Namespace, messages: Messages) -> None:
        self.client = client
        self.args = args
        self.messages = messages
        self.terminal = Terminal(messages)

    def run(self) -> int:
        """Run the command; returns its exit code."""
        if not self.client.health.alive():
            raise Unreachable(self.client.base_url)
        if self.args.command not in ("games", "explorer"):
            self.client.token = Tokens().get(self.client.base_url)
        if self.args.command in FINISHED:
            FINISHED[self.args.command](self.client, self.terminal, self.args)
            return 0
        command: Callable[[], int | None] = getattr(self, self.args.command)
        return command() or 0

    def play(self) -> None:
        """Play at a new table or an existing one until it is over."""
        name = self._log_in()
        table = self._join() if self.args.table else self._open()
        self.terminal.say("welcome", style="bold", name=name, table=table.id)
        self.terminal.say("welcome-help", style="dim")
        try:
            TerminalPlay(self.terminal, self.client, table).play()
        except (Leave, Unreachable) as left:
            self.terminal.say("goodbye", command=self._command("play", f"--table {table.id}"))
            if isinstance(left, Unreachable):
                raise
        else:
            self.terminal.say("see-replay", style="dim", command=self._command("replay", table.id))

    def games(self) -> None:
        rows = (
            [game.name, game.title, f"{game.players.get('least')}–{game.players.get('most')}", ", ".join(game.bots)]
            for game in self.client.games.list()
        )
        self.terminal.grid(("name", "title", "players", "levels"), rows, left=4)

    def tables(self) -> None:
        args = self.args
        found = self.client.tables.list(
            game=args.game, status=args.status, open_seats=args.open or None, mine=args.mine or None, limit=20
        )
        rows = []
        for table in found if self.client.token or not args.mine else ():
            status = self.messages.get(f"status-{table.status}", table.status)
            rows.append([table.id, table.game, status, ", ".join(map(self._who, table.seats))])
        self.terminal.grid(("table", "game", "status", "seats"), rows, left=4, empty="no-tables")

    def watch(self) -> None:
        table = self.client.tables.get(self.args.table)
        for event in table.events(0, words=True):
            self.terminal.tell(event)
        self.terminal.page(table.page())

    def replay(self) -> None:
        """Print all events of a table so far."""
        table = self.client.tables.get(self.args.table)
        for event in table.story(words=True):
            self.terminal.tell(event)
        self.terminal.gap()
        self.terminal.page(table.page())
        if table.status not in OVER:
            self.terminal.say("still-running", style="dim")

    def transcript(self) -> None:
        """Print the reasoning a player stored with its decisions."""
        found = self.client.tables.get(self.args.table).transcript(self.args.seat)
        for decision, lines in found.items():
            self.terminal.show(f"== {decision}")
            for line in lines:
                picks = f" → {', '.join(line['picks'])}" if "picks" in line else ""
                self.terminal.show(printable(f"{line['role']}{picks}: {line['content']}"))
        if not found:
            self.terminal.say("no-transcript", style="dim")

    def upload(self) -> int:
        self._log_in()
        details = {name: value for name in ("title", "author", "shared") if (value := getattr(self.args, name))}
        with Progress(console=self.terminal.console, transient=True) as bars:
            bar = bars.add_task(self.messages("reading-book"), total=100)
            book = self.client.books.upload(
                Path(self.args.file), progress=lambda percent: bars.update(bar, completed=percent), **details
            )
        if book.problem:
            self.terminal.say("book-refused", detail=book.problem.get("message", ""))
            return 1
        command = self._command("play", f"{book.game} --option book={book.id}")
        self.terminal.say("book-ready", title=book.title, pages=book.pages, command=command)
        return 0

    def _log_in(self) -> str:
        """Log in as the player of last time, or register a new one; returns the name."""
        key, wanted = self.client.base_url, self.args.name
        player = saved_player(self.client, key)
        if player is None or wanted not in (None, player.name):
            player = register(self.client, key, wanted or _login() or self.messages("traveller"))
        return player.name

    def _open(self) -> Table:
        args = self.args
        options = self._spoken() | dict(args.option) | ({"advanced": True} if args.advanced else {})
        return self.client.tables.open(
            args.game, seats=args.seats, bots=args.seats - 1, level=args.level, options=options, deal=args.deal
        )

    def _spoken(self) -> dict[str, str]:
        """Options by which bots and the book speak the language of the terminal."""
        language = self.messages.language
        known = self.client.games.get(self.args.game).options.get("properties", {})
        if "book" in known:
            books = [each for each in self.client.books.list() if each.kind == "built-in" and each.language == language]
            return {"book": books[0].id} if books else {}
        return {"language": language} if language in known.get("language", {}).get("enum", ()) else {}

    def _join(self) -> Table:
        """An existing table; if it has not started, the first free seat is taken."""
        table = self.client.tables.get(self.args.table)
        free = [seat.seat for seat in table.seats if seat.kind == ("invite" if self.args.code else "open")]
        if table.status == "open" and table.my_seat is None and free:
            table.take_seat(free[0], self.args.code)
        return table

    def _who(self, seat: Seat) -> str:
        named = seat.player or seat.agent or Player()
        return named.name or self.messages.get(f"seat-{seat.kind}", seat.kind, level=seat.level or "")

    def _command(self, command: str, rest: str) -> str:
        """The command to type, in the form in which this one was started."""
        if self.client.base_url != DEFAULT_URL:
            rest += f" --url {self.client.base_url}"
        if self.messages.language != system_language():
            rest += f" --language {self.messages.language}"
        if "MAKELEVEL" in os.environ and command == "play":
            return f'make play ARGS="{rest}"'
        farshore = "farshore" if Path(sys.argv[0]).stem == "farshore" else "python -m farshore"
        return f"{farshore} {command} {rest}"


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""

"""The commands: play, games, tables, upload, watch, replay, transcript."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.progress import Progress
from rich.table import Table as Grid

from farshore.cli.arguments import parse
from farshore.cli.play import Sitting
from farshore.cli.story import Teller
from farshore.cli.terminal import Leave, Terminal, printable
from farshore.cli.tokens import Tokens
from farshore.cli.words import Words, language_of
from farshore.client import DEFAULT_URL, Client
from farshore.errors import FarshoreError, Unauthorized, Unreachable
from farshore.table import Table


class Visit:
    """One run of the program: somebody, at some service, with something in mind."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.words = Words(wanted.language)
        self.terminal = Terminal(self.words)
        self.client = Client(wanted.url, language=wanted.language)
        self.tokens = Tokens()

    # -- the commands ----------------------------------------------------------------------

    def play(self) -> int:
        """Sit down, at a new table or an old one, and play it to its end."""
        name = self._become_somebody()
        table = self._join() if self.wanted.table else self._open()
        self.terminal.say("welcome", style="bold", name=name, table=table.id)
        self.terminal.say("welcome-help", style="dim")
        try:
            Sitting(self.terminal, self.client, table).play()
        except (Leave, Unreachable) as left:
            self.terminal.say("goodbye", command=self._command("play", f"--table {table.id}"))
            if isinstance(left, Unreachable):
                raise
        else:
            self.terminal.say("see-replay", style="dim", command=self._command("replay", table.id))
        return 0

    def games(self) -> int:
        """List what can be played."""
        grid = Grid(box=None, header_style="dim")
        for title in ("name", "title", "players", "levels"):
            grid.add_column(self.words(title))
        for game in self.client.games.list():
            players = f"{game.players.get('least')}–{game.players.get('most')}"
            grid.add_row(game.name, game.title, players, ", ".join(game.bots))
        self.terminal.show(grid)
        return 0

    def tables(self) -> int:
        """List the newest tables."""
        self._remember()
        wanted = self.wanted
        if wanted.mine and not self.client.token:
            self.terminal.say("no-tables")
            return 0
        grid = Grid(box=None, header_style="dim")
        for title in ("table", "game", "status", "seats"):
            grid.add_column(self.words(title), no_wrap=title == "table")
        found = self.client.tables.list(
            game=wanted.game, status=wanted.status, open_seats=wanted.open or None, mine=wanted.mine or None, limit=20
        )
        for table, _ in zip(found, range(20), strict=False):
            seats = ", ".join(self._who(seat.raw) for seat in table.seats)
            grid.add_row(table.id, table.game, self.words.maybe(f"status-{table.status}", table.status), seats)
        self.terminal.show(grid if grid.row_count else self.words("no-tables"))
        return 0

    def watch(self) -> int:
        """Look on until the table is over."""
        self._remember()
        table = self.client.tables.get(self.wanted.table)
        teller = Teller(self.terminal, self.client, table)
        for update in table.follow():
            teller.tell(update, everything=True)
            if update.over:
                teller.end(update)
        return 0

    def replay(self) -> int:
        """Tell a table from its first event to the last that has happened."""
        self._remember()
        table = self.client.tables.get(self.wanted.table)
        teller = Teller(self.terminal, self.client, table)
        self.terminal.say("replay-of", style="bold", game=teller.layout.text.title, names=", ".join(teller.names))
        update = table.view()
        teller.tell(update, everything=True)
        if update.over:
            teller.end(update)
        else:
            self.terminal.say("still-running", style="dim")
        return 0

    def transcript(self) -> int:
        """Print what a player thought over its decisions, as far as the caller may read it."""
        self._remember()
        found = self.client.tables.get(self.wanted.table).transcript(self.wanted.seat)
        for decision, lines in found.items():
            self.terminal.show(f"== {decision}")
            for line in lines:
                picks = f" → {', '.join(line['picks'])}" if "picks" in line else ""
                self.terminal.show(printable(f"{line['role']}{picks}: {line['content']}"))
        if not found:
            self.terminal.say("no-transcript", style="dim")
        return 0

    def upload(self) -> int:
        """Bring a novel to play New Lands in."""
        self._become_somebody()
        said = {name: value for name in ("title", "author", "shared") if (value := getattr(self.wanted, name))}
        with Progress(console=self.terminal.console, transient=True) as bars:
            bar = bars.add_task(self.words("reading-book"), total=100)
            book = self.client.books.upload(
                Path(self.wanted.file), progress=lambda percent: bars.update(bar, completed=percent), **said
            )
        if book.problem:
            self.terminal.say("book-refused", detail=book.problem.get("message", ""))
            return 1
        command = self._command("play", f"new_lands --option book={book.id}")
        self.terminal.say("book-ready", title=book.title, pages=book.pages, command=command)
        return 0

    # -- who and where ---------------------------------------------------------------------

    def _remember(self) -> None:
        self.client.token = self.tokens.get(self.client.base_url)

    def _become_somebody(self) -> str:
        """Be who one was last time here, or somebody new; the name."""
        self._remember()
        if self.client.token:
            try:
                player = self.client.me.get().player
            except Unauthorized:
                # The service has started afresh since then.
                self.client.token = None
            else:
                if player and self.wanted.name in (None, player.name):
                    return player.name
                self.client.token = None
        made = self.client.register(self.wanted.name or _login() or self.words("traveller"))
        self.tokens.keep(self.client.base_url, made.token)
        return made.player.name

    def _open(self) -> Table:
        wanted = self.wanted
        options: dict[str, Any] = dict(pair.split("=", 1) for pair in wanted.option)
        options = {name: _value(value) for name, value in options.items()} | (
            {"advanced": True} if wanted.advanced else {}
        )
        bots = self.client.games.get(wanted.game).bots
        level = wanted.level or ("greedy" if "greedy" in bots else next(iter(bots), None))
        return self.client.tables.open(
            wanted.game, seats=wanted.seats, bots=wanted.seats - 1, level=level, options=options, deal=wanted.deal
        )

    def _join(self) -> Table:
        """A table that is there already; where it has not begun, the first free seat is taken."""
        table = self.client.tables.get(self.wanted.table)
        free = [seat.seat for seat in table.seats if seat.kind == ("invite" if self.wanted.code else "open")]
        if table.status == "open" and table.my_seat is None and free:
            table.take_seat(free[0], self.wanted.code)
        return table

    def _who(self, seat: dict[str, Any]) -> str:
        player = seat.get("player") or seat.get("agent") or {}
        kind = seat["kind"]
        return player.get("name") or self.words.maybe(f"seat-{kind}", kind, level=seat.get("level") or "")

    def _command(self, command: str, rest: str) -> str:
        """What to type, the way the person started this run."""
        if self.client.base_url != DEFAULT_URL:
            rest += f" --url {self.client.base_url}"
        if self.words.language != language_of():
            rest += f" --language {self.words.language}"
        if "MAKELEVEL" in os.environ and command == "play":
            return f'make play ARGS="{rest}"'
        farshore = "farshore" if Path(sys.argv[0]).stem == "farshore" else "python -m farshore"
        return f"{farshore} {command} {rest}"


def run(argv: Sequence[str]) -> int:
    """Do what the command line says; errors are sentences."""
    visit = Visit(parse(argv))
    command: Callable[[], int] = getattr(visit, visit.wanted.command)
    try:
        if not visit.client.health.alive():
            raise Unreachable("")
        return command()
    except Unreachable:
        print(visit.words("unreachable", url=visit.client.base_url), file=sys.stderr)
    except (FileNotFoundError, PermissionError, IsADirectoryError) as unreadable:
        print(unreadable, file=sys.stderr)
    except FarshoreError as refused:
        print(visit.words("refused", detail=refused), file=sys.stderr)
    except (KeyboardInterrupt, Leave):
        print()
        return 130
    except BrokenPipeError:
        return 141
    finally:
        visit.client.close()
    return 1


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text

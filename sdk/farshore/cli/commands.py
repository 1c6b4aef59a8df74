"""The commands: play, games, tables, upload, watch, replay, transcript, and those about finished games."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.progress import Progress
from rich.table import Table as Grid

from farshore.cli import history
from farshore.cli.arguments import parse
from farshore.cli.play import TerminalPlay
from farshore.cli.terminal import Leave, Terminal, printable
from farshore.cli.tokens import Tokens
from farshore.client import Client
from farshore.errors import FarshoreError, Unauthorized, Unreachable
from farshore.models import OVER, Event
from farshore.request import DEFAULT_URL
from farshore.table import Table
from farshore.text import Messages, system_language


class Commands:
    """The commands, with the client and the terminal they use."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.messages = Messages(args.language)
        self.terminal = Terminal(self.messages)
        self.client = Client(args.url, language=args.language)
        self.tokens = Tokens()

    # -- the commands ----------------------------------------------------------------------

    def play(self) -> int:
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
        return 0

    def games(self) -> int:
        """List what can be played."""
        grid = Grid(box=None, header_style="dim")
        for title in ("name", "title", "players", "levels"):
            grid.add_column(self.messages(title))
        for game in self.client.games.list():
            players = f"{game.players.get('least')}–{game.players.get('most')}"
            grid.add_row(game.name, game.title, players, ", ".join(game.bots))
        self.terminal.show(grid)
        return 0

    def tables(self) -> int:
        """List the newest tables."""
        self._load_token()
        args = self.args
        if args.mine and not self.client.token:
            self.terminal.say("no-tables")
            return 0
        grid = Grid(box=None, header_style="dim")
        for title in ("table", "game", "status", "seats"):
            grid.add_column(self.messages(title), no_wrap=title == "table")
        found = self.client.tables.list(
            game=args.game, status=args.status, open_seats=args.open or None, mine=args.mine or None, limit=20
        )
        for table, _ in zip(found, range(20), strict=False):
            seats = ", ".join(self._who(seat.raw) for seat in table.seats)
            grid.add_row(table.id, table.game, self.messages.get(f"status-{table.status}", table.status), seats)
        self.terminal.show(grid if grid.row_count else self.messages("no-tables"))
        return 0

    def watch(self) -> int:
        """Watch a table until it is over."""
        self._load_token()
        table = self.client.tables.get(self.args.table)
        for event in table.events(0, words=True):
            self._tell(event)
        self.terminal.page(table.page())
        return 0

    def replay(self) -> int:
        """Print all events of a table so far."""
        self._load_token()
        table = self.client.tables.get(self.args.table)
        for event in table.story(words=True):
            self._tell(event)
        self.terminal.gap()
        self.terminal.page(table.page())
        if table.status not in OVER:
            self.terminal.say("still-running", style="dim")
        return 0

    def _tell(self, event: Event) -> None:
        if event.text:
            self.terminal.show(f"  {printable(event.text)}")

    def transcript(self) -> int:
        """Print the reasoning a player stored with its decisions."""
        self._load_token()
        found = self.client.tables.get(self.args.table).transcript(self.args.seat)
        for decision, lines in found.items():
            self.terminal.show(f"== {decision}")
            for line in lines:
                picks = f" → {', '.join(line['picks'])}" if "picks" in line else ""
                self.terminal.show(printable(f"{line['role']}{picks}: {line['content']}"))
        if not found:
            self.terminal.say("no-transcript", style="dim")
        return 0

    def upload(self) -> int:
        """Upload a novel to play in."""
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

    def history(self) -> int:
        """List finished games."""
        self._load_token()
        return history.history(self.client, self.terminal, self.args)

    def export(self) -> int:
        """Write finished games or decisions to a file."""
        self._load_token()
        return history.export(self.client, self.terminal, self.args)

    def profile(self) -> int:
        """Show the results of a player, bot, agent or model."""
        self._load_token()
        return history.profile(self.client, self.terminal, self.args)

    def explorer(self) -> int:
        """Show how often each card is taken, and how that goes."""
        return history.explorer(self.client, self.terminal, self.args)

    # -- player and table ---------------------------------------------------------------------

    def _load_token(self) -> None:
        self.client.token = self.tokens.get(self.client.base_url)

    def _log_in(self) -> str:
        """Log in as the player of last time, or register a new one; returns the name."""
        self._load_token()
        if self.client.token:
            try:
                player = self.client.me.get().player
            except Unauthorized:
                # The service has lost its data since then.
                self.client.token = None
            else:
                if player and self.args.name in (None, player.name):
                    return player.name
                self.client.token = None
        created = self.client.register(self.args.name or _login() or self.messages("traveller"))
        self.tokens.keep(self.client.base_url, created.token)
        return created.player.name

    def _open(self) -> Table:
        args = self.args
        options = dict(args.option) | ({"advanced": True} if args.advanced else {})
        return self.client.tables.open(
            args.game, seats=args.seats, bots=args.seats - 1, level=args.level, options=options, deal=args.deal
        )

    def _join(self) -> Table:
        """An existing table; if it has not started, the first free seat is taken."""
        table = self.client.tables.get(self.args.table)
        free = [seat.seat for seat in table.seats if seat.kind == ("invite" if self.args.code else "open")]
        if table.status == "open" and table.my_seat is None and free:
            table.take_seat(free[0], self.args.code)
        return table

    def _who(self, seat: dict[str, Any]) -> str:
        player = seat.get("player") or seat.get("agent") or {}
        kind = seat["kind"]
        return player.get("name") or self.messages.get(f"seat-{kind}", kind, level=seat.get("level") or "")

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


def run(argv: Sequence[str]) -> int:
    """Run the command; errors are printed as messages."""
    commands = Commands(parse(argv))
    command: Callable[[], int] = getattr(commands, commands.args.command)
    try:
        if not commands.client.health.alive():
            raise Unreachable("")
        return command()
    except Unreachable:
        print(commands.messages("unreachable", url=commands.client.base_url), file=sys.stderr)
    except (FileNotFoundError, PermissionError, IsADirectoryError) as unreadable:
        print(unreadable, file=sys.stderr)
    except FarshoreError as error:
        print(commands.messages("refused", detail=error), file=sys.stderr)
    except (KeyboardInterrupt, Leave):
        print()
        return 130
    except BrokenPipeError:
        return 141
    finally:
        commands.client.close()
    return 1


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""

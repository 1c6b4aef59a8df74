"""Play at a table in the terminal."""

from __future__ import annotations

from farshore.cli.answers import Unclear, parse_picks
from farshore.cli.story import Narrator
from farshore.cli.terminal import Leave, Terminal, local
from farshore.client import Client
from farshore.errors import Conflict, FarshoreError, Unreachable
from farshore.models import Decision, Update
from farshore.table import Table


class TerminalPlay:
    """One person at one table."""

    def __init__(self, terminal: Terminal, client: Client, table: Table) -> None:
        self.terminal = terminal
        self.messages = terminal.messages
        self.table = table
        self.narrator = Narrator(terminal, client, table)

    def play(self) -> Update:
        """Play until the table is over. `Leave` is raised when the person quits."""
        updates = self.table.follow()
        update = next(updates)
        while True:
            self.narrator.show(update)
            if update.over:
                self.narrator.end(update)
                return update
            if update.decisions and not update.paused:
                self.decide(update)
            try:
                with self.terminal.waiting(self._waiting_text(update)):
                    update = next(updates)
            except KeyboardInterrupt:
                raise Leave from None

    def decide(self, update: Update) -> None:
        """Show the board and prompt until the table accepts an answer."""
        question = update.decisions[0]
        self._show(update, question)
        while True:
            line = self.terminal.read(self.messages("prompt"))
            if line.startswith("/") and len(update.decisions) > 1:
                question = self._other(line, update) or question
                self._show(update, question)
                continue
            if self._is_command(line, update, question):
                continue
            try:
                self.table.answer(question, parse_picks(line, question))
            except Unclear as unclear:
                self.terminal.say(unclear.key, style="yellow", **unclear.params)
            except Conflict as late:
                # The clock, or the same person elsewhere, was faster; the next update has the current state.
                self.terminal.show(str(late), style="yellow")
                return
            except Unreachable:
                raise
            except FarshoreError as refused:
                self.terminal.show(str(refused), style="yellow")
            else:
                return

    def _other(self, line: str, update: Update) -> Decision | None:
        """Another of several open decisions."""
        place = line.removeprefix("/").strip()
        known = place.isascii() and place.isdigit() and 0 < int(place) <= len(update.decisions)
        return update.decisions[int(place) - 1] if known else None

    def _is_command(self, line: str, update: Update, question: Decision) -> bool:
        """Run a command (help, facts, board, quit) and return True, or return False if the line is an answer."""
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "q":
                raise Leave
            case "?":
                self.terminal.say("help")
                self.terminal.show(self.narrator.layout.help())
            case "b":
                self._show(update, question)
            case "h":
                for id in rest.replace(",", " ").split() or question.options:
                    self.terminal.show(self.narrator.layout.facts(id))
            case "" if question.least > 0:
                self.terminal.say("say-something", style="yellow")
            case _:
                return False
        return True

    def _show(self, update: Update, question: Decision) -> None:
        layout = self.narrator.layout
        self.terminal.gap()
        self.terminal.show(layout.board(update))
        self.terminal.gap()
        if len(update.decisions) > 1:
            self.terminal.say("questions", style="dim")
            for place, other in enumerate(update.decisions, 1):
                self.terminal.show(f"  /{place} {other.prompt}", style="bold" if other is question else "dim")
        self.terminal.show(question.prompt, style="bold cyan")
        self.terminal.show(layout.options(question))
        if question.deadline:
            self.terminal.say("deadline", style="dim", deadline=local(question.deadline))
        if question.optional:
            self.terminal.say("optional", style="dim")
        elif question.most > 1:
            self.terminal.say("several", style="dim", least=question.least, most=question.most)

    def _waiting_text(self, update: Update) -> str:
        names = [self.narrator.names[seat] for seat in update.waiting if 0 <= seat < len(self.narrator.names)]
        return self.messages("waiting", names=", ".join(names)) if names else self.messages("waiting-anyone")

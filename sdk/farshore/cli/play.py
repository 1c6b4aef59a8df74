"""Sitting at a table in the terminal: see, choose, and see what comes of it."""

from __future__ import annotations

from farshore.cli.ask import Unclear, understand
from farshore.cli.story import Teller
from farshore.cli.terminal import Leave, Terminal, local
from farshore.client import Client
from farshore.errors import Conflict, FarshoreError, Unreachable
from farshore.models import Decision, Update
from farshore.table import Table


class Sitting:
    """One person at one table."""

    def __init__(self, terminal: Terminal, client: Client, table: Table) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.table = table
        self.teller = Teller(terminal, client, table)

    def play(self) -> Update:
        """Play until the table is over. `Leave` passes through when the person wants to go."""
        updates = self.table.follow()
        update = next(updates)
        while True:
            self.teller.tell(update)
            if update.over:
                self.teller.end(update)
                return update
            if update.decisions and not update.paused:
                self.decide(update)
            try:
                with self.terminal.waiting(self._whom(update)):
                    update = next(updates)
            except KeyboardInterrupt:
                raise Leave from None

    def decide(self, update: Update) -> None:
        """Show the board and ask until there is an answer the table accepts."""
        question = update.decisions[0]
        self._show(update, question)
        while True:
            line = self.terminal.read(self.words("prompt"))
            if line.startswith("/") and len(update.decisions) > 1:
                question = self._other(line, update) or question
                self._show(update, question)
                continue
            if self._asked_for_more(line, update, question):
                continue
            try:
                self.table.answer(question, understand(line, question))
            except Unclear as unclear:
                self.terminal.say(unclear.key, style="yellow", **unclear.params)
            except Conflict as late:
                # The clock, or the same person at another screen, was faster; the next update has the truth.
                self.terminal.show(str(late), style="yellow")
                return
            except Unreachable:
                raise
            except FarshoreError as refused:
                self.terminal.show(str(refused), style="yellow")
            else:
                return

    def _other(self, line: str, update: Update) -> Decision | None:
        """Another of several questions that are open at once."""
        place = line.removeprefix("/").strip()
        known = place.isascii() and place.isdigit() and 0 < int(place) <= len(update.decisions)
        return update.decisions[int(place) - 1] if known else None

    def _asked_for_more(self, line: str, update: Update, question: Decision) -> bool:
        """Whether the line was no answer but a wish: help, facts, the board again, or to leave."""
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "q":
                raise Leave
            case "?":
                self.terminal.say("help")
                self.terminal.show(self.teller.layout.help())
            case "b":
                self._show(update, question)
            case "h":
                for id in rest.replace(",", " ").split() or question.options:
                    self.terminal.show(self.teller.layout.facts(id))
            case "" if question.least > 0:
                self.terminal.say("say-something", style="yellow")
            case _:
                return False
        return True

    def _show(self, update: Update, question: Decision) -> None:
        layout = self.teller.layout
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

    def _whom(self, update: Update) -> str:
        names = [self.teller.names[seat] for seat in update.waiting if 0 <= seat < len(self.teller.names)]
        return self.words("waiting", names=", ".join(names)) if names else self.words("waiting-anyone")

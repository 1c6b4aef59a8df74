"""An agent whose thinking is done by a program in any language."""

from __future__ import annotations

import shlex
import threading
import time
from collections.abc import Sequence
from typing import Final

from farshore.agents import Agent, Fallback, TimedTurn
from farshore.programs import Broken, Program
from farshore.table import Table
from farshore.telling import say
from farshore.turns import Picks

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 30.0


class Engine(Agent):
    """Asks a program over JSON lines; one copy of it runs for each game.

    A program that crashes, is slower than its budget or talks nonsense is ended and started again after a pause
    that grows with each failure. Meanwhile the default is answered, and the log says so.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else [*command]
        self.name = self.command[0].rpartition("/")[2]
        self._lock = threading.Lock()
        self._copies: dict[str, Copy] = {}

    def greet(self, game: str) -> str:
        """Start the program for this game already, and hear what it calls itself; `Fallback` if it does not work."""
        self.name = self._copy(game).running().name or self.name
        return self.name

    def choose(self, turn: TimedTurn) -> Picks:
        """What the program picks, within the budget."""
        question = {
            "table": turn.table.id,
            "game": turn.table.game,
            "seat": turn.decision.seat,
            "budget_s": round(turn.budget, 3),
            **({"reason": turn.reason} if turn.reason else {}),
            "decision": turn.decision.raw,
            "view": turn.view,
        }
        copy = self._copy(turn.table.game)
        program = copy.running()
        try:
            picks = program.decide(question, turn.budget)
        except TimeoutError as busy:
            raise Fallback(str(busy)) from busy
        except Broken as broken:
            copy.failed(program, broken)
            raise Fallback(str(broken)) from broken
        copy.worked()
        return picks

    def finished(self, table: Table) -> None:
        """Tell the program how it went; it need not answer."""
        copy = self._copies.get(table.game)
        if copy and copy.program:
            copy.program.tell({"finished": table.id, "result": table.result and table.result.raw})

    def close(self) -> None:
        """End all copies of the program."""
        for copy in self._copies.values():
            if copy.program:
                copy.program.end()

    def _copy(self, game: str) -> Copy:
        with self._lock:
            return self._copies.setdefault(game, Copy(self.command, game))


class Copy:
    """The copy of a program that plays one game: running, or waiting for its next chance."""

    def __init__(self, command: Sequence[str], game: str) -> None:
        self.command = command
        self.game = game
        self.program: Program | None = None
        self._lock = threading.Lock()
        self._failures = 0
        self._not_before = 0.0

    def running(self) -> Program:
        """The program, started if need be; `Fallback` while it may not start yet."""
        with self._lock:
            if self.program:
                return self.program
            pause = self._not_before - time.monotonic()
            if pause > 0:
                raise Fallback(f"the engine starts again in {pause:.1f} s")
            try:
                self.program = Program(self.command, self.game)
            except Broken as broken:
                self._count(broken)
                raise Fallback(str(broken)) from broken
            return self.program

    def worked(self) -> None:
        """It gave an answer: forget the failures so far."""
        self._failures = 0

    def failed(self, program: Program, broken: Broken) -> None:
        """This run of it is over; several who waited for it may say so."""
        with self._lock:
            if self.program is program:
                self.program = None
                self._count(broken)

    def _count(self, broken: Broken) -> None:
        self._failures += 1
        self._not_before = time.monotonic() + min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0 ** (self._failures - 1))
        say("engine", command=self.command[0], detail=broken)

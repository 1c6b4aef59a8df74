"""An agent that asks a program in any language."""

from __future__ import annotations

import shlex
import threading
import time
from collections.abc import Sequence
from typing import Final

from farshore.agents.agent import Agent, Fallback, TimedTurn
from farshore.agents.log import log_event
from farshore.agents.program import Program, ProgramError
from farshore.table import Table
from farshore.turns import Picks

FIRST_PAUSE_S: Final = 0.5


class Engine(Agent):
    """Asks a program over JSON lines; one process of it runs for each game.

    A program that crashes, exceeds its budget or violates the protocol is killed and restarted after a pause that
    grows with each failure, up to `longest_pause_s`. Meanwhile the default is answered, and the log says so.
    """

    def __init__(self, command: str | Sequence[str], longest_pause_s: float = 30.0) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else [*command]
        self.longest_pause_s = longest_pause_s
        self.name = self.command[0].rpartition("/")[2]
        self._lock = threading.Lock()
        self._processes: dict[str, Process] = {}

    def start(self, game: str) -> str:
        """Start the program for this game and get the name it reports; `Fallback` if it does not work."""
        self.name = self._process(game).running().name or self.name
        return self.name

    def choose(self, turn: TimedTurn) -> Picks:
        process = self._process(turn.table.game)
        program = process.running()
        try:
            picks = program.decide(turn)
        except TimeoutError as busy:
            raise Fallback(str(busy)) from busy
        except ProgramError as error:
            process.failed(program, error)
            raise Fallback(str(error)) from error
        process.worked()
        return picks

    def hear(self, turn: TimedTurn) -> None:
        if program := self._process(turn.table.game).program:
            program.hear(turn)

    def finished(self, table: Table) -> None:
        if program := self._process(table.game).program:
            program.finished(table)

    def close(self) -> None:
        for process in self._processes.values():
            if process.program:
                process.program.end()

    def _process(self, game: str) -> Process:
        with self._lock:
            return self._processes.setdefault(game, Process(self.command, game, self.longest_pause_s))


class Process:
    """The process of a program that plays one game: running, or waiting to be restarted."""

    def __init__(self, command: Sequence[str], game: str, longest_pause_s: float) -> None:
        self.command = command
        self.game = game
        self.longest_pause_s = longest_pause_s
        self.program: Program | None = None
        self._lock = threading.Lock()
        self._failures = 0
        self._not_before = 0.0

    def running(self) -> Program:
        """The program, started if necessary; `Fallback` during the pause after a failure."""
        with self._lock:
            if self.program:
                return self.program
            pause = self._not_before - time.monotonic()
            if pause > 0:
                raise Fallback(f"the engine restarts in {pause:.1f} s")
            try:
                self.program = Program(self.command, self.game)
            except ProgramError as error:
                self._count(error)
                raise Fallback(str(error)) from error
            return self.program

    def worked(self) -> None:
        """It answered: forget the failures so far."""
        self._failures = 0

    def failed(self, program: Program, error: ProgramError) -> None:
        """This process has failed; several waiting threads may report it."""
        with self._lock:
            if self.program is program:
                self.program = None
                self._count(error)

    def _count(self, error: ProgramError) -> None:
        self._failures += 1
        self._not_before = time.monotonic() + min(self.longest_pause_s, FIRST_PAUSE_S * 2.0 ** (self._failures - 1))
        if self.longest_pause_s:
            # Without pauses the caller reports each failure.
            log_event("engine", command=self.command[0], detail=error)

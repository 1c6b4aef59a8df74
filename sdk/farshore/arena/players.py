"""Players of a local arena: an Agent of a Python file, or a program. Their errors and time-outs are theirs alone."""

import contextlib
import random
import shlex
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Final

from farshore.agents.agent import Agent, Fallback, TimedTurn
from farshore.agents.loading import load_agent
from farshore.agents.program import Program, ProgramError, ProgramTimeout
from farshore.arena.table import LocalTable
from farshore.local import ArenaAnswer, ArenaFailure, ArenaSeat, Entrant, Illegal, Plan, Result

REPEAT_S: Final = 0.25
"""How often `TimeUp` is raised again in an agent that does not stop."""


class LocalPlayer:
    """What both players share: a table for each seat they have, and turns at it."""

    watch = staticmethod(time.perf_counter)
    language = "en"

    def __init__(self, plan: Plan) -> None:
        self.budget = float(plan.budget_s)
        self.tables: dict[str, LocalTable] = {}

    def begin(self, seat: ArenaSeat) -> None:
        """A game begins: take a seat."""
        self.tables[seat.table] = LocalTable(seat, self.language)

    def answer(self, seat: ArenaSeat, refused: Illegal | None) -> ArenaAnswer | None:
        """What the player says and picks, within its budget."""
        table = self.tables[seat.table]
        turn = table.turn(self.budget, refused)
        picks = self.picks(turn)
        table.answered()
        return ArenaAnswer(turn.decision.id, picks) if seat.questions() else None

    def picks(self, turn: TimedTurn) -> tuple[str, ...]:
        raise NotImplementedError

    def end(self, seat: ArenaSeat, result: Result) -> None:
        """A game is over."""
        table = self.tables.pop(seat.table)
        table.finish(result)
        self.finished(table)

    def finished(self, table: LocalTable) -> None:
        raise NotImplementedError


class AgentPlayer(LocalPlayer):
    """Asks an Agent of a Python file, as `farshore bot` would."""

    def __init__(self, plan: Plan, entrant: Entrant) -> None:
        super().__init__(plan)
        file, _, name = str(entrant.source).partition(":")
        random.seed(str(plan.seed))
        self.agent: Agent = load_agent(Path(file), name or None)
        self.language = self.agent.language

    def begin(self, seat: ArenaSeat) -> None:
        super().begin(seat)
        with self._guarded():
            self.agent.seated(self.tables[seat.table])

    def picks(self, turn: TimedTurn) -> tuple[str, ...]:
        with self._guarded():
            return self.agent.picks(turn)

    def finished(self, table: LocalTable) -> None:
        with self._guarded():
            self.agent.finished(table)

    def close(self) -> None:
        self.agent.close()

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn an exception or a time-out of the agent into a failure of this entrant."""
        try:
            with time_limit(self.budget):
                yield
        except TimeUp:
            raise ArenaFailure("late", f"no answer within {self.budget:g} s") from None
        except Fallback as why:
            raise ArenaFailure("crashed", str(why)) from None
        except Exception as bug:
            where = traceback.extract_tb(bug.__traceback__)[-1]
            at = f"{Path(where.filename).name}:{where.lineno}"
            raise ArenaFailure("crashed", f"{type(bug).__name__}: {bug} ({at})") from None


class ProgramPlayer(LocalPlayer):
    """Asks a program over JSON lines. After an error it is restarted for the next decision."""

    def __init__(self, plan: Plan, entrant: Entrant) -> None:
        super().__init__(plan)
        self.game = plan.game
        self.command = shlex.split(str(entrant.source))
        self.program: Program | None = None

    def picks(self, turn: TimedTurn) -> tuple[str, ...]:
        try:
            if self.program is None:
                self.program = Program(self.command, self.game)
            return self.program.decide(turn)
        except ProgramError as error:
            self.program = None
            raise ArenaFailure("late" if isinstance(error, ProgramTimeout) else "crashed", str(error)) from None

    def finished(self, table: LocalTable) -> None:
        if self.program:
            self.program.finished(table)

    def close(self) -> None:
        if self.program:
            self.program.end()


class TimeUp(BaseException):
    """The time is up. Not an Exception, so that an agent that catches those does not continue."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeUp in code that runs longer. Without such signals, the arena kills the whole process later."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    running = True

    def raise_time_up(number: int, frame: FrameType | None) -> None:
        if running:
            raise TimeUp

    before = signal.signal(signal.SIGALRM, raise_time_up)
    signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_S)
    try:
        yield
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

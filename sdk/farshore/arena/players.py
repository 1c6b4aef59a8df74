"""Players of a local arena: an Agent of a Python file, or a program. Their errors and time-outs are theirs alone."""

from __future__ import annotations

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
from farshore.local import ArenaAnswer, ArenaFailure, ArenaSeat, Entrant, Plan, Result

REPEAT_S: Final = 0.25
"""How often `TimeUp` is raised again in an agent that does not stop."""


class AgentPlayer:
    """Asks an Agent of a Python file, as `farshore bot` would."""

    watch = staticmethod(time.perf_counter)

    def __init__(self, plan: Plan, entrant: Entrant) -> None:
        self.budget = float(plan.budget_s)
        file, _, name = str(entrant.source).partition(":")
        random.seed(str(plan.seed))
        self.agent: Agent = load_agent(Path(file), name or None)
        self.tables: dict[str, LocalTable] = {}

    def begin(self, seat: ArenaSeat) -> None:
        """The agent has a seat."""
        table = self.tables[seat.table] = LocalTable(seat)
        with self._guarded():
            self.agent.seated(table)

    def answer(self, seat: ArenaSeat, reason: str | None) -> ArenaAnswer | None:
        """What the agent picks, within its budget."""
        table = self.tables[seat.table]
        update = table.view()
        turn = TimedTurn(table, update, update.decisions, self.budget, table.heard)
        turn.reason = reason
        with self._guarded():
            picks = self.agent.picks(turn)
        table.answered()
        return ArenaAnswer(turn.decision.id, picks) if seat.questions() else None

    def end(self, seat: ArenaSeat, result: Result) -> None:
        """Report the result to the agent."""
        table = self.tables.pop(seat.table)
        table.finish(result)
        with self._guarded():
            self.agent.finished(table)

    def close(self) -> None:
        """No more games."""
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


class ProgramPlayer:
    """Asks a program over JSON lines. After an error it is restarted for the next decision."""

    watch = staticmethod(time.perf_counter)

    def __init__(self, plan: Plan, entrant: Entrant) -> None:
        self.plan = plan
        self.command = shlex.split(str(entrant.source))
        self.program: Program | None = None
        self.tables: dict[str, LocalTable] = {}

    def begin(self, seat: ArenaSeat) -> None:
        """Nothing to send: each decision names its table."""
        self.tables[seat.table] = LocalTable(seat)

    def answer(self, seat: ArenaSeat, reason: str | None) -> ArenaAnswer | None:
        """What the program says and picks, within its budget."""
        table = self.tables[seat.table]
        update = table.view()
        turn = TimedTurn(table, update, update.decisions, self.plan.budget_s, table.heard)
        turn.reason = reason
        try:
            if self.program is None:
                self.program = Program(self.command, self.plan.game)
            picks = self.program.decide(turn)
        except ProgramError as error:
            self.program = None
            raise ArenaFailure("late" if isinstance(error, ProgramTimeout) else "crashed", str(error)) from None
        table.answered()
        return ArenaAnswer(turn.decision.id, picks) if seat.questions() else None

    def end(self, seat: ArenaSeat, result: Result) -> None:
        """Send the result to the program; it need not reply."""
        table = self.tables.pop(seat.table)
        if self.program:
            table.finish(result)
            assert table.result is not None
            self.program.send({"finished": seat.table, "result": table.result.raw})

    def close(self) -> None:
        """End the program."""
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

"""Players of a local arena: an Agent of a Python file, or a program. Their errors and time-outs are theirs alone."""

import contextlib
import random
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Final

from farshore.agents.agent import Agent, Fallback
from farshore.agents.engine import Engine
from farshore.agents.loading import load_agent
from farshore.agents.program import ProgramTimeout
from farshore.arena.table import LocalTable
from farshore.local import ArenaAnswer, ArenaFailure, ArenaSeat, Entrant, Illegal, Plan, Result
from farshore.turns import pick_list

REPEAT_S: Final = 0.25
"""How often `TimeUp` is raised again in an agent that does not stop."""


class LocalPlayer:
    """An entrant: asks its agent, as `farshore bot` would, at each table where it has a seat."""

    watch = staticmethod(time.perf_counter)

    def __init__(self, plan: Plan, entrant: Entrant) -> None:
        self.budget = float(plan.budget_s)
        self.tables: dict[str, LocalTable] = {}
        random.seed(str(plan.seed))
        if entrant.kind == "exec":
            # A program that failed is asked again at the next decision.
            self.agent: Agent = Engine(str(entrant.source), longest_pause_s=0.0)
        else:
            file, _, name = str(entrant.source).partition(":")
            self.agent = load_agent(Path(file), name or None)

    def begin(self, seat: ArenaSeat) -> None:
        """A game begins: take a seat."""
        table = self.tables[seat.table] = LocalTable(seat, self.agent.language)
        with self._guarded():
            self.agent.seated(table)

    def answer(self, seat: ArenaSeat, refused: Illegal | None) -> ArenaAnswer | None:
        """What the agent says and picks, within its budget."""
        table = self.tables[seat.table]
        turn = table.turn(self.budget, refused)
        with self._guarded():
            picks = tuple(pick_list(self.agent.choose(turn)))
        table.answered()
        return ArenaAnswer(turn.decision.id, picks) if seat.questions() else None

    def end(self, seat: ArenaSeat, result: Result) -> None:
        """A game is over."""
        table = self.tables.pop(seat.table)
        table.finish(result)
        with self._guarded():
            self.agent.finished(table)

    def close(self) -> None:
        self.agent.close()

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn an exception or a time-out of the agent into a failure of this entrant."""
        # A program is timed by its own reader, and may take longer to start.
        limit = contextlib.nullcontext() if isinstance(self.agent, Engine) else time_limit(self.budget)
        try:
            with limit:
                yield
        except TimeUp:
            raise ArenaFailure("late", f"no answer within {self.budget:g} s") from None
        except Fallback as why:
            late = isinstance(why.__cause__, TimeoutError | ProgramTimeout)
            raise ArenaFailure("late" if late else "crashed", str(why)) from None
        except Exception as bug:
            where = traceback.extract_tb(bug.__traceback__)[-1]
            at = f"{Path(where.filename).name}:{where.lineno}"
            raise ArenaFailure("crashed", f"{type(bug).__name__}: {bug} ({at})") from None


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

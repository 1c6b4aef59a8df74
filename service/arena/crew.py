"""Processes that play games side by side. An entrant may crash, hang or take its process along: the games go on."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Self

from service.arena import match
from service.arena.deals import Fixture
from service.arena.minds import Maker, all_minds
from service.arena.plans import Plan
from service.arena.rows import Pace, Row
from service.launch import parent_watch

Task = tuple[Fixture, frozenset[int]]
"""A game, and the entrants that have killed a process over it."""

LOOK_S: Final = 0.5
GRACE_S: Final = 10.0
"""How much longer than its budget an entrant may keep its process before it is ended with it."""
STARTING_S: Final = 120.0
AHEAD: Final = 8
"""So many games for each process may be done before their turn to be written."""

context = multiprocessing.get_context("spawn")


class Hand:
    """One process, and the game it is at."""

    def __init__(self, plan: Plan, make: Maker) -> None:
        self.mine, theirs = context.Pipe()
        # Whom the process asks just now, and since when; written by it and read by us.
        self.asking = context.Array("d", [-1.0, 0.0], lock=False)
        self.process = context.Process(target=_work, args=(plan, make, theirs, self.asking), daemon=True)
        with _deaf():
            self.process.start()
        theirs.close()
        self.task: Task | None = None

    def give(self, task: Task) -> None:
        """Send a game over."""
        self.task = task
        self.asking[:] = [-1.0, 0.0]
        with contextlib.suppress(OSError):
            self.mine.send(task)

    def stuck(self, budget_s: float) -> bool:
        """Whether an entrant keeps it beyond all patience."""
        entrant, since = (float(each) for each in self.asking[:])
        return entrant >= 0 and time.monotonic() - since > 2 * budget_s + GRACE_S

    def end(self) -> None:
        """Take the process away, whatever it is at."""
        self.mine.close()
        self.process.kill()
        self.process.join()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Whoever is started now does not hear Ctrl-C, from its first moment on: it is meant for us."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Crew:
    """Several hands."""

    def __init__(self, plan: Plan, make: Maker, jobs: int) -> None:
        self.plan, self.make = plan, make
        self.hands = [Hand(plan, make) for _ in range(max(1, jobs))]
        self.died = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        for hand in self.hands:
            if hand.task is None and not any(problem):
                # It closes its entrants and ends by itself.
                with contextlib.suppress(OSError):
                    hand.mine.send(None)
                hand.process.join(5)
            hand.end()

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[tuple[Row, Pace]]:
        """Play these games; they come back in their order."""
        left: deque[Task] = deque((each, frozenset()) for each in fixtures)
        turn = deque(task[0].game for task in left)
        done: dict[int, tuple[Row, Pace]] = {}
        while turn:
            for hand in self.hands:
                # Again first, so that what blocks the file is played before what waits behind it.
                if hand.task is None and left and len(done) < AHEAD * len(self.hands):
                    hand.give(left.popleft())
            for n, hand in enumerate(self.hands):
                if hand.task is not None and (hand.stuck(self.plan.budget_s) or not hand.process.is_alive()):
                    left.appendleft(self._replace(n))
            waiting: dict[Connection, Hand] = {hand.mine: hand for hand in self.hands if hand.task is not None}
            for ready in wait([*waiting], LOOK_S):
                hand = waiting[ready]  # type: ignore[index]
                try:
                    row, pace = hand.mine.recv()
                except (EOFError, OSError):
                    hand.process.join(1)
                    continue
                hand.task = None
                done[row.game] = row, pace
            while turn and turn[0] in done:
                yield done.pop(turn.popleft())

    def _replace(self, n: int) -> Task:
        """A process has died or hangs: a new one plays the game again, without the entrant that did it."""
        hand = self.hands[n]
        entrant = int(hand.asking[0])
        assert hand.task is not None
        fixture, dead = hand.task
        hand.end()
        self.died += 1
        if entrant < 0 and self.died > 3 * len(self.hands):
            raise RuntimeError(f"the processes end with code {hand.process.exitcode} before anybody is asked")
        self.hands[n] = Hand(self.plan, self.make)
        return fixture, dead | {entrant} if entrant >= 0 else dead


def _work(plan: Plan, make: Maker, pipe: Connection, asking: Any) -> None:
    """Play what is sent until nothing more is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent_watch.set_death_signal(signal.SIGKILL)

    def asked(entrant: int) -> None:
        asking[:] = [float(entrant), time.monotonic()]

    minds = all_minds(plan, make)
    try:
        while (task := pipe.recv()) is not None:
            fixture, dead = task
            pipe.send(match.play(plan, fixture, minds, asked, dead))
    except (EOFError, OSError):
        return
    finally:
        for mind in minds:
            with contextlib.suppress(Exception):
                mind.close()
        sys.stdout.flush()

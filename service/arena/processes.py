"""Processes that play games in parallel. If an entrant crashes, hangs or kills its process, the other games go on."""

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
from service.arena.export import GameRecord, Timing
from service.arena.plan import Plan
from service.arena.players import PlayerFactory, create_players
from service.arena.schedule import Fixture
from service.launch import parent_watch

Task = tuple[Fixture, frozenset[int]]
"""A game, and the entrants that have killed a process while playing it."""

POLL_S: Final = 0.5
GRACE_S: Final = 10.0
"""How far an entrant may exceed its budget before its process is killed."""

MAX_AHEAD: Final = 8
"""How many games per process may be finished before it is their turn to be written."""

context = multiprocessing.get_context("spawn")


class GameProcess:
    """One process and the game it plays."""

    def __init__(self, plan: Plan, create: PlayerFactory) -> None:
        self.pipe, child_pipe = context.Pipe()
        # The entrant that is deciding and since when; written by the child process.
        self.deciding = context.Array("d", [-1.0, 0.0], lock=False)
        self.process = context.Process(target=_run, args=(plan, create, child_pipe, self.deciding), daemon=True)
        with _ignoring_sigint():
            self.process.start()
        child_pipe.close()
        self.task: Task | None = None

    def start(self, task: Task) -> None:
        """Send a game to the process."""
        self.task = task
        self.deciding[:] = [-1.0, 0.0]
        with contextlib.suppress(OSError):
            self.pipe.send(task)

    def stuck(self, budget_s: float) -> bool:
        """Whether an entrant has blocked the process far beyond its budget."""
        entrant, since = (float(each) for each in self.deciding[:])
        return entrant >= 0 and time.monotonic() - since > 2 * budget_s + GRACE_S

    def kill(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


@contextlib.contextmanager
def _ignoring_sigint() -> Iterator[None]:
    """A process started here ignores Ctrl-C from the start; only the parent handles it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class ProcessPool:
    """Several processes that play the games of one arena."""

    def __init__(self, plan: Plan, create: PlayerFactory, jobs: int) -> None:
        self.plan, self.create = plan, create
        self.processes = [GameProcess(plan, create) for _ in range(max(1, jobs))]
        self.died = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        for each in self.processes:
            if each.task is None and not any(problem):
                # It closes its players and exits.
                with contextlib.suppress(OSError):
                    each.pipe.send(None)
                each.process.join(5)
            each.kill()

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[tuple[GameRecord, Timing]]:
        """Play these games and yield them in their order."""
        left: deque[Task] = deque((each, frozenset()) for each in fixtures)
        order = deque(task[0].game for task in left)
        done: dict[int, tuple[GameRecord, Timing]] = {}
        while order:
            for each in self.processes:
                if each.task is None and left and len(done) < MAX_AHEAD * len(self.processes):
                    each.start(left.popleft())
            for n, each in enumerate(self.processes):
                if each.task is not None and (each.stuck(self.plan.budget_s) or not each.process.is_alive()):
                    # First in the queue, because the games after it wait to be written.
                    left.appendleft(self._replace(n))
            waiting: dict[Connection, GameProcess] = {each.pipe: each for each in self.processes if each.task}
            for ready in wait([*waiting], POLL_S):
                busy = waiting[ready]  # type: ignore[index]
                try:
                    record, timing = busy.pipe.recv()
                except (EOFError, OSError):
                    busy.process.join(1)
                    continue
                busy.task = None
                done[record.game] = record, timing
            while order and order[0] in done:
                yield done.pop(order.popleft())

    def _replace(self, n: int) -> Task:
        """Replace a process that died or hangs; its game is played again without the entrant that caused it."""
        old = self.processes[n]
        entrant = int(old.deciding[0])
        assert old.task is not None
        fixture, excluded = old.task
        old.kill()
        self.died += 1
        if entrant < 0 and self.died > 3 * len(self.processes):
            raise RuntimeError(f"processes exit with code {old.process.exitcode} before the first decision")
        self.processes[n] = GameProcess(self.plan, self.create)
        return fixture, excluded | {entrant} if entrant >= 0 else excluded


def _run(plan: Plan, create: PlayerFactory, pipe: Connection, deciding: Any) -> None:
    """The child process: play the games it is sent until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent_watch.set_death_signal(signal.SIGKILL)

    def on_decide(entrant: int) -> None:
        deciding[:] = [float(entrant), time.monotonic()]

    players = create_players(plan, create)
    try:
        while (task := pipe.recv()) is not None:
            fixture, excluded = task
            pipe.send(match.play(plan, fixture, players, on_decide, excluded))
    except (EOFError, OSError):
        return
    finally:
        for player in players:
            with contextlib.suppress(Exception):
                player.close()
        sys.stdout.flush()

"""Doing the work of polling agents: ask for questions, think, answer, and keep the leases of what takes long."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from farshore.agents import Agent
from farshore.errors import Conflict, FarshoreError, Invalid, NotFound, Unreachable
from farshore.listening import Signals
from farshore.models import Work
from farshore.outside import decided, turn_for
from farshore.patience import PASSING
from farshore.telling import Tally, log, say

if TYPE_CHECKING:
    from farshore.client import Client

WAIT_S: Final = 25.0
LEASE_S: Final = 15
PAUSE_S: Final = 2.0
GRACE_S: Final = 10.0


class Poller:
    """One run: some threads, each of which takes a question in hand, answers it, and takes the next."""

    def __init__(
        self,
        client: Client,
        agent: Agent,
        agents: Iterable[str] = (),
        parallel: int = 4,
        stop_after: int | None = None,
        wait: float = WAIT_S,
    ) -> None:
        self.client = client
        self.agent = agent
        self.agents = tuple(agents)
        self.parallel = parallel
        self.stop_after = stop_after
        self.wait = wait
        self.tally = Tally()
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._held: set[str] = set()
        self._error: FarshoreError | None = None

    def stop(self) -> None:
        """Take nothing new, give the answers under way, and return from `run()`."""
        self._stopping.set()

    def run(self) -> Tally:
        """Work until `stop()`, Ctrl-C, SIGTERM, or so many decisions."""
        self.agent._stop = self.stop
        workers = [threading.Thread(target=self._work, daemon=True) for _ in range(self.parallel)]
        keeper = threading.Thread(target=self._keep, daemon=True)
        say("polling", name=self.agent.name or type(self.agent).__name__, parallel=self.parallel)
        try:
            with Signals(self.stop):
                for thread in (*workers, keeper):
                    thread.start()
                while not self._stopping.wait(0.2):
                    pass
        finally:
            self._stopping.set()
            self._end(workers)
        if self._error is not None:
            raise self._error
        return self.tally

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                for work in self.client.agents.acquire(self.agents, wait=self.wait, lease_s=LEASE_S):
                    self._answer(work)
            except FarshoreError as refused:
                if not isinstance(refused, Unreachable) and refused.status not in PASSING:
                    # A token that opens nothing any more, or no agent to work for: there is no use in going on.
                    self._error = refused
                    self.stop()
                    return
                say("disconnected", detail=refused)
                self._stopping.wait(PAUSE_S)

    def _answer(self, work: Work) -> None:
        with self._lock:
            self._held.add(work.lease)
        try:
            self._decide(work)
        except (Conflict, NotFound) as late:
            say("late", table=work.table, decision=work.decision.id, detail=late)
        finally:
            with self._lock:
                self._held.discard(work.lease)

    def _decide(self, work: Work) -> None:
        """Two tries, like everywhere; what cannot be answered is left to the declared fallback."""
        turn = turn_for(work.raw, self.client)
        began, first = time.monotonic(), turn.budget
        for _ in range(2):
            picks = decided(self.agent, turn)
            if picks is None:
                break
            try:
                self.client.agents.answer(work, picks)
            except Invalid as refused:
                self._count(refused=1)
                say("refused", table=work.table, decision=work.decision.id, detail=refused)
                turn.reason, turn.budget = str(refused), max(0.0, first - (time.monotonic() - began))
            else:
                self._count(decisions=1)
                return
        self._count(fallbacks=1)

    def _count(self, **more: int) -> None:
        with self._lock:
            for name, number in more.items():
                setattr(self.tally, name, getattr(self.tally, name) + number)
            if self.stop_after is not None and self.tally.decisions + self.tally.fallbacks >= self.stop_after:
                self._stopping.set()

    def _keep(self) -> None:
        """Extend the leases of whatever is thought about for long."""
        while not self._stopping.wait(LEASE_S / 3):
            with self._lock:
                held = list(self._held)
            for lease in held:
                try:
                    self.client.agents.extend(lease, LEASE_S)
                except FarshoreError as lost:
                    log.debug("%s", lost)

    def _end(self, workers: list[threading.Thread]) -> None:
        until = time.monotonic() + GRACE_S
        with self._lock:
            busy = bool(self._held)
        for worker in workers if busy else ():
            worker.join(max(0.0, until - time.monotonic()))
        try:
            self.agent.close()
        except Exception:
            log.exception("close")
        say("stopped", tables=self.tally.tables, decisions=self.tally.decisions)

"""Answering for polling agents: lease decisions, answer them, and renew the leases of those that take long."""

import threading
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from farshore.agents.agent import Agent
from farshore.agents.external import turn_for
from farshore.agents.log import Tally, log, log_event
from farshore.agents.runner import end_run, stop_on_signals
from farshore.agents.thinking import decide, log_answered, log_turn, tell
from farshore.client import Client
from farshore.errors import Conflict, FarshoreError, NotFound
from farshore.registry import Work

WAIT_S: Final = 25.0
LEASE_S: Final = 15
RETRY_S: Final = 2.0
GRACE_S: Final = 10.0


@dataclass
class Poller:
    """Some threads, each of which leases a decision, answers it, and leases the next."""

    client: Client
    agent: Agent
    agents: Collection[str] = ()
    parallel: int = 4
    stop_after: int | None = None
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._leases: set[str] = set()
        self._error: FarshoreError | None = None

    def stop(self) -> None:
        self._stopping.set()

    def run(self) -> Tally:
        self.agent._stop = self.stop
        workers = [threading.Thread(target=self._work, daemon=True) for _ in range(self.parallel)]
        renewer = threading.Thread(target=self._renew, daemon=True)
        log_event("polling", name=self.agent.name or type(self.agent).__name__, parallel=self.parallel)
        try:
            with stop_on_signals(self.stop):
                for thread in (*workers, renewer):
                    thread.start()
                while not self._stopping.wait(0.2):
                    pass
        finally:
            self._stopping.set()
            with self._lock:
                busy = bool(self._leases)
            end_run(workers if busy else (), [self.agent], self.tally, GRACE_S)
        if self._error is not None:
            raise self._error
        return self.tally

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                for work in self.client.agents.acquire(self.agents, wait=WAIT_S, lease_s=LEASE_S):
                    self._answer(work)
            except FarshoreError as error:
                if not error.retryable:
                    # For example a revoked token, or no polling agent: retrying is pointless.
                    self._error = error
                    self.stop()
                    return
                log_event("disconnected", detail=error)
                self._stopping.wait(RETRY_S)

    def _answer(self, work: Work) -> None:
        with self._lock:
            self._leases.add(work.lease)
        try:
            self._decide(work)
        except (Conflict, NotFound) as late:
            log_event("late", table=work.table, decision=work.decision.id, detail=late)
        finally:
            with self._lock:
                self._leases.discard(work.lease)

    def _decide(self, work: Work) -> None:
        """Two attempts, as in a run; without an answer the declared fallback plays."""
        turn = turn_for(work.raw, self.agent, self.client)
        if not turn.decisions:
            tell(self.agent, "hear", turn, work.table, turn.budget)
            self.client.agents.answer(work, None, turn.said)
            return

        def send(picks: tuple[str, ...]) -> None:
            self.client.agents.answer(work, picks, turn.said)
            log_answered(turn, picks)

        if decide(self.agent, turn, send, self.tally):
            self._count(decisions=1)
            return
        log_turn("fallback", turn, picks="–", detail=turn.reason)
        self._count(fallbacks=1)
        self.client.agents.answer(work, None)

    def _count(self, **counts: int) -> None:
        self.tally.add(**counts)
        if self.stop_after is not None and self.tally.decisions + self.tally.fallbacks >= self.stop_after:
            self._stopping.set()

    def _renew(self) -> None:
        """Extend the leases of all decisions in progress."""
        while not self._stopping.wait(LEASE_S / 3):
            with self._lock:
                leases = list(self._leases)
            for lease in leases:
                try:
                    self.client.agents.extend(lease, LEASE_S)
                except FarshoreError as lost:
                    log.debug("%s", lost)

"""Answering for polling agents: lease decisions, answer them, and renew the leases of those that take long."""

from collections.abc import Collection
from typing import Final

from farshore.agents.agent import Agent
from farshore.agents.external import DeliveredTurn
from farshore.agents.log import Tally, log, log_event
from farshore.agents.run import Run
from farshore.agents.thinking import decide, log_answered, log_turn, tell
from farshore.client import Client
from farshore.errors import Conflict, FarshoreError, NotFound
from farshore.registry import Work

WAIT_S: Final = 25.0
LEASE_S: Final = 15


class Poller(Run):
    """Some workers, each of which leases a decision, answers it, and leases the next."""

    def __init__(
        self, client: Client, agent: Agent, agents: Collection[str], parallel: int, stop_after: int | None
    ) -> None:
        super().__init__(client, parallel, stop_after)
        self.agent = agent
        self.ids = agents
        self.agents = {agent}
        agent._stop = self.stop

    def run(self) -> Tally:
        log_event("polling", name=self.agent.name or type(self.agent).__name__, parallel=self.parallel)
        return self._run(lambda: self._repeat(self._answer_next), self._extend_leases)

    def _answer_next(self) -> None:
        for work in self.client.agents.acquire(self.ids, wait=WAIT_S, lease_s=LEASE_S):
            self._working.add(work.lease)
            try:
                self._decide(work)
            except (Conflict, NotFound) as late:
                log_event("late", table=work.table, decision=work.decision.id, detail=late)
            finally:
                self._working.discard(work.lease)

    def _decide(self, work: Work) -> None:
        """Two attempts, as in a run; without an answer the declared fallback plays."""
        turn = DeliveredTurn(work.raw, self.agent, self.client)
        if not turn.decisions:
            tell(self.agent, "hear", turn, work.table, turn.budget)
            self.client.agents.answer(work, None, turn.said)
            return

        def send(picks: tuple[str, ...]) -> None:
            self.client.agents.answer(work, picks, turn.said)
            log_answered(turn, picks)

        if decide(self.agent, turn, send, self.tally):
            self.tally.add(decisions=1)
        else:
            log_turn("fallback", turn, picks="–", detail=turn.reason)
            self.tally.add(fallbacks=1)
            self.client.agents.answer(work, None)
        if self.stop_after is not None and self.tally.decisions + self.tally.fallbacks >= self.stop_after:
            self.stop()

    def _extend_leases(self) -> None:
        """Extend the leases of all decisions in progress."""
        while not self._stopping.wait(LEASE_S / 3):
            for lease in [*self._working]:
                try:
                    self.client.agents.extend(lease, LEASE_S)
                except FarshoreError as lost:
                    log.debug("%s", lost)

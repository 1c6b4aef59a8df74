"""Running an agent: one event stream for the account, several worker threads for its tables."""

import math
import threading
import time
from collections.abc import Collection
from datetime import datetime
from queue import SimpleQueue
from typing import Final

from farshore import streams
from farshore.agents.agent import Agent, AgentOrFactory
from farshore.agents.log import Tally, log, log_event
from farshore.agents.play import TablePlayer
from farshore.agents.run import Run
from farshore.agents.thinking import time_to_think
from farshore.client import Client
from farshore.errors import FarshoreError
from farshore.models import Decision, Event

RETRY_S: Final = 2.0
"""How soon a table is visited again after an error."""


class Runner(Run):
    """Plays for one account until it is stopped.

    An event only says which table to visit; the view fetched then is what counts. So nothing is lost when the
    connection breaks, and a duplicate event does no harm.
    """

    def __init__(
        self,
        client: Client,
        agent: AgentOrFactory,
        games: Collection[str] | None = None,
        parallel: int = 4,
        budget: float = 30.0,
        stop_after: int | None = None,
    ) -> None:
        super().__init__(client, parallel, stop_after)
        self.agent = agent
        self.agents = {agent} if isinstance(agent, Agent) else set()
        self.games = games
        self.budget = budget
        self.me = ""
        self.clock_offset = 0.0
        """How many seconds the server's clock is ahead of this machine's."""
        self._lock = threading.Lock()
        self._tables: dict[str, TablePlayer] = {}
        self._queued: dict[str, bool] = {}
        """The tables in the queue or with a worker, and whether an event came meanwhile."""
        self._queue: SimpleQueue[TablePlayer | None] = SimpleQueue()

    def plays(self, game: str | None) -> bool:
        """Whether this game is to be played; an unknown one is."""
        return self.games is None or game is None or game in self.games

    def agent_for_table(self) -> Agent:
        """The agent for the next table: the shared one, or a new one."""
        agent = self.agent if isinstance(self.agent, Agent) else self.agent()
        agent._stop = self.stop
        self.agents.add(agent)
        return agent

    def time_for(self, decision: Decision, agent: Agent) -> float:
        """The seconds to think: what the clock leaves, but never more than the budgets."""
        left = math.inf
        if decision.deadline is not None:
            left = datetime.fromisoformat(decision.deadline).timestamp() - time.time() - self.clock_offset
        return time_to_think(left, self.budget, agent.budget)

    def run(self) -> Tally:
        player = self.client.me.get().player
        self.me = player.id if player else ""
        self.clock_offset = self.client.health.time()["epoch_ms"] / 1000 - time.time()
        log_event("listening", name=player.name if player else "", player=self.me, parallel=self.parallel)
        return self._run(self._work, lambda: self._repeat(self._listen))

    def stop(self) -> None:
        super().stop()
        for _ in range(self.parallel):
            self._queue.put(None)

    def _listen(self) -> None:
        for event in streams.restarting(self.client, "/events", active=lambda: not self._stopping.is_set()):
            self._handle(event)

    def _handle(self, event: Event) -> None:
        """Schedule visits to the tables an event is about."""
        if event.type == "snapshot":
            tables = event.data.get("tables") or []
            log_event("connected", tables=len(tables), decisions=sum(len(each["decisions"]) for each in tables))
            # Also those missing from the snapshot: they may have ended while the stream was down.
            pending = [each["id"] for each in tables if self.plays(each["game"])]
            for id in dict.fromkeys([*pending, *self._tables]):
                self._schedule(id)
        elif event.table and self.plays(event.data.get("game")):
            player = self._tables.get(event.table)
            if event.type == "invited":
                log_event("invited", table=event.table, game=event.data.get("game") or "")
                if player and player.closed:
                    del self._tables[event.table]
            elif event.type == "talk" and player:
                player.spoken = True
            elif event.type == "your-decision" and player and event.data.get("id") in player.answered:
                return
            self._schedule(event.table)

    def _schedule(self, id: str) -> None:
        """Have a table visited: now, or again when the worker that is busy with it has finished."""
        with self._lock:
            player = self._tables.setdefault(id, TablePlayer(id, self))
            if player.closed:
                return
            queued = id in self._queued
            self._queued[id] = queued
        if not queued:
            self._queue.put(player)

    def _work(self) -> None:
        """Take the next table in the queue, answer one decision, and put the table back."""
        while (player := self._queue.get()) is not None:
            self._working.add(player.id)
            more = self._step(player) if not self._stopping.is_set() else False
            with self._lock:
                notified = self._queued.pop(player.id)
                again = (more or notified) and not player.closed
                if again:
                    self._queued[player.id] = False
                if notified:
                    # The response to the last answer is older than the event.
                    player.forget()
            self._working.discard(player.id)
            if again:
                # At the end of the queue, so that a table with many decisions does not block others.
                self._queue.put(player)
            if self.stop_after is not None and self.tally.tables >= self.stop_after:
                self.stop()

    def _step(self, player: TablePlayer) -> bool:
        """One visit; after a transient error the table is visited again a little later."""
        try:
            more = player.step()
        except FarshoreError as error:
            player.forget()
            more = None if error.retryable or error.status >= 500 else False
            log_event("error", table=player.id, seconds=RETRY_S if more is None else 0, detail=error)
        except Exception:
            log.exception("%s", player.id)
            more = False
        if more is None:
            again = threading.Timer(RETRY_S, self._schedule, [player.id])
            again.daemon = True
            again.start()
        return bool(more)

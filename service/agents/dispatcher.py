"""The dispatcher of webhook deliveries: takes decisions that wait for agents and delivers them, many at once.

The RQ job only names a table and returns. Each agent, and each owner, has a limited number of deliveries under way;
further ones wait. So a slow agent delays itself and nobody else.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct

from service.agents import decisions
from service.agents.decisions import AgentDecision
from service.agents.store import AgentRecord, Agents, Trial
from service.storage.connection import OUTAGES
from service.storage.due import Due
from service.tables.session import load
from service.tables.store import Tables

PER_AGENT: Final = 4
PER_OWNER: Final = 16
LEASE_MS: Final = 5_000
"""How long after a dispatcher has died its decisions may be taken by another."""

RENEW_S: Final = 1.5
TRIALS: Final = 4
TRIAL_MS: Final = 150_000
"""No test takes this long; one that is lost with its process starts again then."""

log = logging.getLogger(__name__)


class Delivery(Struct, frozen=True):
    """A decision to deliver, and the owner whose limit it counts against."""

    decision: AgentDecision
    owner: str

    @property
    def key(self) -> tuple[str, str]:
        """The table and the decision."""
        return self.decision.table, self.decision.id


class Dispatcher:
    """One per process."""

    def __init__(
        self, tables: Tables, agents: Agents, due: Due, deliver: Callable[[AgentDecision], None], calls: int
    ) -> None:
        self.tables = tables
        self.agents = agents
        self.due = due
        self.deliver = deliver
        self.calls = calls
        self.holder = secrets.token_hex(8)
        self._lock = threading.Lock()
        self._waiting: OrderedDict[tuple[str, str], Delivery] = OrderedDict()
        self._busy: dict[tuple[str, str], Delivery] = {}
        self._per_agent: Counter[str] = Counter()
        self._per_owner: Counter[str] = Counter()
        self._closing = threading.Event()
        self._trials = threading.BoundedSemaphore(TRIALS)
        threading.Thread(target=self._keep, name="leases", daemon=True).start()

    def dispatch(self, table: str) -> int:
        """Take every decision of this table that waits for an agent and that nobody holds; how many."""
        taken, ours = 0, 0
        session = load(self.tables, table)
        for one in decisions.open_decisions(session):
            agent = self.agents.get(one.agent)
            # A polling agent asks by itself; it is answered for only if it is gone or resting.
            if agent is None or agent.transport == "webhook" or self.agents.health(agent.id).resting(session.now):
                ours += 1
                taken += self._add(Delivery(one, "" if agent is None else agent.owner))
        if not ours:
            # Nothing to deliver: the deadline of a polled decision is kept by the table's timer.
            self.due.reschedule(table, session.table.version, "agents", None)
        return taken

    def _add(self, delivery: Delivery) -> bool:
        """Queue a delivery, unless this or another dispatcher holds it already."""
        with self._lock:
            if delivery.key in self._busy or delivery.key in self._waiting:
                return False
        if not self.agents.leases.take(*delivery.key, self.holder, LEASE_MS):
            return False
        with self._lock:
            self._waiting[delivery.key] = delivery
        self._send()
        return True

    def _send(self) -> None:
        """Start what may start, the oldest first; an agent or owner at its limit is skipped."""
        with self._lock:
            for key, delivery in list(self._waiting.items()):
                if len(self._busy) >= self.calls:
                    return
                agent, owner = delivery.decision.agent, delivery.owner
                if self._per_agent[agent] >= PER_AGENT or self._per_owner[owner] >= PER_OWNER:
                    continue
                del self._waiting[key]
                self._busy[key] = delivery
                self._per_agent[agent] += 1
                self._per_owner[owner] += 1
                # A daemon thread: an agent that is thinking must not keep the process from stopping.
                threading.Thread(target=self._run, args=(delivery,), name="delivery", daemon=True).start()

    def _run(self, delivery: Delivery) -> None:
        try:
            self.deliver(delivery.decision)
        except OUTAGES as error:
            log.warning("delivery of %s postponed: %s", delivery.decision.id, error)
        except Exception:
            log.exception("delivery of %s at %s failed", delivery.decision.id, delivery.decision.table)
        finally:
            with self._lock:
                del self._busy[delivery.key]
                self._per_agent[delivery.decision.agent] -= 1
                self._per_owner[delivery.owner] -= 1
            try:
                self.agents.leases.drop(*delivery.key, self.holder)
            except OUTAGES:
                log.info("could not release a lease; it will expire")
            if not self._closing.is_set():
                self._send()

    def try_out(self, id: str, examine: Callable[[AgentRecord, Trial], Trial]) -> None:
        """Run a conformance test, once and in one process, beside all deliveries; a few at a time."""
        trial = self.agents.trial(id)
        if trial is None or trial.status != "running":
            self.due.put_off(id, "trial", None)
            return
        if not self._trials.acquire(blocking=False):
            return
        if not self.agents.leases.take(id, "trial", secrets.token_hex(8), TRIAL_MS):
            self._trials.release()
            return
        threading.Thread(target=self._try, args=(trial, examine), name="trial", daemon=True).start()

    def _try(self, trial: Trial, examine: Callable[[AgentRecord, Trial], Trial]) -> None:
        try:
            agent = self.agents.get(trial.agent)
            gone = msgspec.structs.replace(trial, status="finished")
            self.agents.end_trial(gone if agent is None else examine(agent, trial))
        except Exception:
            log.exception("conformance test %s failed", trial.id)
        finally:
            self._trials.release()

    def _keep(self) -> None:
        """Renew the leases of everything this process holds."""
        while not self._closing.wait(RENEW_S):
            with self._lock:
                held = [*self._waiting, *self._busy]
            for key in held:
                try:
                    if not self.agents.leases.renew(*key, self.holder, LEASE_MS):
                        with self._lock:
                            self._waiting.pop(key, None)
                except OUTAGES:
                    break

    def under_way(self) -> int:
        """How many deliveries this process has under way."""
        with self._lock:
            return len(self._busy)

    def close(self) -> None:
        """Start nothing new, and release everything, so that another process takes over at once."""
        self._closing.set()
        with self._lock:
            held = [*self._waiting, *self._busy]
            self._waiting.clear()
        for key in held:
            self.agents.leases.drop(*key, self.holder)

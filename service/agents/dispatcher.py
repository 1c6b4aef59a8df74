"""Delivers open decisions to webhooks, many at the same time.

The RQ job only names a table and returns. The number of concurrent deliveries is limited per agent and per owner, so
a slow agent delays only itself.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import Counter
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct

from service.agents import decisions
from service.agents.decisions import AgentDecision
from service.agents.store import AgentRecord, Agents, ConformanceTest
from service.storage.connection import OUTAGES
from service.storage.due import Due
from service.tables.session import load
from service.tables.store import Tables

MAX_PER_AGENT: Final = 4
MAX_PER_OWNER: Final = 16
LEASE_MS: Final = 5_000
"""If a dispatcher dies, another one takes over its deliveries after this time."""

RENEW_EVERY_S: Final = 1.5
MAX_TESTS: Final = 4
TEST_LEASE_MS: Final = 150_000
"""Longer than any conformance test; one whose process died is started again after this time."""

log = logging.getLogger(__name__)


class Delivery(Struct, frozen=True):
    """A decision to deliver, and the owner whose limit it counts towards."""

    decision: AgentDecision
    owner: str

    @property
    def key(self) -> tuple[str, str]:
        return self.decision.table, self.decision.id


class Dispatcher:
    """One per process."""

    def __init__(
        self, tables: Tables, agents: Agents, due: Due, deliver: Callable[[AgentDecision], None], max_calls: int
    ) -> None:
        self.tables = tables
        self.agents = agents
        self.due = due
        self.deliver = deliver
        self.max_calls = max_calls
        self.holder = secrets.token_hex(8)
        self._lock = threading.Lock()
        self._waiting: dict[tuple[str, str], Delivery] = {}
        self._busy: dict[tuple[str, str], Delivery] = {}
        self._closing = threading.Event()
        self._tests = threading.BoundedSemaphore(MAX_TESTS)
        threading.Thread(target=self._renew_leases, name="leases", daemon=True).start()

    def dispatch(self, table: str) -> int:
        """Queue every open decision of this table that no dispatcher holds. Return how many were queued.

        Refused if the rules or the book of the table are missing.
        """
        queued, deliverable = 0, 0
        session = load(self.tables, table)
        if session.table.status == "running":
            session.must_know_rules()
        for decision in decisions.open_decisions(session):
            agent = self.agents.get(decision.agent)
            # A polling agent fetches its decisions. If it is deleted or suspended, its fallback must be triggered here.
            if agent is None or agent.transport == "webhook" or self.agents.health(agent.id).suspended(session.now):
                deliverable += 1
                queued += self._add(Delivery(decision, "" if agent is None else agent.owner))
        if not deliverable:
            # The deadline of a polled decision is enforced by the timer of the table.
            self.due.reschedule(table, session.table.version, "agents", None)
        return queued

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
        """Start as many queued deliveries as the limits allow, oldest first."""
        with self._lock:
            per_agent = Counter(each.decision.agent for each in self._busy.values())
            per_owner = Counter(each.owner for each in self._busy.values())
            for key, delivery in list(self._waiting.items()):
                if len(self._busy) >= self.max_calls:
                    return
                agent, owner = delivery.decision.agent, delivery.owner
                if per_agent[agent] >= MAX_PER_AGENT or per_owner[owner] >= MAX_PER_OWNER:
                    continue
                self._busy[key] = self._waiting.pop(key)
                per_agent[agent] += 1
                per_owner[owner] += 1
                # A daemon thread, so that a slow agent does not keep the process from exiting.
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
            try:
                self.agents.leases.drop(*delivery.key, self.holder)
            except OUTAGES:
                log.info("the lease of %s was not released; it will expire", delivery.decision.id)
            if not self._closing.is_set():
                self._send()

    def run_test(self, id: str, run: Callable[[AgentRecord, ConformanceTest], ConformanceTest]) -> None:
        """Run a conformance test in its own thread, unless it is finished or another process runs it."""
        test = self.agents.test(id)
        if test is None or test.status != "running":
            self.due.put_off(id, "conformance", None)
            return
        if not self._tests.acquire(blocking=False):
            return
        if not self.agents.leases.take(id, "conformance", secrets.token_hex(8), TEST_LEASE_MS):
            self._tests.release()
            return
        threading.Thread(target=self._run_test, args=(test, run), name="conformance", daemon=True).start()

    def _run_test(self, test: ConformanceTest, run: Callable[[AgentRecord, ConformanceTest], ConformanceTest]) -> None:
        try:
            agent = self.agents.get(test.agent)
            empty = msgspec.structs.replace(test, status="finished")
            self.agents.save_test(empty if agent is None else run(agent, test), due=False)
        except Exception:
            log.exception("conformance test %s failed", test.id)
        finally:
            self._tests.release()

    def _renew_leases(self) -> None:
        """Renew the leases of all deliveries of this process until it stops."""
        while not self._closing.wait(RENEW_EVERY_S):
            with self._lock:
                held = [*self._waiting, *self._busy]
            for key in held:
                try:
                    if not self.agents.leases.renew(*key, self.holder, LEASE_MS):
                        with self._lock:
                            self._waiting.pop(key, None)
                except OUTAGES:
                    break

    def in_progress(self) -> int:
        """How many deliveries are in progress in this process."""
        with self._lock:
            return len(self._busy)

    def close(self) -> None:
        """Start no more deliveries and release all leases, so that another process takes over immediately."""
        self._closing.set()
        with self._lock:
            held = [*self._waiting, *self._busy]
            self._waiting.clear()
        for key in held:
            self.agents.leases.drop(*key, self.holder)

"""The desk for agents: takes the questions that wait for webhooks and has them delivered, many at once.

The RQ job only drops a table's name here and returns. Each agent, and each owner, has a few deliveries under way at
most; what is beyond waits its turn. So an agent that is slow waits for itself, not the others for it.
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
from service.agents.decisions import Asked
from service.agents.store import AgentRecord, Trial
from service.storage.connection import OUTAGES
from service.stores import House

PER_AGENT: Final = 4
PER_OWNER: Final = 16
LEASE_MS: Final = 5_000
"""So long after its desk has died, a question may be taken up by another one."""

RENEW_S: Final = 1.5
TRIALS: Final = 4
TRIAL_MS: Final = 150_000
"""No test takes so long; one that is lost with its process begins again then."""

log = logging.getLogger(__name__)


class Errand(Struct, frozen=True):
    """A question to deliver, and whose turn it uses up."""

    asked: Asked
    owner: str

    @property
    def key(self) -> tuple[str, str]:
        return self.asked.table, self.asked.name


class Desk:
    """One per process."""

    def __init__(self, house: House, deliver: Callable[[Asked], None], calls: int) -> None:
        self.house = house
        self.deliver = deliver
        self.calls = calls
        self.holder = secrets.token_hex(8)
        self._lock = threading.Lock()
        self._waiting: OrderedDict[tuple[str, str], Errand] = OrderedDict()
        self._busy: dict[tuple[str, str], Errand] = {}
        self._agents: Counter[str] = Counter()
        self._owners: Counter[str] = Counter()
        self._closing = threading.Event()
        self._trials = threading.BoundedSemaphore(TRIALS)
        threading.Thread(target=self._keep, name="leases", daemon=True).start()

    def look(self, table: str) -> int:
        """Take up all that agents are asked at this table and nobody has in hand; how much that was."""
        taken, ours = 0, 0
        live = self.house.load(table)
        for one in decisions.open_questions(live):
            agent = self.house.agents.get(one.agent)
            # A polling agent comes by itself; the house is only busy with those that are gone, or rest.
            if agent is None or agent.transport == "webhook" or self.house.agents.health(agent.id).resting(live.now):
                ours += 1
                taken += self._add(Errand(one, "" if agent is None else agent.owner))
        if not ours:
            # Nobody need come back for a polled decision, or for nothing: the bell ends its time.
            self.house.deadlines.settle(table, live.table.version, "agent", None)
        return taken

    def _add(self, errand: Errand) -> bool:
        """In hand here, or in that of another desk: then there is nothing to do."""
        with self._lock:
            if errand.key in self._busy or errand.key in self._waiting:
                return False
        if not self.house.leases.take(*errand.key, self.holder, LEASE_MS):
            return False
        with self._lock:
            self._waiting[errand.key] = errand
        self._send()
        return True

    def _send(self) -> None:
        """Begin whatever may begin, the oldest first; whoever has all their turns under way is passed over."""
        with self._lock:
            for key, errand in list(self._waiting.items()):
                if len(self._busy) >= self.calls:
                    return
                agent, owner = errand.asked.agent, errand.owner
                if self._agents[agent] >= PER_AGENT or self._owners[owner] >= PER_OWNER:
                    continue
                del self._waiting[key]
                self._busy[key] = errand
                self._agents[agent] += 1
                self._owners[owner] += 1
                # A thread of its own, which ends with the process: an agent that thinks must not keep it from stopping.
                threading.Thread(target=self._run, args=(errand,), name="delivery", daemon=True).start()

    def _run(self, errand: Errand) -> None:
        try:
            self.deliver(errand.asked)
        except OUTAGES as error:
            log.warning("the delivery of %s is left to the next one: %s", errand.asked.name, error)
        except Exception:
            log.exception("the delivery of %s at %s broke", errand.asked.name, errand.asked.table)
        finally:
            with self._lock:
                del self._busy[errand.key]
                self._agents[errand.asked.agent] -= 1
                self._owners[errand.owner] -= 1
            try:
                self.house.leases.drop(*errand.key, self.holder)
            except OUTAGES:
                log.info("a lease will end by itself")
            if not self._closing.is_set():
                self._send()

    def try_out(self, id: str, examine: Callable[[AgentRecord, Trial], Trial]) -> None:
        """Have an agent examined, once and by one desk, besides all deliveries; a few such tests at a time."""
        trial = self.house.agents.trial(id)
        if trial is None or trial.status != "running":
            self.house.deadlines.put_off(id, "trial", None)
            return
        if not self._trials.acquire(blocking=False):
            return
        if not self.house.leases.take(id, "trial", secrets.token_hex(8), TRIAL_MS):
            self._trials.release()
            return
        threading.Thread(target=self._try, args=(trial, examine), name="trial", daemon=True).start()

    def _try(self, trial: Trial, examine: Callable[[AgentRecord, Trial], Trial]) -> None:
        try:
            agent = self.house.agents.get(trial.agent)
            gone = msgspec.structs.replace(trial, status="finished")
            self.house.agents.end_trial(gone if agent is None else examine(agent, trial))
        except Exception:
            log.exception("the test %s broke", trial.id)
        finally:
            self._trials.release()

    def _keep(self) -> None:
        """Keep the leases of all that is in hand for as long as this process lives."""
        while not self._closing.wait(RENEW_S):
            with self._lock:
                held = [*self._waiting, *self._busy]
            for key in held:
                try:
                    if not self.house.leases.renew(*key, self.holder, LEASE_MS):
                        with self._lock:
                            self._waiting.pop(key, None)
                except OUTAGES:
                    break

    def under_way(self) -> int:
        """How many deliveries this process has begun and not ended."""
        with self._lock:
            return len(self._busy)

    def close(self) -> None:
        """Begin nothing new, and give everything back that is in hand, so that another desk takes it up at once."""
        self._closing.set()
        with self._lock:
            held = [*self._waiting, *self._busy]
            self._waiting.clear()
        for key in held:
            self.house.leases.drop(*key, self.holder)

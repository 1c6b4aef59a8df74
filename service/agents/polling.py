"""Polling: an agent behind a firewall asks for work, keeps a question for a while, and answers it or gives it back.

Nothing is copied for this: what there is to do stands on the tables where the agent sits. A bell wakes those who wait,
and a lease beside the table says who has which question in hand.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from service.agents import decisions
from service.agents.decisions import Asked
from service.agents.store import AgentRecord
from service.games.kit.decision import Picks
from service.refusals import BookMissing, Closed, LeaseLost, NoPollingAgents, NotFound, RulesRetired
from service.storage import keys
from service.stores import House
from service.tables import timeouts
from service.tables.session import Live
from service.tables.wire import stamp

LONGEST_LEASE: Final = 200
Data = dict[str, Any]


class Lease(Struct, frozen=True):
    """A question in somebody's hand. Its name says which, and the end of it that it was really given out."""

    table: str
    name: str
    mark: str

    def __str__(self) -> str:
        return f"{self.table}.{self.name}.{self.mark}"


def read(lease: str) -> Lease:
    """The lease of this name; what cannot be one was never given out."""
    parts = lease.split(".")
    if len(parts) != 3 or len(lease) > LONGEST_LEASE or not parts[0].isalnum() or not parts[2].isalnum():
        raise NotFound(what="lease")
    return Lease(*parts)


def acquire(house: House, owner: str, wanted: Iterable[str], most: int, lease_ms: int, wait: float) -> list[Data]:
    """Take up to `most` open questions in hand, waiting for the first of them if there is none yet."""
    agents = workable(house, owner, frozenset(wanted))
    with house.bells.waiter(*map(keys.agent_bell, agents)) as waiter:
        tables: set[str] | None = None
        # By the steady clock of this process: whoever waits must not wait for a time of day that has stepped back.
        end = time.monotonic() + wait
        for agent in agents:
            # Somebody is there: whatever it missed before, it is asked again.
            house.agents.wake(agent)
        while True:
            found, again = _look(house, agents, tables, most, lease_ms)
            left = end - time.monotonic()
            if found or left <= 0:
                return found
            # Leases of others end without a bell; then there may be something to do as well.
            waiter.wait(left if again is None else max(0.001, min(left, again / 1000)))
            tables = None if again is not None else waiter.said()


def workable(house: House, owner: str, wanted: frozenset[str]) -> dict[str, AgentRecord]:
    """The caller's polling agents: all, or those that are wanted."""
    ids = house.agents.listed(owner, False, None, 1000)
    mine = [agent for agent in house.agents.many(ids) if agent.transport == "poll" and agent.owner == owner]
    found = {agent.id: agent for agent in mine if not wanted or agent.id in wanted}
    if not found or wanted - found.keys():
        raise NoPollingAgents(agents=sorted(wanted - found.keys()))
    return found


def _look(
    house: House, agents: dict[str, AgentRecord], tables: set[str] | None, most: int, lease_ms: int
) -> tuple[list[Data], int | None]:
    """What of all that is open can be had now; else, in how many milliseconds the next lease of somebody ends."""
    if tables is None:
        tables = {table for agent in agents for table in house.agents.tables(agent)}
    found: list[Data] = []
    again: list[int] = []
    for live, one in _open(house, agents, tables):
        if len(found) == most:
            break
        millis = lease_ms if one.deadline is None else min(lease_ms, one.deadline - live.now)
        if millis <= 0:
            continue
        lease = Lease(one.table, one.name, secrets.token_hex(8))
        if house.leases.take(one.table, one.name, str(lease), millis):
            shown = decisions.message(house, live, one, agents[one.agent])
            found.append({"lease": str(lease), "expires_at": stamp(live.now + millis), **shown})
        elif (left := house.leases.left(one.table, one.name)) is not None:
            again.append(left + 1)
    return found, min(again, default=None)


def _open(house: House, agents: dict[str, AgentRecord], tables: set[str]) -> list[tuple[Live, Asked]]:
    """The open questions of these agents at these tables, the oldest first."""
    found = []
    for table in sorted(tables):
        try:
            live = house.load(table)
            if timeouts.overdue(live):
                live = timeouts.ring(house, table)
            found += [(live, one) for one in decisions.open_questions(live) if one.agent in agents]
            if live.table.over:
                house.agents.forget_tables_of(agents, table)
        except (NotFound, RulesRetired, BookMissing):
            continue
    return sorted(found, key=lambda pair: (pair[1].opening.opened, pair[1].name))


def answer(house: House, owner: str, lease: str, picks: Picks) -> Live:
    """Answer the question in hand. One whose lease is over may still be answered if nobody else has it."""
    held = read(lease)
    agent = _owned(house, owner, held)
    holder = house.leases.holder(held.table, held.name)
    if holder is not None and holder != lease and _is_open(house, held):
        raise LeaseLost(lease=lease, decision=held.name)
    live = decisions.answer(house, held.table, agent.id, held.name, picks)
    house.leases.drop(held.table, held.name, lease)
    house.agents.worked(agent.id)
    return live


def extend(house: House, owner: str, lease: str, lease_ms: int) -> int:
    """Keep a question for longer, but not beyond its own time; until when."""
    held = read(lease)
    _owned(house, owner, held)
    live = house.load(held.table)
    opening = live.table.opened.get(held.name)
    if opening is None:
        raise Closed(decision=held.name)
    millis = lease_ms if opening.deadline is None else min(lease_ms, opening.deadline - live.now)
    kept = house.leases.renew(held.table, held.name, lease, millis)
    if not kept and not house.leases.take(held.table, held.name, lease, millis):
        raise LeaseLost(lease=lease, decision=held.name)
    return live.now + max(1, millis)


def give_back(house: House, owner: str, lease: str) -> None:
    """Let somebody else have the question, at once. Giving back what is lost changes nothing."""
    held = read(lease)
    agent = _owned(house, owner, held)
    if house.leases.drop(held.table, held.name, lease):
        house.redis.publish(keys.agent_bell(agent.id), held.table)


def _is_open(house: House, held: Lease) -> bool:
    return held.name in house.load(held.table).table.opened


def _owned(house: House, owner: str, held: Lease) -> AgentRecord:
    """The caller's agent that is asked this; of others' agents and tables nothing is said."""
    found, seat = house.tables.load(held.table), decisions.seat_named(held.name)
    record = None if found is None or seat is None else found[0].agent_at(seat)
    agent = None if record is None else house.agents.get(record.agent or "")
    if agent is None or agent.owner != owner or agent.transport != "poll":
        raise NotFound(what="lease")
    return agent

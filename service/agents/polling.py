"""Polling: an agent behind a firewall asks for work, holds a decision for a while, and answers it or gives it back.

Nothing is copied for this: what there is to do is on the tables where the agent sits. A notification wakes those who
wait, and a lease says who holds which decision.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from service.agents import decisions
from service.agents.decisions import AgentDecision
from service.agents.store import AgentRecord, Agents
from service.events.store import EventLog
from service.games.kit.decision import CLOCK, DecisionId, Picks, Seat
from service.refusals import BookMissing, Closed, IllegalAnswer, LeaseLost, NoPollingAgents, NotFound, RulesRetired
from service.storage import keys
from service.storage.notifications import Notifications
from service.tables import play
from service.tables.play import Actor
from service.tables.session import TableSession, load
from service.tables.store import Tables
from service.tables.views import stamp

LONGEST_LEASE: Final = 200
Data = dict[str, Any]


class Lease(Struct, frozen=True):
    """A decision that a poller holds: which one, and a random part that shows it was really given out."""

    table: str
    decision: str
    mark: str

    def __str__(self) -> str:
        return f"{self.table}.{self.decision}.{self.mark}"


def parse_lease(lease: str) -> Lease:
    """The lease with this name; what cannot be one was never given out."""
    parts = lease.split(".")
    if len(parts) != 3 or len(lease) > LONGEST_LEASE or not parts[0].isalnum() or not parts[2].isalnum():
        raise NotFound(what="lease")
    return Lease(*parts)


def acquire(
    tables: Tables,
    log: EventLog,
    agents: Agents,
    notifications: Notifications,
    owner: str,
    wanted: Iterable[str],
    most: int,
    lease_ms: int,
    wait: float,
) -> list[Data]:
    """Lease up to `most` open decisions, waiting for the first of them if there is none yet."""
    records = pollable(agents, owner, frozenset(wanted))
    with notifications.subscribe(*map(keys.agent_channel, records)) as subscription:
        where: set[str] | None = None
        # By the steady clock of this process: the time of day may step back.
        end = time.monotonic() + wait
        for id in records:
            # Somebody polls: whatever the agent missed before, it is asked again.
            agents.wake(id)
        while True:
            found, again = _take(tables, log, agents, records, where, most, lease_ms)
            left = end - time.monotonic()
            if found or left <= 0:
                return found
            # Leases of others end without a notification; then there may be something to do as well.
            subscription.wait(left if again is None else max(0.001, min(left, again / 1000)))
            where = None if again is not None else subscription.messages()


def pollable(agents: Agents, owner: str, wanted: frozenset[str]) -> dict[str, AgentRecord]:
    """The caller's agents that poll: all, or those that are wanted."""
    ids = agents.listed(owner, False, None, 1000)
    mine = [agent for agent in agents.many(ids) if agent.transport == "poll" and agent.owner == owner]
    found = {agent.id: agent for agent in mine if not wanted or agent.id in wanted}
    if not found or wanted - found.keys():
        raise NoPollingAgents(agents=sorted(wanted - found.keys()))
    return found


def _take(
    tables: Tables,
    log: EventLog,
    agents: Agents,
    records: dict[str, AgentRecord],
    where: set[str] | None,
    most: int,
    lease_ms: int,
) -> tuple[list[Data], int | None]:
    """Lease what can be had now; else, in how many milliseconds the next lease of somebody else ends."""
    if where is None:
        where = {table for id in records for table in agents.tables(id)}
    found: list[Data] = []
    again: list[int] = []
    for session, one in _open(tables, agents, records, where):
        if len(found) == most:
            break
        millis = lease_ms if one.deadline is None else min(lease_ms, one.deadline - session.now)
        if millis <= 0:
            continue
        lease = Lease(one.table, one.id, secrets.token_hex(8))
        if agents.leases.take(one.table, one.id, str(lease), millis):
            shown = decisions.message(log, session, one, records[one.agent])
            found.append({"lease": str(lease), "expires_at": stamp(session.now + millis), **shown})
        elif (left := agents.leases.left(one.table, one.id)) is not None:
            again.append(left + 1)
    return found, min(again, default=None)


def _open(
    tables: Tables, agents: Agents, records: dict[str, AgentRecord], where: set[str]
) -> list[tuple[TableSession, AgentDecision]]:
    """The open decisions of these agents at these tables, the oldest first."""
    found = []
    for table in sorted(where):
        try:
            session = play.settled(tables, table)
        except (NotFound, RulesRetired, BookMissing):
            continue
        found += [(session, one) for one in decisions.open_decisions(session) if one.agent in records]
        if session.table.over:
            agents.forget_tables_of(records, table)
    return sorted(found, key=lambda pair: (pair[1].opening.opened, pair[1].id))


def answer(tables: Tables, agents: Agents, owner: str, lease: str, picks: Picks) -> TableSession:
    """Answer the leased decision. One whose lease has ended may still be answered if nobody else holds it."""
    held = parse_lease(lease)
    agent = _owned(tables, agents, owner, held)
    holder = agents.leases.holder(held.table, held.decision)
    if holder is not None and holder != lease and held.decision in load(tables, held.table).table.opened:
        raise LeaseLost(lease=lease, decision=held.decision)
    try:
        session = play.answer(tables, held.table, Actor("agent", agent.id), held.decision, picks)
    except IllegalAnswer as wrong:
        wrong.seat = _seat(held)
        raise
    agents.leases.drop(held.table, held.decision, lease)
    agents.worked(agent.id)
    return session


def extend(tables: Tables, agents: Agents, owner: str, lease: str, lease_ms: int) -> int:
    """Hold a decision for longer, but not beyond its deadline; until when."""
    held = parse_lease(lease)
    _owned(tables, agents, owner, held)
    session = load(tables, held.table)
    opening = session.table.opened.get(held.decision)
    if opening is None:
        raise Closed(decision=held.decision)
    millis = lease_ms if opening.deadline is None else min(lease_ms, opening.deadline - session.now)
    kept = agents.leases.renew(held.table, held.decision, lease, millis)
    if not kept and not agents.leases.take(held.table, held.decision, lease, millis):
        raise LeaseLost(lease=lease, decision=held.decision)
    return session.now + max(1, millis)


def give_back(tables: Tables, agents: Agents, owner: str, lease: str) -> None:
    """Release a decision at once, so that another poller may take it. Giving back what is lost changes nothing."""
    held = parse_lease(lease)
    agent = _owned(tables, agents, owner, held)
    if agents.leases.drop(held.table, held.decision, lease):
        agents.notify(agent.id, held.table)


def _owned(tables: Tables, agents: Agents, owner: str, held: Lease) -> AgentRecord:
    """The caller's agent that is asked this; of others' agents and tables nothing is said."""
    found = tables.load(held.table)
    record = None if found is None else found[0].agent_at(_seat(held))
    agent = None if record is None else agents.get(record.agent or "")
    if agent is None or agent.owner != owner or agent.transport != "poll":
        raise NotFound(what="lease")
    return agent


def _seat(held: Lease) -> Seat:
    asked = DecisionId.parse(held.decision)
    return CLOCK if asked is None else asked.seat

"""Polling: an agent behind a firewall leases open decisions and answers them, or releases them.

There is no queue: the open decisions are those of the tables where the agent has a seat. A notification wakes waiting
pollers, and a lease assigns a decision to one of them.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from service.agents import decisions
from service.agents.decisions import AgentDecision, Said, is_talk
from service.agents.store import AgentRecord, Agents
from service.events.store import EventLog
from service.games.kit.decision import CLOCK, DecisionId, Picks, Seat
from service.refusals import (
    BookMissing,
    Closed,
    IllegalAnswer,
    LeaseLost,
    NoPollingAgents,
    NotFound,
    RulesNewer,
    RulesRetired,
)
from service.storage import keys
from service.storage.notifications import Notifications
from service.tables import play, talk
from service.tables.play import Actor
from service.tables.session import TableSession, load
from service.tables.store import Tables
from service.tables.views import stamp

MAX_LEASE_LENGTH: Final = 200
ANSWER_MS: Final = 2_000
"""How long a decision is kept from other pollers while an answer with an expired lease is taken."""

Data = dict[str, Any]


class Lease(Struct, frozen=True):
    """A leased decision, with a random token that identifies the poller."""

    table: str
    decision: str
    token: str

    def __str__(self) -> str:
        return f"{self.table}.{self.decision}.{self.token}"


def parse_lease(lease: str) -> Lease:
    """Parse a lease; NotFound if it is malformed."""
    parts = lease.split(".")
    if len(parts) != 3 or len(lease) > MAX_LEASE_LENGTH or not parts[0].isalnum() or not parts[2].isalnum():
        raise NotFound(what="lease")
    return Lease(*parts)


def acquire(
    tables: Tables,
    log: EventLog,
    agents: Agents,
    notifications: Notifications,
    owner: str,
    wanted: Iterable[str],
    limit: int,
    lease_ms: int,
    wait: float,
) -> list[Data]:
    """Lease up to `limit` open decisions, waiting up to `wait` seconds for the first one."""
    records = pollable(agents, owner, frozenset(wanted))
    channels = [keys.agent_channel(id, shard) for id in records for shard in notifications.shards]
    with notifications.subscribe(*channels) as subscription:
        changed: set[str] | None = None
        # Monotonic, because the time of Redis may step back.
        end = time.monotonic() + wait
        for id in records:
            # A suspended agent that polls is back.
            agents.end_suspension(id)
        while True:
            found, next_ms = _lease(tables, log, agents, records, changed, limit, lease_ms)
            left = end - time.monotonic()
            if found or left <= 0:
                return found
            # The end of a lease sends no notification, so wait no longer than until the next one ends.
            subscription.wait(left if next_ms is None else max(0.001, min(left, next_ms / 1000)))
            changed = None if next_ms is not None else subscription.messages()


def pollable(agents: Agents, owner: str, wanted: frozenset[str]) -> dict[str, AgentRecord]:
    """The caller's polling agents: all of them, or the wanted ones."""
    ids = agents.list_ids(owner, False, None, 1000)
    mine = [agent for agent in agents.get_many(ids) if agent.transport == "poll" and agent.owner == owner]
    found = {agent.id: agent for agent in mine if not wanted or agent.id in wanted}
    if not found or wanted - found.keys():
        raise NoPollingAgents(agents=sorted(wanted - found.keys()))
    return found


def _lease(
    tables: Tables,
    log: EventLog,
    agents: Agents,
    records: dict[str, AgentRecord],
    changed: set[str] | None,
    limit: int,
    lease_ms: int,
) -> tuple[list[Data], int | None]:
    """Lease available decisions. If there are none, also return in how many milliseconds another poller's lease ends.

    `changed` limits the search to these tables.
    """
    if changed is None:
        changed = {table for id in records for table in agents.tables(id)}
    found: list[Data] = []
    ends: list[int] = []
    for session, decision in _open(tables, agents, records, changed):
        if len(found) == limit:
            break
        millis = lease_ms if decision.deadline is None else min(lease_ms, decision.deadline - session.now)
        if millis <= 0:
            continue
        lease = Lease(decision.table, decision.id, secrets.token_hex(8))
        if not agents.leases.take(decision.table, decision.id, str(lease), millis):
            if (left := agents.leases.left(decision.table, decision.id)) is not None:
                ends.append(left + 1)
            continue
        # Another poller may have answered and released its lease since the table was loaded.
        for now, still in _open(tables, agents, records, {decision.table}):
            if still.id == decision.id:
                payload = decisions.payload(log, now, still, records[decision.agent])
                found.append({"lease": str(lease), "expires_at": stamp(session.now + millis), **payload})
                break
        else:
            agents.leases.drop(decision.table, decision.id, str(lease))
    return found, min(ends, default=None)


def _open(
    tables: Tables, agents: Agents, records: dict[str, AgentRecord], ids: set[str]
) -> list[tuple[TableSession, AgentDecision]]:
    """The open decisions of these agents at these tables, oldest first."""
    found = []
    for table in sorted(ids):
        try:
            session = play.settled(tables, table)
        except (NotFound, RulesNewer, RulesRetired, BookMissing):
            continue
        found += [(session, decision) for decision in decisions.open_decisions(session) if decision.agent in records]
        if session.table.over:
            agents.remove_tables(records, table)
    return sorted(found, key=lambda pair: (pair[1].opening.opened, pair[1].id))


def answer(
    tables: Tables, log: EventLog, agents: Agents, owner: str, lease: str, picks: Picks | None, messages: list[Said]
) -> TableSession:
    """Answer a leased decision. This also works after the lease has expired, unless another poller holds one.

    Messages are sent first; a lease of talk needs nothing else. Without picks, the fallback answers.
    """
    held = parse_lease(lease)
    agent = _agent_of(tables, agents, owner, held)
    # An expired lease is taken again, so that nobody else leases the decision while it is answered.
    held_now = agents.leases.take(held.table, held.decision, lease, ANSWER_MS)
    if not held_now and held.decision in load(tables, held.table).table.opened:
        raise LeaseLost(lease=lease, decision=held.decision)
    decisions.say(tables, log, held.table, agent.id, held.decision, messages)
    if picks is None:
        if is_talk(held.decision):
            talk.stop_listening(tables, held.table, held.decision)
        elif not play.fall_back(tables, held.table, held.decision, "declined"):
            raise Closed(decision=held.decision)
        agents.leases.drop(held.table, held.decision, lease)
        return load(tables, held.table)
    try:
        session = play.answer(tables, held.table, Actor("agent", agent.id), held.decision, picks)
    except IllegalAnswer as refused:
        refused.seat = _seat(held)
        raise
    agents.leases.drop(held.table, held.decision, lease)
    agents.record_success(agent.id)
    return session


def extend(tables: Tables, agents: Agents, owner: str, lease: str, lease_ms: int) -> int:
    """Extend a lease, but not beyond the deadline of the decision; return when it ends."""
    held = parse_lease(lease)
    _agent_of(tables, agents, owner, held)
    session = load(tables, held.table)
    opening = session.table.opened.get(held.decision) or session.table.listening.get(held.decision)
    if opening is None:
        raise Closed(decision=held.decision)
    millis = lease_ms if opening.deadline is None else min(lease_ms, opening.deadline - session.now)
    kept = agents.leases.renew(held.table, held.decision, lease, millis)
    if not kept and not agents.leases.take(held.table, held.decision, lease, millis):
        raise LeaseLost(lease=lease, decision=held.decision)
    return session.now + max(1, millis)


def release(tables: Tables, agents: Agents, owner: str, lease: str) -> None:
    """Release a lease, so that another poller gets the decision immediately. A lost lease is ignored."""
    held = parse_lease(lease)
    agent = _agent_of(tables, agents, owner, held)
    if agents.leases.drop(held.table, held.decision, lease):
        agents.notify(agent.id, held.table)


def _agent_of(tables: Tables, agents: Agents, owner: str, held: Lease) -> AgentRecord:
    """The caller's agent that holds this lease; NotFound for agents of others."""
    found = tables.load(held.table)
    record = None if found is None else found[0].agent_at(_seat(held))
    agent = None if record is None else agents.get(record.agent or "")
    if agent is None or agent.owner != owner or agent.transport != "poll":
        raise NotFound(what="lease")
    return agent


def _seat(held: Lease) -> Seat:
    decision = DecisionId.parse(held.decision)
    return CLOCK if decision is None else decision.seat

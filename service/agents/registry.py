"""Agents: register one, change it, give it a new secret, seat it. Its thinking is done elsewhere."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from service.agents.addresses import BadAddress, target
from service.agents.signing import new_secret
from service.agents.store import AgentRecord, Agents, Delivery, Secrets
from service.games import SHELF
from service.games.kit.game import Game
from service.refusals import Invalid, NotFound, NotOwner, TooManyAgents
from service.storage import keys
from service.tables.store import DEFAULT, SeatRecord, Tables
from service.tables.views import stamp

MOST_AGENTS: Final = 50
BUDGETS: Final = {"webhook": (1.0, 30.0, 10.0), "poll": (1.0, 3600.0, 60.0)}
"""Seconds per decision: least, most, and unless told otherwise."""

Data = dict[str, Any]


def register(
    tables: Tables, agents: Agents, owner: str, wish: Data, private: bool, plan: str | None
) -> tuple[AgentRecord, str]:
    """Enter an agent. The same `plan` enters the same one, however often it is asked for."""
    now = tables.now()
    id = f"a_{plan or keys.new_id(now)}"
    if agents.count(owner) >= MOST_AGENTS and agents.get(id) is None:
        raise TooManyAgents(most=MOST_AGENTS)
    wish = {**wish, "games": tuple(dict.fromkeys(wish["games"])) or tuple(SHELF)}
    if wish.get("budget_s") is None:
        wish["budget_s"] = BUDGETS[wish["transport"]][2]
    agent = AgentRecord(id=id, owner=owner, created=now, **wish)
    _check(agent, private)
    return agents.add(agent, new_secret())


def change(agents: Agents, owner: str, id: str, wish: Data, private: bool) -> AgentRecord:
    """Change some of an agent. Tables where it sits keep the budget and the fallback that were agreed there."""
    while True:
        old = mine(agents, owner, id)
        if "games" in wish:
            wish = {**wish, "games": tuple(dict.fromkeys(wish["games"])) or tuple(SHELF)}
        new = msgspec.structs.replace(old, **wish)
        _check(new, private)
        if agents.change(old, new):
            if new.url != old.url:
                agents.wake(id)
            return new


def _check(agent: AgentRecord, private: bool) -> None:
    least, most, _ = BUDGETS[agent.transport]
    if not least <= agent.budget_s <= most:
        raise Invalid(field="budget_s", message=f"must be {least:g} to {most:g} seconds for {agent.transport}")
    for game in agent.games:
        if agent.fallback != DEFAULT and agent.fallback not in SHELF[game].bots:
            bots = ", ".join((DEFAULT, *SHELF[game].bots))
            raise Invalid(field="fallback", message=f"must be one of {bots} for {game}")
    if agent.transport == "poll":
        if agent.url is not None:
            raise Invalid(field="url", message="a polling agent has no url")
        return
    if agent.url is None:
        raise Invalid(field="url", message="a webhook agent needs a url")
    try:
        target(agent.url, private)
    except BadAddress as bad:
        raise Invalid(field="url", message=str(bad)) from None


def seen(agents: Agents, player: str | None, id: str) -> AgentRecord:
    """An agent that this player may know of."""
    agent = agents.get(id)
    if agent is None or not (agent.public or agent.owner == player):
        raise NotFound(what="agent")
    return agent


def mine(agents: Agents, owner: str, id: str) -> AgentRecord:
    """The caller's own agent."""
    agent = seen(agents, owner, id)
    if agent.owner != owner:
        raise NotOwner()
    return agent


def delete(agents: Agents, owner: str, id: str) -> None:
    """Take an agent away. Where it sits, its fallback plays on."""
    agents.drop(mine(agents, owner, id))


def rotate(tables: Tables, agents: Agents, owner: str, id: str, grace_s: int) -> Secrets:
    """A new secret; the one before keeps signing along for a while, so that no delivery is refused meanwhile."""
    mine(agents, owner, id)
    fresh = agents.rotate(id, new_secret(), tables.now() + grace_s * 1000)
    if fresh is None:
        raise NotFound(what="agent")
    return fresh


def page(
    tables: Tables,
    agents: Agents,
    player: str | None,
    only_mine: bool,
    game: str | None,
    before: str | None,
    limit: int,
) -> tuple[list[Data], str | None]:
    """Own agents and public ones, newest first."""
    ids = agents.listed(player, not only_mine, before, limit)
    found = [agent for agent in agents.many(ids) if agent.public or agent.owner == player]
    items = [agent_data(tables, agents, agent, player) for agent in found if game is None or game in agent.games]
    return items, ids[-1] if len(ids) == limit else None


def seat(
    tables: Tables, agents: Agents, game: Game[Any, Any, Any], player: str, table: str, n: int, id: str | None
) -> SeatRecord:
    """A seat for an agent that this player may seat: their own, or a public one. What it has declared is kept there."""
    agent = None if id is None else agents.get(id)
    if agent is None or not (agent.public or agent.owner == player):
        raise Invalid(field=f"seats.{n}.agent", message="unknown agent, or you may not seat it")
    if game.name not in agent.games:
        raise Invalid(field=f"seats.{n}.agent", message=f"{agent.name} plays {', '.join(agent.games)}")
    if sum(other != table for other in playing(tables, agents, agent.id)) >= agent.most_tables:
        raise Invalid(field=f"seats.{n}.agent", message=f"{agent.name} already plays at {agent.most_tables} tables")
    agents.note_table(agent.id, table)
    return SeatRecord(
        "agent",
        name=agent.name,
        agent=agent.id,
        budget=round(agent.budget_s * 1000),
        fallback=agent.fallback,
    )


def playing(tables: Tables, agents: Agents, id: str) -> list[str]:
    """The tables where an agent sits that are not over; those that are, are forgotten on the way."""
    noted = agents.tables(id)
    session = [table.id for table in tables.load_many(noted) if not table.over]
    now = tables.now()
    # One that is named but not there yet may be about to be opened; ids begin with their time.
    young = [table for table in noted if table > keys.new_id(now - 60_000)[:10]]
    agents.forget_tables(id, *(table for table in noted if table not in session and table not in young))
    return session


# -- how it looks outside ------------------------------------------------------------------


def agent_data(tables: Tables, agents: Agents, agent: AgentRecord, player: str | None) -> Data:
    """An agent as this player sees it; where it lives and how it has been, only its owner."""
    own = agent.owner == player
    now = tables.now() if own else 0
    health = agents.health(agent.id) if own else None
    secrets = agents.secrets(agent.id) if own else None
    return {
        "id": agent.id,
        "name": agent.name,
        "owner": agent.owner,
        "transport": agent.transport,
        "games": agent.games,
        "budget_s": agent.budget_s,
        "fallback": agent.fallback,
        "public": agent.public,
        "most_tables": agent.most_tables,
        "language": agent.language,
        "created_at": stamp(agent.created),
        "mine": own,
        "url": agent.url if own else None,
        "failures": health.failures if health else None,
        "resting_until": stamp(health.until) if health and health.resting(now) else None,
        "old_secret_until": stamp(secrets.until) if secrets and len(secrets.good(now)) > 1 else None,
    }


def delivery_data(name: str, delivery: Delivery) -> Data:
    """One line of the log."""
    return {
        "id": name,
        "at": stamp(delivery.at),
        "table": delivery.table,
        "decision": delivery.decision,
        "message": delivery.message,
        "attempt": delivery.attempt,
        "outcome": delivery.outcome,
        "status": delivery.status,
        "latency_ms": delivery.latency_ms,
        "detail": delivery.detail,
    }


def deliveries(agents: Agents, owner: str, id: str, before: str | None, limit: int) -> tuple[list[Data], str | None]:
    """What was asked of an agent lately, newest first; for its owner only."""
    mine(agents, owner, id)
    found = agents.deliveries(id, before, limit)
    items = [delivery_data(name, delivery) for name, delivery in found]
    return items, items[-1]["id"] if len(items) == limit else None

"""Registering agents, changing and deleting them, rotating their secrets, and giving them seats."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from service.agents.addresses import BadAddress, parse_target
from service.agents.signing import new_secret
from service.agents.store import AgentRecord, Agents, Secrets
from service.games import REGISTRY
from service.games.kit.game import Game
from service.refusals import Invalid, NotFound, NotOwner
from service.storage.identifiers import new_id
from service.tables.parts import DEFAULT, SeatRecord
from service.tables.store import Tables
from service.tables.views import stamp

BUDGETS: Final = {"webhook": (1.0, 30.0, 10.0), "poll": (1.0, 3600.0, 60.0)}
"""Seconds per decision: minimum, maximum and default."""

AGENT_FIELDS: Final = (
    *("id", "name", "owner", "transport", "games", "budget_s", "fallback", "public", "most_tables"),
    *("language", "version", "model", "page", "talk"),
)
"""What everybody sees as it is."""

Data = dict[str, Any]


def register(
    tables: Tables, agents: Agents, owner: str, fields: Data, allow_private: bool, id: str
) -> tuple[AgentRecord, str]:
    """Register an agent and return it with its secret. A repeated `id` returns the same agent."""
    now = tables.now()
    fields = {**fields, "games": tuple(dict.fromkeys(fields["games"])) or tuple(REGISTRY)}
    if fields.get("budget_s") is None:
        fields["budget_s"] = BUDGETS[fields["transport"]][2]
    agent = AgentRecord(id=id, owner=owner, created=now, **fields)
    _check(agent, allow_private)
    return agents.add(agent, new_secret())


def change(agents: Agents, owner: str, id: str, fields: Data, allow_private: bool) -> AgentRecord:
    """Change some fields. Running tables keep the budget and fallback that they started with."""
    while True:
        old = owned(agents, owner, id)
        if "games" in fields:
            fields = {**fields, "games": tuple(dict.fromkeys(fields["games"])) or tuple(REGISTRY)}
        new = msgspec.structs.replace(old, **fields)
        _check(new, allow_private)
        if agents.replace(old, new):
            if new.url != old.url:
                agents.end_suspension(id)
            return new


def _check(agent: AgentRecord, allow_private: bool) -> None:
    least, most, _ = BUDGETS[agent.transport]
    if not least <= agent.budget_s <= most:
        raise Invalid(field="budget_s", message=f"must be {least:g} to {most:g} seconds for {agent.transport}")
    for game in agent.games:
        if agent.fallback != DEFAULT and agent.fallback not in REGISTRY[game].bots:
            bots = ", ".join((DEFAULT, *REGISTRY[game].bots))
            raise Invalid(field="fallback", message=f"must be one of {bots} for {game}")
    if agent.transport == "poll":
        if agent.url is not None:
            raise Invalid(field="url", message="a polling agent has no url")
        return
    if agent.url is None:
        raise Invalid(field="url", message="a webhook agent needs a url")
    try:
        parse_target(agent.url, allow_private)
    except BadAddress as bad:
        raise Invalid(field="url", message=str(bad)) from None


def find(agents: Agents, player: str | None, id: str) -> AgentRecord | None:
    """The agent with this id, if the player may see it."""
    agent = agents.get(id)
    return agent if agent is not None and agent.visible_to(player) else None


def visible(agents: Agents, player: str | None, id: str) -> AgentRecord:
    """The same; refused if there is none."""
    agent = find(agents, player, id)
    if agent is None:
        raise NotFound(what="agent")
    return agent


def owned(agents: Agents, owner: str, id: str) -> AgentRecord:
    agent = visible(agents, owner, id)
    if agent.owner != owner:
        raise NotOwner()
    return agent


def delete(agents: Agents, owner: str, id: str) -> None:
    """Delete an agent. At its tables the fallback continues."""
    agents.delete(owned(agents, owner, id))


def rotate(tables: Tables, agents: Agents, owner: str, id: str, grace_s: int) -> Secrets:
    """Replace the secret. The old one stays valid for a while, so that no delivery is refused during the change."""
    owned(agents, owner, id)
    new = agents.rotate(id, new_secret(), tables.now() + grace_s * 1000)
    if new is None:
        raise NotFound(what="agent")
    return new


def page(
    tables: Tables,
    agents: Agents,
    player: str | None,
    only_mine: bool,
    game: str | None,
    before: str | None,
    limit: int,
) -> tuple[list[Data], str | None]:
    """A page of the player's own agents and public ones, newest first, with the next cursor."""
    ids = agents.list_ids(player, not only_mine, before, limit)
    found = [agent for agent in agents.get_many(ids) if agent.visible_to(player)]
    items = [agent_data(tables, agents, agent, player) for agent in found if game is None or game in agent.games]
    return items, ids[-1] if len(ids) == limit else None


def seat(
    tables: Tables, agents: Agents, game: Game[Any, Any, Any], player: str, table: str, n: int, id: str | None
) -> SeatRecord:
    """A seat for one of this player's agents or a public one, with the agent's current budget and fallback."""
    agent = find(agents, player, id or "")
    if agent is None:
        raise Invalid(field=f"seats.{n}.agent", message="unknown agent, or you may not seat it")
    if game.name not in agent.games:
        raise Invalid(field=f"seats.{n}.agent", message=f"{agent.name} plays {', '.join(agent.games)}")
    if sum(other != table for other in playing(tables, agents, agent.id)) >= agent.most_tables:
        raise Invalid(field=f"seats.{n}.agent", message=f"{agent.name} already plays at {agent.most_tables} tables")
    agents.add_table(agent.id, table)
    return SeatRecord(
        "agent",
        name=agent.name,
        agent=agent.id,
        budget=round(agent.budget_s * 1000),
        fallback=agent.fallback,
        talks=agent.talk,
        version=agent.version or None,
        model=agent.model or None,
    )


def playing(tables: Tables, agents: Agents, id: str) -> list[str]:
    """The tables of an agent that are not over. Those that are over are removed from its list."""
    listed = agents.tables(id)
    running = [table.id for table in tables.load_many(listed) if not table.over]
    now = tables.now()
    # A listed table that does not exist yet may be about to be opened; an id begins with its time.
    recent = [table for table in listed if table > new_id(now - 60_000)[:10]]
    agents.remove_tables([id], *(table for table in listed if table not in running and table not in recent))
    return running


# -- responses -----------------------------------------------------------------------------


def agent_data(tables: Tables, agents: Agents, agent: AgentRecord, player: str | None) -> Data:
    """An agent as this player sees it. Only the owner sees its URL, failures and secrets."""
    own = agent.owner == player
    now = tables.now() if own else 0
    health = agents.health(agent.id) if own else None
    secrets = agents.secrets(agent.id) if own else None
    return {
        **{name: getattr(agent, name) for name in AGENT_FIELDS},
        "created_at": stamp(agent.created),
        "mine": own,
        "url": agent.url if own else None,
        "failures": health.failures if health else None,
        "suspended_until": stamp(health.suspended_until) if health and health.suspended(now) else None,
        "old_secret_until": stamp(secrets.until) if secrets and len(secrets.valid(now)) > 1 else None,
    }


def deliveries(agents: Agents, owner: str, id: str, before: str | None, limit: int) -> tuple[list[Data], str | None]:
    """A page of the delivery log, newest first, for the owner only."""
    owned(agents, owner, id)
    found = agents.deliveries(id, before, limit)
    items = [{"id": id, **msgspec.structs.asdict(delivery), "at": stamp(delivery.at)} for id, delivery in found]
    return items, items[-1]["id"] if len(items) == limit else None

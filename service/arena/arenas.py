"""Arenas of the service: opening, reading, pausing and cancelling them, and the ladder."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Any, Final

import msgspec

from service.accounts.store import Player
from service.agents import registry
from service.agents.store import Agents
from service.arena import export
from service.arena.plan import THOUGHTS, Entrant, InvalidPlan, Plan, make_plan
from service.arena.ratings import rating_data, ratings_data
from service.arena.records import ArenaRecord, Status
from service.arena.results import Results, results
from service.arena.store import Arenas
from service.books import uploads
from service.books.store import Books
from service.games import REGISTRY
from service.games.kit.game import BadOptions
from service.refusals import ArenaOver, Invalid, NotFound, NotOwner
from service.tables.store import Tables
from service.tables.views import stamp

MAX_GAMES: Final = 2000
MAX_GAMES_WITH_AGENTS: Final = 500
"""The limit with agents, whose games are played at tables."""

MAX_ENTRANTS: Final = 16
MAX_THOUGHTS: Final = 120
Data = dict[str, Any]


def open_arena(
    tables: Tables, agents: Agents, arenas: Arenas, books: Books, owner: Player, new: Data, id: str
) -> ArenaRecord:
    """Open an arena with the settings of `NewArenaSchema`. A repeated `id` returns the same arena."""
    now = tables.now()
    if (existing := arenas.get(id)) is not None:
        return existing
    entrants = tuple(_entrant(agents, owner, new["game"], n, **each) for n, each in enumerate(new["entrants"]))
    with_agents = any(each.kind == "agent" for each in entrants)
    if with_agents and new["seed"] is not None:
        raise Invalid(field="seed", message="with agents the service chooses the seed, so that nobody knows the cards")
    try:
        plan = make_plan(
            new["game"],
            entrants,
            options=uploads.lend(books, owner.id, REGISTRY[new["game"]], new["options"], id),
            seed=new["seed"] or secrets.token_hex(16),
            # An agent could remember a deal that it has played on another seat.
            duplicate=not with_agents,
            **{name: new[name] for name in ("games", "seats", "system", "rounds")},
        )
    except BadOptions as wrong:
        raise Invalid(field=f"options.{wrong.field}", message=str(wrong)) from None
    except InvalidPlan as error:
        raise Invalid(field=error.field, message=str(error)) from None
    if plan.games > MAX_GAMES:
        message = f"these entrants need {plan.games} games to meet fairly; the maximum is {MAX_GAMES}"
        raise Invalid(field="games", message=message)
    if with_agents and plan.games > MAX_GAMES_WITH_AGENTS:
        message = f"with agents the maximum is {MAX_GAMES_WITH_AGENTS} games; this needs {plan.games}"
        raise Invalid(field="games", message=message)
    arenas.open(ArenaRecord(id=id, owner=owner.id, public=new["visibility"] == "public", created=now, plan=plan))
    return visible(arenas, owner.id, id)


def _entrant(
    agents: Agents,
    owner: Player,
    game: str,
    n: int,
    level: str | None = None,
    agent: str | None = None,
    thoughts: int | None = None,
    name: str | None = None,
) -> Entrant:
    if (level is None) == (agent is None):
        raise Invalid(field=f"entrants.{n}.level", message="name a bot level or an agent")
    if agent is None:
        default = str(level) if thoughts is None else f"{level}@{thoughts}"
        return Entrant(name=name or default, kind="bot", level=level, thoughts=thoughts or THOUGHTS)
    found = registry.find(agents, owner.id, agent)
    if found is None:
        raise Invalid(field=f"entrants.{n}.agent", message="unknown agent, or you may not enter it")
    if game not in found.games:
        raise Invalid(field=f"entrants.{n}.agent", message=f"{found.name} plays {', '.join(found.games)}")
    return Entrant(name=name or found.name, kind="agent", source=found.id)


# -- reading and changing ------------------------------------------------------------------


def visible(arenas: Arenas, player: str | None, id: str) -> ArenaRecord:
    """An arena that this player may see."""
    arena = arenas.get(id)
    if arena is None or not arena.visible_to(player):
        raise NotFound(what="arena")
    return arena


def set_status(arenas: Arenas, player: str, id: str, status: Status) -> ArenaRecord:
    """Pause, resume or cancel an arena of this player."""
    arena = visible(arenas, player, id)
    if arena.owner != player:
        raise NotOwner()
    if arenas.set_status(id, ("running", "paused"), status) != status:
        raise ArenaOver(status=visible(arenas, player, id).status)
    return visible(arenas, player, id)


def page(
    arenas: Arenas, player: str | None, only_mine: bool, game: str | None, before: str | None, limit: int
) -> tuple[list[Data], str | None]:
    """A page of own and public arenas, newest first, with the next cursor."""
    ids = arenas.list_ids(player, only_mine, before, limit)
    found = [each for each in arenas.get_many(ids) if each.visible_to(player)]
    items = [arena_data(each) for each in found if game in (None, each.plan.game)]
    return items, ids[-1] if len(ids) == limit else None


def export_games(arenas: Arenas, arena: ArenaRecord) -> bytes:
    """The export: the plan, then every game."""
    return export.encode(public_plan(arena), arenas.games(arena.id))


def public_plan(arena: ArenaRecord) -> Plan:
    """The plan, without its seed while the arena is running: future deals could be computed from it."""
    return arena.plan if arena.over else msgspec.structs.replace(arena.plan, seed="")


def current_results(arenas: Arenas, arena: ArenaRecord) -> Results:
    return _results(arenas, arena.id, arena.played, arena.over)


@lru_cache(maxsize=32)
def _results(arenas: Arenas, id: str, played: int, over: bool) -> Results:
    """Results are cached until another game is played or the arena is over."""
    arena = arenas.get(id)
    if arena is None:
        raise NotFound(what="arena")
    return results(public_plan(arena), arenas.games(id), arenas.timings(id))


def ladder(arenas: Arenas, game: str | None, role: str | None, limit: int) -> Data:
    """The ratings from all finished public arenas, best first."""
    counted, ratings = arenas.ladder()
    found = [
        {"game": of, **entrant_data(name), "role": as_role, **rating_data(each)}
        for (of, name, as_role), each in ratings.items()
        if game in (None, of) and role in (None, as_role)
    ]
    found.sort(key=lambda each: (each["game"], each["role"], -each["mu"]))
    return {"items": found[:limit], "arenas": counted}


# -- responses -----------------------------------------------------------------------------


def entrant_data(key: str) -> Data:
    """An entrant of the ladder: a bot level with its thoughts and the version of the rules, or an agent."""
    kind, _, rest = key.partition(":")
    found: Data = {"entrant": key, "kind": kind, "level": None, "thoughts": None, "rules_version": None, "agent": None}
    if kind == "agent":
        return {**found, "agent": rest}
    bot, _, rules = rest.rpartition(":")
    level, _, thoughts = bot.partition("@")
    return {**found, "level": level, "thoughts": int(thoughts), "rules_version": int(rules)}


def arena_data(arena: ArenaRecord, found: Results | None = None) -> Data:
    """An arena, with its results if they are given."""
    plan, path = arena.plan, f"/v1/arenas/{arena.id}"
    data: Data = {
        **{name: getattr(arena, name) for name in ("id", "status", "owner", "played", "counted")},
        **{name: getattr(plan, name) for name in ("game", "seats", "options", "system", "rounds", "deals", "games")},
        "visibility": "public" if arena.public else "private",
        "rules_version": plan.rules,
        "seed": plan.seed if arena.over else None,
        "entrants": [_participant_data(each) for each in plan.entrants],
        "created_at": stamp(arena.created),
        "finished_at": stamp(arena.finished),
        "reason": arena.reason or None,
        "links": {"self": path, "report": f"{path}/report", "games": f"{path}/games"},
    }
    if found is not None:
        data["ratings"] = ratings_data(found.ratings)
        data["standings"] = msgspec.to_builtins(found.standings)
    return data


def _participant_data(entrant: Entrant) -> Data:
    shown = {name: getattr(entrant, name) for name in ("name", "kind", "level", "thoughts")}
    return {**shown, "agent": entrant.source if entrant.kind == "agent" else None}

"""Arenas of the service: open one, look at it, stop it; and the ladder over them. Workers play them in slices."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from service.accounts.store import Player
from service.agents.store import Agents
from service.arena.plans import THOUGHTS, BadPlan, Entrant, Plan, System, draw_up
from service.arena.ratings import Rating
from service.arena.rows import export
from service.arena.store import ArenaRecord, Arenas
from service.arena.tables import Results, results
from service.books import uploads
from service.books.store import Books
from service.books.uploads import provide
from service.games import SHELF
from service.refusals import ArenaOver, Invalid, NotFound, NotOwner, TooManyArenas
from service.storage import keys
from service.tables.store import Tables
from service.tables.views import stamp

MOST_GAMES: Final = 2000
MOST_AT_TABLES: Final = 500
"""The same where agents take part, whose games are played at tables."""

MOST_ENTRANTS: Final = 16
MOST_THOUGHTS: Final = 120
MOST_AT_ONCE: Final = 3
"""So many arenas of a player may run at a time."""

Data = dict[str, Any]


class EntrantWish(Struct, frozen=True, kw_only=True):
    """Somebody to take part: a level of the built-in players, or an agent."""

    level: str | None = None
    agent: str | None = None
    thoughts: int | None = None
    name: str | None = None


class ArenaWish(Struct, frozen=True, kw_only=True):
    """How an arena shall be."""

    game: str
    entrants: tuple[EntrantWish, ...]
    games: int
    system: System = "round-robin"
    rounds: int | None = None
    seats: int | None = None
    options: dict[str, Any] = {}
    seed: str | None = None
    public: bool = True


def open_arena(
    tables: Tables,
    agents: Agents,
    arenas: Arenas,
    books: Books,
    owner: Player,
    wish: ArenaWish,
    plan: str | None = None,
) -> ArenaRecord:
    """Open an arena. The same `plan` opens the same one, however often it is asked for."""
    now = tables.now()
    id = plan or keys.new_id(now)
    if (known := arenas.get(id)) is not None:
        # Whoever opened it may have died before it was on the lists.
        arenas.note(known)
        return known
    mine = arenas.many(arenas.listed(owner.id, True, None, 100))
    if sum(not arena.over for arena in mine) >= MOST_AT_ONCE:
        raise TooManyArenas(most=MOST_AT_ONCE)
    entrants = tuple(_entrant(agents, owner, wish.game, n, each) for n, each in enumerate(wish.entrants))
    outside = any(each.kind == "agent" for each in entrants)
    if outside and wish.seed is not None:
        raise Invalid(field="seed", message="with agents the service chooses the seed, so that nobody knows the cards")
    try:
        drawn = draw_up(
            wish.game,
            entrants,
            games=wish.games,
            seats=wish.seats,
            options=_options(books, owner, id, wish),
            system=wish.system,
            rounds=wish.rounds,
            seed=wish.seed or secrets.token_hex(16),
            # An agent could remember a deal that it has seen from another seat.
            duplicate=not outside,
        )
    except BadPlan as wrong:
        raise Invalid(field=wrong.field, message=str(wrong)) from None
    if drawn.games > MOST_GAMES:
        message = f"these entrants need {drawn.games} games to meet fairly; the maximum is {MOST_GAMES}"
        raise Invalid(field="games", message=message)
    if outside and drawn.games > MOST_AT_TABLES:
        message = f"with agents the maximum is {MOST_AT_TABLES} games; this needs {drawn.games}"
        raise Invalid(field="games", message=message)
    arenas.open(ArenaRecord(id=id, owner=owner.id, public=wish.public, created=now, plan=drawn))
    return seen(arenas, owner.id, id)


def _entrant(agents: Agents, owner: Player, game: str, n: int, wish: EntrantWish) -> Entrant:
    if (wish.level is None) == (wish.agent is None):
        raise Invalid(field=f"entrants.{n}.level", message="name a bot level or an agent")
    if wish.agent is not None:
        agent = agents.get(wish.agent)
        if agent is None or not (agent.public or agent.owner == owner.id):
            raise Invalid(field=f"entrants.{n}.agent", message="unknown agent, or you may not enter it")
        if game not in agent.games:
            raise Invalid(field=f"entrants.{n}.agent", message=f"{agent.name} plays {', '.join(agent.games)}")
        return Entrant(name=wish.name or agent.name, kind="agent", source=agent.id)
    thoughts = wish.thoughts or THOUGHTS
    name = wish.name or (str(wish.level) if wish.thoughts is None else f"{wish.level}@{thoughts}")
    return Entrant(name=name, kind="bot", level=wish.level, thoughts=thoughts)


def _options(books: Books, owner: Player, id: str, wish: ArenaWish) -> dict[str, Any]:
    """The options, with a book of the player's or a shared one fetched into this process."""
    game = SHELF.get(wish.game)
    if game is None or "book" not in wish.options or not isinstance(wish.options["book"], str):
        return wish.options
    options = {**wish.options, "book": uploads.lend(books, owner.id, wish.options["book"], id)}
    if options["book"] is None:
        raise Invalid(field="options.book", message="unknown book, or it is still being read")
    provide(books, game.name, options)
    return options


# -- looking -------------------------------------------------------------------------------


def seen(arenas: Arenas, player: str | None, id: str) -> ArenaRecord:
    """An arena that this player may see."""
    arena = arenas.get(id)
    if arena is None or not (arena.public or arena.owner == player):
        raise NotFound(what="arena")
    return arena


def turned(arenas: Arenas, player: str, id: str, after: Any) -> ArenaRecord:
    """Pause one's own arena, let it go on, or stop it for good."""
    arena = seen(arenas, player, id)
    if arena.owner != player:
        raise NotOwner()
    if arenas.turn(id, ("running", "paused"), after) != after:
        raise ArenaOver(status=seen(arenas, player, id).status)
    return seen(arenas, player, id)


def page(
    arenas: Arenas, player: str | None, only_mine: bool, game: str | None, before: str | None, limit: int
) -> tuple[list[Data], str | None]:
    """Own and public arenas, newest first."""
    ids = arenas.listed(player, only_mine, before, limit)
    found = [each for each in arenas.many(ids) if each.public or each.owner == player]
    items = [arena_data(each) for each in found if game in (None, each.plan.game)]
    return items, ids[-1] if len(ids) == limit else None


def games(arenas: Arenas, arena: ArenaRecord) -> bytes:
    """The export: the plan, then every game."""
    return export(shown_plan(arena), arenas.rows(arena.id))


def shown_plan(arena: ArenaRecord) -> Plan:
    """The plan as others may see it: the seed of cards that are still to be dealt is nobody's business."""
    return arena.plan if arena.over else msgspec.structs.replace(arena.plan, seed="")


def figures(arenas: Arenas, arena: ArenaRecord) -> Results:
    """All figures of an arena as it stands."""
    return _figures(Now(arenas, arena.id, arena.played, shown_plan(arena)))


class Now:
    """An arena at one moment; two are equal if they have the same games."""

    def __init__(self, arenas: Arenas, id: str, played: int, plan: Plan) -> None:
        self.arenas, self.id, self.played, self.plan = arenas, id, played, plan

    def __hash__(self) -> int:
        return hash((self.id, self.played, self.plan.seed))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Now) and hash(self) == hash(other)


@lru_cache(maxsize=32)
def _figures(now: Now) -> Results:
    return results(now.plan, now.arenas.rows(now.id), now.arenas.paces(now.id))


def ladder(arenas: Arenas, game: str | None, role: str | None, limit: int) -> Data:
    """The ratings over all public arenas that are finished, the best first."""
    counted, known = arenas.ladder()
    found = [
        {"game": of, **known_as(name), "role": as_role, **rating_data(each)}
        for (of, name, as_role), each in known.items()
        if game in (None, of) and role in (None, as_role)
    ]
    found.sort(key=lambda each: (each["game"], each["role"], -each["mu"]))
    return {"items": found[:limit], "arenas": counted}


# -- how it looks outside ------------------------------------------------------------------


def known_as(key: str) -> Data:
    """An entrant of the ladder: a level at so many thoughts and a version of the rules, or an agent."""
    kind, _, rest = key.partition(":")
    if kind == "agent":
        return {"entrant": key, "kind": "agent", "level": None, "thoughts": None, "rules_version": None, "agent": rest}
    who, _, rules = rest.rpartition(":")
    level, _, thoughts = who.partition("@")
    facts = {"level": level, "thoughts": int(thoughts), "rules_version": int(rules), "agent": None}
    return {"entrant": key, "kind": "bot", **facts}


def rating_data(rating: Rating) -> Data:
    """A rating with its interval."""
    return {
        "mu": rating.mu,
        "sigma": rating.sigma,
        "low": rating.low,
        "high": rating.high,
        "ordinal": rating.ordinal,
        "games": rating.games,
    }


def arena_data(arena: ArenaRecord, found: Results | None = None) -> Data:
    """An arena as it is shown, with its ratings where they are wanted."""
    plan, here = arena.plan, f"/v1/arenas/{arena.id}"
    shown: Data = {
        "id": arena.id,
        "status": arena.status,
        "owner": arena.owner,
        "visibility": "public" if arena.public else "private",
        "game": plan.game,
        "rules_version": plan.rules,
        "seats": plan.seats,
        "options": plan.options,
        "system": plan.system,
        "rounds": plan.rounds,
        "deals": plan.deals,
        "seed": plan.seed if arena.over else None,
        "entrants": [_entrant_data(each) for each in plan.entrants],
        "games": plan.games,
        "played": arena.played,
        "created_at": stamp(arena.created),
        "finished_at": stamp(arena.finished),
        "reason": arena.reason or None,
        "counted": arena.counted,
        "links": {"self": here, "report": f"{here}/report", "games": f"{here}/games"},
    }
    if found is not None:
        shown["ratings"] = [
            {"entrant": name, "role": role, **rating_data(each)} for (name, role), each in found.ratings.items()
        ]
        shown["standings"] = msgspec.to_builtins(found.standings)
    return shown


def _entrant_data(entrant: Entrant) -> Data:
    return {
        "name": entrant.name,
        "kind": entrant.kind,
        "level": entrant.level,
        "thoughts": entrant.thoughts,
        "agent": entrant.source if entrant.kind == "agent" else None,
    }

"""Ratings over many arenas, one after the other: what `GET /ratings` shows, from the exports alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from service.arena import export as writing
from service.arena.comparisons import bouts
from service.arena.export import Row
from service.arena.plan import MODEL, Plan
from service.arena.ratings import Rating, Ratings, ranked

Rung = tuple[str, str, str]
"""A game, an entrant by the name it has beyond its arena, and its role."""


def go_on(known: Mapping[Rung, Rating], plan: Plan, rows: Iterable[Row]) -> dict[Rung, Rating]:
    """The ratings after one arena more. The model is that of the ladder, whatever the arena used for itself."""
    names = [entrant.key(plan.rules) for entrant in plan.entrants]
    mine = {(name, role): each for (game, name, role), each in known.items() if game == plan.game}
    ratings = Ratings(MODEL, mine)
    for bout in bouts(plan, rows):
        ratings.add(bout, names)
    return {**known, **{(plan.game, *key): each for key, each in ratings.known.items()}}


def fold(exports: Iterable[bytes]) -> dict[Rung, Rating]:
    """The ratings after these exports, in this order."""
    known: dict[Rung, Rating] = {}
    for raw in exports:
        plan, rows, _ = writing.read(raw)
        known = go_on(known, plan, rows)
    return {
        (game, *key): each
        for game in sorted({rung[0] for rung in known})
        for key, each in ranked({(name, role): each for (of, name, role), each in known.items() if of == game}).items()
    }

"""The ladder: ratings over many arenas in sequence, as `GET /ratings` returns them, computed from exports alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from service.arena import export
from service.arena.comparisons import compare
from service.arena.export import GameRecord
from service.arena.plan import MODEL, Plan
from service.arena.ratings import Rating, Ratings, ranked

LadderKey = tuple[str, str, str]
"""A game, the key of an entrant, and its role."""


def add_arena(ladder: Mapping[LadderKey, Rating], plan: Plan, records: Iterable[GameRecord]) -> dict[LadderKey, Rating]:
    """The ladder after one more arena. It has its own rating model, whatever model the arena used."""
    names = [entrant.key(plan.rules) for entrant in plan.entrants]
    before = {(name, role): each for (game, name, role), each in ladder.items() if game == plan.game}
    ratings = Ratings(MODEL, before)
    for comparison in compare(plan, records):
        ratings.add(comparison, names)
    return {**ladder, **{(plan.game, *key): each for key, each in ratings.known.items()}}


def from_exports(exports: Iterable[bytes]) -> dict[LadderKey, Rating]:
    """The ladder after these exports, in this order."""
    ladder: dict[LadderKey, Rating] = {}
    for raw in exports:
        plan, records, _ = export.decode(raw)
        ladder = add_arena(ladder, plan, records)
    return {
        (game, *key): each
        for game in sorted({key[0] for key in ladder})
        for key, each in ranked({(name, role): each for (of, name, role), each in ladder.items() if of == game}).items()
    }

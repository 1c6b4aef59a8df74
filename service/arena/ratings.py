"""OpenSkill ratings, computed from the games in the order of their numbers, and the ladder over many arenas.

The ratings are identical to the last bit, whatever the order in which the games were played. A rating belongs to an
entrant in a role. A side that is played by one entrant counts as one player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from openskill.models import PlackettLuce

from service.arena import export
from service.arena.comparisons import Comparison, compare
from service.arena.export import GameRecord
from service.arena.plan import MODEL, Plan
from service.games.kit.game import PLAYER

Z: Final = 1.96
"""The number of standard deviations on each side that cover 95 % of a normal distribution."""

Key = tuple[str, str]
"""The name of an entrant, and its role."""

LadderKey = tuple[str, str, str]
"""A game, the key of an entrant, and its role."""


class Rating(Struct, frozen=True):
    """The rating of an entrant in a role: the estimate `mu`, and a 95 % interval from `low` to `high`."""

    mu: float
    sigma: float
    games: int = 0

    @property
    def low(self) -> float:
        return self.mu - Z * self.sigma

    @property
    def high(self) -> float:
        return self.mu + Z * self.sigma

    @property
    def ordinal(self) -> float:
        """A conservative estimate: three standard deviations below `mu`."""
        return self.mu - 3 * self.sigma


def rating_data(rating: Rating) -> dict[str, float]:
    """A rating with its interval, as JSON."""
    names = ("mu", "sigma", "low", "high", "ordinal", "games")
    return {name: getattr(rating, name) for name in names}


def ratings_data(ratings: Mapping[Key, Rating]) -> list[dict[str, Any]]:
    """The ratings of an arena, as JSON."""
    return [{"entrant": name, "role": role, **rating_data(each)} for (name, role), each in ratings.items()]


OnComparison = Callable[[Comparison, Mapping[Key, Rating]], None]


class Ratings:
    """Ratings that are updated by each comparison."""

    def __init__(self, model: Mapping[str, Any], known: Mapping[Key, Rating] | None = None) -> None:
        if model["model"] != "PlackettLuce":
            raise ValueError(f"unknown rating model {model['model']!r}")
        self._model = PlackettLuce(**{name: model[name] for name in ("mu", "sigma", "beta", "kappa", "tau")})
        self._new = Rating(model["mu"], model["sigma"])
        self.known: dict[Key, Rating] = dict(known or {})

    def add(self, comparison: Comparison, names: Sequence[str]) -> None:
        """Update the ratings; `names` are those of the entrants, by number."""
        keys = [(names[side.entrant], side.role) for side in comparison.sides]
        old = [self.known.get(key, self._new) for key in keys]
        if len(keys) < 2:
            self.known.update(
                {key: Rating(before.mu, before.sigma, before.games + 1) for key, before in zip(keys, old, strict=True)}
            )
            return
        teams = [[self._model.rating(mu=before.mu, sigma=before.sigma)] for before in old]
        new = self._model.rate(teams, ranks=[float(side.rank) for side in comparison.sides])
        for key, before, [after] in zip(keys, old, new, strict=True):
            self.known[key] = Rating(after.mu, after.sigma, before.games + 1)


def rate(plan: Plan, records: Iterable[GameRecord], on_comparison: OnComparison | None = None) -> dict[Key, Rating]:
    """The ratings of all entrants after these games, best first."""
    ratings = Ratings(plan.rating)
    names = [entrant.name for entrant in plan.entrants]
    for comparison in compare(plan, records):
        ratings.add(comparison, names)
        if on_comparison is not None:
            on_comparison(comparison, ratings.known)
    return ranked(ratings.known)


def ranked(ratings: Mapping[Key, Rating]) -> dict[Key, Rating]:
    """Ordered by role, then best first."""
    return dict(sorted(ratings.items(), key=lambda each: (each[0][1] != PLAYER, each[0][1], -each[1].mu, each[0][0])))


# -- the ladder ----------------------------------------------------------------------------


def add_arena(ladder: Mapping[LadderKey, Rating], plan: Plan, records: Iterable[GameRecord]) -> dict[LadderKey, Rating]:
    """The ladder, as `GET /ratings` returns it, after one more arena.

    It has its own rating model, whatever model the arena used.
    """
    names = [entrant.key(plan.rules) for entrant in plan.entrants]
    before = {(name, role): each for (game, name, role), each in ladder.items() if game == plan.game}
    ratings = Ratings(MODEL, before)
    for comparison in compare(plan, records):
        ratings.add(comparison, names)
    return {**ladder, **{(plan.game, *key): each for key, each in ratings.known.items()}}


def ladder_of(exports: Iterable[bytes]) -> dict[LadderKey, Rating]:
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

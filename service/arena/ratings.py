"""How good each entrant is: OpenSkill ratings, from the games in the order of their numbers.

Whatever order the games were played or handed in, the ratings are the same to the last bit. A rating belongs to an
entrant in a role; a whole side that is played by one mind counts as one player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from openskill.models import PlackettLuce

from service.arena.comparisons import Bout, bouts
from service.arena.export import Row
from service.arena.plan import Plan
from service.games.kit.game import PLAYER

Z: Final = 1.96
"""So many standard deviations to each side hold 95 % of a bell curve."""

Key = tuple[str, str]
"""An entrant, by whatever name it is known there, and its role."""


class Rating(Struct, frozen=True):
    """What is known of an entrant in a role: most likely `mu`, and with 95 % between `low` and `high`."""

    mu: float
    sigma: float
    games: int = 0

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mu - Z * self.sigma

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mu + Z * self.sigma

    @property
    def ordinal(self) -> float:
        """What one can be nearly certain of: three standard deviations below."""
        return self.mu - 3 * self.sigma


Heard = Callable[[Bout, Mapping[Key, Rating]], None]


class Ratings:
    """Ratings that go on with each comparison."""

    def __init__(self, model: Mapping[str, Any], known: Mapping[Key, Rating] | None = None) -> None:
        if model["model"] != "PlackettLuce":
            raise ValueError(f"there is no model {model['model']!r} here")
        self._model = PlackettLuce(**{name: model[name] for name in ("mu", "sigma", "beta", "kappa", "tau")})
        self._new = Rating(model["mu"], model["sigma"])
        self.known: dict[Key, Rating] = dict(known or {})

    def add(self, bout: Bout, names: Sequence[str]) -> None:
        """One comparison more; `names` are those of the entrants, by number."""
        keys = [(names[side.entrant], side.role) for side in bout.sides]
        old = [self.known.get(key, self._new) for key in keys]
        if len(keys) < 2:
            self.known.update(
                {key: Rating(was.mu, was.sigma, was.games + 1) for key, was in zip(keys, old, strict=True)}
            )
            return
        teams = [[self._model.rating(mu=was.mu, sigma=was.sigma)] for was in old]
        new = self._model.rate(teams, ranks=[float(side.rank) for side in bout.sides])
        for key, was, [now] in zip(keys, old, new, strict=True):
            self.known[key] = Rating(now.mu, now.sigma, was.games + 1)


def rate(plan: Plan, rows: Iterable[Row], heard: Heard | None = None) -> dict[Key, Rating]:
    """The ratings of all entrants after these games, the best first; `heard` looks on after each comparison."""
    ratings = Ratings(plan.rating)
    names = [entrant.name for entrant in plan.entrants]
    for bout in bouts(plan, rows):
        ratings.add(bout, names)
        if heard is not None:
            heard(bout, ratings.known)
    return ranked(ratings.known)


def ranked(ratings: Mapping[Key, Rating]) -> dict[Key, Rating]:
    """Role by role, the best first."""
    return dict(sorted(ratings.items(), key=lambda each: (each[0][1] != PLAYER, each[0][1], -each[1].mu, each[0][0])))

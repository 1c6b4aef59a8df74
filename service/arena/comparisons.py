"""Comparisons: which entrant did better than which, on the same deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from service.arena.export import GameRecord
from service.arena.pairing import Group, Meeting
from service.arena.plan import Plan
from service.games.kit.game import PLAYER


class Side(Struct, frozen=True):
    """An entrant in one role and its rank: 1 is the best, ties share a rank."""

    entrant: int
    role: str
    rank: int


class Comparison(Struct, frozen=True):
    """One comparison: a game, or the games of several teams on the same deal."""

    number: int
    round: int
    deal: int
    sides: tuple[Side, ...]

    def points(self) -> dict[int, float]:
        """For each entrant the share of the others that it beat; a tie counts half."""
        return {
            mine.entrant: sum(beats(mine, other) for other in self.sides if other is not mine) / (len(self.sides) - 1)
            for mine in self.sides
            if len(self.sides) > 1
        }


def beats(one: Side, other: Side) -> float:
    """1 for the better, 0 for the worse, a half for a tie."""
    return 0.5 if one.rank == other.rank else float(one.rank < other.rank)


def compare(plan: Plan, records: Iterable[GameRecord]) -> list[Comparison]:
    """All comparisons in order, without those that lack a game."""
    ordered = sorted(records, key=lambda record: record.game)
    if plan.contest != "cooperative":
        return [Comparison(each.comparison, each.round, each.deal, _sides(each)) for each in ordered]
    found = []
    for number, group in groupby(ordered, key=lambda record: record.comparison):
        teams = list(group)
        if len(teams) == plan.size:
            found.append(Comparison(number, teams[0].round, teams[0].deal, _teams(teams)))
    return found


def _sides(record: GameRecord) -> tuple[Side, ...]:
    """Each entrant once per role. An entrant on several seats counts with its mean place."""
    roles = record.roles or (PLAYER,) * len(record.seats)
    places: dict[tuple[int, str], list[int]] = defaultdict(list)
    for entrant, role, place in zip(record.seats, roles, record.places, strict=True):
        places[entrant, role].append(place)
    means = {key: sum(each) / len(each) for key, each in places.items()}
    return tuple(Side(*key, rank=1 + sum(other < mean for other in means.values())) for key, mean in means.items())


def _teams(records: Sequence[GameRecord]) -> tuple[Side, ...]:
    """Teams on the same deal: winners before losers, then by score.

    A team without a score did not get far enough to be scored; it ranks below any score.
    """
    keys = [(not each.winners, not each.scores, -each.scores[0] if each.scores else 0) for each in records]
    return tuple(
        Side(each.seats[0], each.roles[0] if each.roles else PLAYER, rank=1 + sum(other < key for other in keys))
        for each, key in zip(records, keys, strict=True)
    )


def meetings_by_round(plan: Plan, records: Sequence[GameRecord]) -> list[list[Meeting]]:
    """The meetings of each round with their points; the pairings of the next round are based on them."""
    rounds: dict[int, dict[Group, dict[int, list[float]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for comparison in compare(plan, records):
        group = tuple(sorted({side.entrant for side in comparison.sides}))
        for entrant, share in comparison.points().items():
            rounds[comparison.round][group][entrant].append(share)
    return [
        [Meeting(group, {each: sum(p) / len(p) for each, p in points.items()}) for group, points in rounds[n].items()]
        for n in sorted(rounds)
    ]

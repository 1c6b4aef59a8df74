"""What can be compared: who did better than whom, on the same deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from service.arena.export import Row
from service.arena.pairing import Met
from service.arena.plan import Plan
from service.games.kit.game import PLAYER


class Side(Struct, frozen=True):
    """An entrant in one role, and how it came out: 1 is the best rank, equals share one."""

    entrant: int
    role: str
    rank: int


class Bout(Struct, frozen=True):
    """One comparison: a game, or the games of several teams on the same deal."""

    number: int
    round: int
    deal: int
    sides: tuple[Side, ...]

    def points(self) -> dict[int, float]:
        """For each entrant the share of the others that it beat; a tie is half."""
        return {
            mine.entrant: sum(beats(mine, other) for other in self.sides if other is not mine) / (len(self.sides) - 1)
            for mine in self.sides
            if len(self.sides) > 1
        }


def beats(one: Side, other: Side) -> float:
    """1 for the better, 0 for the worse, a half for equals."""
    return 0.5 if one.rank == other.rank else float(one.rank < other.rank)


def bouts(plan: Plan, rows: Iterable[Row]) -> list[Bout]:
    """All comparisons in order; one that lacks a game is left out."""
    ordered = sorted(rows, key=lambda row: row.game)
    if plan.contest != "cooperative":
        return [Bout(row.bout, row.round, row.deal, _sides(row)) for row in ordered]
    found = []
    for number, group in groupby(ordered, key=lambda row: row.bout):
        teams = list(group)
        if len(teams) == plan.size:
            found.append(Bout(number, teams[0].round, teams[0].deal, _teams(teams)))
    return found


def _sides(row: Row) -> tuple[Side, ...]:
    """Each entrant once for each of its roles; on several seats their mean place counts."""
    roles = row.roles or (PLAYER,) * len(row.seats)
    places: dict[tuple[int, str], list[int]] = {}
    for entrant, role, place in zip(row.seats, roles, row.places, strict=True):
        places.setdefault((entrant, role), []).append(place)
    means = {key: sum(each) / len(each) for key, each in places.items()}
    return tuple(Side(*key, rank=1 + sum(other < mean for other in means.values())) for key, mean in means.items())


def _teams(rows: Sequence[Row]) -> tuple[Side, ...]:
    """Teams that played the same deal: those who won before those who lost, then by score.

    Who has no score did not come far enough to be counted, which is worse than any score.
    """
    came = [(not row.winners, not row.scores, -row.scores[0] if row.scores else 0) for row in rows]
    return tuple(
        Side(row.seats[0], row.roles[0] if row.roles else PLAYER, rank=1 + sum(other < mine for other in came))
        for row, mine in zip(rows, came, strict=True)
    )


def past(plan: Plan, rows: Sequence[Row]) -> list[list[Met]]:
    """The meetings of the rounds so far with the points that were taken, as the pairing of the next wants them."""
    rounds: dict[int, dict[tuple[int, ...], dict[int, list[float]]]] = {}
    for bout in bouts(plan, rows):
        group = tuple(sorted({side.entrant for side in bout.sides}))
        taken = rounds.setdefault(bout.round, {}).setdefault(group, {})
        for entrant, share in bout.points().items():
            taken.setdefault(entrant, []).append(share)
    return [
        [Met(group, {each: sum(p) / len(p) for each, p in taken.items()}) for group, taken in rounds[n].items()]
        for n in sorted(rounds)
    ]

"""The results of an arena: standings, head-to-head shares, and the advantage of seats and sides.

Games on the same deal are correlated, so intervals are computed over deals: Wilson's interval for an effective number
of independent games, which follows from the variance between deals and never exceeds the number of games.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from math import sqrt
from statistics import fmean, variance
from typing import Final

from msgspec import Struct

from service.arena.comparisons import Comparison, Side, beats, compare
from service.arena.export import GameRecord, Timing
from service.arena.plan import Plan
from service.arena.ratings import Key, Rating, Z, rate
from service.games.kit.game import PLAYER


class Share(Struct, frozen=True):
    """A share between 0 and 1 with its 95 % interval and number of games."""

    mean: float
    low: float
    high: float
    games: int


class Standing(Struct, frozen=True, kw_only=True):
    """The results of one entrant."""

    entrant: str
    games: int
    points: Share | None
    """The share of opponents that it beat. A tie counts as half."""
    wins: Share
    """The share of its games that one of its seats won. A shared victory counts in part."""
    score: float | None
    decisions: int
    ms: float | None
    """Milliseconds per decision."""
    failures: dict[str, int]
    note: str
    """The message of its first failure."""


class Bias(Struct, frozen=True, kw_only=True):
    """The share of games that a seat or side won, and the share that would be fair."""

    name: str
    won: Share
    fair: float | None


class Results(Struct, frozen=True, kw_only=True):
    """All results of an arena."""

    plan: Plan
    played: int
    standings: list[Standing]
    ratings: dict[Key, Rating]
    cross: dict[tuple[str, str], Share]
    sides: dict[tuple[str, str], Share]
    """Where seats are not alike: how often the first entrant won in the first role against the second in the other."""
    bias: list[Bias]
    history: dict[Key, list[tuple[int, float, float]]]
    """For plots: the number of the comparison, `mu` and `sigma`."""


HISTORY_POINTS: Final = 120
"""The resolution of the history of ratings."""

Samples = dict[int, list[float]]
"""Observations by deal."""


def share(samples: Samples) -> Share:
    """The mean of all observations, with an interval computed over deals."""
    values = [value for deal in samples.values() for value in deal]
    mean, games = fmean(values), len(values)
    deals = [fmean(deal) for deal in samples.values()]
    spread = variance(deals) / len(deals) if len(deals) > 1 else 0.0
    if spread > 0:
        effective = min(float(games), max(1.0, mean * (1 - mean) / spread))
    else:
        # Without variance between deals, each deal counts once.
        effective = float(len(deals))
    return Share(mean, *wilson(mean, effective), games)


def wilson(p: float, n: float) -> tuple[float, float]:
    """Wilson's interval for a share, which is also valid near 0 and 1 and for few games."""
    centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    # Near 0 and 1 the ends equal the share up to rounding errors.
    return min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half))


def results(plan: Plan, records: Sequence[GameRecord], timings: Mapping[int, Timing] | None = None) -> Results:
    """All results of an arena."""
    comparisons = compare(plan, records)
    history: dict[Key, list[tuple[int, float, float]]] = {}
    every = max(1, len(comparisons) // HISTORY_POINTS)

    def add_to_history(comparison: Comparison, known: Mapping[Key, Rating]) -> None:
        if comparison.number % every == 0 or comparison.number == comparisons[-1].number:
            for key, rating in known.items():
                history.setdefault(key, []).append((comparison.number, rating.mu, rating.sigma))

    ratings = rate(plan, records, add_to_history)
    standings = [_standing(plan, n, records, comparisons, timings or {}) for n in range(len(plan.entrants))]

    def mean_rating(standing: Standing) -> float:
        return fmean([each.mu for (name, _), each in ratings.items() if name == standing.entrant] or [0.0])

    return Results(
        plan=plan,
        played=len(records),
        standings=sorted(standings, key=lambda each: (-mean_rating(each), each.entrant)),
        ratings=ratings,
        cross=cross(plan, comparisons),
        sides=sides(plan, comparisons),
        bias=bias(plan, records),
        history=history,
    )


def _standing(
    plan: Plan, n: int, records: Sequence[GameRecord], comparisons: Sequence[Comparison], timings: Mapping[int, Timing]
) -> Standing:
    points: Samples = defaultdict(list)
    for comparison in comparisons:
        if (share_beaten := comparison.points().get(n)) is not None:
            points[comparison.deal].append(share_beaten)
    wins: Samples = defaultdict(list)
    scores: list[int] = []
    decisions, games, timed, ms = 0, 0, 0, 0.0
    failures: Counter[str] = Counter()
    note = ""
    for record in records:
        mine = [seat for seat, entrant in enumerate(record.seats) if entrant == n]
        if not mine:
            continue
        games += 1
        won = [_won(plan, record, seat) for seat in mine]
        wins[record.deal].append(sum(won) if plan.contest == "competitive" else max(won))
        scores += [record.scores[seat] for seat in mine if record.scores]
        decided = sum(record.decisions[seat] for seat in mine)
        decisions += decided
        for seat in mine:
            failures.update(record.failures.get(seat, {}))
        if (timing := timings.get(record.game)) and timing.ms:
            timed += decided
            ms += sum(timing.ms[seat] for seat in mine)
            note = note or next((timing.notes[seat] for seat in mine if seat in timing.notes), "")
    return Standing(
        entrant=plan.entrants[n].name,
        games=games,
        points=share(points) if points else None,
        wins=share(wins) if wins else Share(0.0, 0.0, 1.0, 0),
        score=fmean(scores) if scores else None,
        decisions=decisions,
        ms=ms / timed if timed else None,
        failures=dict(sorted(failures.items())),
        note=note,
    )


def _won(plan: Plan, record: GameRecord, seat: int) -> float:
    """A seat's part of the victory: winners share it, except in a team game."""
    if seat not in record.winners:
        return 0.0
    return 1 / len(record.winners) if plan.contest == "competitive" else 1.0


def cross(plan: Plan, comparisons: Iterable[Comparison]) -> dict[tuple[str, str], Share]:
    """For each pair that met, how often the first did better than the second. A tie counts as half."""
    return _pairs(plan, comparisons, lambda one, other: one.entrant != other.entrant)


def sides(plan: Plan, comparisons: Iterable[Comparison]) -> dict[tuple[str, str], Share]:
    """How often each entrant in the first role (the Creature) beat each entrant in the other."""
    if plan.contest != "one-against-all":
        return {}
    return _pairs(plan, comparisons, lambda one, other: one.role < other.role)


def _pairs(
    plan: Plan, comparisons: Iterable[Comparison], compared: Callable[[Side, Side], bool]
) -> dict[tuple[str, str], Share]:
    samples: dict[tuple[int, int], Samples] = defaultdict(lambda: defaultdict(list))
    for comparison in comparisons:
        for one, other in permutations(comparison.sides, 2):
            if compared(one, other):
                samples[one.entrant, other.entrant][comparison.deal].append(beats(one, other))
    names = [entrant.name for entrant in plan.entrants]
    return {(names[one], names[other]): share(found) for (one, other), found in sorted(samples.items())}


def bias(plan: Plan, records: Sequence[GameRecord]) -> list[Bias]:
    """How often each seat or side won. All entrants play each one equally often, so differences are due to the seat."""
    if plan.contest == "cooperative" or not records:
        return []
    samples: dict[str, Samples] = defaultdict(lambda: defaultdict(list))
    for record in records:
        if plan.contest == "one-against-all":
            for role in sorted(set(record.roles)):
                samples[role][record.deal].append(float(any(record.roles[seat] == role for seat in record.winners)))
        else:
            for seat in range(plan.seats):
                samples[str(seat)][record.deal].append(_won(plan, record, seat))
    fair = 1 / plan.seats if plan.contest == "competitive" else None
    return [Bias(name=name, won=share(found), fair=fair) for name, found in sorted(samples.items())]


def roles(results: Results) -> list[str]:
    """The rated roles, in order."""
    found = list(dict.fromkeys(role for _, role in results.ratings))
    return found or [PLAYER]

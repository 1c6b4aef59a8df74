"""What the games say in figures: standings, who beats whom, and whether a seat is worth more than another.

Games of one deal resemble each other, so every interval is taken over deals: Wilson's interval, for as many
independent games as the spread between deals allows, and never more than were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, variance

from msgspec import Struct

from service.arena.comparisons import Bout, beats, bouts
from service.arena.export import Pace, Row
from service.arena.plan import Plan
from service.arena.ratings import Key, Rating, Z, rate
from service.games.kit.game import PLAYER


class Share(Struct, frozen=True):
    """A share between 0 and 1 with its 95 % interval, and the number of games behind it."""

    mean: float
    low: float
    high: float
    games: int


class Standing(Struct, frozen=True, kw_only=True):
    """An entrant, and all that the games say about it."""

    entrant: str
    games: int
    points: Share | None
    """The share of the others that it beat, a tie for half."""
    wins: Share
    """The share of its games that one of its seats won; who shares a victory has a part of it."""
    score: float | None
    decisions: int
    ms: float | None
    """Milliseconds for each decision."""
    failures: dict[str, int]
    note: str
    """What its first failure said."""


class Bias(Struct, frozen=True, kw_only=True):
    """What a seat or a side brings: the share of games that it won, and what would be fair."""

    name: str
    won: Share
    fair: float | None


class Results(Struct, frozen=True, kw_only=True):
    """Everything that is computed from the games of an arena."""

    plan: Plan
    played: int
    standings: list[Standing]
    ratings: dict[Key, Rating]
    cross: dict[tuple[str, str], Share]
    sides: dict[tuple[str, str], Share]
    """Where seats are not alike: how often the first won in the first role against the second in the other."""
    bias: list[Bias]
    history: dict[Key, list[tuple[int, float, float]]]
    """For plots: the number of the comparison, mu and sigma."""


Samples = dict[int, list[float]]
"""What was observed, by deal."""


def share(samples: Samples) -> Share:
    """The mean of all observations, with an interval over deals."""
    values = [value for deal in samples.values() for value in deal]
    mean, games = fmean(values), len(values)
    deals = [fmean(deal) for deal in samples.values()]
    spread = variance(deals) / len(deals) if len(deals) > 1 else 0.0
    if spread > 0:
        effective = min(float(games), max(1.0, mean * (1 - mean) / spread))
    else:
        # All deals alike say nothing of their spread: each of them counts once.
        effective = float(len(deals))
    return Share(mean, *wilson(mean, effective), games)


def wilson(p: float, n: float) -> tuple[float, float]:
    """Wilson's interval for a share, which also makes sense near 0 and 1 and for few games."""
    centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    # Near 0 and 1 the ends are those of the share itself, but for the last bit.
    return min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half))


def results(plan: Plan, rows: Sequence[Row], paces: Mapping[int, Pace] | None = None, points: int = 120) -> Results:
    """All figures of an arena; `points` is how finely its history is drawn."""
    compared = bouts(plan, rows)
    history: dict[Key, list[tuple[int, float, float]]] = {}
    every = max(1, len(compared) // points)

    def look_on(bout: Bout, known: Mapping[Key, Rating]) -> None:
        if bout.number % every == 0 or bout.number == compared[-1].number:
            for key, rating in known.items():
                history.setdefault(key, []).append((bout.number, rating.mu, rating.sigma))

    ratings = rate(plan, rows, look_on)
    standings = [_standing(plan, n, rows, compared, paces or {}) for n in range(len(plan.entrants))]
    best = _means(ratings)
    return Results(
        plan=plan,
        played=len(rows),
        standings=sorted(standings, key=lambda each: (-best.get(each.entrant, 0.0), each.entrant)),
        ratings=ratings,
        cross=cross(plan, compared),
        sides=sides(plan, compared),
        bias=bias(plan, rows),
        history=history,
    )


def _means(ratings: Mapping[Key, Rating]) -> dict[str, float]:
    """The mean rating of each entrant over its roles, to put them into an order."""
    found: dict[str, list[float]] = {}
    for (name, _), rating in ratings.items():
        found.setdefault(name, []).append(rating.mu)
    return {name: fmean(values) for name, values in found.items()}


def _standing(plan: Plan, n: int, rows: Sequence[Row], compared: Sequence[Bout], paces: Mapping[int, Pace]) -> Standing:
    points: Samples = {}
    for bout in compared:
        if (taken := bout.points().get(n)) is not None:
            points.setdefault(bout.deal, []).append(taken)
    wins: Samples = {}
    scores: list[int] = []
    decisions, games, asked, ms = 0, 0, 0, 0.0
    failures: dict[str, int] = {}
    note = ""
    for row in rows:
        mine = [seat for seat, entrant in enumerate(row.seats) if entrant == n]
        if not mine:
            continue
        games += 1
        won = [_won(plan, row, seat) for seat in mine]
        wins.setdefault(row.deal, []).append(sum(won) if plan.contest == "competitive" else max(won))
        scores += [row.scores[seat] for seat in mine if row.scores]
        decisions += sum(row.decisions[seat] for seat in mine)
        for seat in mine:
            for kind, count in row.failures.get(seat, {}).items():
                failures[kind] = failures.get(kind, 0) + count
        if (pace := paces.get(row.game)) and pace.ms:
            asked += sum(row.decisions[seat] for seat in mine)
            ms += sum(pace.ms[seat] for seat in mine)
            note = note or next((pace.notes[seat] for seat in mine if seat in pace.notes), "")
    return Standing(
        entrant=plan.entrants[n].name,
        games=games,
        points=share(points) if points else None,
        wins=share(wins) if wins else Share(0.0, 0.0, 1.0, 0),
        score=fmean(scores) if scores else None,
        decisions=decisions,
        ms=ms / asked if asked else None,
        failures=dict(sorted(failures.items())),
        note=note,
    )


def _won(plan: Plan, row: Row, seat: int) -> float:
    """What a seat has of the victory: winners of a competition share it, a team has all of it or nothing."""
    if seat not in row.winners:
        return 0.0
    return 1 / len(row.winners) if plan.contest == "competitive" else 1.0


def cross(plan: Plan, compared: Iterable[Bout]) -> dict[tuple[str, str], Share]:
    """For each pair that met: how often the first did better than the second, a tie for half."""
    samples: dict[tuple[int, int], Samples] = {}
    for bout in compared:
        for one in bout.sides:
            for other in bout.sides:
                if one.entrant != other.entrant:
                    pair = samples.setdefault((one.entrant, other.entrant), {})
                    pair.setdefault(bout.deal, []).append(beats(one, other))
    names = [entrant.name for entrant in plan.entrants]
    return {(names[one], names[other]): share(found) for (one, other), found in sorted(samples.items())}


def sides(plan: Plan, compared: Iterable[Bout]) -> dict[tuple[str, str], Share]:
    """Who wins in the first role (the Creature) against whom in the other."""
    if plan.contest != "one-against-all":
        return {}
    samples: dict[tuple[int, int], Samples] = {}
    for bout in compared:
        one, other = sorted(bout.sides, key=lambda side: side.role)
        samples.setdefault((one.entrant, other.entrant), {}).setdefault(bout.deal, []).append(beats(one, other))
    names = [entrant.name for entrant in plan.entrants]
    return {(names[one], names[other]): share(found) for (one, other), found in sorted(samples.items())}


def bias(plan: Plan, rows: Sequence[Row]) -> list[Bias]:
    """How often each seat won, or each side; all play everywhere equally often, so it is the seat that makes it."""
    if plan.contest == "cooperative" or not rows:
        return []
    samples: dict[str, Samples] = {}
    for row in rows:
        if plan.contest == "one-against-all":
            for role in sorted(set(row.roles)):
                won = float(any(row.roles[seat] == role for seat in row.winners))
                samples.setdefault(role, {}).setdefault(row.deal, []).append(won)
        else:
            for seat in range(plan.seats):
                samples.setdefault(str(seat), {}).setdefault(row.deal, []).append(_won(plan, row, seat))
    fair = 1 / plan.seats if plan.contest == "competitive" else None
    return [Bias(name=name, won=share(found), fair=fair) for name, found in sorted(samples.items())]


def roles(results: Results) -> list[str]:
    """The roles there are ratings for, in order."""
    found = list(dict.fromkeys(role for _, role in results.ratings))
    return found or [PLAYER]

"""Who meets whom: each with each (round robin), equals with equals (Swiss), or neighbours who climb (ladder)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from service.arena.plan import Plan, first_rung

Group = tuple[int, ...]
"""The entrants that meet, by number."""

PATIENCE: Final = 10_000
"""So many steps the search for pairs that have not met yet may take."""


class Met(Struct, frozen=True):
    """A meeting of an earlier round, and the points each entrant took from it: 1 for beating everybody always."""

    group: Group
    points: dict[int, float]


def groups(plan: Plan, round: int, past: Sequence[Sequence[Met]]) -> list[Group]:
    """The meetings of a round. Swiss and ladder look at all rounds before it, in `past`."""
    everyone = tuple(range(len(plan.entrants)))
    match plan.system:
        case "round-robin":
            return list(combinations(everyone, plan.size))
        case "swiss":
            return swiss(everyone, plan.size, past)
        case "ladder":
            return climb(ladder(everyone, past), plan.size, round)


# -- Swiss ---------------------------------------------------------------------------------


def swiss(everyone: Group, size: int, past: Sequence[Sequence[Met]]) -> list[Group]:
    """Meetings of those who did equally well so far, if possible with somebody new."""
    order = standing(everyone, past)
    played = Counter(entrant for met in past for each in met for entrant in each.group)
    # Somebody must sit out if the numbers do not fit: whoever played most, of these the last.
    extra = len(order) % size
    out = sorted(order, key=lambda each: (-played[each], -order.index(each)))[:extra]
    order = [each for each in order if each not in out]
    met = Counter(pair for round in past for each in round for pair in combinations(sorted(each.group), 2))
    if size == 2:
        return paired(order, met)
    found = []
    while order:
        group = [order.pop(0)]
        while len(group) < size:
            group.append(min(order, key=lambda each: (_meetings(met, group, each), order.index(each))))
            order.remove(group[-1])
        found.append(tuple(group))
    return found


def standing(everyone: Group, past: Sequence[Sequence[Met]]) -> list[int]:
    """The entrants by their mean points so far, best first; equals in the order in which they entered."""
    points: dict[int, list[float]] = {each: [] for each in everyone}
    for round in past:
        for met in round:
            for entrant, share in met.points.items():
                points[entrant].append(share)
    return sorted(everyone, key=lambda each: (-sum(points[each]) / max(1, len(points[each])), each))


def paired(order: Sequence[int], met: Counter[tuple[int, int]]) -> list[Group]:
    """Pairs of neighbours who met as seldom as possible: first nobody twice, then twice at most, and so on."""
    for most in range(max(met.values(), default=0) + 1):
        steps = iter(range(PATIENCE))
        if found := _pair(tuple(order), met, most, steps):
            return found
    return [(order[n], order[n + 1]) for n in range(0, len(order), 2)]


def _pair(order: Group, met: Counter[tuple[int, int]], most: int, steps: object) -> list[Group] | None:
    if not order:
        return []
    first, others = order[0], order[1:]
    for n, other in enumerate(others):
        if met[min(first, other), max(first, other)] > most:
            continue
        if next(steps, None) is None:  # type: ignore[call-overload]
            return None
        if (rest := _pair(others[:n] + others[n + 1 :], met, most, steps)) is not None:
            return [(first, other), *rest]
    return None


def _meetings(met: Counter[tuple[int, int]], group: Sequence[int], each: int) -> int:
    return sum(met[min(each, other), max(each, other)] for other in group)


# -- ladder --------------------------------------------------------------------------------


def ladder(everyone: Group, past: Sequence[Sequence[Met]]) -> list[int]:
    """Who stands where, the top first: it begins in the order of entry, and whoever does better goes up."""
    order = list(everyone)
    for round in past:
        for met in round:
            rungs = sorted(order.index(each) for each in met.group)
            better = sorted(met.group, key=lambda each: (-met.points[each], order.index(each)))
            for rung, entrant in zip(rungs, better, strict=True):
                order[rung] = entrant
    return order


def climb(order: Sequence[int], size: int, round: int) -> list[Group]:
    """Neighbours on the ladder, in turn counted from the top and from the bottom."""
    first = first_rung(len(order), size, round)
    return [tuple(order[n : n + size]) for n in range(first, len(order) - size + 1, size)]

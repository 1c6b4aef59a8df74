"""Which entrants meet: all of them (round robin), those with similar results (Swiss), or neighbours (ladder)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from service.arena.plan import Plan, first_rank

Group = tuple[int, ...]
"""The numbers of the entrants that meet."""

MAX_STEPS: Final = 10_000
"""The limit of the search for pairs that have not met."""


class Meeting(Struct, frozen=True):
    """A meeting of an earlier round and the points of each entrant: 1 for beating all others in every game."""

    group: Group
    points: dict[int, float]


def groups(plan: Plan, round: int, past: Sequence[Sequence[Meeting]]) -> list[Group]:
    """The groups that meet in a round. Swiss and ladder use the results of all rounds before it, in `past`."""
    everyone = tuple(range(len(plan.entrants)))
    match plan.system:
        case "round-robin":
            return list(combinations(everyone, plan.size))
        case "swiss":
            return swiss(everyone, plan.size, past)
        case "ladder":
            return neighbours(ladder(everyone, past), plan.size, round)


# -- Swiss ---------------------------------------------------------------------------------


def swiss(everyone: Group, size: int, past: Sequence[Sequence[Meeting]]) -> list[Group]:
    """Groups of entrants with similar results that have met as rarely as possible."""
    order = standing(everyone, past)
    played = Counter(entrant for round in past for each in round for entrant in each.group)
    # If the number is not divisible, those who have played most sit out, the lowest ranked first.
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


def standing(everyone: Group, past: Sequence[Sequence[Meeting]]) -> list[int]:
    """The entrants by mean points, best first; ties in order of entry."""
    points: dict[int, list[float]] = {each: [] for each in everyone}
    for round in past:
        for meeting in round:
            for entrant, share in meeting.points.items():
                points[entrant].append(share)
    return sorted(everyone, key=lambda each: (-sum(points[each]) / max(1, len(points[each])), each))


def paired(order: Sequence[int], met: Counter[tuple[int, int]]) -> list[Group]:
    """Pairs of neighbours that have met as rarely as possible: never if possible, else at most once, and so on."""
    for limit in range(max(met.values(), default=0) + 1):
        steps = iter(range(MAX_STEPS))
        if found := _pair(tuple(order), met, limit, steps):
            return found
    return [(order[n], order[n + 1]) for n in range(0, len(order), 2)]


def _pair(order: Group, met: Counter[tuple[int, int]], limit: int, steps: object) -> list[Group] | None:
    if not order:
        return []
    first, others = order[0], order[1:]
    for n, other in enumerate(others):
        if met[min(first, other), max(first, other)] > limit:
            continue
        if next(steps, None) is None:  # type: ignore[call-overload]
            return None
        if (rest := _pair(others[:n] + others[n + 1 :], met, limit, steps)) is not None:
            return [(first, other), *rest]
    return None


def _meetings(met: Counter[tuple[int, int]], group: Sequence[int], each: int) -> int:
    return sum(met[min(each, other), max(each, other)] for other in group)


# -- ladder --------------------------------------------------------------------------------


def ladder(everyone: Group, past: Sequence[Sequence[Meeting]]) -> list[int]:
    """The current order, top first. It starts in order of entry; whoever does better in a meeting moves up."""
    order = list(everyone)
    for round in past:
        for meeting in round:
            ranks = sorted(order.index(each) for each in meeting.group)
            best_first = sorted(meeting.group, key=lambda each: (-meeting.points[each], order.index(each)))
            for rank, entrant in zip(ranks, best_first, strict=True):
                order[rank] = entrant
    return order


def neighbours(order: Sequence[int], size: int, round: int) -> list[Group]:
    """Groups of neighbours on the ladder, counted alternately from the top and the bottom."""
    first = first_rank(len(order), size, round)
    return [tuple(order[n : n + size]) for n in range(first, len(order) - size + 1, size)]

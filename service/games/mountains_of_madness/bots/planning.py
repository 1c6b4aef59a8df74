"""The common plan: which of the cards told are placed, so that all who heard the same place the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct, field

from service.games.kit.decision import Seat
from service.games.mountains_of_madness.bots.hearing import Ear
from service.games.mountains_of_madness.bots.prose import Told
from service.games.mountains_of_madness.cards import Trial
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.vocabulary import Kind

Bid = tuple[Seat, int]
"""A card of one kind that a player has told of: whose it is, and its value."""


class Plan(Struct):
    """What each player is to place, and the total each trial then has; a trial may be left with a gap."""

    parts: dict[Seat, Counter[Told]] = field(default_factory=dict)
    totals: dict[Kind, int] = field(default_factory=dict)

    def part(self, seat: Seat) -> Counter[Told]:
        """The cards this player is to place."""
        return self.parts.get(seat, Counter())


def plan(s: State, ear: Ear, trials: Sequence[Trial], hopeful: bool) -> Plan:
    """The fewest cards that meet each trial. Where none do, and somebody who told nothing may help (`hopeful`),
    leave a gap that one card can fill; otherwise spend nothing on that trial.
    """
    made = Plan()
    for seat, pledged in ear.pledges.items():
        made.parts[seat] = Counter(pledged)
    for trial in trials:
        told = [card for cards in ear.pledges.values() for card in cards.elements()]
        fixed = sum(value for kind, value in told if kind == trial.kind)
        bids = _bids(s, ear, trial.kind)
        chosen = fewest(bids, trial, fixed)
        if chosen is None and hopeful:
            chosen = _with_a_gap(bids, trial, fixed)
        for seat, value in chosen or ():
            made.parts.setdefault(seat, Counter())[(trial.kind, value)] += 1
        made.totals[trial.kind] = fixed + sum(value for _, value in chosen or ())
    return made


def _bids(s: State, ear: Ear, kind: Kind) -> list[Bid]:
    """The cards of one kind, in an order that is the same for all."""
    return [
        (seat, value)
        for seat in s.clockwise()
        for (told, value), n in sorted(ear.offers.get(seat, Counter()).items())
        for _ in range(n)
        if told == kind
    ]


def fewest(bids: Sequence[Bid], trial: Trial, fixed: int) -> tuple[Bid, ...] | None:
    """The smallest set of cards that meets the trial together with what is fixed; of equals the smallest total."""
    for size in range(len(bids) + 1):
        totals = {some: fixed + sum(value for _, value in some) for some in combinations(bids, size)}
        fitting = [some for some, total in totals.items() if trial.accept.distance(total) == 0]
        if fitting:
            return min(fitting, key=lambda some: totals[some])
    return None


def _with_a_gap(bids: Sequence[Bid], trial: Trial, fixed: int) -> tuple[Bid, ...] | None:
    """The set of cards after which as many single cards as possible would meet the trial."""
    best: tuple[int, int, tuple[Bid, ...]] | None = None
    for size in range(1, len(bids) + 1):
        for some in combinations(bids, size):
            total = fixed + sum(value for _, value in some)
            chances = sum(trial.accept.distance(total + value) == 0 for value in range(2, 7))
            if chances and (best is None or (-chances, size) < best[:2]):
                best = (-chances, size, some)
    return None if best is None else best[2]

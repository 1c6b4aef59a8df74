"""The built-in players, weakest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from service.games.golden_compass.bots.greedy import Greedy, best
from service.games.golden_compass.scoring import sheet
from service.games.golden_compass.state import State
from service.games.kit.bots import Bot, RandomBot
from service.games.kit.decision import Seat
from service.games.kit.search import Search


def lead(s: State, seat: Seat) -> float:
    """By how much `seat` is ahead of the best of the others at the end."""
    totals = [sheet(s, each).total for each in s.everyone()]
    return totals.pop(seat) - max(totals)


BOTS: Final[Mapping[str, Bot]] = {
    "random": RandomBot(),
    "greedy": Greedy(),
    "search": Search(policy=best, worth=lead),
}

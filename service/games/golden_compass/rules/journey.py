"""Chapter 6 of RULES.md: Lyra moves, and what she leaves behind is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.golden_compass.cards import TOWNS, Town
from service.games.kit.agenda import Happen

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


class MoveLyra(Happen):
    """RULES 5.3, D17: Lyra moves space by space and stops on the objective; steps left over are lost."""

    steps: int

    def finish(self, s: State) -> None:
        for _ in range(self.steps):
            if s.arrived:
                break
            step(s)


def step(s: State) -> None:
    """RULES 6.1, 6.2: one space forward; entering the second town or the objective closes what lies behind."""
    before = s.town
    s.lyra += 1
    s.moved = True
    s.tell("moved", space=s.space.id)
    if s.arrived:
        for town in TOWNS[s.period]:
            close(s, town)
    elif before is not None and s.town != before:
        close(s, before)


def close(s: State, town: Town) -> None:
    """RULES D25, D37: tokens still lying in a town leave the game unseen; those placed in the red towns stay."""
    left = [token for token in s.towns.get(town, ()) if token is not None]
    if left:
        s.towns[town] = [None] * len(s.towns[town])
        s.gone += left
        s.tell("tokens-lost", town=town, count=len(left))

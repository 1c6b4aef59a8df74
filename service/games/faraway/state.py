"""A table of Faraway: what lies where."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from service.games.faraway.cards import CLUES
from service.games.faraway.rules import AnyStep
from service.games.faraway.scoring import Sheet, score
from service.games.kit.agenda import GameState

Phase = Literal["keep", "explore", "turns", "over"]


class Options(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when a table is opened: the advanced variant keeps 3 of 5 regions (RULES 3.4)."""

    advanced: bool = False


class Player(Struct):
    """One player's cards. `known` are those of the hand that everybody saw taken from the market.

    `owed` counts sanctuaries the pile was too short to deal.
    """

    hand: list[str]
    known: list[str] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    sanctuaries: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    owed: int = 0

    def clues(self) -> int:
        """RULES 4.6: the clues in the play area, on regions explored and sanctuaries placed."""
        return sum([CLUES[id] for id in self.row]) + sum([CLUES[id] for id in self.sanctuaries])

    def sheet(self) -> Sheet:
        """The player's line on the score pad."""
        return score(self.row, self.sanctuaries)


class State(GameState[AnyStep], kw_only=True):
    """The whole table. The top of the deck and of the pile is their first card."""

    players: list[Player]
    deck: list[str]
    pile: list[str]
    market: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    round: int = 1
    phase: Phase = "explore"
    order: tuple[int, ...] = ()
    """The seats in the order of their turns, from the reveal to the end of the round."""

    def everyone(self) -> tuple[int, ...]:
        """All seats."""
        return tuple(range(self.seats))

"""What lies on the table: a Hunted with their cards, a presence on the planet, and what holds for this turn only."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field

from service.games.kit.decision import Seat

Pending = Literal["none", "river", "artefact", "fjord"]
Stage = Literal["", "free", "target", "artemia", "creature", "done"]

MAX_WILL: Final = 3
HUNT_HAND: Final = 3


class HuntedTurn(Struct):
    """What holds for one Hunted until the end of the turn.

    `resisted` counts the Will spent resisting. `ignores` are tokens that count as absent. `composed` is the Will
    that Composure still saves. `mired` is stuck in Quicksand, `targeted` has had the effects of the Target cards.
    `exposed` are cards shown by Phobia; `named` and `admitted` are Telepathy's question and its answer.
    """

    survived: bool = False
    resisted: int = 0
    ignores: list[str] = field(default_factory=list)
    composed: int = 0
    mired: bool = False
    targeted: bool = False
    paralysed: bool = False
    exposed: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    admitted: bool = False


class Hunted(Struct):
    """One Hunted: Place cards in three zones, Survival cards, Will, and the double play that is due next turn.

    `open` are played cards that were revealed, `known` face-down ones that everybody saw leave the discard pile.
    `found` are the two Survival cards of the Shelter while one is being chosen.
    """

    seat: Seat
    hand: list[str]
    survival: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    will: int = MAX_WILL
    pending: Pending = "none"
    turn: HuntedTurn = field(default_factory=HuntedTurn)

    def owns(self, place: str) -> bool:
        """RULES 10.7: the cards in hand, played and discarded are owned."""
        return place in self.hand or place in self.played or place in self.discard


class Presence(Struct):
    """A Hunted is on a slot with a played card. `spent`: it was resolved, or lost its power to a token.

    `first` is the card with which it began, which the Portal and cards that move a Hunted leave as it is.
    """

    seat: Seat
    card: str
    slot: int
    spent: bool = False
    first: str = ""

    def __post_init__(self) -> None:
        self.first = self.first or self.card


class ThisTurn(Struct):
    """What holds until the end of the turn.

    `played` are the Hunt cards face up in order, `in_force` what they act as (Flashback is another card).
    `artemia`: the Rescue space showed the symbol when phase 2 began. `ruined` are slots named by Cataclysm,
    `used` the places whose power the team has used up. `stage` is the resolution step that is running.
    """

    hunt_limit: int = 1
    played: list[str] = field(default_factory=list)
    in_force: list[str] = field(default_factory=list)
    sacrificed: bool = False
    smoke: bool = False
    artemia: bool = False
    anticipated: Seat | None = None
    inert: bool = False
    ruined: list[int] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    caught: bool = False
    stage: Stage = ""

"""What is told while a game goes on: the data of each kind of event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from service.games.kit.decision import Seat


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened."""


class KeptRegions(Told, frozen=True):
    """To the player only: the regions kept of the five dealt, and those given back."""

    seat: Seat
    kept: tuple[str, ...]
    returned: tuple[str, ...]


class RegionsReturned(Told, frozen=True):
    """So many regions were shuffled back into the deck."""

    count: int


class MarketRevealed(Told, frozen=True):
    """These regions lie in the market now."""

    regions: tuple[str, ...]


class RoundBegan(Told, frozen=True):
    """A round begins."""

    round: int


class Explored(Told, frozen=True):
    """A region chosen in secret is revealed and joins its owner's row."""

    seat: Seat
    region: str


class FoundSanctuaries(Told, frozen=True):
    """So many sanctuaries were dealt to the player; `owed` more follow when the pile was too short."""

    seat: Seat
    count: int
    owed: int


class SawSanctuaries(Told, frozen=True):
    """To the finder only: the sanctuaries just dealt."""

    seat: Seat
    sanctuaries: tuple[str, ...]


class TurnOrder(Told, frozen=True):
    """The seats in the order in which they take their turns this round."""

    seats: tuple[Seat, ...]


class TookRegion(Told, frozen=True):
    """A region went from the market into a hand."""

    seat: Seat
    region: str


class KeptSanctuary(Told, frozen=True):
    """A sanctuary was placed and so many others went under the pile."""

    seat: Seat
    sanctuary: str
    returned: int


class PlacedSanctuary(Told, frozen=True):
    """The only sanctuary found was placed without a choice."""

    seat: Seat
    sanctuary: str


class RegionRemoved(Told, frozen=True):
    """The region left in the market is out of the game."""

    region: str


class Scored(Told, frozen=True):
    """What each region and each sanctuary of a player brought, in the order of play."""

    seat: Seat
    regions: tuple[int, ...]
    sanctuaries: tuple[int, ...]
    total: int


class Won(Told, frozen=True):
    """The player with the most fame."""

    seat: Seat
    total: int


class WonTie(Told, frozen=True):
    """Of those with the most fame, the player who explored the smallest region."""

    seat: Seat
    total: int
    region: str


STORY: Final[Mapping[str, type[Struct]]] = {
    "kept-regions": KeptRegions,
    "regions-returned": RegionsReturned,
    "market-revealed": MarketRevealed,
    "round-began": RoundBegan,
    "explored": Explored,
    "found-sanctuaries": FoundSanctuaries,
    "saw-sanctuaries": SawSanctuaries,
    "turn-order": TurnOrder,
    "took-region": TookRegion,
    "kept-sanctuary": KeptSanctuary,
    "placed-sanctuary": PlacedSanctuary,
    "region-removed": RegionRemoved,
    "scored": Scored,
    "won": Won,
    "won-tie": WonTie,
}

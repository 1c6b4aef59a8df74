"""What is told while a game goes on: the data of each kind of event. Many kinds are told with the same data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from service.games.kit.decision import Seat
from service.games.not_alone.cards import Token


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened; its kind says it all."""


class Somebody(Told, frozen=True):
    """Something that one player did, or that befell them."""

    seat: Seat


class Together(Told, frozen=True):
    """Something that several players did."""

    seats: tuple[Seat, ...]


class Counted(Told, frozen=True):
    """So many cards of one player, unseen."""

    seat: Seat
    count: int


class OneCard(Told, frozen=True):
    """A card that one player played, took or returned."""

    seat: Seat
    card: str


class Cards(Told, frozen=True):
    """Cards of one player, seen by the hearer."""

    seat: Seat
    cards: tuple[str, ...]


class OnePlace(Told, frozen=True):
    """A place that one player used, turned or laid aside."""

    seat: Seat
    place: str


class Places(Told, frozen=True):
    """Several places, and the player they concern."""

    seat: Seat
    places: tuple[str, ...]


class PlaceInSlot(Told, frozen=True):
    """A place that is face up in a slot from now on."""

    seat: Seat
    place: str
    slot: int


class OneSlot(Told, frozen=True):
    """A slot of the planet."""

    slot: int


class InSlot(Told, frozen=True):
    """A player, or their Shield, in a slot."""

    seat: Seat
    slot: int


class Slots(Told, frozen=True):
    """Two slots of the planet."""

    slots: tuple[int, ...]


class Side(Told, frozen=True):
    """The side of the board."""

    seat: Seat
    side: str


class Number(Told, frozen=True):
    """The number of the turn that begins."""

    turn: int


class PhaseBegan(Told, frozen=True):
    """The phase that begins."""

    phase: Literal["hunting", "reckoning", "end"]


class Distance(Told, frozen=True):
    """How far a counter is from victory now."""

    distance: int


class Will(Told, frozen=True):
    """Will that a Hunted lost or recovered, and how much is left."""

    seat: Seat
    will: int
    left: int


class Paid(Told, frozen=True):
    """Will that a Hunted spends."""

    seat: Seat
    will: int


class Spaces(Told, frozen=True):
    """Rescue spaces on which Will was put, or from which it was taken."""

    seat: Seat
    spaces: tuple[int, ...]


class HuntCount(Told, frozen=True):
    """So many Hunt cards."""

    count: int


class HuntCards(Told, frozen=True):
    """Hunt cards seen by the hearer."""

    cards: tuple[str, ...]


class HuntCard(Told, frozen=True):
    """A Hunt card seen by the hearer."""

    card: str


class OneToken(Told, frozen=True):
    """A Hunt token."""

    token: Token


class TokenOn(Told, frozen=True):
    """A Hunt token and the slots it covers."""

    token: Token
    slots: tuple[int, ...]


class Tokens(Told, frozen=True):
    """Two Hunt tokens."""

    tokens: tuple[Token, ...]


class Ignored(Told, frozen=True):
    """A Hunt token that counts as absent for a player."""

    seat: Seat
    token: Token


class Caught(Told, frozen=True):
    """A Hunted was caught by a token on a slot."""

    seat: Seat
    token: Token
    slot: int


class Teleported(Told, frozen=True):
    """A Hunted played another card and is on its place now."""

    seat: Seat
    card: str
    slot: int


STORY: Final[Mapping[str, type[Struct]]] = {
    "laid-out": Places,
    "side-chosen": Side,
    "turn-began": Number,
    "phase-began": PhaseBegan,
    "rescue-moved": Distance,
    "assimilation-moved": Distance,
    "creature-won": Somebody,
    "hunted-won": Together,
    # Will
    "will-lost": Will,
    "will-recovered": Will,
    "will-off-track": Spaces,
    "will-seeded": Spaces,
    "exhausted": Somebody,
    "resisted": Paid,
    "gave-up": Somebody,
    # Place cards
    "committed": Counted,
    "explored": Cards,
    "river-returned": Somebody,
    "returned": OneCard,
    "returned-unseen": Somebody,
    "took-back": Cards,
    "took-back-unseen": Counted,
    "discarded": Cards,
    "discarded-unseen": Counted,
    "played-from-pile": Cards,
    "played-from-pile-unseen": Counted,
    "swapped-unseen": Somebody,
    "took-reserve": OneCard,
    "pole-returned": Somebody,
    # Places
    "used-power": OnePlace,
    "power-unusable": InSlot,
    "did-nothing": Somebody,
    "double-play": OnePlace,
    "marker-on": Somebody,
    "marker-off": Somebody,
    "shield-moved": InSlot,
    "shield-arrived": InSlot,
    "teleported": Teleported,
    "slot-revealed": PlaceInSlot,
    "drew-places": Places,
    "place-laid": PlaceInSlot,
    "place-dropped": OnePlace,
    "place-sunk": OnePlace,
    # Survival cards
    "survival-played": OneCard,
    "drew-survival": Counted,
    "saw-survival": Cards,
    "discarded-survival": Cards,
    "survival-reshuffled": Told,
    "smoke-cleared": Told,
    "struck-back": Cards,
    "scanned": HuntCard,
    "was-scanned": HuntCard,
    "ignores-token": Ignored,
    # Hunt cards
    "hunt-played": OneCard,
    "flashback-copied": OneCard,
    "hunt-done": Somebody,
    "hunt-reshuffled": Told,
    "drew-hunt": HuntCount,
    "saw-hunt": HuntCards,
    "named": OneCard,
    "exposed-hand": Counted,
    "exposed-places": Cards,
    "telepathy-yes": Places,
    "telepathy-no": Places,
    "slot-ruined": OneSlot,
    "stormed": Slots,
    "hunted-moved": InSlot,
    "inertia-struck": Told,
    "targeted": Somebody,
    "caught": Caught,
    # Tokens
    "token-placed": TokenOn,
    "token-moved": TokenOn,
    "token-taken-up": OneToken,
    "tokens-swapped": Tokens,
}

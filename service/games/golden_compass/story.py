"""What is told while a game goes on: the data of each kind of event.

In an event with two players `seat` is the one who acts and `seats` has the one it is done to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from service.games.golden_compass.cards import Period, Town
from service.games.kit.decision import Seat


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened."""


class Did(Told, frozen=True):
    """Somebody did something that needs no more words."""

    seat: Seat


class DidTo(Did, frozen=True):
    """Somebody did something to somebody."""

    seats: tuple[Seat, ...]


class Cards(Did, frozen=True):
    """Lyra cards: whispered while they are secret, told to all when they lie face up."""

    cards: tuple[str, ...]


class Counted(Did, frozen=True):
    """So many."""

    count: int


# -- periods and allies ------------------------------------------------------------


class PeriodBegan(Did, frozen=True):
    """A period begins; the first turn will be this player's."""

    period: Period


class DealtCharacters(Did, frozen=True):
    """To the player only: the two characters to choose from."""

    characters: tuple[str, ...]


class AllyRevealed(Did, frozen=True):
    """A player's ally, and the Magisterium value with the card under it."""

    character: str
    magisterium: int


class Character(Did, frozen=True):
    """A character: an ally used, or to giver and receiver only, the card under an ally."""

    character: str


# -- turns -------------------------------------------------------------------------


class Spun(Did, frozen=True):
    """The needle stops in a sector."""

    sector: str


class ChoseColour(Did, frozen=True):
    """The player takes the red symbol or the light-blue one."""

    colour: str


class ChosePower(Did, frozen=True):
    """One of several powers of an ally."""

    power: str


class Reshuffled(Told, frozen=True):
    """The discard pile became a new draw pile of so many cards."""

    count: int


class Moved(Told, frozen=True):
    """Lyra entered a space."""

    space: str


class TokensLost(Told, frozen=True):
    """So many tokens of a town left the game unseen."""

    town: Town
    count: int


class PlacedCompasses(Counted, frozen=True):
    """Compasses went on the objective, where the player has `total` now."""

    total: int


class TookDust(Did, frozen=True):
    """A Dust tile from the stock, in which so many are left."""

    left: int


class RemovedCompasses(DidTo, frozen=True):
    """So many compasses went back from the objective."""

    count: int


class StolenCard(DidTo, frozen=True):
    """To thief and victim only: the card."""

    card: str


# -- sets and tokens ---------------------------------------------------------------


class PlayedSet(Cards, frozen=True):
    """Cards played as a daemon pair, a set of symbols or spies."""

    set: str


class TookToken(Did, frozen=True):
    """A token was taken from a slot of a town."""

    town: Town
    slot: str


class Token(Did, frozen=True):
    """To the taker only: the token."""

    token: str


class Peeked(Did, frozen=True):
    """Somebody looked at tokens of a town."""

    town: Town
    slots: tuple[str, ...]


class PeekedTokens(Did, frozen=True):
    """To the one who looks only: the tokens, slot by slot."""

    tokens: tuple[str, ...]


class StoleToken(DidTo, frozen=True):
    """A token with the back of this town changed hands."""

    town: Town


class StolenToken(DidTo, frozen=True):
    """To thief and victim only: the token."""

    token: str


class PlacedToken(Token, frozen=True):
    """A token lies face up in a red town."""

    town: Town


# -- Truth tiles and the end -------------------------------------------------------


class Tiles(Told, frozen=True):
    """Truth tiles drawn, or set aside for good."""

    tiles: tuple[str, ...]


class DrewPassages(Told, frozen=True):
    """So many Passages came out of the bag."""

    count: int


class PickingOrder(Told, frozen=True):
    """The players in the order in which they take Truth tiles."""

    seats: tuple[Seat, ...]


class TookTruths(Did, frozen=True):
    """Truth tiles taken."""

    tiles: tuple[str, ...]


class Scored(Did, frozen=True):
    """A line of the score pad: Truth tiles, placed tokens, placed alethiometers, Dust."""

    truths: int
    points: int
    alethiometers: int
    dust: int
    total: int


class Won(Told, frozen=True):
    """Who wins; players with equal points share it."""

    seats: tuple[Seat, ...]
    total: int


STORY: Final[Mapping[str, type[Struct]]] = {
    "period-began": PeriodBegan,
    "dealt-characters": DealtCharacters,
    "ally-revealed": AllyRevealed,
    "tucked": Character,
    "spun": Spun,
    "chose-colour": ChoseColour,
    "drew": Counted,
    "drew-cards": Cards,
    "discarded": Cards,
    "reshuffled": Reshuffled,
    "moved": Moved,
    "tokens-lost": TokensLost,
    "grew-restless": Did,
    "declined-action": Did,
    "placed-compasses": PlacedCompasses,
    "dirigible-assigned": DidTo,
    "dirigible-taken": Did,
    "dirigible-returned": Did,
    "took-dust": TookDust,
    "took-dust-from": DidTo,
    "used-ally": Character,
    "chose-power": ChosePower,
    "looked": Counted,
    "looked-at": Cards,
    "recovered": Cards,
    "stole-card": DidTo,
    "stolen-card": StolenCard,
    "removed-compasses": RemovedCompasses,
    "played-set": PlayedSet,
    "took-token": TookToken,
    "saw-token": Token,
    "peeked": Peeked,
    "peeked-tokens": PeekedTokens,
    "stole-token": StoleToken,
    "stolen-token": StolenToken,
    "placed-token": PlacedToken,
    "paid-magisterium": Cards,
    "renounced-truth": Did,
    "drew-truths": Tiles,
    "drew-passages": DrewPassages,
    "picking-order": PickingOrder,
    "took-truths": TookTruths,
    "set-aside": Tiles,
    "cleaned-up": Did,
    "scored": Scored,
    "won": Won,
}

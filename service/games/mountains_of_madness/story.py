"""What is told while a game goes on: the data of each kind of event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from service.games.kit.decision import Seat
from service.games.mountains_of_madness.talk.messages import Signal


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened."""


class Plain(Told, frozen=True):
    """It happened, and there is no more to say."""


class Someone(Told, frozen=True):
    """A player did it, or it befell a player."""

    seat: Seat


# -- movement ----------------------------------------------------------------------


class TurnBegan(Told, frozen=True):
    """A turn begins; the player is its Leader."""

    seat: Seat
    turn: int


class Moved(Told, frozen=True):
    """The airplane stands on this space now; an empty one has its printed trials."""

    seat: Seat
    space: str


class Spent(Told, frozen=True):
    """The Leader spends a token for one of the four uses; so many stay on the sled."""

    seat: Seat
    use: str
    sled: int


# -- encounter ---------------------------------------------------------------------


class Flipped(Told, frozen=True):
    """The place on this space is faced."""

    space: str


class Tile(Told, frozen=True):
    """To those who can see it: the tile that is faced."""

    tile: str


class TimerStarted(Told, frozen=True):
    """The sand runs, for the first time in this encounter or again."""

    timer: int


class Placed(Told, frozen=True):
    """So many cards were put face down on the sled."""

    seat: Seat
    count: int


class Tokens(Told, frozen=True):
    """Tokens moved; so many lie on the sled now."""

    sled: int


class SilenceBroken(Told, frozen=True):
    """Strict silence: somebody talked, which cost a token."""

    seat: Seat
    sled: int


# -- talk --------------------------------------------------------------------------


class Said(Told, frozen=True):
    """To the speaker only: what he said, or what waits to be said once more."""

    text: str
    signals: tuple[Signal, ...]


class Spoken(Told, frozen=True):
    """To one listener, or outside the discussion to all: what somebody said, as it was heard."""

    seat: Seat
    text: str
    signals: tuple[Signal, ...]


# -- resolution --------------------------------------------------------------------


class Revealed(Told, frozen=True):
    """The cards on the sled, and who placed each."""

    cards: tuple[str, ...]
    seats: tuple[Seat, ...]


class Tried(Told, frozen=True):
    """A trial was met or failed with this total."""

    trial: str
    total: int
    distance: int


class Count(Told, frozen=True):
    """So many wounds were healed."""

    count: int


class Exalted(Told, frozen=True):
    """So many tokens came back to the sled."""

    count: int
    sled: int


class TookRelic(Told, frozen=True):
    """A player takes a relic."""

    seat: Seat
    relic: str


class WentMad(Told, frozen=True):
    """A player draws a madness card of this level."""

    seat: Seat
    level: int


class OneCard(Told, frozen=True):
    """A card: a madness card to its new holder only, or an esoteric card that goes to the discard."""

    card: str


class Searched(Told, frozen=True):
    """All look at the tile on this space for a while; what it shows must be remembered."""

    space: str


class Chosen(Told, frozen=True):
    """The trial whose consequence comes now is suffered as madness."""

    trial: str


class Rolled(Told, frozen=True):
    """The penalty die for a failed trial."""

    face: str
    trial: str


class Left(Told, frozen=True):
    """Two wounds went to the discard; so many are left in the pile."""

    left: int


class Cards(Told, frozen=True):
    """Cards: to their owner only when drawn, to all when discarded in confusion."""

    cards: tuple[str, ...]


class Boxed(Told, frozen=True):
    """A token is out of the game; so many are left in all."""

    place: str
    left: int


# -- camp and end ------------------------------------------------------------------


class Limits(Told, frozen=True):
    """All hand limits until the next Draw."""

    limit: int


class Rested(Told, frozen=True):
    """The Leader called a Rest: all tokens are on the sled, and so many cards in the draw pile."""

    seat: Seat
    sled: int
    draw: int


class MadnessShown(Told, frozen=True):
    """After the end: all madness cards a player has had."""

    seat: Seat
    cards: tuple[str, ...]


class Counted(Told, frozen=True):
    """The team escaped: relics are counted against wounds."""

    relics: int
    wounds: int
    difference: int


class Ended(Told, frozen=True):
    """How it ended."""

    ending: str


STORY: Final[Mapping[str, type[Struct]]] = {
    "turn-began": TurnBegan,
    "moved": Moved,
    "moved-empty": Moved,
    "token-spent": Spent,
    "madness-ignored": Someone,
    "flipped": Flipped,
    "saw-place": Tile,
    "timer-started": TimerStarted,
    "placed": Placed,
    "ready": Someone,
    "done": Someone,
    "undone": Someone,
    "silence-fell": Plain,
    "silence-broken": SilenceBroken,
    "sand-ran-out": Plain,
    "said": Said,
    "held": Said,
    "heard": Spoken,
    "heard-nameless": Said,
    "murmur": Someone,
    "murmur-nameless": Plain,
    "spoke": Spoken,
    "revealed": Revealed,
    "place-shown": Tile,
    "trial-met": Tried,
    "trial-failed": Tried,
    "healed": Count,
    "exalted": Exalted,
    "took-relic": TookRelic,
    "token-lost": Tokens,
    "searched": Searched,
    "search-closed": Plain,
    "took-esoteric": OneCard,
    "chose-madness": Chosen,
    "went-mad": WentMad,
    "drew-madness": OneCard,
    "rolled": Rolled,
    "accident": Left,
    "confusion": Cards,
    "morale-lost": Tokens,
    "token-boxed": Boxed,
    "drew": Placed,
    "drew-cards": Cards,
    "limits-raised": Limits,
    "rested": Rested,
    "madness-shown": MadnessShown,
    "counted": Counted,
    "ended": Ended,
}

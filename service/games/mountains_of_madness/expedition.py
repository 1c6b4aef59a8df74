"""The explorers, and the encounter they are in: what lies on the sled, and what has been said and heard."""

from __future__ import annotations

from msgspec import Struct, field

from service.games.kit.decision import Seat
from service.games.mountains_of_madness.affliction import SANE, Affliction, affliction
from service.games.mountains_of_madness.cards import KINDS, RELICS
from service.games.mountains_of_madness.talk.messages import Signal
from service.games.mountains_of_madness.vocabulary import Kind

GRAINS = 30
"""The sand of a timer falls in thirty grains: one a second, unless the table has a slower timer (RULES D27)."""


class Player(Struct):
    """One explorer. `former` are the madness cards given back; `ignored` of the cards held are ignored this turn."""

    character: str
    hand: list[str]
    madness: list[str] = field(default_factory=list)
    former: list[str] = field(default_factory=list)
    ignored: int = 0
    relics: list[str] = field(default_factory=list)

    @property
    def level(self) -> int:
        """RULES 7.2, 11.1: the level of the highest card held; only level 3 ends the climb."""
        return int(self.madness[-1][1]) if self.madness else 0

    @property
    def active(self) -> tuple[str, ...]:
        """The madness cards that apply this turn: the highest are the first to be ignored."""
        return tuple(self.madness[: len(self.madness) - self.ignored])

    @property
    def mad(self) -> Affliction:
        """What is enforced upon the player in an encounter."""
        return affliction(self.active) if self.madness else SANE

    def covers(self, place: str) -> bool:
        """RULES 8.1: whether a relic lies on this place of the player board."""
        return any(RELICS[relic].covers == place for relic in self.relics)


class Heard(Struct, frozen=True, omit_defaults=True):
    """One line of what a player heard or said. Without a seat nobody knows who it was; a murmur has no words."""

    timer: int
    seat: Seat | None = None
    text: str = ""
    signals: tuple[Signal, ...] = ()
    murmur: bool = False


class Voice(Struct):
    """What one player has said and heard. All but `heard` starts anew with each timer."""

    heard_as: tuple[Kind, ...] = KINDS
    """How the kinds are exchanged for an ear out of order."""
    sent: int = 0
    sent_at: int = 0
    """The sand at the player's latest message."""
    since: int = 0
    """Messages of others since then."""
    held: str = ""
    """A message that waits to be sent once more."""
    last: str | None = None
    """The text of the latest message heard."""
    calls: int = 0
    """Messages that named the player and are not answered yet."""
    yes: bool = False
    """Another has said yes since the player's latest message."""
    placed: int = 0
    heard: list[Heard] = field(default_factory=list)


class Late(Struct, frozen=True):
    """A message on its way: it arrives at this grain of sand, or after this many messages of the table."""

    seat: Seat
    sent: str
    due: int


class Placed(Struct, frozen=True):
    """A card on the sled, and who put it there."""

    seat: Seat
    card: str


class Outcome(Struct, frozen=True):
    """RULES 6.1, 6.12: how a trial ended. A distance of 0 is a success."""

    trial: Kind
    total: int
    distance: int


class Faced(Struct, frozen=True):
    """The latest place that was resolved, which lies open to all."""

    space: str
    tile: str | None
    placed: tuple[Placed, ...]
    outcomes: tuple[Outcome, ...]


class Encounter(Struct):
    """The place that is faced: a tile, or the trials printed on an empty space."""

    voices: list[Voice]
    tile: str | None
    placed: list[Placed] = field(default_factory=list)
    timer: int = 0
    sand: int = 0
    silent: bool = False
    hush: bool = False
    """Silence has just fallen or the sand has just run out: a message that comes now was under way (RULES D8)."""
    ready: list[Seat] = field(default_factory=list)
    done: list[Seat] = field(default_factory=list)
    undone: list[Seat] = field(default_factory=list)
    accepted: int = 0
    late: list[Late] = field(default_factory=list)
    overheard: list[Heard] = field(default_factory=list)
    """What a spectator hears."""
    revealed: bool = False
    failed: list[Kind] = field(default_factory=list)
    """The failed trials whose consequence is still to come."""

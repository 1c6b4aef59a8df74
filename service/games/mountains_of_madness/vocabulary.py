"""RULES D23: the twenty types of rule that madness cards are made of, as they stand in cards.json."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal["tools", "books", "weapons", "crates"]
SignalType = Literal["offer", "pledge", "ask", "tally", "yes", "no"]
Direction = Literal["out", "in"]


class Rule(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """What a madness card enforces."""


# -- gates: a message that fails one is refused ------------------------------------


class Form(Rule, frozen=True):
    """Limits the shape of a message."""

    text: Literal["any", "question", "none"]
    signals: tuple[SignalType, ...]


class Length(Rule, frozen=True):
    """Bounds on the words of the text, on signals, and on numbers over text and signals."""

    min_words: int | None = None
    max_words: int | None = None
    max_signals: int | None = None
    max_numbers: int | None = None


class Forbid(Rule, frozen=True):
    """Refuses a message with a member of a class of words, or text with a letter."""

    classes: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    scope: Literal["message", "text"] = "message"


class Require(Rule, frozen=True, rename={"words": "class"}):
    """The text must contain a word of a class, or end with one of some phrases."""

    where: Literal["any", "end"]
    words: str | None = None
    literal: tuple[str, ...] = ()


class Echo(Rule, frozen=True):
    """The message begins with the last word heard, or is sent twice to be heard once."""

    mode: Literal["last_word", "twice"]


class Quota(Rule, frozen=True):
    """So many messages in a timer."""

    max_messages: int
    per: Literal["timer"]


class Cooldown(Rule, frozen=True):
    """A gap between two messages; relaxed: so many messages of others between them."""

    seconds: int
    others_between: int


class Window(Rule, frozen=True):
    """Talk only in this part of the timer; relaxed: after, or among, so many messages of the table."""

    open_from_s: int
    open_to_s: int | None
    skip_first: int | None
    first_only: int | None


class Trigger(Rule, frozen=True):
    """One message for each message of another that names the player."""

    after: Literal["named"]


class Truthful(Rule, frozen=True):
    """Numbers or kinds only by signal, and only of cards really held."""

    numbers: bool
    kinds: bool


class Precondition(Rule, frozen=True):
    """Another must have spoken before one talks, or have said yes before one plays."""

    before: Literal["talk", "play"]
    need: Literal["other_spoke", "yes_from_other"]


# -- routes ------------------------------------------------------------------------


class Audience(Rule, frozen=True):
    """Only one player receives the message; the others hear a murmur or nothing."""

    to: Literal["left", "right", "leader", "random_one"]
    others: Literal["murmur", "nothing"]
    if_leader: Literal["left", "right", "random_one"]


class Delivery(Rule, frozen=True):
    """The message arrives without a name, or late."""

    anonymous: bool
    delay_s: int
    delay_messages: int


# -- transforms --------------------------------------------------------------------


class NumberMap(Rule, frozen=True, tag="number_map"):
    """Every number is heard as another one."""

    dir: Direction
    op: Literal["add", "parity", "jitter"]
    n: int = 0


class KindMap(Rule, frozen=True, tag="kind_map"):
    """Every kind is heard as another one."""

    dir: Direction
    op: Literal["swap", "rotate", "shuffle_each_timer"]
    a: Kind | None = None
    b: Kind | None = None
    order: tuple[Kind, ...] = ()


class TextMap(Rule, frozen=True, tag="text_map"):
    """The words are garbled."""

    dir: Literal["out"]
    op: Literal["caps", "drop_vowels", "shuffle_words", "number_words", "drop_words"]
    p: float = 0


# -- perception and action ---------------------------------------------------------


class Hearing(Rule, frozen=True):
    """Messages of these players are heard as a murmur."""

    deaf_to: Literal["left", "everyone", "all_but_leader"]
    part: Literal["all"]
    if_leader: Literal["all_but_left"] | None = None


class TileView(Rule, frozen=True, tag="tile_view"):
    """Trials of the place cannot be seen."""

    hide: Literal["all", "last_trial"]


class HandView(Rule, frozen=True, tag="hand_view"):
    """The own hand is shuffled and cannot be read."""

    hide: Literal["values", "all"]


class Play(Rule, frozen=True):
    """Limits or forces the placing of cards."""

    max_cards: int | None = None
    max_per_action: int | None = None
    order: Literal["not_first", "last"] | None = None
    last_s: int | None = None
    parity: Literal["odd"] | None = None
    whole_hand: bool | None = None
    auto_at_s: int | None = None
    auto_at_messages: int | None = None


AnyRule = (
    Form
    | Length
    | Forbid
    | Require
    | Echo
    | Quota
    | Cooldown
    | Window
    | Trigger
    | Truthful
    | Precondition
    | Audience
    | Delivery
    | NumberMap
    | KindMap
    | TextMap
    | Hearing
    | TileView
    | HandView
    | Play
)

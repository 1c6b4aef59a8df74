"""What happens within one turn, and what is remembered of it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field

from service.games.kit.decision import Seat
from service.games.new_lands.books.pages import Line

Direction = Literal["N", "E", "S", "W"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("N", "E", "S", "W")

Stage = Literal["peripetia", "flair", "surveyor", "step-back", "compass"]
"""How far the Scout has come with the preparation."""


class Turn(Struct, kw_only=True):
    """All that is gone when the next turn begins.

    `passage` are the original lines, for the Scout alone; `reading` is what the Group hears of them, `told` of its
    lines have been said so far and `heard` are the seats that have had the whole of it.
    """

    scout: Seat
    number: int
    page: int
    stage: Stage = "peripetia"
    peripetia: str | None = None
    adjusted: int = 0
    passage: tuple[Line, ...] = ()
    compass: Direction | None = None
    know_how_settled: bool = False
    clue: str | None = None
    times: int = 1
    reading: tuple[str, ...] = ()
    told: int = 0
    heard: list[Seat] = field(default_factory=list)
    mission_discarded: bool = False
    in_city: bool = False
    tried: str | None = None
    fulfilled: bool | None = None
    chosen: Direction | None = None
    found: str | None = None
    lost: tuple[str, ...] = ()
    owed: int = 0


class Read(Struct, frozen=True):
    """A passage of an earlier turn: where it stands, not what it says; and what came of it.

    `found` went in the book, or `lost` were discarded; neither if the turn ended before the compass was shown.
    """

    turn: int
    scout: Seat
    page: int
    lines: int
    found: str | None = None
    lost: tuple[str, ...] = ()
    tried: str | None = None
    fulfilled: bool | None = None


class Meaning(Struct, frozen=True):
    """The Hidden Meaning: the sentence, its page, and the exploration that led there."""

    sentence: str
    page: int
    exploration: str

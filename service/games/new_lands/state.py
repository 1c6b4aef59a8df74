"""A table of New Lands: what lies where. Of the book it holds the fingerprint, and the passage at hand."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from service.games.kit.agenda import GameState
from service.games.kit.decision import Seat
from service.games.new_lands import library
from service.games.new_lands.books.book import Book
from service.games.new_lands.cards import BOX
from service.games.new_lands.facts import Difficulty, Language, Mode
from service.games.new_lands.originals import DEFAULT
from service.games.new_lands.rules import AnyStep
from service.games.new_lands.turn import Direction, Meaning, Read, Turn

Phase = Literal[
    "characters",
    "scout_choice",
    "preparation",
    "reading",
    "mission_vote",
    "exploration_vote",
    "loss_choice",
    "hidden_meaning",
    "finished",
]
Window = Annotated[int, Meta(ge=5, le=604_800)]


class Options(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when a table is opened: book, mode and modules (RULES 7.1), and the pace (RULES D43, D51).

    `book` is a fingerprint or the name of a built-in book. `standard` difficulty is the mode's own: 26 letters in
    Excursion, normal elsewhere. The windows count only when `timed`.
    """

    book: str = DEFAULT
    language: Literal["book", "en", "fr"] = "book"
    mode: Mode = "excursion"
    difficulty: Difficulty = "standard"
    peripeties: bool = False
    characters: bool = False
    domains: bool = False
    ranks: bool = False
    timed: bool = False
    words_per_minute: Annotated[int, Meta(ge=80, le=300)] = 160
    scout_seconds: Window = 45
    preparation_seconds: Window = 180
    mission_seconds: Window = 60
    exploration_seconds: Window = 120
    loss_seconds: Window = 60
    meaning_seconds: Window = 90

    @property
    def letters(self) -> int | None:
        """RULES 7.3: the letters at the start, or None where mode and difficulty do not go together."""
        return BOX.modes[self.mode].letters.get(self.level)

    @property
    def level(self) -> Difficulty:
        """The difficulty by its own name."""
        if self.difficulty == "standard" and self.mode != "excursion":
            return "normal"
        return self.difficulty

    def window(self, seconds: int) -> float | None:
        """The length of a window: none where the game is untimed."""
        return float(seconds) if self.timed else None


class Player(Struct):
    """One explorer: their character, whether its know-how is available, the mission held, how often Scout."""

    character: str | None = None
    know_how: bool = False
    mission: str | None = None
    scouted: int = 0


class State(GameState[AnyStep], kw_only=True):
    """The whole table. The top of every pile is its first bookmark.

    `found` explorations, `missions` and `peripeties` are in the book; `lost` ones are discarded.
    """

    options: Options
    book: str
    language: Language
    players: list[Player]
    camp: int
    city_page: int
    city: str
    letters: int
    pile: list[str]
    mission_pile: list[str]
    peripetia_pile: list[str] = field(default_factory=list)
    around: dict[Direction, str] = field(default_factory=dict)
    row: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    missions: list[str] = field(default_factory=list)
    lost_missions: list[str] = field(default_factory=list)
    peripeties: list[str] = field(default_factory=list)
    lost_peripeties: list[str] = field(default_factory=list)
    arrived: bool = False
    turn: Turn | None = None
    phase: Phase = "scout_choice"
    turns: int = 0
    read: list[Read] = field(default_factory=list)
    last_scout: Seat | None = None
    won: bool = False
    meaning: Meaning | None = None
    start: int | None = None
    """Where the expedition began; None at tables that were laid out before this was kept."""

    def everyone(self) -> tuple[Seat, ...]:
        """All seats."""
        return tuple(range(self.seats))

    def now(self) -> Turn:
        """The turn that is being played."""
        if self.turn is None:
            raise AssertionError("there is no turn between the turns")
        return self.turn

    def group(self) -> tuple[Seat, ...]:
        """RULES 4.3: everybody but the Scout, in seat order after the Scout; the first is the navigator (RULES D20)."""
        scout = self.now().scout
        return tuple((scout + n) % self.seats for n in range(1, self.seats))

    def text(self) -> Book:
        """The book on the table; MissingBook if it is not on the shelf."""
        return library.book(self.book)

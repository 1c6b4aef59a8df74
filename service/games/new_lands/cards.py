"""The facts of all bookmarks, characters and word lists; their names and texts are words (`text/`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

from service.games.kit import cards
from service.games.kit.cards import Source
from service.games.new_lands.checks import Check
from service.games.new_lands.facts import ByLanguage, Difficulty, Domain, Fact, Language, Mode


class Exploration(Fact, frozen=True):
    """RULES 1.2, D64: a theme in front; on the back how far it leads, and its domain."""

    id: str
    number: int
    advance: int
    domain: Domain
    source: Source
    lexicon: dict[Language, tuple[str, ...]]


class Mission(Fact, frozen=True):
    """A condition on the form of the passage; `rate` is how often it is true in the novels it was measured on."""

    id: str
    number: int
    domain: Domain
    check: dict[Language, Check]
    rate: dict[Language, float]
    source: Source


class Joker(Fact, frozen=True):
    """RULES 7.13, 7.15: the mission that starts in the book with module IV, and is of every domain."""

    id: str
    domain: Literal["any"]
    source: Source


class Op(Fact, frozen=True, rename={"kind": "op", "text": "with"}, omit_defaults=True):
    """One thing a reading constraint does to the lines; `constraints` says what each kind looks at (RULES D63)."""

    kind: str
    order: Literal["reverse", "interleave_halves"] | None = None
    lines: Literal["odd", "even", "all"] | tuple[int, ...] = "all"
    scope: Literal["line", "passage"] = "line"
    every: int = 0
    text: str | ByLanguage | None = None
    min_len: int = 0
    max_len: int | None = None
    initial: Literal["consonant"] | None = None
    lacks: ByLanguage | None = None
    keep_num: int = 0
    keep_den: int = 1
    letters: int = 0
    by: Literal["alpha"] = "alpha"
    words: int = 0
    factor: float = 1.0


class City(Fact, frozen=True):
    """A lost city, and the constraint under which it is explored."""

    id: str
    number: int
    difficulty: int
    transform: tuple[Op, ...]
    source: Source


class Peripetia(Fact, frozen=True, omit_defaults=True):
    """Some sheets more for a reading constraint."""

    id: str
    number: int
    advance_modifier: int
    difficulty: int
    transform: tuple[Op, ...]
    source: Source
    untimed_fallback: tuple[Op, ...] = ()


class Character(Fact, frozen=True):
    """A member of the expedition, and the know-how they bring."""

    id: str
    number: int
    effect: dict[str, Any]
    source: Source


class ModeFact(Fact, frozen=True):
    """How long an expedition is, and with how many letters it may start."""

    min_pages: int
    min_pages_after_start: int
    city_distance_pages: int
    letters: dict[Difficulty, int]


class Numbers(Fact, frozen=True):
    """RULES 2.3, 3.7, 4.13, 4.17: the numbers of the rulebook."""

    passage_lines: int
    visible_missions: int
    false_mission_letters: int
    lost_exploration_letters: int


class Rank(Fact, frozen=True):
    """The most points of a rank; the last has no limit."""

    max: int | None


class Scoring(Fact, frozen=True):
    """RULES 7.20: what counts."""

    difficult: int
    very_difficult: int
    per_mission_in_book: int
    per_peripetia_in_book: int
    per_letter: int
    city_reached: int
    won: int
    ranks: tuple[Rank, ...]


class Box(Fact, frozen=True):
    """What lies in the box."""

    modes: dict[Mode, ModeFact]
    rules_numbers: Numbers
    scoring: Scoring
    lists: dict[str, dict[Language, tuple[str, ...]]]
    root_families: dict[Language, tuple[tuple[str, ...], ...]]
    bot_matching: dict[str, Any]
    explorations: tuple[Exploration, ...]
    missions: tuple[Mission, ...]
    joker: Joker
    lost_cities: tuple[City, ...]
    peripeties: tuple[Peripetia, ...]
    characters: tuple[Character, ...]


BOX: Final = cards.load(Path(__file__).parent / "cards.json", Box)

EXPLORATIONS: Final[dict[str, Exploration]] = {card.id: card for card in BOX.explorations}
MISSIONS: Final[dict[str, Mission]] = {card.id: card for card in BOX.missions}
CITIES: Final[dict[str, City]] = {card.id: card for card in BOX.lost_cities}
PERIPETIES: Final[dict[str, Peripetia]] = {card.id: card for card in BOX.peripeties}
CHARACTERS: Final[dict[str, Character]] = {card.id: card for card in BOX.characters}
JOKER: Final = BOX.joker.id
NUMBERS: Final = BOX.rules_numbers

MISSION_NUMBER: Final[dict[str, int]] = {JOKER: 0, **{card.id: card.number for card in BOX.missions}}
"""The number of each mission; the joker has none, and counts as the lowest."""

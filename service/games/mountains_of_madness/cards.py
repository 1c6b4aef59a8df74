"""The facts of the box: cards, tiles, the board, and the words that madness looks for."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from service.games.kit import cards
from service.games.mountains_of_madness.vocabulary import AnyRule, Kind

Region = Literal["coast", "mountains", "city", "gates", "escape"]
Use = Literal["movement", "encounter", "resolution", "draw"]
Face = Literal["accident", "confusion", "morale_loss"]
Source = Literal["rulebook", "published", "house"]
"""Printed in the French rulebook, known of the published game from elsewhere, or designed by us (RULES D31)."""
Name = dict[str, str]
"""A name in every language."""


class Fact(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of cards.json; `field_sources` tells the parts of a tile apart."""

    source: Source
    field_sources: dict[str, Source] | None = None
    note: str | None = None


# -- trials ------------------------------------------------------------------------


class Range(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="range"):
    """Any total from `min` to `max`."""

    min: int
    max: int

    def distance(self, total: int) -> int:
        """RULES 6.12: how far a total is from the nearest accepted one."""
        return max(self.min - total, total - self.max, 0)


class Exact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="exact"):
    """This total only."""

    value: int

    def distance(self, total: int) -> int:
        """RULES 6.12."""
        return abs(self.value - total)


class AnyOf(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="any_of"):
    """One of these totals."""

    values: tuple[int, ...]

    def distance(self, total: int) -> int:
        """RULES 6.12."""
        return min(abs(value - total) for value in self.values)


class Trial(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of equipment and the totals accepted. The tint is there to mislead (RULES 5.2, D6)."""

    kind: Kind
    accept: Range | Exact | AnyOf
    tint: str


class Reward(Struct, frozen=True, forbid_unknown_fields=True):
    """What one success brings."""

    type: Literal["relic", "search", "esoteric", "heal", "exalt", "none"]
    category: str | None = None
    relic: str | None = None


class Tile(Fact, frozen=True):
    """A place that lies face down until the airplane comes."""

    id: str
    region: Region
    name: Name
    trials: tuple[Trial, ...]
    reward: Reward


class Space(Fact, frozen=True):
    """A space of the board, with the trials printed on it."""

    id: str
    region: Region
    row: int
    col: int
    start: bool
    empty_trials: tuple[Trial, ...] | None
    empty_trials_source: Any = None


class Way(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """From here the airplane can only go on."""

    start: str
    to: tuple[str, ...]


class Board(Fact, frozen=True, dict=True):
    """The mountain and the way of escape."""

    empty_trials_note: str
    rows: Any
    spaces: tuple[Space, ...]
    adjacency: dict[str, tuple[str, ...]]
    start_spaces: tuple[str, ...]
    gates_space: str
    escape_track: tuple[str, ...]
    one_way: tuple[Way, ...]
    one_way_note: str

    @cached_property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """RULES 4.2, 4.4: where the airplane may go from each space."""
        return {**self.adjacency, **{way.start: way.to for way in self.one_way}}


# -- cards -------------------------------------------------------------------------


class Equipment(Fact, frozen=True):
    """A card that counts for the trials of its kind."""

    id: str
    kind: Kind
    value: int
    name: Name


class Wound(Fact, frozen=True):
    """A card that only takes up room in a hand."""

    id: str
    name: Name


class Relic(Fact, frozen=True):
    """What the expedition came for, and the place on the player board it covers (RULES 8.1, D16)."""

    id: str
    category: Literal["specimen", "vestige", "knowledge"]
    letter: str
    name: Name
    immediate: Any
    covers: str
    token: str
    found_on: tuple[str, ...]


class Madness(Fact, frozen=True):
    """A madness card: what its holder reads, and what is enforced."""

    id: str
    level: Literal[1, 2, 3]
    name: Name
    text: Name
    enforce: tuple[AnyRule, ...]
    severity: Any


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts as a number in a text."""

    digits: str
    words: dict[str, int]
    roman: str
    tally: str
    not_counted: tuple[str, ...]


class Lexicon(Struct, frozen=True, forbid_unknown_fields=True):
    """The classes of words, in both languages at once."""

    note: str
    kinds: dict[Kind, tuple[str, ...]]
    kind_colours: dict[Kind, tuple[str, ...]]
    colours: tuple[str, ...]
    animals: tuple[str, ...]
    polite: tuple[str, ...]
    first_person: tuple[str, ...]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    numbers: Numbers
    items: str
    names: str
    compounds: tuple[str, ...]
    mad: tuple[str, ...]
    madness: tuple[str, ...]


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One face of a player board."""

    name: str
    source: Source


class PlayerBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """A player board with a character on each side."""

    id: int
    source: Source
    sides: tuple[Side, ...]


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the final table (RULES 10.4)."""

    min: int | None
    max: int
    result: Name


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """RULES 2.6, 2.8, 2.11: what depends on the number of players."""

    hand_limit: dict[int, int]
    starting_wounds_in_discard: dict[int, int]
    starting_madness: dict[int, str]
    source: Source


class Die(Fact, frozen=True):
    """RULES 6.11, D14: the penalty die."""

    faces: tuple[Face, ...]
    results: dict[Face, Name]


class Defaults(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds, and the budget of messages in relaxed mode."""

    source: dict[str, Source]
    timer_s: int
    leader_window_s: int
    search_s: int
    hush_s: int
    idle_timeout_s: int
    strict_silence: bool
    relaxed_messages_per_player: int


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """RULES 1.2, D31: all that lies in the box."""

    meta: Any
    kinds: Any
    player_boards: tuple[PlayerBoard, ...]
    defaults: Defaults
    setup: Setup
    leadership: Any
    penalty_die: Die
    equipment: tuple[Equipment, ...]
    esoteric: tuple[Equipment, ...]
    wounds: tuple[Wound, ...]
    relics: tuple[Relic, ...]
    relic_token_rules: Any
    tile_counts: dict[Region, dict[str, int]]
    tiles: tuple[Tile, ...]
    board: Board
    score_bands: tuple[Band, ...]
    talk: Any
    madness_rule_types: dict[str, Any]
    lexicon: Lexicon
    madness: tuple[Madness, ...]
    blank_madness_cards: Any


BOX: Final = cards.load(Path(__file__).parent / "cards.json", Box)

KINDS: Final[tuple[Kind, ...]] = ("tools", "books", "weapons", "crates")
EQUIPMENT: Final[dict[str, Equipment]] = {card.id: card for card in (*BOX.equipment, *BOX.esoteric)}
WOUNDS: Final[frozenset[str]] = frozenset(wound.id for wound in BOX.wounds)
RELICS: Final[dict[str, Relic]] = {relic.id: relic for relic in BOX.relics}
TILES: Final[dict[str, Tile]] = {tile.id: tile for tile in BOX.tiles}
SPACES: Final[dict[str, Space]] = {space.id: space for space in BOX.board.spaces}
MADNESS: Final[dict[str, Madness]] = {card.id: card for card in BOX.madness}
LAST_SPACE: Final = BOX.board.escape_track[-1]


def kind_of(card: str) -> str:
    """The kind of a hand card; a wound is a kind of its own."""
    return "wound" if card in WOUNDS else EQUIPMENT[card].kind


def value_of(card: str) -> int:
    """What a hand card counts; a wound counts nothing."""
    return 0 if card in WOUNDS else EQUIPMENT[card].value

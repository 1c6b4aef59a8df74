"""The facts of the box: board, sectors, Lyra cards, characters, tokens and tiles."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct, structs

from service.games.golden_compass.ops import AnyOp
from service.games.kit import cards

Period = Literal["green", "blue", "red"]
Town = Literal["jordan_college", "london", "trollesund", "bolvangar", "svalbard", "northern_lights"]
Action = Literal["alethiometer", "magisterium", "ally", "dust", "free_choice"]

PERIODS: Final[tuple[Period, ...]] = ("green", "blue", "red")


class Fact(Struct, frozen=True, forbid_unknown_fields=True):
    """Something printed on a component."""


class Space(Fact, frozen=True):
    """A space of the track; it is on the board of games with at least `min_players`."""

    id: str
    index: int
    type: Literal["start", "town", "objective"]
    shape: Literal["square", "round"]
    period: Period
    min_players: int
    source: cards.Source
    town: Town | None = None
    counts_as_town: Town | None = None
    counts_as_town_next_period: Town | None = None


class TownFacts(Fact, frozen=True):
    """A town, its spaces and its slots for tokens."""

    id: Town
    spaces: tuple[str, ...]
    experience_slots: dict[str, int | str]


class PeriodFacts(Fact, frozen=True):
    """RULES 2.1: a period of the journey, two towns and an objective."""

    id: Period
    order: int
    character_colour: Period
    towns: tuple[TownFacts, TownFacts]
    objective: str
    entry_space: str


class Board(Fact, frozen=True):
    """The track of Lyra's journey."""

    source: dict[str, str]
    note: str
    steps_per_period: dict[str, dict[Period, int]]
    periods: tuple[PeriodFacts, ...]
    track: tuple[Space, ...]


class Red(Fact, frozen=True):
    """The red symbol of a sector: cards to draw, and how far Lyra must move."""

    draw: int
    advance: int


class Sector(Fact, frozen=True):
    """Where the needle may stop: a red and a light-blue symbol."""

    id: str
    red: Red
    light_blue: Action
    source: cards.Source


class Spinner(Fact, frozen=True):
    """The needle and its sectors."""

    source: dict[str, str]
    probability: str
    light_blue_actions: dict[Action, str]
    sectors: tuple[Sector, ...]
    distribution: dict[str, dict[str, int]]


class LyraType(Fact, frozen=True):
    """What a Lyra card shows: a daemon and a symbol, and perhaps a flying spy; a joker shows them all."""

    id: str
    daemon: str | None
    symbol: str | None
    flying_spy: bool
    joker: bool
    source: cards.Source


class LyraCard(LyraType, frozen=True, kw_only=True):
    """One Lyra card of one of the decks."""

    deck: str


class LyraCards(Fact, frozen=True):
    """What a deck of Lyra cards is made of."""

    source: dict[str, str]
    distribution: dict[str, int]
    instance_id_rule: str
    daemons: tuple[dict[str, str], ...]
    symbols: tuple[dict[str, str], ...]
    types: tuple[LyraType, ...]


class Character(Fact, frozen=True):
    """A character: the Magisterium symbols, and the power it has as an ally."""

    id: str
    colour: Period
    name_source: str
    magisterium_symbols: int
    power: tuple[AnyOp, ...]
    source: cards.Source


class Token(Fact, frozen=True):
    """An Experience token; its back shows the town it comes from."""

    id: str
    set: Town
    kind: Literal["points", "alethiometer"]
    value: int | None
    source: cards.Source


class Tokens(Fact, frozen=True):
    """The 24 Experience tokens."""

    source: dict[str, str]
    back_shows: str
    tokens: tuple[Token, ...]


class Truth(Fact, frozen=True):
    """A Truth tile."""

    id: str
    value: int
    source: cards.Source


class Truths(Fact, frozen=True):
    """The 36 Truth tiles."""

    source: dict[str, str]
    distribution: dict[str, int]
    tiles: tuple[Truth, ...]


class Tiles(Fact, frozen=True):
    """Tiles that are all alike."""

    source: cards.Source
    count: int
    ids: tuple[str, ...]


class Box(Fact, frozen=True):
    """RULES 1.1, D40: what lies in the box, and where each fact comes from."""

    schema_version: int
    game: dict[str, Any]
    source_legend: dict[str, str]
    public_references: tuple[dict[str, str], ...]
    component_counts: dict[str, int | str]
    constants: dict[str, dict[str, Any]]
    player_colours: tuple[dict[str, str], ...]
    board: Board
    spinner: Spinner
    lyra_cards: LyraCards
    power_vocabulary: dict[str, Any]
    characters: tuple[Character, ...]
    experience_tokens: Tokens
    truth_tiles: Truths
    dust_tiles: Tiles
    passage_tiles: Tiles
    compass_tiles: dict[str, int | str]
    dirigible: dict[str, int | str]

    def constant(self, name: str) -> int:
        """A number of the rules."""
        value: int = self.constants[name]["value"]
        return value


BOX: Final = cards.load(Path(__file__).parent / "cards.json", Box)

STARTING_HAND: Final = BOX.constant("starting_hand")
HAND_LIMIT: Final = BOX.constant("hand_limit")
PAIR: Final = BOX.constant("characters_dealt_per_player")
DECKS: Final[dict[str, int]] = BOX.constants["lyra_decks_by_players"]["value"]
TRUTHS_DRAWN: Final = BOX.constant("truth_tiles_drawn_per_period")
TRUTHS_TAKEN: Final = BOX.constant("truth_tiles_taken_per_player")
DAEMON_SET: Final = BOX.constant("daemon_set_size")
SYMBOL_SET: Final = BOX.constant("symbol_set_size")
SYMBOL_COMPASSES: Final = BOX.constant("symbol_set_compasses")
SPY_SET: Final = BOX.constant("spy_set_size")
ALETHIOMETER_COMPASSES: Final = BOX.constant("alethiometer_action_compasses")
RED_SLOTS: Final = BOX.constant("red_town_slots")
DIRIGIBLE_EXTRA: Final = BOX.constant("dirigible_extra_discard")
STALL_GUARD: Final = BOX.constant("stall_guard_rounds")
COMPASSES: Final = int(BOX.compass_tiles["per_player"])

TRACKS: Final[dict[int, tuple[Space, ...]]] = {
    seats: tuple(space for space in BOX.board.track if space.min_players <= seats) for seats in (2, 3, 4)
}
"""RULES 3.1, D1: the track of a game by the number of players."""

TOWNS: Final[dict[Period, tuple[Town, Town]]] = {
    period.id: (period.towns[0].id, period.towns[1].id) for period in BOX.board.periods
}
SECTORS: Final[dict[str, Sector]] = {sector.id: sector for sector in BOX.spinner.sectors}
SECTOR_IDS: Final = tuple(SECTORS)

LYRA: Final[dict[str, LyraCard]] = {
    f"{card.id}-{deck}": LyraCard(**structs.asdict(card) | {"id": f"{card.id}-{deck}", "deck": deck})
    for deck in "ab"
    for card in BOX.lyra_cards.types
}
"""Both decks, card by card."""

CHARACTERS: Final[dict[str, Character]] = {character.id: character for character in BOX.characters}
"""RULES D35: thirty characters, ten of each colour."""
TOKENS: Final[dict[str, Token]] = {token.id: token for token in BOX.experience_tokens.tokens}
BACK: Final[dict[str, Town]] = {token.id: token.set for token in BOX.experience_tokens.tokens}
"""The town on the back of each token."""
TRUTHS: Final[dict[str, int]] = {tile.id: tile.value for tile in BOX.truth_tiles.tiles}
"""The value of each Truth tile."""
PASSAGES: Final = BOX.passage_tiles.ids

"""The facts of the twenty places, 33 Hunt cards and 30 Survival cards, and of the board they are played on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from service.games.kit import cards

Token = Literal["creature", "artemia", "target"]
Set = Literal["base", "exploration"]

CREATURE: Final[Token] = "creature"
ARTEMIA: Final[Token] = "artemia"
TARGET: Final[Token] = "target"
TOKENS: Final[tuple[Token, ...]] = (CREATURE, ARTEMIA, TARGET)
"""The three Hunt tokens."""


class Fact(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every card has: its names and text, and where they are known from."""

    id: str
    set: Set
    name: dict[str, str]
    text: dict[str, str]
    notes: tuple[str, ...]
    source: str
    source_detail: dict[str, str]
    has_house_parts: bool
    refs: tuple[str, ...]


class Copies(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of a place there are, and where they start."""

    total: int
    planet: int
    starting_hand_per_hunted: int
    reserve_by_hunted: dict[str, int]


class Place(Fact, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place of the planet. `power` and `on_caught` describe for readers what the rules do."""

    number: int
    copies: Copies
    power: dict[str, Any]
    team_uses_per_turn: int | None
    copyable: bool
    on_caught: dict[str, Any]
    special_setup: str | None


class Playable(Fact, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card that is played in a window of the turn, if what it `requires` is given."""

    phase: int | Literal["copied"]
    window: str
    requires: tuple[str, ...]
    ops: tuple[dict[str, Any], ...]
    replaces: str | None


class HuntCard(Playable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card of the Creature. Its symbol makes a Hunt token available; some tokens then cover two slots."""

    symbol: Token | None
    token_span: int


class SurvivalCard(Playable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card of a Hunted."""


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in the box, and the tables of the rulebook."""

    schema_version: int
    game: str
    about: str
    source_legend: dict[str, str]
    source_note: str
    sources: tuple[dict[str, str], ...]
    board: dict[str, Any]
    players: dict[str, Any]
    tokens: dict[str, Any]
    planet: dict[str, Any]
    setup: dict[str, Any]
    components: dict[str, Any]
    content_profiles: dict[str, Any]
    replacements: tuple[dict[str, str], ...]
    planet_presets: dict[str, tuple[str, ...]]
    places: tuple[Place, ...]
    hunt_cards: tuple[HuntCard, ...]
    survival_cards: tuple[SurvivalCard, ...]
    windows: dict[str, str]
    effect_vocabulary: dict[str, str]
    requirement_vocabulary: dict[str, str]


BOX: Final = cards.load(Path(__file__).parent / "cards.json", Box)

PLACES: Final[dict[str, Place]] = {place.id: place for place in BOX.places}
HUNT: Final[dict[str, HuntCard]] = {card.id: card for card in BOX.hunt_cards}
SURVIVAL: Final[dict[str, SurvivalCard]] = {card.id: card for card in BOX.survival_cards}
PRESETS: Final[dict[str, tuple[str, ...]]] = BOX.planet_presets

NUMBER: Final[dict[str, int]] = {place.id: place.number for place in BOX.places}
"""The printed number of each place."""

OUTDATED: Final = frozenset(card.replaces for card in (*BOX.hunt_cards, *BOX.survival_cards) if card.replaces)
"""Base cards that Exploration takes out of the decks."""

ARTEMIA_SPACES: Final[dict[int, frozenset[int]]] = {
    int(side): frozenset(facts["artemia_rescue_spaces"]) for side, facts in BOX.board["sides"].items()
}
"""The Rescue spaces that show the Artemia symbol, by board side."""


def deck(kind: dict[str, Any], content: Set) -> list[str]:
    """RULES 2.3: the cards of a deck, in the order of the list."""
    if content == "base":
        return [id for id, card in kind.items() if card.set == "base"]
    return [id for id in kind if id not in OUTDATED]


def reserve_copies(place: str, hunted: int) -> int:
    """RULES 2.6 and 2.10: how many cards of a place lie in the reserve at the start."""
    return PLACES[place].copies.reserve_by_hunted[str(hunted)]

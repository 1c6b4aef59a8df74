"""The facts of the twenty places, 33 Hunt cards and 30 Survival cards."""

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
    """What every card has; its name and text are words (`text/`). `source` says where its effect is known from.

    `rulebook`: the French rulebook of Exploration prints it. `published`: a fact of the published base game, known from
    elsewhere. `house`: designed for this project, because the rulebook does not print it.
    """

    id: str
    set: Set
    source: Literal["rulebook", "published", "house"]


class Place(Fact, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place of the planet. `copies` counts its cards in the box, `once_per_turn` holds for all Hunted together."""

    number: int
    copies: int
    once_per_turn: bool
    copyable: bool


class Playable(Fact, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card that is played in a phase of the turn; `windows.py` says which questions a `window` belongs to."""

    phase: int | Literal["copied"]
    window: str
    replaces: str | None


class HuntCard(Playable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card of the Creature. Its symbol makes a Hunt token available; the token `covers_two` lies on two slots."""

    symbol: Token | None
    covers_two: Token | None


class SurvivalCard(Playable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card of a Hunted, playable if everything it `requires` is given."""

    requires: tuple[str, ...]


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in the box, and the planets that can be chosen by name."""

    presets: dict[str, tuple[str, ...]]
    places: tuple[Place, ...]
    hunt_cards: tuple[HuntCard, ...]
    survival_cards: tuple[SurvivalCard, ...]


BOX: Final = cards.load(Path(__file__).parent / "cards.json", Box)

PLACES: Final[dict[str, Place]] = {place.id: place for place in BOX.places}
HUNT: Final[dict[str, HuntCard]] = {card.id: card for card in BOX.hunt_cards}
SURVIVAL: Final[dict[str, SurvivalCard]] = {card.id: card for card in BOX.survival_cards}
PRESETS: Final[dict[str, tuple[str, ...]]] = BOX.presets

NUMBER: Final[dict[str, int]] = {place.id: place.number for place in BOX.places}
"""The printed number of each place."""

OUTDATED: Final = frozenset(card.replaces for card in (*BOX.hunt_cards, *BOX.survival_cards) if card.replaces)
"""Base cards that Exploration takes out of the decks."""

RESERVE: Final = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 3}
"""The reserve cards of each place 6 to 10, by the number of Hunted."""


def deck(kind: dict[str, Any], content: Set) -> list[str]:
    """RULES 1.1, 1.2, 1.3, 1.4: the cards of a deck, in the order of the list."""
    if content == "base":
        return [id for id, card in kind.items() if card.set == "base"]
    return [id for id in kind if id not in OUTDATED]


def reserve_copies(place: str, hunted: int) -> int:
    """RULES 2.6, 2.7: how many cards of a place 6 to 10 lie in the reserve at the start: of the Pole always one."""
    return 1 if place == "pole" else RESERVE[hunted]

"""The facts of the 68 regions and 45 sanctuaries."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from service.games.kit import cards

Biome = Literal["river", "city", "forest", "desert"]
Icon = Literal["stone", "chimera", "thistle", "clue", "night", "river", "city", "forest", "desert"]

BIOMES: Final[tuple[Biome, ...]] = ("river", "city", "forest", "desert")


class Wonders(Struct, frozen=True, forbid_unknown_fields=True):
    """Stones, chimeras and thistles: what a card provides, or what a region asks for."""

    stone: int
    chimera: int
    thistle: int


class Quest(Struct, frozen=True, forbid_unknown_fields=True):
    """Fame at the end: flat, for each of the icons named in `per`, or for each set of the four biomes."""

    points: int
    per: tuple[Icon, ...] | Literal["four_biomes"] = ()


class Sanctuary(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A card that is found on the way and stays face up."""

    id: str
    biome: Biome | None
    color: str | None
    night: bool
    clues: int
    wonders: Wonders
    quest: Quest | None
    source: cards.Source

    @cached_property
    def shows(self) -> tuple[tuple[Icon, int], ...]:
        """Every icon to be seen on the card, with its number."""
        icons: dict[Icon, int] = {
            "stone": self.wonders.stone,
            "chimera": self.wonders.chimera,
            "thistle": self.wonders.thistle,
            "clue": self.clues,
            "night": int(self.night),
        }
        if self.biome is not None:
            icons[self.biome] = 1
        return tuple((icon, n) for icon, n in icons.items() if n)


class Region(Sanctuary, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """A card that is explored. Its number says how long that takes, and is unique."""

    number: int
    prerequisites: Wonders

    @cached_property
    def needs(self) -> tuple[tuple[Icon, int], ...]:
        """The wonders that must be visible when the region is scored."""
        asked: dict[Icon, int] = {
            "stone": self.prerequisites.stone,
            "chimera": self.prerequisites.chimera,
            "thistle": self.prerequisites.thistle,
        }
        return tuple((icon, n) for icon, n in asked.items() if n)


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in the box, with a key to the fields and sums to check the lists against."""

    schema: dict[str, str]
    version: int
    checksums: dict[str, dict[str, Any]]
    regions: tuple[Region, ...]
    sanctuaries: tuple[Sanctuary, ...]


BOX: Final = cards.load(Path(__file__).parent / "cards.json", Box)

REGIONS: Final[dict[str, Region]] = {region.id: region for region in BOX.regions}
SANCTUARIES: Final[dict[str, Sanctuary]] = {sanctuary.id: sanctuary for sanctuary in BOX.sanctuaries}

NUMBER: Final[dict[str, int]] = {region.id: region.number for region in BOX.regions}
"""The exploration time of each region."""

CLUES: Final[dict[str, int]] = {card.id: card.clues for card in (*BOX.regions, *BOX.sanctuaries)}
"""The clues on each card."""

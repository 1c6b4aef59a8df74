"""What every printed fact is made of."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

Language = Literal["en", "fr"]
Domain = Literal["cartography", "botany", "ethnology", "zoology"]
"""RULES 7.18, D34."""
Mode = Literal["excursion", "short", "classic"]
Difficulty = Literal["standard", "very_easy", "easy", "normal", "difficult", "very_difficult"]
Comparison = Literal[">=", "<=", "=="]

LANGUAGES: Final[tuple[Language, ...]] = ("en", "fr")
ByLanguage = dict[Language, str]


class Fact(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is printed once and never changes."""

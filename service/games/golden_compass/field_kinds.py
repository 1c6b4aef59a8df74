"""What the strings of views and events are, by the names of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "card": (
        "ally",
        "card",
        "cards",
        "character",
        "characters",
        "discards",
        "hand",
        "known",
        "looking",
        "pair",
        "tucked",
    ),
    "tile": ("aside", "passages", "tiles", "truths"),
    "choice": ("colour", "power", "set", "submitted"),
    "sector": ("sector",),
    "slot": ("peeked.slots", "slot"),
    "token": ("slots", "token", "tokens"),
    "space": ("space", "track"),
}

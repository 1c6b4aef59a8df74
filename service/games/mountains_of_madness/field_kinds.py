"""What the strings of views and events are, by the names of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "card": ("card", "cards", "discard", "esoteric", "former", "hands", "madness"),
    "choice": ("at",),
    "space": ("airplane", "space", "tiles"),
    "tile": ("gone", "tile"),
    "relic": ("relic", "relics"),
    "term": ("category", "ending", "face", "failed", "kind", "place", "rolled_for", "tint", "trial", "use"),
    "text": ("character", "held", "text"),
}

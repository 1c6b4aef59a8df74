"""What the strings of views and events are, by the names of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "card": (
        "around",
        "character",
        "discards",
        "exploration",
        "explorations",
        "found",
        "looked_at",
        "lost",
        "lost_explorations",
        "lost_missions",
        "lost_peripeties",
        "mission",
        "missions",
        "peripetia",
        "peripeties",
        "row",
        "tried",
    ),
    "direction": ("compass", "direction", "group"),
    "choice": ("choice", "choices", "votes"),
    "term": ("question", "rank"),
    "book": ("fingerprint",),
    "text": ("author", "city", "clue", "layout", "lines", "passage", "reading", "sentence", "text", "title", "word"),
}

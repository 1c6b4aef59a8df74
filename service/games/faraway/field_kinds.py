"""What the strings of views and events are, by the names of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "card": (
        "found",
        "hand",
        "hands",
        "kept",
        "known",
        "market",
        "region",
        "regions",
        "removed",
        "returned",
        "row",
        "sanctuaries",
        "sanctuary",
        "submitted",
    ),
}

"""What the strings of views and events are, by the names of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "card": (
        "card",
        "cards",
        "discard",
        "exposed",
        "found",
        "hand",
        "hunt_bottom",
        "hunt_discard",
        "hunt_known",
        "hunt_played",
        "ignores",
        "in_force",
        "known",
        "named",
        "owned",
        "played",
        "revealed",
        "survival",
        "survival_discard",
        "used",
    ),
    "place": ("drawn_places", "pile_bottom", "place", "place_discard", "places", "planet", "reserve"),
    "choice": ("side", "submitted"),
    "term": ("marker", "phase", "stage", "tokens", "tokens_left"),
}

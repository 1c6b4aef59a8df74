"""RULES 1: the ten slots of the planet in their two rows, and what is next to what."""

from __future__ import annotations

from typing import Final

from service.games.not_alone.cards import BOX

SLOTS: Final = tuple(slot for row in BOX.planet["slots"] for slot in row)
LOWER: Final = tuple(BOX.planet["slots"][1])
"""Slots 6 to 10, which the Labyrinth hides."""

NEXT_TO: Final[dict[int, tuple[int, ...]]] = {
    int(slot): tuple(others) for slot, others in BOX.planet["adjacency"].items()
}
PAIRS: Final[tuple[tuple[int, int], ...]] = tuple((a, b) for a, b in BOX.planet["adjacent_pairs"])


def slot_id(*slots: int) -> str:
    """How a slot, or a pair of slots, is called among the options: `s3`, `s3+s8`."""
    return "+".join([f"s{slot}" for slot in slots])


def slots_of(id: str) -> list[int]:
    """The slots an option names."""
    return [int(part[1:]) for part in id.split("+")]


SINGLE: Final = tuple(slot_id(slot) for slot in SLOTS)
DOUBLE: Final = tuple(slot_id(*pair) for pair in PAIRS)


def around(slots: list[int]) -> list[int]:
    """RULES 12: where a token that covers `slots` can be moved: next to one of them, and none of them."""
    return sorted({near for slot in slots for near in NEXT_TO[slot]} - set(slots))


def seat_id(seat: int) -> str:
    """How a player is called among the options."""
    return f"seat-{seat}"


def seat_of(id: str) -> int:
    """The player an option names."""
    return int(id.removeprefix("seat-"))


def space_id(space: int) -> str:
    """How a Rescue space is called among the options, by its distance to victory."""
    return f"rescue-{space}"


def space_of(id: str) -> int:
    """The Rescue space an option names."""
    return int(id.removeprefix("rescue-"))

"""RULES 10.2, 10.4: the ten slots of the planet in their two rows, and what is next to what."""

from __future__ import annotations

from typing import Final

SLOTS: Final = tuple(range(1, 11))
LOWER: Final = SLOTS[5:]
"""Slots 6 to 10, which the Labyrinth hides."""

PAIRS: Final[tuple[tuple[int, int], ...]] = (
    *((1, 2), (2, 3), (3, 4), (4, 5)),
    *((1, 6), (2, 7), (3, 8), (4, 9), (5, 10)),
    *((6, 7), (7, 8), (8, 9), (9, 10)),
)
"""Two slots are adjacent when they share an edge."""

NEXT_TO: Final[dict[int, tuple[int, ...]]] = {
    slot: tuple(sorted(a + b - slot for a, b in PAIRS if slot in (a, b))) for slot in SLOTS
}

ARTEMIA_SPACES: Final[dict[int, frozenset[int]]] = {
    1: frozenset({1, 2, 3, 4, 5, 6}),
    2: frozenset({1, 3, 5, 7, 9, 11}),
}
"""The Rescue spaces that show the Artemia symbol, by board side."""

RESCUE_START: Final = 11
ASSIMILATION_START: Final = 5
"""How far the counters start from the victory space, in addition to the number of players (RULES 10.3)."""

BOARD: Final = {
    "rescue_start": RESCUE_START,
    "assimilation_start": ASSIMILATION_START,
    "artemia_spaces": {str(side): tuple(sorted(spaces)) for side, spaces in ARTEMIA_SPACES.items()},
}
"""What is printed on the board, for those who draw it."""


def slot_id(*slots: int) -> str:
    """How a slot, or a pair of slots, is called among the options: `s3`, `s3+s8`."""
    return "+".join([f"s{slot}" for slot in slots])


def slots_of(id: str) -> list[int]:
    """The slots an option names."""
    return [int(part[1:]) for part in id.split("+")]


SINGLE: Final = tuple(slot_id(slot) for slot in SLOTS)
DOUBLE: Final = tuple(slot_id(*pair) for pair in PAIRS)


def around(slots: list[int]) -> list[int]:
    """RULES 6.4, D58: where a token that covers `slots` can be moved: next to one of them, and none of them."""
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

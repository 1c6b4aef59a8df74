"""Ids of tables, players and other records: unguessable, and sorted by their time of creation."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from threading import Lock
from typing import Final

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_making, _last = Lock(), 0
LAST: Final = 253_402_300_800_000
"""The end of the year 9999, the latest time of an id, because `datetime` ends there."""


def new_id(now: int) -> str:
    """An id that nobody can guess and that sorts by the time it was made (milliseconds).

    Ids that one process makes within a millisecond sort in the order in which they were made.
    """
    global _last
    with _making:
        again = _last >> 80 == now
        _last = word = _last + 1 + secrets.randbits(64) if again else now << 80 | secrets.randbits(79)
    return "".join(ALPHABET[word >> shift & 31] for shift in range(125, -1, -5))


def is_id(word: str) -> bool:
    """Whether this has the form of an id made by `new_id`."""
    return len(word) == 26 and all(letter in ALPHABET for letter in word) and created_at(word) < LAST


def created_at(id: str) -> int:
    """When this id was made (milliseconds)."""
    word = 0
    for letter in id[:10]:
        word = word << 5 | ALPHABET.index(letter)
    return word


def newest(*lists: Iterable[str], limit: int) -> list[str]:
    """Ids from several lists, newest first, each once."""
    return sorted({id for ids in lists for id in ids}, reverse=True)[:limit]

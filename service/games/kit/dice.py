"""Chance that can be saved, replayed and not foreseen."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")


class Dice(Struct):
    """A secret seed and a count of draws: the same two give the same throw on any Python."""

    seed: str
    drawn: int = 0

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        self.drawn += 1
        word = blake2b(self.drawn.to_bytes(8, "big"), key=self.seed.encode(), digest_size=8)
        return int.from_bytes(word.digest(), "big") % n

    def choice(self, things: Sequence[T]) -> T:
        """One of `things`."""
        return things[self.below(len(things))]

    def shuffle(self, cards: MutableSequence[T]) -> None:
        """Put `cards` into a random order, in place."""
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]

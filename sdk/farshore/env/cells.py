"""Cells: how one field of a view becomes numbers between -1 and 1.

A layout is a list of fields, and what no field names is not seen. Seats are counted from the observer: cell +0
is always one's own. What is absent (None, an empty list) leaves its cells at 0.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Row: TypeAlias = "array[float]"
Write: TypeAlias = Callable[[Any, "array[float]", int, int], None]
"""Writes a value into a row of cells, from a place on, as a seat sees it."""


class Field:
    """One field of a view. Write `labels`, a word per cell, and `writer`."""

    name: str

    def labels(self, seats: int) -> list[str]:
        """What each cell says."""
        raise NotImplementedError

    def writer(self, seats: int) -> Write:
        """How a value is written."""
        raise NotImplementedError


@dataclass(frozen=True)
class Number(Field):
    """A number as a part of `top`, cut off at -1 and 1; true and false are 1 and 0."""

    name: str
    top: float = 1

    def labels(self, seats: int) -> list[str]:
        return [""]

    def writer(self, seats: int) -> Write:
        scale = 1.0 / self.top

        def write(value: Any, row: Row, at: int, me: int) -> None:
            if value:
                part = value * scale
                row[at] = 1.0 if part > 1.0 else -1.0 if part < -1.0 else part

        return write


Flag = Number


@dataclass(frozen=True)
class Word(Field):
    """One word of a vocabulary: its cell is 1."""

    name: str
    words: Sequence[Any]

    def labels(self, seats: int) -> list[str]:
        return [f":{word}" for word in self.words]

    def writer(self, seats: int) -> Write:
        index = {word: n for n, word in enumerate(self.words)}

        def write(value: Any, row: Row, at: int, me: int) -> None:
            n = index.get(value)
            if n is not None:
                row[at + n] = 1.0

        return write


@dataclass(frozen=True)
class Bag(Field):
    """Words in any order: each cell counts one word, as a part of `top`."""

    name: str
    words: Sequence[Any]
    top: int = 1

    def labels(self, seats: int) -> list[str]:
        return [f":{word}" for word in self.words]

    def writer(self, seats: int) -> Write:
        index = {word: n for n, word in enumerate(self.words)}
        one = 1.0 / self.top

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for word in value or ():
                n = index.get(word)
                if n is not None:
                    row[at + n] += one

        def write_once(value: Any, row: Row, at: int, me: int) -> None:
            if value:
                for word in value:
                    if word in index:
                        row[at + index[word]] = 1.0

        return write if self.top > 1 else write_once


@dataclass(frozen=True)
class Line(Field):
    """Different words in an order that matters: the cell of a word holds its position as a part of `length`."""

    name: str
    words: Sequence[Any]
    length: int

    def labels(self, seats: int) -> list[str]:
        return [f":{word}" for word in self.words]

    def writer(self, seats: int) -> Write:
        index = {word: n for n, word in enumerate(self.words)}
        parts = [(n + 1) / self.length for n in range(self.length)]

        def write(value: Any, row: Row, at: int, me: int) -> None:
            if value:
                for word, part in zip(value, parts, strict=False):
                    if word in index:
                        row[at + index[word]] = part

        return write


@dataclass(frozen=True)
class Places(Field):
    """A fixed number of places with a word or nothing on each."""

    name: str
    count: int
    words: Sequence[Any]

    def labels(self, seats: int) -> list[str]:
        return [f"[{place}]:{word}" for place in range(self.count) for word in self.words]

    def writer(self, seats: int) -> Write:
        index = {word: n for n, word in enumerate(self.words)}
        width, count = len(self.words), self.count

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for place, word in enumerate((value or ())[:count]):
                n = index.get(word)
                if n is not None:
                    row[at + place * width + n] = 1.0

        return write


@dataclass(frozen=True)
class Seat(Field):
    """A seat, counted from the observer."""

    name: str

    def labels(self, seats: int) -> list[str]:
        return [f":+{n}" for n in range(seats)]

    def writer(self, seats: int) -> Write:
        def write(value: Any, row: Row, at: int, me: int) -> None:
            if value is not None:
                row[at + (value - me) % seats] = 1.0

        return write


@dataclass(frozen=True)
class Seats(Field):
    """Seats in an order: the cell of a seat holds its position as a part of all seats."""

    name: str

    def labels(self, seats: int) -> list[str]:
        return [f":+{n}" for n in range(seats)]

    def writer(self, seats: int) -> Write:
        def write(value: Any, row: Row, at: int, me: int) -> None:
            for position, seat in enumerate(value or (), start=1):
                row[at + (seat - me) % seats] = position / seats

        return write


@dataclass(frozen=True)
class Tally(Field):
    """Numbers by word, each as a part of `top`."""

    name: str
    words: Sequence[str]
    top: float

    def labels(self, seats: int) -> list[str]:
        return [f":{word}" for word in self.words]

    def writer(self, seats: int) -> Write:
        def write(value: Any, row: Row, at: int, me: int) -> None:
            for n, word in enumerate(self.words):
                row[at + n] = min(1.0, (value or {}).get(word, 0) / self.top)

        return write

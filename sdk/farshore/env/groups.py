"""Cells of things that have fields of their own: players, places, whatever lies inside a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from farshore.env.cells import Field, Row, Write

Plan = list[tuple[str, Write, int]]
"""Which field is written how, and where."""


def planned(fields: Sequence[Field], seats: int) -> tuple[Plan, int]:
    """Lay the fields one after the other; also how many cells they take."""
    plan, at = [], 0
    for field in fields:
        plan.append((field.name, field.writer(seats), at))
        at += len(field.labels(seats))
    return plan, at


def named(fields: Sequence[Field], seats: int, prefix: str = "") -> list[str]:
    """The label of each cell of these fields."""
    return [f"{prefix}{field.name}{label}" for field in fields for label in field.labels(seats)]


class Group(Field):
    """Something with fields of its own, or nothing."""

    def __init__(self, name: str, *fields: Field) -> None:
        self.name = name
        self.fields = fields

    def labels(self, seats: int) -> list[str]:
        return [f".{label}" for label in named(self.fields, seats)]

    def writer(self, seats: int) -> Write:
        plan, _ = planned(self.fields, seats)

        def write(value: Any, row: Row, at: int, me: int) -> None:
            if value is not None:
                for name, each, offset in plan:
                    each(getattr(value, name), row, at + offset, me)

        return write


class Players(Field):
    """One block per seat, the observer's first; each item says by `seat` whose it is."""

    def __init__(self, name: str, *fields: Field) -> None:
        self.name = name
        self.fields = fields

    def labels(self, seats: int) -> list[str]:
        return [label for n in range(seats) for label in named(self.fields, seats, f"[+{n}].")]

    def writer(self, seats: int) -> Write:
        plan, width = planned(self.fields, seats)

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for item in value:
                start = at + (item.seat - me) % seats * width
                for name, each, offset in plan:
                    each(getattr(item, name), row, start + offset, me)

        return write


class First(Field):
    """The first `count` things of a list, each with fields of its own."""

    def __init__(self, name: str, count: int, *fields: Field) -> None:
        self.name = name
        self.count = count
        self.fields = fields

    def labels(self, seats: int) -> list[str]:
        return [label for n in range(self.count) for label in named(self.fields, seats, f"[{n}].")]

    def writer(self, seats: int) -> Write:
        plan, width = planned(self.fields, seats)
        count = self.count

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for n, item in enumerate((value or ())[:count]):
                for name, each, offset in plan:
                    each(getattr(item, name), row, at + n * width + offset, me)

        return write


class Keyed(Field):
    """Things by a fixed key; the field under a key is named like the key."""

    def __init__(self, name: str, fields: Mapping[str, Field]) -> None:
        self.name = name
        self.fields = dict(fields)

    def labels(self, seats: int) -> list[str]:
        return [f"[{key}]{label}" for key, field in self.fields.items() for label in field.labels(seats)]

    def writer(self, seats: int) -> Write:
        plan, _ = planned(tuple(self.fields.values()), seats)
        keys = list(zip(self.fields, plan, strict=True))

        def write(value: Any, row: Row, at: int, me: int) -> None:
            if value:
                for key, (_, each, offset) in keys:
                    if key in value:
                        each(value[key], row, at + offset, me)

        return write


@dataclass(frozen=True)
class Pairs(Field):
    """Which seat has what: items with a `seat` and a word in the field `by`; 1/2 where `half` is true of an item."""

    name: str
    by: str
    words: Sequence[Any]
    half: str | None = None

    def labels(self, seats: int) -> list[str]:
        return [f"[+{n}]:{word}" for n in range(seats) for word in self.words]

    def writer(self, seats: int) -> Write:
        index = {word: n for n, word in enumerate(self.words)}
        width, by, half = len(self.words), self.by, self.half

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for item in value or ():
                n = index.get(getattr(item, by))
                if n is not None:
                    cell = at + (item.seat - me) % seats * width + n
                    row[cell] = 0.5 if half is not None and getattr(item, half) else 1.0

        return write


@dataclass(frozen=True)
class Votes(Field):
    """What each seat has voted for."""

    name: str
    words: Sequence[str]

    def labels(self, seats: int) -> list[str]:
        return [f"[+{n}]:{word}" for n in range(seats) for word in self.words]

    def writer(self, seats: int) -> Write:
        index = {word: n for n, word in enumerate(self.words)}
        width = len(self.words)

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for seat, word in (value or {}).items():
                if word in index:
                    # Keys of JSON objects are strings.
                    row[at + (int(seat) - me) % seats * width + index[word]] = 1.0

        return write

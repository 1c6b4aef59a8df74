"""Cells: how a view, described by its JSON Schema, becomes numbers between -1 and 1.

The schema decides everything, so any game works without special code. Seats are counted from the observer: +0 is
always their own. What is absent (None, an empty list) leaves its cells at 0, and so does text that is not an id.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Row: TypeAlias = "array[float]"
Write: TypeAlias = Callable[[Any, "array[float]", int, int], None]
"""Writes a value into a row of cells, from a position on, as a seat sees it."""

Schema = Mapping[str, Any]

HALF: Final = 10.0
"""The number that becomes 0.5; larger ones approach 1."""
ITEMS: Final = 12
"""How many items of a list of objects, flags or choices are shown."""
ENTRIES: Final = 6
"""How many entries of a mapping are shown."""
NUMBERS: Final = range(32)
"""Which numbers have a cell in a list of numbers."""
PLACES: Final = 16
"""How many positions of an id in a list are told apart."""


@dataclass(frozen=True)
class Cells:
    """A block of cells: a label for each, and a function that writes a value into them."""

    labels: tuple[str, ...]
    write: Write


EMPTY: Final = Cells((), lambda value, row, at, me: None)


class Builder:
    """Builds the cells of a schema, for a number of seats and the ids of a game."""

    def __init__(self, schema: Schema, seats: int, ids: Sequence[str]) -> None:
        self.definitions: Mapping[str, Schema] = schema.get("$defs", {})
        self.seats = seats
        self.ids = ids
        self.index = {id: n for n, id in enumerate(ids)}

    def cells(self, schema: Schema) -> Cells:
        """The cells of one value."""
        schema = self._resolved(schema)
        match schema:
            case {"enum": choices}:
                return _choice(choices)
            case {"title": "Seat", "type": "integer"}:
                return self._seat()
            case {"type": "boolean" | "integer" | "number"}:
                return Cells(("",), _write_number)
            case {"type": "string"}:
                return _choice(self.ids)
            case {"type": "object", "properties": properties}:
                return self._object(properties)
            case {"type": "object", "additionalProperties": Mapping() as values}:
                return self._mapping(values)
            case {"type": "array", "items": Mapping() as items}:
                return self._list(self._resolved(items))
        return EMPTY

    def _resolved(self, schema: Schema) -> Schema:
        """Follow references; an optional value is the value, and a union of objects has the fields of all."""
        while "$ref" in schema:
            schema = self.definitions[schema["$ref"].rpartition("/")[2]]
        if "anyOf" in schema:
            kinds = [self._resolved(each) for each in schema["anyOf"] if each.get("type") != "null"]
            if len(kinds) == 1:
                return kinds[0]
            fields = {name: field for kind in kinds for name, field in kind.get("properties", {}).items()}
            return {"type": "object", "properties": fields}
        return schema

    def _seat(self) -> Cells:
        seats = self.seats

        def write(value: Any, row: Row, at: int, me: int) -> None:
            if value is not None and value >= 0:
                row[at + (value - me) % seats] = 1.0

        return Cells(tuple(f":+{n}" for n in range(seats)), write)

    def _object(self, properties: Mapping[str, Schema]) -> Cells:
        plan, labels = self._plan({name: self.cells(field) for name, field in properties.items()})

        def write(value: Any, row: Row, at: int, me: int) -> None:
            if value is not None:
                for name, each, offset in plan:
                    part = getattr(value, name, None)
                    if part is not None:
                        each(part, row, at + offset, me)

        return Cells(tuple(f".{label}" for label in labels), write)

    def _plan(self, fields: Mapping[str, Cells]) -> tuple[list[tuple[str, Write, int]], list[str]]:
        """Lay the fields one after the other."""
        plan: list[tuple[str, Write, int]] = []
        labels: list[str] = []
        for name, cells in fields.items():
            if cells.labels:
                plan.append((name, cells.write, len(labels)))
                labels += [f"{name}{label}" for label in cells.labels]
        return plan, labels

    def _mapping(self, values: Schema) -> Cells:
        """One block per seat if the keys are seats, else the entries in the order of their keys."""
        kind = self._resolved(values)
        if kind.get("type") in ("integer", "number", "boolean"):
            return self._tally()
        cells = self.cells(kind)
        width, seats = len(cells.labels), self.seats
        count = max(ENTRIES, seats)

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for n, key in enumerate(sorted(value, key=str)):
                # Keys of JSON objects are strings.
                place = (int(key) - me) % seats if str(key).isdigit() else n
                if place < count:
                    cells.write(value[key], row, at + place * width, me)

        return Cells(tuple(f"[{n}]{label}" for n in range(count) for label in cells.labels), write)

    def _tally(self) -> Cells:
        index = self.index

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for key, number in value.items():
                if key in index:
                    _write_number(number, row, at + index[key], me)

        return Cells(tuple(f":{id}" for id in self.ids), write)

    def _list(self, items: Schema) -> Cells:
        match items:
            case {"title": "Seat"}:
                return self._seats()
            case {"type": "string"}:
                return self._ids()
            case {"type": "integer"}:
                return _each(_choice(NUMBERS))
            case {"type": "object", "properties": {"seat": _} as properties}:
                return self._by_seat(properties)
            case {"type": "object", "properties": properties}:
                return self._columns(properties)
            case {"type": "array"} | {"type": "object"}:
                return EMPTY
        return _positions(self.cells(items))

    def _seats(self) -> Cells:
        """Seats in order: each holds its position as a part of all seats."""
        seats = self.seats

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for position, seat in enumerate(value, start=1):
                row[at + (seat - me) % seats] = position / seats

        return Cells(tuple(f":+{n}" for n in range(seats)), write)

    def _ids(self) -> Cells:
        """How many there are, and each id with its position: 1 for the first, a little less for each further one."""
        index = self.index
        values = [(PLACES - place) / PLACES for place in range(PLACES)]

        def write(value: Any, row: Row, at: int, me: int) -> None:
            if not value:
                return
            _write_number(len(value), row, at, me)
            for place, id in enumerate(value):
                n = index.get(id)
                if n is not None and not row[at + 1 + n]:
                    row[at + 1 + n] = values[place] if place < PLACES else values[-1]

        return Cells((".count", *(f":{id}" for id in self.ids)), write)

    def _by_seat(self, properties: Mapping[str, Schema]) -> Cells:
        """One block per seat; several items of a seat are laid over each other."""
        cells = self._object({name: field for name, field in properties.items() if name != "seat"})
        width, seats = len(cells.labels), self.seats

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for item in value:
                if item.seat is not None:
                    cells.write(item, row, at + (item.seat - me) % seats * width, me)

        return Cells(tuple(f"[+{n}]{label}" for n in range(seats) for label in cells.labels), write)

    def _columns(self, properties: Mapping[str, Schema]) -> Cells:
        """A list of objects as one list per field."""
        plan, labels = self._plan({name: self._column(field) for name, field in properties.items()})

        def write(value: Any, row: Row, at: int, me: int) -> None:
            for name, each, offset in plan:
                each([getattr(item, name, None) for item in value], row, at + offset, me)

        return Cells(tuple(f".{label}" for label in labels), write)

    def _column(self, field: Schema) -> Cells:
        items = self._resolved(field)
        return _positions(self.cells(items)) if items.get("type") == "integer" else self._list(items)


def _write_number(value: Any, row: Row, at: int, me: int) -> None:
    if value is True:
        row[at] = 1.0
    elif value:
        row[at] = value / (HALF + abs(value))


def _choice(choices: Iterable[Any]) -> Cells:
    """One of several words: its cell is 1."""
    index = {choice: n for n, choice in enumerate(choices)}
    if len(index) < 2:
        # The tag of a union: the fields beside it say the same.
        return EMPTY

    def write(value: Any, row: Row, at: int, me: int) -> None:
        n = index.get(value)
        if n is not None:
            row[at + n] = 1.0

    return Cells(tuple(f":{choice}" for choice in index), write)


def _each(cells: Cells) -> Cells:
    """A list in the cells of a single item: what occurs is marked."""

    def write(value: Any, row: Row, at: int, me: int) -> None:
        for item in value:
            cells.write(item, row, at, me)

    return Cells(cells.labels, write)


def _positions(cells: Cells) -> Cells:
    """The first items of a list, one block each."""
    width = len(cells.labels)

    def write(value: Any, row: Row, at: int, me: int) -> None:
        for n, item in enumerate(value[:ITEMS]):
            if item is not None:
                cells.write(item, row, at + n * width, me)

    return Cells(tuple(f"[{n}]{label}" for n in range(ITEMS) for label in cells.labels), write)

"""What the tests of the environments share: tables to walk through, and a reader that knows every cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from farshore.env.cells import Bag, Field, Line, Number, Places, Tally, Word
from farshore.env.groups import First, Group, Keyed, Pairs, Players, Votes
from farshore.env.playing import Playing, playing

MODULES: Final = {
    "faraway": {"advanced": True},
    "golden_compass": {"stall_guard_rounds": None},
    "mountains_of_madness": {"mode": "relaxed", "expert": True},
    "new_lands": {"mode": "classic", "peripeties": True, "characters": True, "domains": True, "ranks": True},
    "not_alone": {"content": "exploration"},
}
"""Each game with everything that its options can add."""


def walk(
    game: str, seats: int, options: dict[str, Any], seed: int, actions: int = 400
) -> Iterator[tuple[Playing, int]]:
    """Random play: the table and the seat that is about to act."""
    table, random = playing(game, seats, "local", options, None, True), Random(seed)
    table.deal(seed)
    seat = -1
    for _ in range(actions):
        if table.over:
            return
        if seat not in table.picks:
            seat = table.next_after(seat)
        yield table, seat
        table.act(seat, random.choice(table.legal(seat)))


def strangers(fields: tuple[Field, ...], view: Any, path: str = "") -> Iterator[str]:
    """Every word of a view that has no cell, and every number that is cut off."""
    for field in fields:
        yield from _strangers(field, getattr(view, field.name), f"{path}.{field.name}")


def _strangers(field: Field, value: Any, path: str) -> Iterator[str]:
    if value is None:
        return
    match field:
        case Number(top=top):
            values, known = [value], lambda number: -top <= number <= top
        case Word(words=words):
            values, known = [value], _among(words)
        case Bag(words=words, top=top):
            values, known = list(value), _among(words)
            if top == 1 and len(set(value)) < len(value) and words != (True,):
                yield f"{path}: {value} twice"
        case Line(words=words):
            values, known = list(value), _among(words)
        case Places(words=words, count=count):
            values, known = [each for each in value if each is not None], _among(words)
            if len(value) > count:
                yield f"{path}: {len(value)} places"
        case Tally(words=words, top=top):
            values, known = list(value), _among(words)
            yield from (f"{path}: {number}" for number in value.values() if number > top)
        case Votes(words=words):
            values, known = list(value.values()), _among(words)
        case Pairs(words=words, by=by):
            values, known = [getattr(each, by) for each in value], _among(words)
        case Group(fields=fields):
            yield from strangers(fields, value, path)
            return
        case Players(fields=fields) | First(fields=fields):
            if isinstance(field, First) and len(value) > field.count:
                yield f"{path}: {len(value)} things"
            for each in value:
                yield from strangers(fields, each, path)
            return
        case Keyed(fields=fields):
            yield from (f"{path}: key {key}" for key in value if key not in fields)
            for key in value:
                yield from _strangers(fields[key], value[key], f"{path}[{key}]")
            return
        case _:
            return
    yield from (f"{path}: {each}" for each in values if not known(each))


def _among(words: Any) -> Callable[[Any], bool]:
    return lambda word: word in words or (word is False and True in words)

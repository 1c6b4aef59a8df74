"""What the tests of the environments share: tables to play at random, and the text of a view that has no cell."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from farshore import local
from farshore.env.layout import Layout
from farshore.env.simulation import Simulation, simulation

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
) -> Iterator[tuple[Simulation, int]]:
    """Random play: the table and the seat that is about to act."""
    table, random = simulation(game, seats, "local", options, None, True), Random(seed)
    table.deal(seed)
    seat = -1
    for _ in range(actions):
        if table.over:
            return
        if seat not in table.picks:
            seat = table.next_after(seat)
        yield table, seat
        table.act(seat, random.choice(table.legal(seat)))


def text_without_cells(layout: Layout, view: Any) -> set[str]:
    """The fields of a view with text that is neither a choice of the schema nor an id of the game."""
    return set(_text(layout, layout.view, local.json_data(view), ""))


def _text(layout: Layout, schema: Any, value: Any, path: str) -> Iterator[str]:
    if "$ref" in schema:
        schema = layout.view["$defs"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        for kind in schema["anyOf"]:
            yield from _text(layout, kind, value, path)
    elif isinstance(value, str) and schema.get("type") == "string" and value not in layout.ids:
        yield path
    elif isinstance(value, list) and "items" in schema:
        for item in value:
            yield from _text(layout, schema["items"], item, path)
    elif isinstance(value, dict):
        for key, each in value.items():
            field = schema.get("properties", {}).get(key) or schema.get("additionalProperties") or {}
            if isinstance(field, dict):
                yield from _text(layout, field, each, f"{path}.{key}" if "properties" in schema else path)

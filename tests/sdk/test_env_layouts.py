"""Layouts built from schemas alone: every option has an action, every id a cell, and nothing hidden is shown."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from farshore.env import aec, games, layout
from farshore.env.cells import Builder
from farshore.env.layout import Encoder, Layout
from farshore.env.picking import HINTS
from farshore.models import Game

from service.games import REGISTRY
from service.games.kit.agenda import Step
from tests.sdk.env_walk import MODULES, text_without_cells, walk

GAMES = games()

TEXT = {
    "golden_compass": {".slots"},
    "mountains_of_madness": {
        *(".me.hand.kind", ".me.held", ".me.placed.kind", ".place.reward.category", ".place.trials.tint"),
        ".players.character",
    },
    "new_lands": {
        *(".ballot.question", ".book.author", ".book.fingerprint", ".book.layout", ".book.title"),
        *(".scouting.clue", ".scouting.passage", ".scouting.reading"),
    },
    "not_alone": {".marker"},
}
"""Fields with text that is not an id: they have no cells for it."""


@pytest.mark.parametrize("options", ["plain", "modules"])
@pytest.mark.parametrize("game", GAMES)
def test_random_play_meets_no_option_kind_or_id_without_a_cell(game: str, options: str) -> None:
    found, chosen = layout(game), MODULES[game] if options == "modules" else {}
    missing: set[str] = set()

    for seats in (found.seats[0], found.seats[-1]):
        for seed in range(2):
            for table, seat in walk(game, seats, chosen, seed):
                question = table.asked[seat]
                missing |= {question.kind} - set(found.kinds)
                missing |= set(question.options) - set(found.ids)
                missing |= text_without_cells(found, table.backend.view(seat))

    assert missing <= TEXT.get(game, set())


@pytest.mark.parametrize("game", GAMES)
def test_the_hints_name_every_kind_whose_options_exclude_each_other(game: str) -> None:
    for options in ({}, MODULES[game]):
        for table, seat in walk(game, layout(game).seats[1], options, 7, 300):
            step = table.backend.s.agenda[-1]  # type: ignore[attr-defined]
            question = table.asked[seat]
            if question.kind not in HINTS[game].checked and type(step).check is not Step.check:
                # The step checks only its other decisions.
                for option in question.options:
                    assert table.backend.refusal(question, (option,)) is None, (question.kind, option)


@pytest.mark.parametrize("game", GAMES)
def test_an_observer_cannot_tell_an_imagined_table_from_the_real_one(game: str) -> None:
    for n, (table, seat) in enumerate(walk(game, layout(game).seats[-1], {}, 3, 200)):
        if n % 20 == 0:
            real = table.observe(seat)["observation"]
            imagined = REGISTRY[game].imagine(table.backend.s, seat, Random(n))  # type: ignore[attr-defined]
            picks = table.picks.get(seat, ())
            cells = table.encoder.encode(REGISTRY[game].view(imagined, seat), seat, table.asked[seat], picks)
            assert np.array_equal(real, cells)


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_has_its_own_label_and_stays_in_range(game: str) -> None:
    for table, seat in walk(game, layout(game).seats[0], MODULES[game], 2, 60):
        observation = table.observe(seat)["observation"]
        assert -1.0 <= observation.min() <= observation.max() <= 1.0

    labels = table.encoder.labels
    assert len(labels) == len(set(labels)) == table.encoder.size == len(observation)


def test_an_observer_is_always_the_first_of_the_players() -> None:
    env = aec("faraway", 3)
    env.reset(seed=5)
    own = env.simulation.encoder.labels.index("players[+0].submitted")

    env.step(env.observe("seat_0")["action_mask"].argmax())

    assert [float(env.observe(agent)["observation"][own]) for agent in env.agents] == [1.0, 0.0, 0.0]


class View:
    """A view of a game that nobody has written a layout for."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


def cells(schema: dict[str, Any], value: Any, me: int = 0) -> dict[str, float]:
    """The cells of one field that are not 0, at a table of three with the ids a, b and c."""
    view = {"type": "object", "properties": {"x": schema}}
    layout = Layout(
        Game(name="tiny", players={"least": 3, "most": 3}, view=view),
        {"ids": {"a": "", "b": "", "c": ""}, "decisions": {}},
    )
    found = Encoder(layout, 3)
    row = found.encode(View(x=value), me, None, ())
    return {found.labels[n]: round(float(row[n]), 3) for n in row.nonzero()[0]}


SEAT = {"title": "Seat", "type": "integer"}
IDS = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("schema", "value", "shown"),
    [
        ({"type": "boolean"}, True, {"x": 1.0}),
        ({"type": "integer"}, 10, {"x": 0.5}),
        ({"type": "integer"}, -10, {"x": -0.5}),
        ({"enum": ["day", "night"]}, "night", {"x:night": 1.0}),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "b", {"x:b": 1.0}),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, None, {}),
        ({"type": "string"}, "no id of the game", {}),
        (SEAT, 0, {"x:+2": 1.0}),
        ({"type": "array", "items": SEAT}, [1, 0], {"x:+0": 0.333, "x:+2": 0.667}),
        (IDS, ["c", "a"], {"x.count": 0.167, "x:c": 1.0, "x:a": 0.938}),
        ({"type": "array", "items": {"type": "integer"}}, [3, 5, 99], {"x:3": 1.0, "x:5": 1.0}),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"b": 10}, {"x:b": 0.5}),
        ({"type": "object", "additionalProperties": {"type": "string"}}, {"2": "a"}, {"x[1]:a": 1.0}),
        (
            {"type": "object", "additionalProperties": IDS},
            {"left": [], "right": ["b"]},
            {"x[1].count": 0.091, "x[1]:b": 1.0},
        ),
        (
            {"type": "array", "items": {"type": "object", "properties": {"seat": SEAT, "card": {"type": "string"}}}},
            [View(seat=1, card="a"), View(seat=1, card="b")],
            {"x[+0].card:a": 1.0, "x[+0].card:b": 1.0},
        ),
        (
            {
                "type": "array",
                "items": {"type": "object", "properties": {"n": {"type": "integer"}, "card": {"type": "string"}}},
            },
            [View(n=10, card="b")],
            {"x.n[0]": 0.5, "x.card.count": 0.091, "x.card:b": 1.0},
        ),
        ({"type": "array", "items": IDS}, [["a"]], {}),
    ],
)
def test_the_schema_decides_what_the_cells_show(schema: dict[str, Any], value: Any, shown: dict[str, float]) -> None:
    assert cells(schema, value, me=1) == shown


def test_a_union_has_the_fields_of_all_its_kinds() -> None:
    kinds = [{"$ref": "#/$defs/Range"}, {"$ref": "#/$defs/Exact"}]
    number = {"type": "integer"}
    schema = {
        "$defs": {
            "Range": {"type": "object", "properties": {"type": {"enum": ["range"]}, "min": number, "max": number}},
            "Exact": {"type": "object", "properties": {"type": {"enum": ["exact"]}, "value": number}},
        },
        "anyOf": kinds,
    }

    assert Builder(schema, 2, ()).cells(schema).labels == (".min", ".max", ".value")


def test_places_are_worth_from_one_to_minus_one() -> None:
    faraway, not_alone = layout("faraway"), layout("not_alone")

    assert faraway.rewards((2, 1, 3), (1,)) == (0.0, 1.0, -1.0)
    assert faraway.rewards((1, 1), (0, 1)) == (0.0, 0.0)
    assert faraway.rewards((1, 1, 3, 4), (0, 1)) == pytest.approx((2 / 3, 2 / 3, -1 / 3, -1.0))
    assert not_alone.rewards((2, 1, 1), (1, 2)) == (-1.0, 1.0, 1.0)

"""The net holds: a house that leaks a little, in any of these ways, is caught by the comparison of twins."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask

from service.api import responses
from service.refusals import Closed
from service.tables import play, views
from service.tables import session as tables
from tests.games.play import SETTINGS
from tests.leaks.compare import Leak, same
from tests.leaks.stage import Stage, crowd, still
from tests.leaks.twins import Kept
from tests.service.conftest import house_of

FARAWAY = next(setting for setting in SETTINGS if setting.game.name == "faraway" and setting.seats == 3)
_heard, _update = views.heard, views.update


def by_the_number_of_saves(live: tables.Live, *given: Any) -> dict[str, Any]:
    """Views are numbered by the table's version."""
    return {**_update(live, *given), "seq": live.table.version}


def by_size(live: tables.Live, *given: Any) -> dict[str, Any]:
    """Something hidden is as long as it is."""
    return {**_update(live, *given), "paused": "x" * int(live.s.deck[0].strip("r"))}


def by_a_dealt_card(live: tables.Live, *given: Any) -> dict[str, Any]:
    """The top of the deck shines through."""
    return {**_update(live, *given), "game": live.s.deck[0]}


def by_gaps(table: Any, entry: Any, seat: Any, *given: Any) -> list[dict[str, Any]]:
    """Events are numbered over all viewers."""
    return [{**event, "seq": entry.version} for event in _heard(table, entry, seat, *given)]


def by_naming_anothers_question(live: tables.Live, seat: int, name: str) -> Closed:
    """A question of somebody else that was open once is refused differently."""
    return Closed(decision=name if name in live.table.opened else "?" * len(live.table.passes))


LEAKS: list[tuple[Any, str, Callable[..., Any]]] = [
    (responses, "update", by_the_number_of_saves),
    ("service.tables.routes", "update", by_size),
    ("service.tables.routes", "update", by_the_number_of_saves),
    ("service.tables.routes", "update", by_a_dealt_card),
    ("service.events.streams", "heard", by_gaps),
    (play, "_closed", by_naming_anothers_question),
]


@pytest.mark.parametrize(("where", "what", "leaky"), LEAKS, ids=[f"{leak[1]}-{leak[2].__name__}" for leak in LEAKS])
@pytest.mark.parametrize("tries", [0, 12], ids=["whatever-is-tried", "in-haste"])
def test_a_house_that_leaks_is_caught(app: Flask, where: Any, what: str, leaky: Callable[..., Any], tries: int) -> None:
    patched = patch(f"{where}.{what}", leaky) if isinstance(where, str) else patch.object(where, what, leaky)
    with still(house_of(app)) as clock:
        stage = Stage(app, clock, FARAWAY, 3, crowd(app, FARAWAY.seats))
        moments = stage.some_moments(20 if tries else 6)
        with patched, pytest.raises(Leak):
            look_at_all(stage, moments, tries)


def look_at_all(stage: Stage, moments: list[tuple[int, Kept]], tries: int) -> None:
    for n, moment in enumerate(moments):
        stage.lay(moment)
        same(stage, moment[1], 2, Random(n), tries)

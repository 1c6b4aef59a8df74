"""A service with a planted leak, in any of these ways, is caught by the comparison of twins."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask

from service.refusals import Closed
from service.tables import play, views
from service.tables import session as tables
from tests.games.play import SETTINGS
from tools.leaks.compare import Leak, compare_with_twin
from tools.leaks.table import WatchedTable, frozen_clock, register_players, stores_of
from tools.leaks.twins import TableSnapshot

FARAWAY = next(setting for setting in SETTINGS if setting.game.name == "faraway" and setting.seats == 3)
_heard, _update = views.events_for, views.update


def by_the_number_of_saves(live: tables.TableSession, *given: Any) -> dict[str, Any]:
    """Views are numbered by the table's version."""
    return {**_update(live, *given), "seq": live.table.version}


def by_size(live: tables.TableSession, *given: Any) -> dict[str, Any]:
    """The length of a field depends on something hidden."""
    return {**_update(live, *given), "paused": "x" * int(live.state.deck[0].strip("r"))}


def by_a_dealt_card(live: tables.TableSession, *given: Any) -> dict[str, Any]:
    """The top card of the deck is shown."""
    return {**_update(live, *given), "game": live.state.deck[0]}


def by_gaps(table: Any, entry: Any, seat: Any, *given: Any) -> list[dict[str, Any]]:
    """Events are numbered over all viewers."""
    return [{**event, "seq": entry.version} for event in _heard(table, entry, seat, *given)]


def by_naming_anothers_question(live: tables.TableSession, seat: int, name: str) -> Closed:
    """A decision of another player that was once open is refused differently."""
    return Closed(decision=name if name in live.table.opened else "?" * len(live.table.passes))


LEAKS: list[tuple[Any, str, Callable[..., Any]]] = [
    ("service.tables.routes", "update", by_size),
    ("service.tables.routes", "update", by_the_number_of_saves),
    ("service.tables.routes", "update", by_a_dealt_card),
    ("service.events.streams", "events_for", by_gaps),
    (play, "_closed", by_naming_anothers_question),
]


@pytest.mark.parametrize(("where", "what", "leaky"), LEAKS, ids=[f"{leak[1]}-{leak[2].__name__}" for leak in LEAKS])
@pytest.mark.parametrize("tries", [0, 12], ids=["all-probes", "few-probes"])
def test_a_planted_leak_is_caught(app: Flask, where: Any, what: str, leaky: Callable[..., Any], tries: int) -> None:
    patched = patch(f"{where}.{what}", leaky) if isinstance(where, str) else patch.object(where, what, leaky)
    with frozen_clock(stores_of(app)) as clock:
        watched = WatchedTable(app, clock, FARAWAY, 3, register_players(app, FARAWAY.seats))
        moments = watched.random_moments(20 if tries else 6)
        with patched, pytest.raises(Leak):
            compare_all(watched, moments, tries)


def compare_all(watched: WatchedTable, moments: list[tuple[int, TableSnapshot]], tries: int) -> None:
    for n, moment in enumerate(moments):
        watched.restore(moment)
        compare_with_twin(watched, moment[1], 2, Random(n), tries)

"""Tables that are not saved yet, for tests of the store."""

from __future__ import annotations

from typing import Any

from service.events.log import Entry, Logged
from service.storage.identifiers import new_id
from service.tables.parts import ClockRules, SeatRecord, TakenAnswer
from service.tables.store import Table, Tables


def new_table(id: str = "", **more: Any) -> Table:
    """A table of two, not yet saved."""
    return Table(
        **{
            "id": id or new_id(1_000_000),
            "game": "faraway",
            "rules": 1,
            "owner": "p_ada",
            "visibility": "public",
            "options": {},
            "seats": [SeatRecord("player", "p_ada", "Ada"), SeatRecord("open")],
            "clock": ClockRules(),
            "start": "owner",
            "practice": False,
            "seed": "seed",
            "code": "code",
            "created": 1_000_000,
            "seqs": [0, 0, 0],
            **more,
        }
    )


def entry(table: Table, *events: Logged) -> Entry:
    return Entry(table.version + 1, 1_000_000, list(table.seqs), list(events))


def given(name: str) -> TakenAnswer:
    return TakenAnswer(name, 0, "explore", ("r1",), 1_000_000, "seat")


def laid(tables: Tables) -> Table:
    """A table of two that is saved."""
    table = new_table()
    tables.commit(table, None, entry(table))
    return table

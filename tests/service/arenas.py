"""Helpers that open and play arenas in tests."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

from service.arena import runner
from service.stores import Stores
from tests.service.people import Person
from tests.service.table import take_due

WISH = {"game": "faraway", "entrants": [{"level": "greedy"}, {"level": "random"}], "games": 4, "seed": "test"}


def opened(who: Person, **wish: Any) -> dict[str, Any]:
    response = who.post("/arenas", {**WISH, **wish})
    assert response.status_code == 201, response.json
    found: dict[str, Any] = response.json
    assert response.headers["Location"] == f"/v1/arenas/{found['id']}"
    return found


def due(stores: Stores) -> list[str]:
    return [member for member in take_due(stores) if member.startswith("arena:")]


def work(stores: Stores, id: str, seconds: float = 60.0) -> int:
    return runner.run(stores.tables, stores.accounts, stores.agents, stores.books, stores.arenas, id, seconds)


def page(who: Person, path: str) -> TestResponse:
    """Get an HTML page."""
    return who._send("GET", f"/v1{path}", None, None)

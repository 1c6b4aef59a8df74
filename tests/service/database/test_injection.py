"""Whatever is sent as an id, a cursor or a filter, on each kind of database, finds nothing and breaks nothing."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from flask import Flask

from tests.service.conftest import newcomer, stores_of
from tests.service.history.test_history import INJECTIONS
from tests.service.people import Person

OPERATOR = "open-sesame"
READ = (
    *("/agents/{}", "/agents?cursor={}", "/agents/{}/deliveries", "/books/{}", "/books?cursor={}"),
    *("/arenas/{}", "/arenas/{}/games", "/arenas/{}/report", "/arenas?cursor={}", "/arenas?mine=true&cursor={}"),
    *("/hidden-meanings?book={}", "/hidden-meanings?language={}", "/hidden-meanings?cursor={}", "/ratings?game={}"),
    *("/ratings?role={}", "/profiles/agent/{}", "/tables/{}", "/tables?cursor={}", "/tables/{}/replay"),
)
CHANGED = (
    *(("DELETE", "/agents/{}"), ("DELETE", "/books/{}"), ("DELETE", "/arenas/{}"), ("POST", "/arenas/{}/pause")),
    *(("PUT", "/me/mutes/{}"), ("DELETE", "/me/mutes/{}"), ("DELETE", "/me/tokens/{}")),
    *(("PUT", "/tables/{}/hidden-meaning"), ("DELETE", "/tables/{}/hidden-meaning")),
)
OPERATED = (
    *(("GET", "/admin/audit?cursor={}"), ("GET", "/admin/reports?cursor={}"), ("GET", "/admin/accounts/{}")),
    *(("DELETE", "/admin/books/{}"), ("DELETE", "/hidden-meanings/{}"), ("DELETE", "/admin/accounts/{}")),
    *(("POST", "/admin/reports/{}/close"), ("GET", "/admin/tables?player={}"), ("GET", "/admin/tables/{}")),
)


@pytest.fixture
def app(any_database_url: str, app_with: Callable[..., Flask]) -> Flask:
    return app_with(database_url=any_database_url, admin_token=OPERATOR)


@pytest.mark.parametrize("word", INJECTIONS)
def test_no_id_cursor_or_filter_lets_sql_in(app: Flask, word: str) -> None:
    ada, operator, sent = newcomer(app, "Ada"), Person(app, token=OPERATOR), quote(word, safe="")
    agent = ada.post("/agents", {"name": "Marvin", "transport": "poll", "games": ["faraway"]}).json["id"]

    for path in READ:
        response = ada.get(path.format(sent))
        assert response.status_code in (200, 400, 404, 422), (path, response.json)
        ids = [one.get("id") for one in response.json.get("items", []) if response.status_code == 200]
        assert path.startswith(("/agents?", "/books?")) or ids == [], path
    for method, path in CHANGED:
        response = ada.call(method, path.format(sent), {} if method == "POST" else None)
        assert response.status_code in (204, 400, 404, 415, 422), (path, response.json)
    for method, path in OPERATED:
        response = operator.call(method, path.format(sent), {"reason": word} if method == "POST" else None)
        assert response.status_code in (200, 400, 404, 415, 422), (path, response.json)
    assert Person(app).post("/recovery", {"code": word}).status_code in (403, 422)
    seats = [{"kind": "me"}, {"kind": "agent", "agent": word}]
    assert ada.post("/tables", {"game": "faraway", "seats": seats}).status_code == 422
    opened = ada.post("/tables", {"game": "new_lands", "options": {"book": word}, "seats": [{"kind": "me"}] * 2})
    assert opened.status_code == 422
    limits = operator.put(f"/admin/accounts/{ada.id}/limits", {"limits": {"books": 3}, "reason": word})
    assert limits.status_code in (200, 422)

    assert ada.get(f"/agents/{agent}").json["name"] == "Marvin"
    assert stores_of(app).accounts.get(ada.id) is not None

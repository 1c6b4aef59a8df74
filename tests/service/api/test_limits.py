"""Rate limits, and that answering is never limited."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from flask import Flask

from tests.service.conftest import newcomer
from tests.service.people import Person
from tests.service.table import ME, OPEN, answer, open_decisions, open_table, started


@pytest.fixture
def strict(app_with: Callable[..., Flask]) -> Flask:
    """An app whose limits are a hundredth of the usual ones."""
    return app_with(rate_limits=True, rate_factor=0.01)


def test_too_many_tables_a_minute_are_too_many(strict: Flask) -> None:
    ada = newcomer(strict, "Ada")
    replies = [ada.post("/tables", {"game": "faraway", "seats": [ME, OPEN]}) for _ in range(8)]

    assert [reply.status_code for reply in replies] == [201] * 6 + [429] * 2
    refused = replies[-1]
    assert refused.json["code"] == "too-many-requests"
    assert refused.json["params"] == {"limit": "6 per 1 minute"}
    assert "6 per 1 minute" in refused.json["detail"]
    assert refused.json["retryable"]
    assert 1 <= int(refused.headers["Retry-After"]) <= 60


def test_every_response_of_a_limited_operation_says_what_is_left(strict: Flask) -> None:
    ada = newcomer(strict, "Ada")
    replies = [ada.post("/tables", {"game": "faraway", "seats": [ME] + [OPEN] * more}) for more in [1, 8] * 4]

    assert [reply.status_code for reply in replies] == [201, 422] * 3 + [429] * 2
    assert [reply.headers["X-RateLimit-Limit"] for reply in replies] == ["6"] * 8
    assert [reply.headers["X-RateLimit-Remaining"] for reply in replies] == ["5", "4", "3", "2", "1", "0", "0", "0"]
    assert all(0 < int(reply.headers["X-RateLimit-Reset"]) - time.time() <= 61 for reply in replies)
    assert "X-RateLimit-Limit" not in ada.get("/me").headers


def test_nobody_is_limited_while_the_redis_of_the_counts_is_away(app_with: Callable[..., Flask]) -> None:
    app = app_with(rate_limits=True, rate_factor=0.01, queue_redis_url="redis://127.0.0.1:1/0")
    nobody = Person(app)

    replies = [nobody.post("/players", {"name": "Ada"}) for _ in range(5)]

    assert [reply.status_code for reply in replies] == [201] * 5
    assert nobody.get("/me", headers={"Authorization": "Bearer fs_" + "0" * 48}).status_code == 401


def test_only_limited_callers_get_a_retry_after(strict: Flask) -> None:
    ada = newcomer(strict, "Ada")

    assert "Retry-After" not in ada.post("/tables", {"game": "faraway", "seats": [ME, OPEN]}).headers
    assert "Retry-After" not in ada.get("/tables/nothing/replay").headers


def test_the_limit_of_one_player_is_not_that_of_another(strict: Flask) -> None:
    ada = newcomer(strict, "Ada")
    ben = newcomer(strict, "Ben")
    for _ in range(7):
        ada.post("/tables", {"game": "faraway", "seats": [ME, OPEN]})

    assert open_table(ben)["status"] == "open"


def test_those_without_a_token_are_counted_by_address(strict: Flask) -> None:
    nobody = Person(strict)
    replies = [nobody.post("/players", {"name": "Ada"}) for _ in range(4)]

    assert [reply.status_code for reply in replies] == [201, 201, 201, 429]
    assert nobody.post("/players", {"name": "Ada"}, environ_base={"REMOTE_ADDR": "127.0.0.2"}).status_code == 201


def test_answering_and_looking_are_not_limited(strict: Flask) -> None:
    ada, ben = newcomer(strict, "Ada"), newcomer(strict, "Ben")
    table = started(ada, ben)
    decision = open_decisions(ada, table)[0]

    for _ in range(50):
        assert answer(ada, table, decision["id"], decision["options"][:1]).status_code == 202
        assert ada.get(f"/tables/{table}/view").status_code == 200


def test_limits_can_be_turned_off(ada: Person) -> None:
    assert all(ada.post("/me/tokens", {}).status_code == 201 for _ in range(70))

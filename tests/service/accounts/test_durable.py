"""Accounts survive the loss of Redis, and those that exist need no database to play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from redis import Redis

from service.database.engine import DatabaseUnavailable
from service.stores import Stores
from tests.service.archive.archived import AT_ONCE, finished, move
from tests.service.people import Person
from tests.service.table import answer, started


@pytest.fixture
def app(any_database_url: str, app_with: Callable[..., Flask]) -> Flask:
    found: Flask = app_with(database_url=any_database_url, retention=AT_ONCE)
    return found


def test_players_and_tokens_are_there_after_redis_was_emptied(
    ada: Person, ben: Person, stores: Stores, redis: Redis
) -> None:
    table = finished(stores, ada, ben)
    move(stores)
    revoked = ada.post("/me/tokens", {"label": "lost"}).json
    ada.delete(f"/me/tokens/{revoked['id']}")

    redis.flushall()

    assert ada.get("/me").json["player"]["name"] == "Ada"
    assert Person(ada.app, token=revoked["token"]).get("/me").status_code == 401
    assert [one["id"] for one in ada.get("/tables?mine=true").json["items"]] == [table]
    assert ben.post("/tables", {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}]}).status_code == 201
    assert [one["label"] for one in ada.get("/me/tokens").json["items"]] == ["first"]


def test_a_repeated_registration_gives_the_same_token_after_redis_was_emptied(nobody: Person, redis: Redis) -> None:
    headers = {"Idempotency-Key": "a-long-enough-key-for-this"}
    first = nobody.post("/players", {"name": "Ada"}, headers=headers).json

    redis.flushall()

    assert nobody.post("/players", {"name": "Ada"}, headers=headers).status_code == 201
    assert Person(nobody.app, token=first["token"]).get("/me").json["player"] == first["player"]


def test_a_closed_account_stays_closed(ada: Person, nobody: Person, redis: Redis) -> None:
    assert ada.delete("/me").status_code == 200

    redis.flushall()

    assert ada.get("/me").status_code == 401


def test_who_has_an_account_plays_on_without_the_database(
    ada: Person, ben: Person, nobody: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started(ada, ben)

    def away() -> None:
        raise DatabaseUnavailable("gone")

    monkeypatch.setattr(stores.database, "migrate", away)

    assert answer(ada, table).status_code == 202
    assert answer(ben, table).status_code == 200
    assert ada.get("/me").status_code == 200
    assert nobody.post("/players", {"name": "Cleo"}).status_code == 503

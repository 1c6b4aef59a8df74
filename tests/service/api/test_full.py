"""A Redis without memory: writes are refused and leave nothing half done, reads work, and play resumes afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from redis import Redis
from redis.exceptions import OutOfMemoryError
from sqlalchemy import event

from service.api import streaming
from service.database.engine import sqlite_url
from service.events.feeds import Wakeup
from service.stores import Stores
from tests.service.conftest import stores_of
from tests.service.people import JSON, NDJSON, Data, Person
from tests.service.table import answer, everything, later, open_decisions, play_bots, started

NAME = {"name": "Zoe"}
MINUTE = {"mode": "realtime", "per_decision_s": 60}


@pytest.fixture
def full(redis: Redis) -> Iterator[Any]:
    """Lets Redis be full, and empty again, also when the test fails."""
    yield lambda so: redis.config_set("maxmemory", 1 if so else 0)
    redis.config_set("maxmemory", 0)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/tables/{table}/decisions/{decision}/answer", {"picks": ["{pick}"]}),
        ("POST", "/tables/{table}/talk", {"text": "Good luck!"}),
        ("POST", "/tables/{table}/votes", {"kind": "pause"}),
        ("POST", "/tables", {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "bot"}], "start": "full"}),
        ("POST", "/players", {"name": "Zoe"}),
        ("POST", "/me/tokens", {"label": "more"}),
    ],
)
def test_a_write_is_refused_as_something_to_try_again_and_leaves_no_trace(
    ada: Person, ben: Person, redis: Redis, full: Any, method: str, path: str, body: dict[str, Any]
) -> None:
    table = started(ada, ben)
    [decision] = open_decisions(ada, table)
    path = path.format(table=table, decision=decision["id"])
    if "picks" in body:
        body = {"picks": decision["options"][:1]}
    before = everything(redis)
    full(True)

    refused = ada.call(method, path, body)

    assert refused.status_code == 503
    assert (refused.json["code"], refused.json["retryable"]) == ("unavailable", True)
    assert int(refused.headers["Retry-After"]) > 0
    full(False)
    assert everything(redis) == before
    assert ada.call(method, path, body).status_code in (200, 201, 202)


def test_reads_continue_while_redis_is_full(ada: Person, ben: Person, full: Any) -> None:
    table = started(ada, ben, clock=MINUTE)
    full(True)

    for path in (f"/tables/{table}", f"/tables/{table}/view", f"/tables/{table}/decisions", "/tables", "/games", "/me"):
        assert ada.get(path).status_code == 200, path
    assert ada.get(f"/tables/{table}/events?after=0", headers={"Accept": JSON}).status_code == 200


def test_a_stream_that_redis_refuses_breaks_off_after_whole_lines_and_gives_its_place_back(app: Flask) -> None:
    def events() -> Iterator[list[Data]]:
        yield [{"seq": 1, "type": "story"}]
        raise OutOfMemoryError("command not allowed")

    with app.test_request_context():
        lines = list(streaming.stream(events(), Wakeup(), NDJSON).response)

    assert lines == [b'{"seq":1,"type":"story"}\n']
    assert streaming._open == 0


def test_a_deadline_that_passes_meanwhile_is_kept_for_later(
    ada: Person, ben: Person, stores: Stores, full: Any
) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)
    full(True)
    assert ada.get(f"/tables/{table}/view").status_code == 200, "reads go on"
    full(False)

    play_bots(stores)

    assert [one.by for one in stores.tables.answers(table)] == ["clock", "clock"]


def test_the_same_answer_is_taken_once_there_is_memory_again(
    ada: Person, ben: Person, stores: Stores, full: Any
) -> None:
    table = started(ada, ben)
    [decision] = open_decisions(ada, table)
    full(True)
    assert answer(ada, table, decision["id"], decision["options"][:1]).status_code == 503
    full(False)

    assert answer(ada, table, decision["id"], decision["options"][:1]).status_code in (200, 202)

    assert len(stores.tables.answers(table)) == 1


def test_a_database_on_a_full_disk_says_so_and_takes_accounts_again_when_there_is_room(
    app_with: Callable[..., Flask], tmp_path: Path
) -> None:
    app = app_with(database_url=sqlite_url(tmp_path))
    pages = {"most": 0}

    @event.listens_for(stores_of(app).database.engine, "checkout")
    def limit(connection: Any, *_: object) -> None:
        used = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages['most'] or used}")

    refused = next(reply for _ in range(500) if (reply := Person(app).post("/players", NAME)).status_code != 201)
    assert (refused.status_code, refused.json["code"], refused.json["retryable"]) == (503, "storage-full", True)
    assert int(refused.headers["Retry-After"]) >= 1

    pages["most"] = 1_000_000
    assert Person(app).post("/players", NAME).status_code == 201

"""Streams with views (`?views=true`): after each change the viewer is sent what `GET /view` would show then."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask

from service.events import feeds
from service.events.feeds import SavedTables
from service.stores import Stores
from tests.service.concurrency import Beside
from tests.service.conftest import stores_of
from tests.service.people import NDJSON, SSE, Person, timeless
from tests.service.table import all_answer, answer, open_table, play_out, started


@pytest.mark.parametrize("accept", [NDJSON, SSE])
def test_after_a_change_comes_the_view_that_it_led_to(ada: Person, ben: Person, nobody: Person, accept: str) -> None:
    table = started(ada, ben)
    streams = [person.follow(f"/tables/{table}/events?views=true", accept) for person in (ada, ben, nobody)]
    for stream in streams:
        stream.event()

    all_answer(table, ada, ben)

    for person, stream in zip((ada, ben, nobody), streams, strict=True):
        now = person.get(f"/tables/{table}/view").json
        told = stream.until("view")
        while told[-1]["data"]["seq"] < now["seq"]:
            told += stream.until("view")
        assert timeless(told[-1]["data"]) == timeless(now)
        assert told[-1]["table"] == table


def test_every_view_belongs_to_the_event_before_it(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=1)
    listener = Beside(ada.follow(f"/tables/{table}/events?after=0&views=true").rest)

    play_out(stores, table, [ada, ben])

    heard = listener.result()[1:]
    numbers = [event["seq"] for event in heard if event["type"] != "view"]
    assert numbers == list(range(1, len(numbers) + 1))
    for before, event in pairwise(heard):
        if event["type"] == "view":
            assert before["type"] != "view"
            assert event["seq"] == event["data"]["seq"] == before["seq"]
    assert [event["type"] for event in heard[-2:]] == ["finished", "view"]
    assert heard[-1]["data"]["result"] == heard[-2]["data"]["result"]


def test_quick_changes_are_shown_one_by_one(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ada.follow(f"/tables/{table}/events?views=true") as stream:
        stream.event()
        all_answer(table, ben, ada)
        head = ada.get(f"/tables/{table}/view").json["seq"]

        views = [stream.until("view")[-1]]
        while views[-1]["seq"] < head:
            views.append(stream.until("view")[-1])

    assert len(views) == 2
    assert views[0]["data"]["waiting"] == [0]


def test_a_view_that_was_not_heard_in_time_is_replaced_by_the_newest(
    ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SavedTables, "session", lambda self, tables, entry: None)
    table = started(ada, ben)
    with ada.follow(f"/tables/{table}/events?views=true") as stream:
        stream.event()
        all_answer(table, ben, ada)
        now = ada.get(f"/tables/{table}/view").json

        view = stream.until("view")[-1]["data"]

    assert timeless(view) == timeless(now)


def test_a_change_that_a_viewer_does_not_hear_of_is_not_shown_by_a_view(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ben.follow(f"/tables/{table}/events?views=true") as stream:
        stream.event()
        ada.put(f"/tables/{table}/passes", {"kinds": ["*"]})
        answer(ben, table)

        assert [event["type"] for event in stream.until("view")][:1] == ["decision-closed"]


def test_who_sits_down_sees_from_then_on_as_that_seat(ada: Person, ben: Person) -> None:
    table = open_table(ada, start="full")["id"]
    with ben.follow(f"/tables/{table}/events?views=true") as stream:
        stream.event()
        ben.put(f"/tables/{table}/seats/1")

        view = stream.until("view")[-1]["data"]

    assert view["seat"] == 1
    assert view["decisions"]


def test_what_happened_before_a_stream_resumes_is_followed_by_one_view(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    all_answer(table, ada, ben)
    with ada.follow(f"/tables/{table}/events?after=1&views=true") as stream:
        told = stream.until("view")

    assert told[-1]["seq"] == told[-2]["seq"] == told[0]["data"]["seq"]


def test_tables_are_decoded_once_for_all_who_watch_and_only_where_views_are_wanted(
    ada: Person, ben: Person, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded: list[bytes] = []
    plain: Callable[[bytes], Any] = feeds.decode_table
    monkeypatch.setattr(feeds, "decode_table", lambda raw: decoded.append(raw) or plain(raw))
    table = started(ada, ben)
    without = ada.follow(f"/tables/{table}/events")
    without.event()
    assert not stores_of(app).feeds.saved_tables.open
    streams = [Person(app).follow(f"/tables/{table}/events?views=true") for _ in range(5)]
    for stream in streams:
        stream.event()

    answer(ben, table)
    for stream in streams:
        stream.until("view")

    assert len(decoded) == 1
    for stream in (*streams, without):
        stream.close()
    assert not stores_of(app).feeds.saved_tables.open

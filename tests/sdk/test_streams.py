"""Streams as generators: they reconnect, deliver nothing twice, and end with the table."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler
from itertools import islice
from typing import Any

import farshore
import pytest

from tests.sdk.puppet import Puppet, hangs_up, says, streams

NO_STREAMS = says(503, {"code": "no-free-stream", "detail": "Full.", "retryable": True}, Retry_After="1")


@pytest.fixture
def table(client: farshore.Client) -> farshore.Table:
    return farshore.Table(client, farshore.TableFacts(id="t7"))


def event(seq: int, type: str = "story", /, **data: Any) -> dict[str, Any]:
    return {"seq": seq, "at": "2026-11-16T05:35:23.123Z", "table": "t7", "type": type, "data": data}


def snapshot(seq: int, status: str = "running") -> dict[str, Any]:
    return event(seq, "snapshot", **update(seq, status))


def update(seq: int, status: str = "running", **more: Any) -> dict[str, Any]:
    return {"table": "t7", "game": "faraway", "status": status, "seq": seq, "view": {}, "decisions": []} | more


END = event(6, "finished", result={"winners": [0]}, seed="…")


def test_heartbeats_are_skipped_and_the_stream_ends_with_the_table(puppet: Puppet, table: farshore.Table) -> None:
    puppet.script = [streams(snapshot(4), "\n", event(5), "\n", END)]

    assert [(e.seq, e.type) for e in table.events()] == [(4, "snapshot"), (5, "story"), (6, "finished")]
    assert puppet.calls[0].headers["Accept"] == "application/x-ndjson"


@pytest.mark.parametrize("cut", [True, False])
def test_a_broken_line_is_mended_where_it_broke(
    puppet: Puppet, table: farshore.Table, pauses: list[float], cut: bool
) -> None:
    puppet.script = [
        streams(snapshot(3), event(4), '{"seq": 5, "ty', cut=cut),
        hangs_up,
        says(503, {"code": "unavailable"}),
        streams(snapshot(4), event(5), END),
    ]

    assert [e.seq for e in table.events()] == [3, 4, 5, 6]
    assert [call.params.get("after") for call in puppet.calls] == [None, "4", "4", "4"]
    assert len(pauses) == 3


def test_no_event_comes_twice(puppet: Puppet, table: farshore.Table, pauses: list[float]) -> None:
    puppet.script = [streams(snapshot(0), event(1), event(2)), streams(snapshot(1), event(2), event(3), END)]

    assert [e.seq for e in table.events(after=0)] == [0, 1, 2, 3, 6]


def test_a_finished_table_has_nothing_more_to_say(puppet: Puppet, table: farshore.Table) -> None:
    puppet.script = [streams(snapshot(6, "finished"))]

    assert [e.type for e in table.events()] == ["snapshot"]


def test_without_streams_the_same_events_come_by_long_poll(
    puppet: Puppet, table: farshore.Table, pauses: list[float]
) -> None:
    puppet.script = [
        NO_STREAMS,
        says(200, update(4)),
        says(200, {"items": [event(5)], "next": 5}),
        says(200, {"items": [], "next": 5}),
        says(200, {"items": [END], "next": 6}),
    ]

    assert [(e.seq, e.type) for e in table.events()] == [(4, "snapshot"), (5, "story"), (6, "finished")]
    assert puppet.calls[2].headers["Accept"] == "application/json"
    assert [call.params.get("after") for call in puppet.calls[2:]] == ["4", "5", "5"]
    assert int(puppet.calls[2].params["wait"]) <= 50
    assert pauses == [0.5], "one pause, after the poll that returned nothing"


def test_a_stream_that_is_refused_continues_by_long_polling(
    puppet: Puppet, table: farshore.Table, pauses: list[float]
) -> None:
    puppet.script = [streams(snapshot(4), event(5), cut=True), NO_STREAMS, says(200, {"items": [END], "next": 6})]

    assert [e.seq for e in table.events()] == [4, 5, 6]


def test_a_table_that_is_gone_is_an_error(puppet: Puppet, table: farshore.Table, pauses: list[float]) -> None:
    puppet.script = [streams(snapshot(4), cut=True), says(404, {"code": "not-found", "detail": "No such table."})]

    with pytest.raises(farshore.NotFound):
        list(table.events())


def test_a_stream_gives_up_on_a_server_that_never_comes_back(
    puppet: Puppet, table: farshore.Table, pauses: list[float]
) -> None:
    puppet.script = [hangs_up] * 50

    with pytest.raises(farshore.Unreachable):
        list(table.events())

    assert 60 < sum(pauses) < 300


def test_closing_the_generator_closes_the_connection(puppet: Puppet, table: farshore.Table) -> None:
    hung_up = threading.Event()

    def beats_until_the_line_is_dead(handler: BaseHTTPRequestHandler) -> None:
        streams(snapshot(4), open_end=True)(handler)
        handler.connection.settimeout(30)
        if handler.connection.recv(1) == b"":
            hung_up.set()

    puppet.script = [beats_until_the_line_is_dead]

    for event in table.events():
        assert event.seq == 4
        break

    assert hung_up.wait(30)


def test_the_account_stream_opens_again_with_everything_that_waits(
    puppet: Puppet, client: farshore.Client, pauses: list[float]
) -> None:
    first = event(0, "snapshot", tables=[])
    puppet.script = [streams(first, event(0, "invited", seat=1), cut=True), streams(first)]

    assert [e.type for e in islice(client.events(), 3)] == ["snapshot", "invited", "snapshot"]


def test_the_stream_of_the_lobby_opens_again_with_all_tables(
    puppet: Puppet, client: farshore.Client, pauses: list[float]
) -> None:
    first = event(0, "lobby", tables=[])
    puppet.script = [streams(first, event(1, "lobby-removed", id="t"), cut=True), streams(first)]

    told = islice(client.tables.watch(game="faraway", open_seats=True), 3)

    assert [e.type for e in told] == ["lobby", "lobby-removed", "lobby"]
    assert puppet.calls[0].path.endswith("/tables")
    assert puppet.calls[0].params == {"game": "faraway", "open_seats": "true"}


def test_follow_gives_the_present_and_then_each_change(
    puppet: Puppet, table: farshore.Table, pauses: list[float]
) -> None:
    puppet.script = [
        says(200, update(4)),
        says(200, update(4)),
        says(200, update(7)),
        says(200, update(9, "finished", result={"winners": [1], "scores": [20, 30]})),
    ]

    assert [now.seq for now in table.follow()] == [4, 7, 9]
    assert puppet.calls[1].params["after"] == "4"
    assert puppet.calls[2].params["after"] == "4"
    assert table.status == "finished"
    assert table.result is not None
    assert table.result.scores == (20, 30)


def test_follow_outlives_a_restart(puppet: Puppet, table: farshore.Table, pauses: list[float]) -> None:
    puppet.script = [says(200, update(4)), *[hangs_up] * 12, says(200, update(5, "aborted"))]

    assert [now.seq for now in table.follow()] == [4, 5]


def test_turns_come_when_this_seat_is_asked(puppet: Puppet, table: farshore.Table) -> None:
    asked = [{"id": "1-explore-0", "options": ["r1", "r2"]}]
    puppet.script = [
        says(200, update(1)),
        says(200, update(2, decisions=asked)),
        says(202, update(3)),
        says(200, update(4, decisions=asked)),
        says(200, update(6, "finished")),
    ]

    picked = []
    for turn in table.turns():
        picked.append(turn.decision.options[0])
        turn.answer([picked[-1]])

    assert picked == ["r1", "r1"]
    # The reply to the answer was news enough: nobody asked for the same view again.
    assert [(c.method, c.params.get("after")) for c in puppet.calls] == [
        ("GET", None),
        ("GET", "1"),
        ("PUT", None),
        ("GET", "3"),
        ("PUT", None),
    ]
    assert table.status == "finished"

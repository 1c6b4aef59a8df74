"""The event log in three encodings, numbered without gaps for each viewer; reading resumes at any number."""

from __future__ import annotations

import pytest

from service.stores import Stores
from tests.service.concurrency import Beside, soon
from tests.service.people import JSON, NDJSON, SSE, Data, Person, timeless
from tests.service.table import all_answer, answer, open_decisions, open_table, play_out, started


@pytest.fixture
def over(ada: Person, ben: Person, stores: Stores) -> str:
    """A table of Ada, Ben and a bot that has been played to the end, with some talk."""
    table = started(ada, ben, bots=1)
    ada.post(f"/tables/{table}/talk", {"text": "Good luck!"})
    play_out(stores, table, [ada, ben])
    return table


def page(person: Person, table: str, query: str = "after=0&limit=1000") -> list[Data]:
    items: list[Data] = person.get(f"/tables/{table}/events?{query}", headers={"Accept": JSON}).json["items"]
    return items


def streamed(person: Person, table: str, query: str = "after=0", accept: str = NDJSON) -> list[Data]:
    """The whole stream of a table that is over."""
    with person.follow(f"/tables/{table}/events?{query}", accept) as stream:
        return stream.rest()


def test_three_encodings_carry_the_same_events(ada: Person, ben: Person, nobody: Person, over: str) -> None:
    for person in (ada, ben, nobody):
        events = page(person, over)

        assert streamed(person, over)[1:] == streamed(person, over, accept=SSE)[1:] == events
        assert len(events) > 50


def test_the_numbers_have_no_gaps_for_any_viewer(ada: Person, ben: Person, nobody: Person, over: str) -> None:
    lengths = []
    for person in (ada, ben, nobody):
        numbers = [event["seq"] for event in page(person, over)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert person.get(f"/tables/{over}/view").json["seq"] == numbers[-1]
        lengths.append(len(numbers))
    assert lengths[2] < min(lengths[:2]), "a spectator hears less and still finds no gap"


def test_an_event_says_when_and_where_what_happened(ada: Person, over: str) -> None:
    for event in page(ada, over):
        assert set(event) == {"seq", "at", "table", "type", "data"}
        assert event["table"] == over
    times = [event["at"] for event in page(ada, over)]
    assert times == sorted(times)


def test_decisions_are_heard_only_by_the_seat_that_has_them(
    ada: Person, ben: Person, nobody: Person, over: str
) -> None:
    for seat, person in ((0, ada), (1, ben), (None, nobody)):
        events = page(person, over)
        opened = [event["data"] for event in events if event["type"] == "decision-opened"]
        assert {one["seat"] for one in opened} == ({seat} if seat is not None else set())
        closed = [event["data"]["id"] for event in events if event["type"] == "decision-closed"]
        assert [one["id"] for one in opened] == closed
        assert all(one["prompt"] for one in opened)


def test_a_stream_opens_with_what_the_viewer_sees_now(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben)
    for person in (ada, ben, nobody):
        with person.follow(f"/tables/{table}/events") as stream:
            snapshot = stream.event()

        assert snapshot["type"] == "snapshot"
        assert timeless(snapshot["data"]) == timeless(person.get(f"/tables/{table}/view").json)
        assert snapshot["seq"] == snapshot["data"]["seq"]


@pytest.mark.thorough
@pytest.mark.parametrize("viewer", ["seat", "spectator"])
def test_a_stream_resumed_from_any_number_gives_exactly_the_rest(
    ada: Person, nobody: Person, over: str, viewer: str
) -> None:
    person = ada if viewer == "seat" else nobody
    events = page(person, over)
    for after in range(len(events) + 1):
        snapshot, *rest = streamed(person, over, f"after={after}")
        assert (snapshot["type"], snapshot["seq"]) == ("snapshot", after)
        assert rest == events[after:]
        assert page(person, over, f"after={after}&limit=1000") == events[after:]


def test_a_reconnecting_event_source_resumes(ada: Person, over: str) -> None:
    with ada.follow(f"/tables/{over}/events", SSE, {"Last-Event-ID": "7"}) as stream:
        assert stream.rest()[1:] == page(ada, over)[7:]
    with ada.follow(f"/tables/{over}/events?after=9", SSE, {"Last-Event-ID": "7"}) as stream:
        assert stream.rest()[1:] == page(ada, over)[9:]


@pytest.mark.parametrize("last", ["", "seven", "-1", "7.5", "9" * 30, "²"])
def test_a_last_event_id_that_is_none_is_not_one(ada: Person, over: str, last: str) -> None:
    with ada.follow(f"/tables/{over}/events", SSE, {"Last-Event-ID": last}) as stream:
        assert [event["type"] for event in stream.rest()] == ["snapshot", "finished"]


def test_a_log_is_read_page_by_page(ada: Person, over: str) -> None:
    found: list[Data] = []
    after = 0
    while True:
        reply = ada.get(f"/tables/{over}/events?after={after}&limit=7", headers={"Accept": JSON}).json
        if not reply["items"]:
            break
        assert len(reply["items"]) <= 7
        found += reply["items"]
        after = reply["next"]

    assert found == page(ada, over)
    assert reply["next"] == found[-1]["seq"]


def test_a_first_page_opens_with_a_snapshot_like_a_stream(ada: Person, over: str) -> None:
    first, *rest = page(ada, over, "limit=1000")

    assert (first["type"], first["seq"]) == ("snapshot", 0)
    assert rest == page(ada, over)


def test_a_number_from_the_future_waits_for_nothing_and_repeats_nothing(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    head = ada.get(f"/tables/{table}/view").json["seq"]

    assert page(ada, table, f"after={head + 10}") == []
    with ada.follow(f"/tables/{table}/events?after={head + 10}") as stream:
        snapshot = stream.event()
        answer(ben, table)
        assert stream.event()["seq"] == snapshot["seq"] + 1


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("after=-1", "after"),
        ("after=x", "after"),
        ("after=1.5", "after"),
        ("after=" + "9" * 40, "after"),
        ("wait=-1", "wait"),
        ("wait=51", "wait"),
        ("wait=nan", "wait"),
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
    ],
)
def test_a_broken_question_is_refused_by_field(ada: Person, query: str, field: str) -> None:
    table = open_table(ada)["id"]

    refused = ada.get(f"/tables/{table}/events?{query}")

    assert refused.status_code == 422
    assert [error["field"] for error in refused.json["errors"]] == [field]


def test_the_encoding_is_the_callers_choice_among_three(ada: Person, over: str) -> None:
    for accept, given in (
        ("*/*", NDJSON),
        ("application/*", NDJSON),
        ("text/*", SSE),
        (f"text/html, {SSE};q=0.5, {JSON};q=0.4", SSE),
        (f"{NDJSON};q=0.1, {JSON}", JSON),
    ):
        reply = ada.get(f"/tables/{over}/events", headers={"Accept": accept})
        assert reply.mimetype == given
    refused = ada.get(f"/tables/{over}/events", headers={"Accept": "text/html"})
    assert (refused.status_code, refused.json["code"]) == (406, "not-acceptable")


# -- waiting --------------------------------------------------------------------------------


def waits(stores: Stores) -> bool:
    return soon(lambda: bool(stores.feeds.feeds.open))


def test_a_long_poll_wakes_up_when_something_happens(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    head = ada.get(f"/tables/{table}/view").json["seq"]
    poll = Beside(lambda: page(ada, table, f"after={head}&wait=30"))
    assert waits(stores)

    answer(ben, table)

    assert [event["type"] for event in poll.result()] == ["waiting"]


def test_a_long_poll_without_events_returns_an_empty_page(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    head = ada.get(f"/tables/{table}/view").json["seq"]

    reply = ada.get(f"/tables/{table}/events?after={head}&wait=0.05", headers={"Accept": JSON}).json

    assert reply == {"items": [], "next": head}


def test_what_only_others_may_hear_does_not_end_a_long_poll(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben)
    all_answer(table, ada, ben)
    [(person, one)] = [(person, one) for person in (ada, ben) for one in open_decisions(person, table)]
    head = nobody.get(f"/tables/{table}/view").json["seq"]
    answer(person, table, one["id"])

    events = page(nobody, table, f"after={head}")

    assert "decision-closed" not in [event["type"] for event in events]
    assert [event["seq"] for event in events] == list(range(head + 1, head + 1 + len(events)))


def test_waiting_for_a_view_ends_with_something_newer(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    head = ada.get(f"/tables/{table}/view").json["seq"]
    poll = Beside(lambda: ada.get(f"/tables/{table}/view?after={head}&wait=30").json)
    assert waits(stores)

    answer(ben, table)

    assert poll.result()["seq"] > head


def test_waiting_for_a_view_that_is_newer_already_or_will_never_be_takes_no_time(
    ada: Person, ben: Person, over: str
) -> None:
    table = started(ada, ben)

    assert ada.get(f"/tables/{table}/view?after=0&wait=50").json["seq"] > 0
    assert ada.get(f"/tables/{table}/view?after=99999&wait=0.05").status_code == 200
    assert ada.get(f"/tables/{over}/view?after=99999&wait=50").json["status"] == "finished"
    assert page(ada, over, "after=99999&wait=50") == []


def test_a_long_poll_of_a_deleted_table_ends_with_404(ada: Person, stores: Stores) -> None:
    table = open_table(ada)["id"]
    poll = Beside(lambda: ada.get(f"/tables/{table}/events?after=5&wait=30", headers={"Accept": JSON}))
    assert waits(stores)

    ada.delete(f"/tables/{table}")

    assert poll.result().status_code == 404

"""Open streams: each event arrives immediately and once, for those who may see it, as long as they may."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from service.events.feeds import Follower
from service.stores import Stores
from tests.service.accounts.test_tokens import further, id_of
from tests.service.concurrency import Beside, at_once
from tests.service.conftest import waiting_in
from tests.service.people import JSON, NDJSON, SSE, Person
from tests.service.table import all_answer, answer, open_decisions, open_table, play_out, started


def test_what_happens_is_heard_by_everybody_at_the_table(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben)
    streams = [person.follow(f"/tables/{table}/events") for person in (ada, ben, nobody)]
    lasts = [stream.event()["seq"] for stream in streams]

    all_answer(table, ada, ben)

    for person, head, stream in zip((ada, ben, nobody), lasts, streams, strict=True):
        now = person.get(f"/tables/{table}/view").json["seq"]
        told = stream.events(now - head)
        assert [event["seq"] for event in told] == list(range(head + 1, now + 1))
        assert len([event for event in told if event["data"].get("kind") == "explored"]) == 2


@pytest.mark.parametrize("accept", [NDJSON, SSE])
def test_a_whole_game_is_heard_without_gap_or_echo_while_it_is_played(
    ada: Person, ben: Person, nobody: Person, stores: Stores, accept: str
) -> None:
    table = started(ada, ben, bots=1)
    streams = [person.follow(f"/tables/{table}/events?after=0", accept) for person in (ada, ben, nobody)]
    listeners = [Beside(stream.rest) for stream in streams]

    play_out(stores, table, [ada, ben])

    for person, listener in zip((ada, ben, nobody), listeners, strict=True):
        heard = listener.result()[1:]
        assert heard == person.get(f"/tables/{table}/events?after=0&limit=1000", headers={"Accept": JSON}).json["items"]


def test_what_happens_while_the_past_is_read_is_not_told_twice(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ada.follow(f"/tables/{table}/events?after=0") as stream:
        stream.event()
        all_answer(table, ben, ada)
        head = ada.get(f"/tables/{table}/view").json["seq"]

        numbers = [stream.event()["seq"] for _ in range(head)]
        answer_whoever_is_asked(table, ada, ben)
        numbers.append(stream.event()["seq"])

    assert numbers == list(range(1, head + 2))


def answer_whoever_is_asked(table: str, *people: Person) -> None:
    for person in people:
        if open_decisions(person, table):
            answer(person, table)


def test_an_idle_stream_sends_heartbeats(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    for accept in (NDJSON, SSE):
        with ada.follow(f"/tables/{table}/events", accept) as stream:
            stream.event()
            assert [next(stream), next(stream)] == [None, None]
    with ada.follow("/events") as stream:
        stream.event()
        assert next(stream) is None


def test_a_stream_says_that_it_must_not_be_held_back(ada: Person) -> None:
    with ada.follow(f"/tables/{open_table(ada)['id']}/events", SSE) as stream:
        assert stream.response.headers["X-Accel-Buffering"] == "no"
        assert stream.response.headers["Cache-Control"] == "no-store"


def test_the_stream_ends_with_the_table(ada: Person, ben: Person, nobody: Person, stores: Stores) -> None:
    finished, aborted = started(ada, ben), started(ada, ben)
    with nobody.follow(f"/tables/{finished}/events") as one, nobody.follow(f"/tables/{aborted}/events") as other:
        play_out(stores, finished, [ada, ben])
        for person in (ada, ben):
            person.post(f"/tables/{aborted}/votes", {"kind": "abort"})

        assert one.rest()[-1]["type"] == "finished"
        assert other.rest()[-1]["type"] == "aborted"

    for table, last in ((finished, "finished"), (aborted, "aborted")):
        with nobody.follow(f"/tables/{table}/events") as stream:
            assert [event["type"] for event in stream.rest()] == ["snapshot", last]


def test_the_stream_of_a_deleted_table_says_so_and_ends(ada: Person, ben: Person, cleo: Person) -> None:
    table = open_table(ada)["id"]
    with ben.follow(f"/tables/{table}/events") as stream:
        before = stream.event()["seq"]
        cleo.put(f"/tables/{table}/seats/1", {})
        cleo.delete(f"/tables/{table}/seats/1")
        ada.delete(f"/tables/{table}")

        *_, last = told = list(stream.rest())

    assert (last["type"], last["table"], last["data"]) == ("deleted", table, {})
    assert [event["seq"] for event in told] == list(range(before + 1, before + 1 + len(told)))


# -- who may listen ---------------------------------------------------------------------------


def test_a_player_who_leaves_a_seat_gets_no_events_of_the_next_one(ada: Person, ben: Person, cleo: Person) -> None:
    table = open_table(ada)["id"]
    ben.put(f"/tables/{table}/seats/1")
    with ben.follow(f"/tables/{table}/events") as stream:
        stream.event()
        ben.delete(f"/tables/{table}/seats/1")
        cleo.put(f"/tables/{table}/seats/1")
        ada.post(f"/tables/{table}/start")

        assert [event["type"] for event in stream.rest()] == ["seat"]


def test_a_long_poll_of_a_seat_that_was_left_does_not_overhear_the_next_one(
    ada: Person, ben: Person, cleo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(ada)["id"]
    ben.put(f"/tables/{table}/seats/1")
    head = ben.get(f"/tables/{table}/view").json["seq"]

    def meanwhile() -> bool:
        ben.delete(f"/tables/{table}/seats/1")
        cleo.put(f"/tables/{table}/seats/1")
        ada.post(f"/tables/{table}/start")
        return True

    monkeypatch.setattr(Follower, "wait", lambda self, seconds: Beside(meanwhile).result())
    heard = ben.get(f"/tables/{table}/events?after={head}&wait=9", headers={"Accept": JSON}).json["items"]

    assert [event["type"] for event in heard][:3] == ["seat", "seat", "started"]
    assert "decision-opened" not in [event["type"] for event in heard]


def test_a_spectator_who_takes_a_seat_gets_the_events_of_that_seat_from_then_on(ada: Person, ben: Person) -> None:
    for start in ("owner", "full"):
        table = open_table(ada, start=start)["id"]
        with ben.follow(f"/tables/{table}/events") as stream:
            assert stream.event()["data"]["seat"] is None
            ben.put(f"/tables/{table}/seats/1")
            ada.post(f"/tables/{table}/start")

            told = stream.until("decision-opened")

        assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
        assert told[-1]["data"]["seat"] == 1


def test_a_token_that_is_taken_back_ends_its_streams_at_once_and_before_another_word(
    app_with: Callable[..., Flask], ada: Person, ben: Person
) -> None:
    patient = app_with(heartbeat_s=60)
    table = started(ada, ben)
    laptop = Person(patient, token=further(ada, label="laptop").token)
    streams = [laptop.follow(f"/tables/{table}/events"), laptop.follow("/events")]
    for stream in streams:
        stream.event()
    listeners = [Beside(stream.rest) for stream in streams]

    ada.delete(f"/me/tokens/{id_of(ada)}")

    assert [listener.result() for listener in listeners] == [[], []]


def test_a_stream_whose_token_was_revoked_gets_no_further_events(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    laptop = further(ada, label="laptop")
    stream, account = laptop.follow(f"/tables/{table}/events"), laptop.follow("/events")
    stream.event(), account.event()

    ada.delete(f"/me/tokens/{id_of(ada)}")
    all_answer(table, ada, ben)

    assert stream.rest() == account.rest() == []


def test_the_operator_may_watch_for_longer_than_a_moment(
    app_with: Callable[..., Flask], ada: Person, ben: Person
) -> None:
    operator = Person(app_with(admin_token="open-sesame"), token="open-sesame")
    table = started(ada, ben)
    with operator.follow(f"/tables/{table}/events") as stream:
        stream.event()
        answer(ada, table)

        assert stream.event()["type"] == "waiting"


# -- room ----------------------------------------------------------------------------------------


@pytest.fixture
def small(app_with: Callable[..., Flask]) -> Flask:
    """An app with room for two streams."""
    return app_with(max_streams=2)


def test_one_stream_too_many_is_refused_with_retry_after(small: Flask, ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    watcher = Person(small)
    with watcher.follow(f"/tables/{table}/events"), watcher.follow(f"/tables/{table}/events", SSE) as second:
        refused = watcher.get(f"/tables/{table}/events")
        assert (refused.status_code, refused.json["code"]) == (503, "no-free-stream")
        assert refused.json["retryable"]
        assert int(refused.headers["Retry-After"]) >= 1

        second.close()

        with watcher.follow(f"/tables/{table}/events") as third:
            assert third.event()["type"] == "snapshot"


def test_without_room_a_long_poll_does_not_wait_but_answers(small: Flask, ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    watcher = Person(small)
    with watcher.follow(f"/tables/{table}/events"), watcher.follow(f"/tables/{table}/events"):
        poll = watcher.get(f"/tables/{table}/events?after=1000&wait=50", headers={"Accept": JSON})
        view = watcher.get(f"/tables/{table}/view?after=1000&wait=50")

    assert (poll.status_code, poll.json["items"]) == (200, [])
    assert view.status_code == 200


def test_a_refused_stream_takes_no_room(small: Flask, ada: Person) -> None:
    watcher = Person(small)
    for _ in range(5):
        assert watcher.get("/tables/nowhere/events").status_code == 404
    assert waiting_in(small) == []
    with watcher.follow(f"/tables/{open_table(ada)['id']}/events") as stream:
        assert stream.event()


@pytest.mark.parametrize("read", [0, 1, 2])
def test_a_stream_closed_early_leaves_nobody_waiting(small: Flask, ada: Person, ben: Person, read: int) -> None:
    table = started(ada, ben)
    reader = Person(small, token=ada.token)
    for path in (f"/tables/{table}/events?after=0", "/events"):
        for _ in range(4):
            stream = reader.follow(path)
            for _ in range(read):
                next(stream)
            stream.close()
    assert waiting_in(small) == []


def test_asking_only_for_the_head_of_a_stream_leaves_nobody_waiting(small: Flask, ada: Person) -> None:
    table = open_table(ada)["id"]
    for _ in range(4):
        assert Person(small).call("HEAD", f"/tables/{table}/events").status_code == 200
    assert waiting_in(small) == []


def test_many_streams_of_one_table_read_its_log_together(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    streams = [ada.follow(f"/tables/{table}/events") for _ in range(20)]
    for stream in streams:
        stream.event()

    answer(ben, table)
    heard = at_once([stream.event for stream in streams])

    assert len(stores.feeds.feeds.open) == 1
    assert all(event == heard[0] for event in heard)

"""Streams that a few threads deliver, without a thread for each."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.api import streaming
from service.api.delivery import DeliveredStream, Delivery
from service.api.streaming import DELIVER, OpenStream
from tests.service.accounts.test_tokens import further, id_of
from tests.service.people import JSON, Person, pieces, spelled_out
from tests.service.table import all_answer, started
from tools.service_process import soon


class Reader:
    """A client that reads, or does not."""

    def __init__(self) -> None:
        self.got = b""
        self.stuck = False
        self.ended = False

    def send(self, piece: bytes) -> None:
        self.got += piece

    def full(self) -> bool:
        return self.stuck

    def end(self) -> None:
        self.ended = True

    def numbers(self) -> list[int]:
        """The numbers of the events after the snapshot."""
        if not self.got:
            return []
        events = [event for event in map(spelled_out, pieces(self.got)) if event is not None]
        return [event["seq"] for event in events[1:]]


@pytest.fixture(scope="module")
def delivery() -> Delivery:
    return Delivery()


def opened(person: Person, path: str) -> OpenStream:
    """A stream that the application hands over."""
    taken: list[OpenStream] = []
    response = person.app.test_client().get(
        f"/v1{path}",
        headers={"Authorization": f"Bearer {person.token}"} if person.token else {},
        environ_overrides={DELIVER: taken.append},
    )
    assert response.status_code == 200
    assert "Content-Length" not in response.headers
    return taken[0]


def delivered(delivery: Delivery, person: Person, path: str) -> tuple[DeliveredStream, Reader]:
    reader = Reader()
    return delivery.add(opened(person, path), reader), reader


def head_of(person: Person, table: str) -> int:
    seq: int = person.get(f"/tables/{table}/view").json["seq"]
    return seq


def test_every_client_gets_its_own_events_without_a_gap(
    ada: Person, ben: Person, nobody: Person, delivery: Delivery
) -> None:
    table = started(ada, ben)
    people = (ada, ben, nobody, nobody)
    streams = [delivered(delivery, person, f"/tables/{table}/events?after=0") for person in people]

    all_answer(table, ada, ben)

    for person, (stream, reader) in zip(people, streams, strict=True):
        wanted = list(range(1, head_of(person, table) + 1))
        assert soon(lambda: reader.numbers() == wanted)  # noqa: B023
        delivery.remove(stream)
        assert reader.ended


def test_a_client_that_does_not_read_delays_nobody_and_misses_nothing(
    ada: Person, ben: Person, nobody: Person, delivery: Delivery
) -> None:
    table = started(ada, ben)
    slow_stream, slow = delivered(delivery, nobody, f"/tables/{table}/events")
    assert soon(lambda: bool(slow.got))
    before, slow.stuck = slow.got, True
    stream, reader = delivered(delivery, nobody, f"/tables/{table}/events")

    all_answer(table, ada, ben)
    assert soon(lambda: head_of(nobody, table) in reader.numbers())
    assert slow_stream.full
    # Perhaps a heartbeat was on its way.
    assert slow.got.rstrip() == before.rstrip()

    slow.stuck = False
    assert soon(lambda: slow.numbers() == reader.numbers())
    delivery.remove(slow_stream)
    delivery.remove(stream)


def test_a_revoked_token_ends_its_stream_and_gives_the_place_back(ada: Person, ben: Person, delivery: Delivery) -> None:
    table = started(ada, ben)
    laptop = further(ada, scopes=["read"])
    _, reader = delivered(delivery, laptop, f"/tables/{table}/events")
    assert soon(lambda: bool(reader.got))

    ada.delete(f"/me/tokens/{id_of(laptop)}")

    assert soon(lambda: reader.ended)
    assert streaming._open == 0


def test_an_idle_stream_gets_heartbeats(nobody: Person, delivery: Delivery) -> None:
    stream, reader = delivered(delivery, nobody, "/events?lobby=true")

    assert soon(lambda: reader.got.endswith(b"\n\n\n"))
    delivery.remove(stream)


def test_long_polls_are_answered_at_once_where_no_thread_may_wait(app: Flask, ada: Person, ben: Person) -> None:
    table = started(ada, ben)

    def handed_over(_: Any) -> None:
        raise AssertionError("a long poll is no stream")

    response = app.test_client().get(
        f"/v1/tables/{table}/events?after=1000&wait=30",
        headers={"Accept": JSON},
        environ_overrides={DELIVER: handed_over},
    )

    assert response.status_code == 200
    assert streaming._open == 0

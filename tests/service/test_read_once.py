"""The reading of New Lands is heard once: it comes as it happens, and cannot be looked up before the turn ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.games.new_lands.story import ONCE
from service.play.house import House
from tests.service.people import Person
from tests.service.table import live

JSON = {"Accept": "application/json"}
WISH = {"game": "new_lands", "seats": [{"kind": "me"}, {"kind": "open"}], "start": "full", "deal": "read-once"}


def told(person: Person, table: str, after: int = 0) -> list[dict[str, Any]]:
    """What is told only once, with and without its words, as the person can look it up now."""
    page = person.get(f"/tables/{table}/events?after={after}&limit=1000", headers=JSON).get_json()["items"]
    return [event["data"] for event in page if event["type"] == "story" and event["data"]["kind"] in ONCE]


def open_eyes(events: list[dict[str, Any]]) -> list[bool]:
    return ["told" not in event for event in events]


@pytest.fixture
def readers(ada: Person, register: Callable[[str], Person]) -> list[Person]:
    return [ada, register("Bob")]


@pytest.fixture
def table(readers: list[Person], house: House) -> str:
    """The Scout's passage has just been read to the Group, and nobody of the Group has looked yet."""
    table: str = readers[0].post("/tables", WISH).get_json()["id"]
    readers[1].put(f"/tables/{table}/seats/1", {})
    for _ in range(40):
        if live(house, table).table.heads and any(
            event.type == "story" and event.data["kind"] in ONCE
            for entry in house.log.since(table, 0)
            for event in entry.events
        ):
            return table
        for person in readers:
            # A view has no events, so looking at it hears nothing.
            for decision in person.get(f"/tables/{table}/decisions").get_json()["items"][:1]:
                person.put(f"/tables/{table}/decisions/{decision['id']}/answer", {"picks": decision["default"]})
    raise AssertionError("nothing was ever read")


def group(readers: list[Person], table: str, house: House) -> Person:
    """Somebody of the Group who has not been told by the answer that began the reading."""
    for seat, reader in enumerate(readers):
        if house.once.told(table, seat) == 0 and told_at_all(house, table, seat):
            return reader
    return readers[0] if told_at_all(house, table, 0) else readers[1]


def told_at_all(house: House, table: str, seat: int) -> bool:
    return any(
        event.type == "story" and event.data["kind"] in ONCE
        for entry in house.log.since(table, 0)
        for _, event in entry.heard(seat)
    )


def test_what_was_heard_cannot_be_looked_up_again(readers: list[Person], table: str, house: House) -> None:
    listener = group(readers, table, house)
    told(listener, table)

    again = told(listener, table)

    assert again
    assert not any(open_eyes(again))
    assert all(event["data"] == {} for event in again)


def test_a_spectator_who_comes_late_hears_nothing_of_it(readers: list[Person], table: str) -> None:
    spectator = Person(readers[0].app)

    assert not any(open_eyes(told(spectator, table)))


def test_numbers_stay_dense_where_words_are_missing(readers: list[Person], table: str, house: House) -> None:
    listener = group(readers, table, house)
    for _ in range(2):
        page = listener.get(f"/tables/{table}/events?after=0&limit=1000", headers=JSON).get_json()["items"]
        assert [event["seq"] for event in page] == list(range(1, len(page) + 1))


def test_after_the_end_all_can_be_read(readers: list[Person], table: str, house: House) -> None:
    listener = group(readers, table, house)
    told(listener, table)
    for reader in readers:
        reader.post(f"/tables/{table}/votes", {"kind": "abort"})

    assert all(open_eyes(told(listener, table)))

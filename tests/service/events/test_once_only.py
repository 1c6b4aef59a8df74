"""The reading of New Lands is heard once: it comes as it happens, and cannot be looked up before the turn ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.events import past
from service.events.store import AGAIN_MS
from service.games.new_lands.story import ONCE
from service.storage import keys
from service.stores import Stores
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
def table(readers: list[Person], stores: Stores) -> str:
    """The Scout's passage has just been read to the Group, and nobody of the Group has looked yet."""
    table: str = readers[0].post("/tables", WISH).get_json()["id"]
    readers[1].put(f"/tables/{table}/seats/1", {})
    for _ in range(40):
        if live(stores, table).table.seqs and any(
            event.type == "story" and event.data["kind"] in ONCE
            for entry in stores.log.since(table, 0)
            for event in entry.events
        ):
            return table
        for person in readers:
            # A view has no events, so looking at it hears nothing.
            for decision in person.get(f"/tables/{table}/decisions").get_json()["items"][:1]:
                person.put(f"/tables/{table}/decisions/{decision['id']}/answer", {"picks": decision["default"]})
    raise AssertionError("nothing was ever read")


def long_ago(stores: Stores, table: str) -> None:
    """All that was told was told some time ago."""
    held: Any = stores.redis.hgetall(keys.once_only(table))
    for name, at in held.items():
        if not name.endswith(b"after"):
            stores.redis.hset(keys.once_only(table), name, int(at) - AGAIN_MS)


def group(readers: list[Person], table: str, stores: Stores) -> Person:
    """Somebody of the Group who has not been told by the answer that began the reading."""
    for seat, reader in enumerate(readers):
        heard: Any = stores.redis.hkeys(keys.once_only(table))
        if not any(name.startswith(b"%d:" % seat) for name in heard) and told_at_all(stores, table, seat):
            return reader
    return readers[0] if told_at_all(stores, table, 0) else readers[1]


def told_at_all(stores: Stores, table: str, seat: int) -> bool:
    return any(
        event.type == "story" and event.data["kind"] in ONCE
        for entry in stores.log.since(table, 0)
        for _, event in entry.heard(seat)
    )


def test_a_once_only_event_cannot_be_read_again(readers: list[Person], table: str, stores: Stores) -> None:
    listener = group(readers, table, stores)
    told(listener, table)
    long_ago(stores, table)

    again = told(listener, table)

    assert again
    assert not any(open_eyes(again))
    assert all(event["data"] == {} for event in again)


def test_what_was_lost_on_its_way_is_said_again_to_who_asks_at_once(
    readers: list[Person], table: str, stores: Stores
) -> None:
    listener = group(readers, table, stores)
    first = told(listener, table)
    assert all(open_eyes(first))
    assert told(listener, table) == first
    long_ago(stores, table)
    assert not any(open_eyes(told(listener, table))), "asking again has not made it younger"


def test_only_the_same_request_is_answered_again(readers: list[Person], table: str, stores: Stores) -> None:
    listener = group(readers, table, stores)
    first = listener.get(f"/tables/{table}/events?after=0&limit=1000", headers=JSON).get_json()["items"]
    stores.redis.delete(keys.once_only(table))
    last = max(event["seq"] for event in first if event["type"] == "story" and event["data"]["kind"] in ONCE)

    assert all(open_eyes(told(listener, table, after=last - 1)))
    assert all(open_eyes(told(listener, table, after=last - 1))), "the same request may be repeated"
    assert not any(open_eyes(told(listener, table, after=0)[-1:])), "another request is no repetition"


def test_a_step_back_of_the_clock_does_not_bring_words_back(readers: list[Person], table: str, stores: Stores) -> None:
    listener = group(readers, table, stores)
    told(listener, table)
    long_ago(stores, table)
    held: Any = stores.redis.hgetall(keys.once_only(table))
    for name in held:
        if not name.endswith(b"after"):
            stores.redis.hset(keys.once_only(table), name, stores.tables.now(table) + 60_000)

    assert not any(open_eyes(told(listener, table)))


def test_looking_for_an_old_word_does_not_bring_a_younger_one_back(stores: Stores) -> None:
    stores.log.mark_received("t", 0, [5, 8], 1000, 4)
    stores.log.mark_received("t", 0, [5], 1000 + AGAIN_MS, 4)

    assert stores.log.last_received("t", 0, 999 + AGAIN_MS, 4) == 0
    assert stores.log.last_received("t", 0, 1000 + AGAIN_MS, 4) == 8
    assert stores.log.last_received("t", 1, 1000 + AGAIN_MS, 4) == 0


def test_a_late_spectator_does_not_receive_it(readers: list[Person], table: str) -> None:
    spectator = Person(readers[0].app)

    assert not any(open_eyes(told(spectator, table)))


def test_numbers_stay_dense_where_words_are_missing(readers: list[Person], table: str, stores: Stores) -> None:
    listener = group(readers, table, stores)
    for _ in range(2):
        page = listener.get(f"/tables/{table}/events?after=0&limit=1000", headers=JSON).get_json()["items"]
        assert [event["seq"] for event in page] == list(range(1, len(page) + 1))


def test_after_the_end_all_can_be_read(readers: list[Person], table: str, stores: Stores) -> None:
    listener = group(readers, table, stores)
    told(listener, table)
    for reader in readers:
        reader.post(f"/tables/{table}/votes", {"kind": "abort"})

    assert all(open_eyes(told(listener, table)))


def test_an_agent_without_notes_gets_it_however_much_happens_afterwards(
    table: str, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "MAX_EVENTS", 1)

    found = [past.recent_events(stores.log, live(stores, table), seat, "en", once=True) for seat in (0, 1)]

    assert any(past.kind(event) in ONCE for events in found for event in events)

"""The log: a viewer can resume at any number, whatever was hidden from them in between."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import Redis

from service.events.feeds import Feeds
from service.events.log import Entry, Logged, seqs_after, viewer
from service.events.store import EventLog
from service.storage import keys
from service.storage.notifications import Notifications
from service.tables.store import Table, Tables
from tests.service.concurrency import soon
from tests.service.records import new_table

SEATS = 3
Told = tuple[int, ...] | None

audiences = st.one_of(st.none(), st.sets(st.integers(0, SEATS - 1), min_size=1).map(lambda seats: tuple(sorted(seats))))
histories = st.lists(st.lists(audiences, max_size=4), min_size=1, max_size=25)


def write(redis: Redis, history: list[list[Told]]) -> tuple[str, list[Entry]]:
    """A table whose commits told these things."""
    tables, table = Tables(redis), new_table()
    table.seqs = [0] * (SEATS + 1)
    entries = []
    for n, audience in enumerate(history):
        events = [Logged("story", {"n": [n, i]}, to) for i, to in enumerate(audience)]
        entry = Entry(table.version + 1, 0, list(table.seqs), events)
        table.seqs = seqs_after(table.seqs, events)
        tables.commit(table, "open" if n else None, entry)
        entries.append(entry)
    return table.id, entries


def naive(entries: list[Entry], seat: int | None) -> list[Any]:
    """All that one viewer is told, the slow and simple way."""
    return [
        event.data
        for entry in entries
        for event in entry.events
        if event.to is None or (seat is not None and seat in event.to)
    ]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=histories, data=st.data())
def test_a_viewer_can_resume_at_any_number(redis: Redis, history: list[list[Told]], data: Any) -> None:
    table, entries = write(redis, history)
    seat = data.draw(st.one_of(st.none(), st.integers(0, SEATS - 1)))
    whole = naive(entries, seat)
    number = data.draw(st.integers(0, len(whole)))

    heard = [pair for entry in EventLog(redis).after(table, seat, number) for pair in entry.heard(seat)]

    assert [event.data for n, event in heard if n > number] == whole[number:]
    assert [n for n, _ in heard if n > number] == list(range(number + 1, len(whole) + 1))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=histories, data=st.data())
def test_even_a_page_of_one_entry_has_the_next_event(redis: Redis, history: list[list[Told]], data: Any) -> None:
    table, entries = write(redis, history)
    seat = data.draw(st.one_of(st.none(), st.integers(0, SEATS - 1)))
    number = data.draw(st.integers(0, max(0, len(naive(entries, seat)) - 1)))

    [entry] = EventLog(redis).after(table, seat, number, limit=1)

    numbers = [n for n, _ in entry.heard(seat)]
    assert number + 1 in numbers or not naive(entries, seat)


def test_a_log_that_is_not_there_is_empty(redis: Redis) -> None:
    assert EventLog(redis).after("nothing", None, 0) == EventLog(redis).since("nothing", 0) == []


@pytest.mark.parametrize("version", range(6))
def test_entries_since_a_version_are_those_after_it(redis: Redis, version: int) -> None:
    table, entries = write(redis, [[None]] * 5)

    assert [entry.version for entry in EventLog(redis).since(table, version)] == [
        entry.version for entry in entries if entry.version > version
    ]


def test_public_events_reach_everybody_and_others_only_the_named_seats() -> None:
    events = [Logged("a", {}), Logged("b", {}, (0, 2)), Logged("c", {}, (1,))]
    entry = Entry(1, 0, [5, 6, 7, 8], events)

    assert [(n, event.type) for n, event in entry.heard(None)] == [(6, "a")]
    assert [(n, event.type) for n, event in entry.heard(0)] == [(7, "a"), (8, "b")]
    assert [(n, event.type) for n, event in entry.heard(1)] == [(8, "a"), (9, "c")]
    assert seqs_after(entry.seqs, events) == [6, 8, 9, 10]
    assert [viewer(None), viewer(0), viewer(2)] == [0, 1, 3]


# -- followed by many ----------------------------------------------------------------------------------------


@pytest.fixture
def feeds(redis: Redis) -> Feeds:
    return Feeds(EventLog(redis), Notifications(redis))


@pytest.mark.parametrize("behind", [0, 1, 63, 64, 65, 150])
def test_a_follower_that_lags_behind_misses_nothing(redis: Redis, feeds: Feeds, behind: int) -> None:
    tables, table = Tables(redis), new_table()
    tables.commit(table, None, Entry(1, 0, [0, 0, 0], []))
    with feeds.follow(table.id) as quick, feeds.follow(table.id) as slow:
        for _ in range(behind):
            tables.commit(table, "open", Entry(table.version + 1, 0, [0, 0, 0], []))
            # A notification may come before or after the read; here it has come.
            quick.feed.notify(None)
            assert [entry.version for entry in quick.after(table.version - 1)] == [table.version]

        assert [entry.version for entry in slow.after(1)] == list(range(2, behind + 2))
        assert slow.after(table.version) == []


def commit(tables: Tables, table: Table, times: int = 1) -> None:
    for _ in range(times):
        tables.commit(table, "open" if table.version else None, Entry(table.version + 1, 0, [0, 0, 0], []))


def versions(entries: list[Entry]) -> list[int]:
    return [entry.version for entry in entries]


@pytest.mark.parametrize("missed", [1, 64, 65, 150])
def test_after_a_missed_notification_the_log_is_read(redis: Redis, feeds: Feeds, missed: int) -> None:
    tables, table = Tables(redis), new_table()
    commit(tables, table, 2)
    with feeds.follow(table.id) as follower:
        assert versions(follower.after(1)) == [2]
        commit(tables, table, missed)
        follower.feed.notify(None)

        assert versions(follower.after(2)) == list(range(3, missed + 3))


def test_an_entry_in_a_notification_is_not_read_again(
    redis: Redis, feeds: Feeds, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, table = Tables(redis), new_table()
    commit(tables, table)
    with feeds.follow(table.id) as follower:
        assert soon(lambda: bool(follower.feed._messages))
        assert versions(follower.after(0)) == [1]
        monkeypatch.setattr(EventLog, "since", lambda *_: pytest.fail("was read"))
        commit(tables, table, 3)
        assert soon(lambda: len(follower.feed._messages) == 3)

        assert follower.wait(90)
        assert versions(follower.after(1)) == [2, 3, 4]
        assert versions(follower.after(3)) == [4]


def test_a_gap_between_two_notifications_is_read(redis: Redis, feeds: Feeds) -> None:
    tables, table = Tables(redis), new_table()
    commit(tables, table)
    with feeds.follow(table.id) as follower:
        assert soon(lambda: bool(follower.feed._messages))
        assert versions(follower.after(0)) == [1]
        commit(tables, table, 4)
        assert soon(lambda: len(follower.feed._messages) == 4)
        del follower.feed._messages[1]

        assert versions(follower.after(1)) == [2, 3, 4, 5]


@pytest.mark.parametrize("message", [b"", b"01m7j36hrrzeexv19v2ajbtad9", b"\xc1", b"{}"])
def test_after_a_notification_without_an_entry_the_log_is_read(redis: Redis, feeds: Feeds, message: bytes) -> None:
    tables, table = Tables(redis), new_table()
    commit(tables, table)
    with feeds.follow(table.id) as follower:
        assert soon(lambda: bool(follower.feed._messages))
        assert versions(follower.after(0)) == [1]
        commit(tables, table)
        assert soon(lambda: bool(follower.feed._messages))
        follower.feed._messages.clear()
        follower.feed.notify(message)

        assert versions(follower.after(1)) == [2]


def test_a_feed_lives_as_long_as_somebody_follows(feeds: Feeds, redis: Redis) -> None:
    notifications = feeds.feeds._notifications
    with feeds.follow("x") as first:
        with feeds.follow("x") as second:
            assert first.feed is second.feed
        assert list(feeds.feeds.open) == ["x"]
        assert list(notifications._subscriptions) == [keys.table_channel("x")]
    assert feeds.feeds.open == notifications._subscriptions == {}

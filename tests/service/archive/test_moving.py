"""Workers that move tables: they die, meet each other, come too early, and lose nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from service.archive import retention
from service.settings import Retention
from service.stores import Stores
from tests.service.archive.archived import finished, in_redis, mentions, move, shown
from tests.service.conftest import newcomer, stores_of
from tests.service.people import Person
from tests.service.table import play_out, started


class Dies(RuntimeError):
    """A worker was killed."""


@pytest.mark.thorough
@pytest.mark.parametrize("step", ["put", "remove_table", "remove"])
def test_a_worker_that_dies_half_way_loses_nothing_and_the_next_one_finishes(
    ada: Person, ben: Person, stores: Stores, redis: Redis, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    table = finished(stores, ada, ben)
    before = shown(table, ada, ben)
    place = {"put": stores.archive.records, "remove_table": stores.accounts, "remove": stores.archive}[step]
    with monkeypatch.context() as patch:

        def die(*_: object) -> None:
            raise Dies

        patch.setattr(place, step, die)
        with pytest.raises(Dies):
            retention.look_after(stores, stores.due.take_retention_checks())
    assert shown(table, ada, ben) == before
    assert [one["id"] for one in ada.get("/tables?mine=true").json["items"]] == [table]

    # Nobody is sent again before the lease is over; then it is done.
    assert stores.due.take_retention_checks() == []
    assert retention.look_after(stores, [table]) == 1

    assert in_redis(redis, table) == set()
    assert mentions(redis, table) == []
    assert shown(table, ada, ben) == before


def test_a_table_that_changes_while_it_is_moved_stays_and_goes_later(
    ada: Person, ben: Person, stores: Stores, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(stores, ada, ben)
    put = stores.archive.records.put
    with monkeypatch.context() as patch:

        def late(records: Any) -> None:
            put(records)
            assert ada.post(f"/tables/{table}/rematch").status_code == 201

        patch.setattr(stores.archive.records, "put", late)
        assert retention.look_after(stores, [table]) == 0
    assert ada.get(f"/tables/{table}").json["rematch"] is not None

    assert retention.look_after(stores, [table]) == 1

    assert ada.get(f"/tables/{table}").json["rematch"] is not None
    assert in_redis(redis, table) == set()


def test_two_workers_with_the_same_table_move_it_once(ada: Person, ben: Person, stores: Stores) -> None:
    table = finished(stores, ada, ben)
    before = shown(table, ada)
    done: list[int] = []
    threads = [threading.Thread(target=lambda: done.append(retention.look_after(stores, [table]))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sum(done) == 1
    assert stores.archive.records.totals()[0] == 1
    assert shown(table, ada) == before


def test_a_slow_stream_still_gets_the_last_event(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    with ada.follow(f"/tables/{table}/events") as stream:
        stream.event()
        play_out(stores, table, [ada, ben])
        assert move(stores) == 1

        assert stream.until("finished")


def test_a_table_is_not_moved_before_its_time(app_with: Callable[..., Flask]) -> None:
    app = app_with(retention=Retention(archive_after_s=3600))
    stores, ada, ben = stores_of(app), newcomer(app, "Ada"), newcomer(app, "Ben")
    table = finished(stores, ada, ben)

    assert stores.due.take_retention_checks() == []
    assert retention.look_after(stores, [table]) == 0
    assert retention.tidy(stores) == 0
    waiting, overdue = stores.archive.waiting(stores.tables.now())
    assert (waiting, overdue) == (1, 0)


def test_the_figures_say_what_waits_and_what_was_moved(app: Flask, ada: Person, ben: Person, stores: Stores) -> None:
    first = finished(stores, ada, ben)
    move(stores)
    finished(stores, ada, ben)
    started(ada, ben)

    text = app.test_client().get("/metrics").get_data(as_text=True)
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("farshore_"))

    assert float(figures["farshore_redis_up"]) == 1
    assert float(figures["farshore_database_up"]) == 1
    assert float(figures["farshore_tables_hot"]) == 2
    assert float(figures["farshore_archive_waiting"]) == 1
    assert float(figures["farshore_archived_tables"]) == 1
    raw = stores.archive.records.get(first)
    assert raw is not None
    assert float(figures["farshore_archived_bytes"]) == len(raw)
    assert any(name.startswith("farshore_redis_memory_bytes") for name in figures)

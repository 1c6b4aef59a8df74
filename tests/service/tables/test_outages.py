"""Downtime is not charged to players: deadlines that fall into an outage are postponed, for every kind of clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.storage import keys
from service.stores import Stores
from service.tables import play
from tests.service.people import Person
from tests.service.table import answer, changed, later, open_decisions, saved, started
from tests.service.tables.test_talk_that_counts import encounter, events

TEN = {"mode": "realtime", "per_decision_s": 10}
BANK = {"mode": "realtime", "bank_s": 10}
DAYS = {"mode": "correspondence", "per_decision_s": 3600}


def outage(stores: Stores, table: str, seconds: float) -> None:
    """The last write to the shard of this table was so long ago."""
    stores.due.look(note_write=True)
    now = stores.outages.now(table)
    stores.redis.hset(keys.outages(keys.shard(table)), "last", now - round(seconds * 1000))


def deadlines(stores: Stores, table: str) -> list[int]:
    return [one.deadline for one in saved(stores, table).opened.values() if one.deadline is not None]


@pytest.mark.parametrize(
    ("clock", "open_for", "down_for"),
    [
        (TEN, 18, 15),
        (BANK, 18, 15),
        (DAYS, 3610, 15),
        (DAYS, 20_000, 19_000),
        ({**TEN, "on_timeout": "forfeit"}, 18, 15),
    ],
)
def test_an_answer_sent_before_the_deadline_is_accepted_after_an_outage(
    ada: Person, ben: Person, stores: Stores, clock: dict[str, Any], open_for: float, down_for: float
) -> None:
    table = started(ada, ben, clock=clock)
    later(stores, table, open_for)
    outage(stores, table, down_for)

    play.fire_timers(stores.tables, stores.due, table)

    assert saved(stores, table).forfeits == []
    assert answer(ada, table).status_code == 202
    assert [one.by for one in stores.tables.answers(table)] == ["seat"]


def test_a_deadline_in_an_outage_is_postponed_by_its_length_and_ten_seconds(
    ada: Person, ben: Person, stores: Stores
) -> None:
    table = started(ada, ben, clock=TEN)
    later(stores, table, 18)
    before = deadlines(stores, table)
    outage(stores, table, 15)

    play.fire_timers(stores.tables, stores.due, table)

    assert all(24_900 <= after - was <= 25_900 for was, after in zip(before, deadlines(stores, table), strict=True))
    told = [event["data"] for event in events(ada, table) if event["type"] == "clock"]
    assert [(data["reason"], data["seconds"]) for data in told] == [("outage", 15)]
    after = deadlines(stores, table)
    play.fire_timers(stores.tables, stores.due, table)
    assert deadlines(stores, table) == after, "once"


def test_a_deadline_after_an_outage_is_postponed_by_its_length_only(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock={"mode": "realtime", "per_decision_s": 60})
    later(stores, table, 20)
    before = deadlines(stores, table)
    outage(stores, table, 15)

    assert answer(ada, table).status_code == 202

    [after] = deadlines(stores, table)
    assert 14_900 <= after - before[0] <= 15_900


def test_a_bank_does_not_pay_for_an_outage(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock={"mode": "realtime", "bank_s": 100})
    later(stores, table, 50)
    outage(stores, table, 45)

    answer(ada, table)

    assert 94_000 <= saved(stores, table).banks[0] <= 95_000


def test_a_sand_timer_stands_still_in_an_outage(register: Callable[[str], Person], stores: Stores) -> None:
    climbers = [register(name) for name in ("Ada", "Bob", "Cleo", "Dora", "Eve")]
    table = encounter(climbers, "timed")
    opened = saved(stores, table).opened.values()
    [sand] = [one.deadline - one.opened for one in opened if one.sand == "hourglass" and one.deadline]
    later(stores, table, sand / 1000 + 5)
    outage(stores, table, 15)

    play.fire_timers(stores.tables, stores.due, table)

    assert "hourglass" not in {one.kind for one in stores.tables.answers(table)}, "the sand has not run out"
    shown = climbers[0].get(f"/tables/{table}/view").get_json()["sand"]
    assert "hourglass" in [one["kind"] for one in shown]


def test_two_seconds_without_a_write_do_not_count_as_an_outage(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=TEN)
    later(stores, table, 11)
    outage(stores, table, 1.8)

    play.fire_timers(stores.tables, stores.due, table)

    assert [one.by for one in stores.tables.answers(table)][:2] == ["clock", "clock"]


def test_an_outage_is_recorded_by_the_next_write_and_found_by_tables_that_load_later(
    ada: Person, ben: Person, stores: Stores
) -> None:
    table = started(ada, ben, clock=TEN)
    later(stores, table, 18)
    outage(stores, table, 15)

    stores.due.look(note_write=True)
    stores.due.look(note_write=True)

    assert answer(ben, table).status_code == 202


def test_a_decision_opened_after_an_outage_has_its_usual_time(ada: Person, ben: Person, stores: Stores) -> None:
    some = started(ada, ben)
    outage(stores, some, 15)
    for shard in keys.SHARDS:
        stores.redis.hset(keys.outages(shard), mapping=stores.redis.hgetall(keys.outages(keys.shard(some))))
    stores.due.look(note_write=True)

    table = started(ada, ben, clock=TEN)

    [decision] = open_decisions(ada, table)
    before = deadlines(stores, table)
    play.fire_timers(stores.tables, stores.due, table)
    assert decision["deadline"]
    assert deadlines(stores, table) == before


def test_an_operator_pauses_all_clocks(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=TEN)
    later(stores, table, 62)
    stores.outages.pause_clocks()
    stores.redis.hset(keys.outages(keys.shard(table)), "paused", stores.outages.now(table) - 60_000)
    assert stores.outages.clocks_paused() is not None

    play.fire_timers(stores.tables, stores.due, table)
    assert stores.tables.answers(table) == [], "nothing times out"
    stores.outages.resume_clocks(stores.due)
    play.fire_timers(stores.tables, stores.due, table)

    assert stores.outages.clocks_paused() is None
    assert stores.tables.answers(table) == []
    assert answer(ada, table).status_code == 202
    later(stores, table, 30)
    play.fire_timers(stores.tables, stores.due, table)
    assert [one.by for one in stores.tables.answers(table)][:2] == ["seat", "clock"], "the clocks run again"


def test_a_pause_of_the_table_is_not_given_back_twice(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock={"mode": "realtime", "per_decision_s": 60})

    def pause(found: Any) -> None:
        found.paused = stores.tables.now(table) - 1000

    changed(stores, table, pause)
    later(stores, table, 30)
    before = deadlines(stores, table)
    outage(stores, table, 15)

    play.fire_timers(stores.tables, stores.due, table)

    assert deadlines(stores, table) == before

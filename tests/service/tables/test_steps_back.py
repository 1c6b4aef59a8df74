"""The system clock steps back: nobody waits for ever, nobody gains time, and what was due stays due."""

from __future__ import annotations

import pytest
from redis import Redis

from service.storage import keys
from service.stores import Stores
from service.tables import play
from tests.service.people import Person
from tests.service.table import answer, events, later, live, open_decisions, seconds_left, started, timer_due_at

MINUTE = {"mode": "realtime", "per_decision_s": 60}
BANK = {"mode": "realtime", "bank_s": 60, "increment_s": 0}
HOUR = 3600.0


def step_back(stores: Stores, table: str, seconds: float) -> None:
    """It is so much earlier than it was: what was asked just now was asked in the future."""
    later(stores, table, -seconds)


def test_a_decision_gets_at_most_its_full_time_again(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    step_back(stores, table, HOUR)

    [decision] = open_decisions(ada, table)

    assert seconds_left(stores, table, decision["id"]) <= 60


def test_the_timer_commits_the_new_deadline_and_announces_it(
    ada: Person, ben: Person, stores: Stores, redis: Redis
) -> None:
    table = started(ada, ben, clock=MINUTE)
    step_back(stores, table, HOUR)
    assert (timer_due_at(redis, table) or 0) > live(stores, table).now + 3_000_000

    play.fire_timers(stores.tables, stores.due, table)

    after = live(stores, table)
    assert (timer_due_at(redis, table) or 0) <= after.now + 60_000
    assert not after.clock_stepped_back, "it is put right once and does not slide on"
    assert {"seat": None, "decision": None, "deadline": None, "warning": False} in events(ada, table, "clock")
    later(stores, table, 61)
    play.fire_timers(stores.tables, stores.due, table)
    assert [one["by"] for one in events(ada, table, "decision-closed")] == ["clock"]


def test_a_step_of_less_than_a_second_is_let_be(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    step_back(stores, table, 0.5)

    assert not live(stores, table).clock_stepped_back


@pytest.mark.parametrize("seconds", [0.5, 30, HOUR])
def test_a_bank_does_not_grow(ada: Person, ben: Person, stores: Stores, seconds: float) -> None:
    table = started(ada, ben, clock=BANK)
    step_back(stores, table, seconds)
    assert ada.get(f"/tables/{table}/view").json["clocks"][0]["bank_s"] <= 60

    assert answer(ada, table).status_code in (200, 202)

    assert live(stores, table).table.banks[0] <= 60_000


def test_a_pause_that_began_in_the_future_ends_like_any_other(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    for kind in ("pause", "resume"):
        for person in (ada, ben):
            assert person.post(f"/tables/{table}/votes", {"kind": kind}).status_code == 200
        if kind == "pause":
            step_back(stores, table, HOUR)

    [decision] = open_decisions(ada, table)

    assert 0 < seconds_left(stores, table, decision["id"]) <= 60


def test_a_bots_turn_is_due_at_once_even_if_the_clock_has_stepped_back(
    ada: Person, stores: Stores, redis: Redis
) -> None:
    table = started(ada, bots=1)
    before = live(stores, table)
    before.now += 3_600_000

    before.commit(stores.tables)

    assert redis.zscore(keys.due(keys.shard(table), "bots"), table) <= stores.tables.now(table)

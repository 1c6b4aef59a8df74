"""The time of day steps back: nobody waits for ever, nobody gains time they never had, and "at once" stays at once."""

from __future__ import annotations

import pytest
from redis import Redis

from service.storage import keys
from service.stores import House
from service.tables import timeouts
from tests.service.people import Person
from tests.service.table import answer, asked, later, live, started
from tests.service.test_clocks import bell, events, seconds_left

MINUTE = {"mode": "realtime", "per_decision_s": 60}
BANK = {"mode": "realtime", "bank_s": 60, "increment_s": 0}
HOUR = 3600.0


def step_back(house: House, table: str, seconds: float) -> None:
    """It is so much earlier than it was: what was asked just now was asked in the future."""
    later(house, table, -seconds)


def test_a_question_has_at_most_its_whole_time_once_more(ada: Person, ben: Person, house: House) -> None:
    table = started(ada, ben, clock=MINUTE)
    step_back(house, table, HOUR)

    [decision] = asked(ada, table)

    assert seconds_left(house, table, decision["id"]) <= 60


def test_the_bell_writes_the_new_deadline_down_and_tells_of_it(
    ada: Person, ben: Person, house: House, redis: Redis
) -> None:
    table = started(ada, ben, clock=MINUTE)
    step_back(house, table, HOUR)
    assert (bell(redis, table) or 0) > live(house, table).now + 3_000_000

    timeouts.ring(house, table)

    after = live(house, table)
    assert (bell(redis, table) or 0) <= after.now + 60_000
    assert not after.rewound, "it is put right once and does not slide on"
    assert {"seat": None, "decision": None, "deadline": None, "warning": False} in events(ada, table, "clock")
    later(house, table, 61)
    timeouts.ring(house, table)
    assert [one["by"] for one in events(ada, table, "decision-closed")] == ["clock"]


def test_a_step_of_less_than_a_second_is_let_be(ada: Person, ben: Person, house: House) -> None:
    table = started(ada, ben, clock=MINUTE)
    step_back(house, table, 0.5)

    assert not live(house, table).rewound


@pytest.mark.parametrize("seconds", [0.5, 30, HOUR])
def test_a_bank_does_not_grow(ada: Person, ben: Person, house: House, seconds: float) -> None:
    table = started(ada, ben, clock=BANK)
    step_back(house, table, seconds)
    assert ada.get(f"/tables/{table}/view").json["clocks"][0]["bank_s"] <= 60

    assert answer(ada, table).status_code in (200, 202)

    assert live(house, table).table.banks[0] <= 60_000


def test_a_pause_that_began_in_the_future_ends_like_any_other(ada: Person, ben: Person, house: House) -> None:
    table = started(ada, ben, clock=MINUTE)
    for kind in ("pause", "resume"):
        for person in (ada, ben):
            assert person.post(f"/tables/{table}/votes", {"kind": kind}).status_code == 200
        if kind == "pause":
            step_back(house, table, HOUR)

    [decision] = asked(ada, table)

    assert 0 < seconds_left(house, table, decision["id"]) <= 60


def test_a_bots_turn_is_due_at_once_whatever_time_it_was_when_the_table_was_loaded(
    ada: Person, house: House, redis: Redis
) -> None:
    table = started(ada, bots=1)
    before = live(house, table)
    before.now += 3_600_000

    before.commit(house.tables)

    assert redis.zscore(keys.due(keys.shard(table)), f"turn:{table}") <= house.deadlines.now(table)

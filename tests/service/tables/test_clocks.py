"""Clocks: deadlines, warnings, and what moves them."""

from __future__ import annotations

from typing import Any

import pytest
from redis import Redis

from service.games.kit.decision import CLOCK, Decision
from service.stores import Stores
from service.tables import clocks
from service.tables.parts import ClockRules, OpenDecision, SeatRecord
from service.tables.store import Table
from tests.service.people import Person
from tests.service.table import (
    answer,
    changed,
    events,
    fire_timers,
    later,
    open_decisions,
    play_out,
    saved,
    seconds_left,
    started,
    timer_due_at,
)

MINUTE = {"mode": "realtime", "per_decision_s": 60}


# -- until when ----------------------------------------------------------------------------------


def test_without_a_clock_there_is_no_deadline(ada: Person, ben: Person, redis: Redis) -> None:
    table = started(ada, ben)

    assert open_decisions(ada, table)[0]["deadline"] is None
    assert ada.get(f"/tables/{table}/view").json["clocks"] == []
    assert timer_due_at(redis, table) is None


def test_every_decision_has_its_time(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)

    [decision] = open_decisions(ada, table)
    faces = ben.get(f"/tables/{table}/view").json["clocks"]

    assert 55 < seconds_left(stores, table, decision["id"]) <= 60
    assert decision["deadline"] > decision["opened_at"]
    assert [face["deadline"] for face in faces] == [decision["deadline"], open_decisions(ben, table)[0]["deadline"]]


@pytest.mark.parametrize(("mode", "seconds"), [("none", None), ("realtime", 60), ("correspondence", 3 * 24 * 3600)])
def test_a_mode_without_figures_has_its_usual_ones(ada: Person, ben: Person, mode: str, seconds: int | None) -> None:
    table = started(ada, ben, clock={"mode": mode})

    assert ada.get(f"/tables/{table}").json["clock"]["per_decision_s"] == seconds


def test_bots_need_no_clock(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=1, clock=MINUTE)

    opened = {one.seat: one.deadline for one in saved(stores, table).opened.values()}
    assert opened[0] is not None
    assert opened[1] is None


def test_the_timer_is_scheduled_with_the_decision_and_removed_with_the_last(
    ada: Person, ben: Person, redis: Redis, stores: Stores
) -> None:
    table = started(ada, ben, clock=MINUTE)
    warnings = [one.warn for one in saved(stores, table).opened.values()]
    assert timer_due_at(redis, table) == min(warnings)

    play_out(stores, table, [ada, ben])

    assert timer_due_at(redis, table) is None


# -- the bank ------------------------------------------------------------------------------------


def test_a_bank_pays_for_the_time_of_an_answer_and_gets_its_increment(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock={"mode": "realtime", "bank_s": 100, "increment_s": 7})
    assert saved(stores, table).banks == [100_000, 100_000]
    later(stores, table, 30)

    answer(ada, table)

    hers, his = saved(stores, table).banks
    assert 76_000 < hers <= 77_000
    assert his == 100_000
    faces = ada.get(f"/tables/{table}/view").json["clocks"]
    assert 69 < faces[1]["bank_s"] <= 70
    assert faces[0]["bank_s"] == hers / 1000


def test_a_bank_limits_the_decision_and_the_shorter_of_two_limits_counts(
    ada: Person, ben: Person, stores: Stores
) -> None:
    banked = started(ada, ben, clock={"mode": "realtime", "bank_s": 20})
    both = started(ada, ben, clock={"mode": "realtime", "bank_s": 20, "per_decision_s": 5})

    assert 15 < seconds_left(stores, banked, "0-explore-0") <= 20
    assert seconds_left(stores, both, "0-explore-0") <= 5


def test_an_empty_bank_leaves_no_time_for_the_next_decision(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock={"mode": "realtime", "bank_s": 20})
    later(stores, table, 30)
    fire_timers(stores, table)

    assert saved(stores, table).status == "finished", "nobody had time left for anything"
    assert {one.by for one in stores.tables.answers(table)} == {"clock"}


def test_an_increment_gives_a_late_player_a_chance_to_come_back(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock={"mode": "realtime", "bank_s": 20, "increment_s": 10})
    later(stores, table, 30)
    fire_timers(stores, table)

    assert saved(stores, table).status == "running"
    [left] = [seconds_left(stores, table, name) for name in saved(stores, table).opened]
    assert 8 < left <= 10


# -- warnings ------------------------------------------------------------------------------------------


def test_a_warning_comes_before_the_deadline_to_the_one_whose_time_runs_out(
    ada: Person, ben: Person, nobody: Person, stores: Stores
) -> None:
    table = started(ada, ben, clock=MINUTE)
    answer(ben, table)
    later(stores, table, 50)
    fire_timers(stores, table)

    [warning] = events(ada, table, "clock")

    assert (warning["seat"], warning["decision"], warning["warning"]) == (0, "0-explore-0", True)
    assert warning["deadline"] == open_decisions(ada, table)[0]["deadline"]
    assert events(ben, table, "clock") == events(nobody, table, "clock") == []
    assert open_decisions(ada, table), "a warning answers nothing"


def test_one_is_warned_once(ada: Person, ben: Person, stores: Stores, redis: Redis) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 50)
    for _ in range(3):
        fire_timers(stores, table)

    assert len(events(ada, table, "clock")) == 1
    assert timer_due_at(redis, table) == min(one.deadline for one in saved(stores, table).opened.values())


@pytest.mark.parametrize(
    ("limit", "before"), [(1000, None), (2000, 500), (60_000, 15_000), (10 * 24 * 3_600_000, 3_600_000)]
)
def test_a_warning_leaves_a_quarter_of_the_time_but_at_most_an_hour(limit: int, before: int | None) -> None:
    assert clocks._warning(0, limit) == (None if before is None else limit - before)


# -- votes that move time -----------------------------------------------------------------------------


def vote(table: str, kind: str, *people: Person) -> Any:
    for person in people:
        reply = person.post(f"/tables/{table}/votes", {"kind": kind})
        assert reply.status_code == 200, reply.json
    return reply.json


def test_a_pause_stops_all_clocks_and_the_time_of_the_pause_is_given_back(
    ada: Person, ben: Person, stores: Stores, redis: Redis
) -> None:
    table = started(ada, ben, clock={"mode": "realtime", "bank_s": 100})
    later(stores, table, 40)
    vote(table, "pause", ada, ben)
    assert timer_due_at(redis, table) is None
    assert [face["deadline"] for face in ada.get(f"/tables/{table}/view").json["clocks"]] == [None, None]
    later(stores, table, 1000)

    vote(table, "resume", ada, ben)

    for name in ("0-explore-0", "0-explore-1"):
        assert 55 < seconds_left(stores, table, name) <= 60


def test_nothing_runs_out_during_a_pause(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    vote(table, "pause", ada, ben)

    def long_ago(found: Table) -> None:
        for opening in found.opened.values():
            opening.deadline = 1

    changed(stores, table, long_ago)
    ada.get(f"/tables/{table}/view")
    fire_timers(stores, table)

    assert stores.tables.answers(table) == []


def test_more_time_for_everybody(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)

    vote(table, "extend", ada, ben)

    assert 115 < seconds_left(stores, table, "0-explore-0") <= 120
    assert events(ada, table, "clock")[-1]["decision"] is None


def test_more_time_fills_the_banks(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock={"mode": "realtime", "bank_s": 100})

    vote(table, "extend", ada, ben)

    assert saved(stores, table).banks == [160_000, 160_000]
    assert 155 < seconds_left(stores, table, "0-explore-0") <= 160


# -- a limit of the game itself -------------------------------------------------------------------------


def clocked(**more: Any) -> Table:
    """A table with nothing but its clock."""
    return Table(
        id="x",
        game="faraway",
        rules=1,
        owner="p",
        visibility="public",
        options={},
        seats=[],
        clock=ClockRules(**more),
        start="owner",
        practice=False,
        seed="s",
        code="c",
        created=0,
    )


def test_a_sand_timer_runs_for_everybody_also_without_a_clock_and_for_bots() -> None:
    table = clocked()
    table.seats = [SeatRecord("player", "p"), SeatRecord("bot")]

    opened = [clocks.open(table, Decision("pack", seat, ("a",), seconds=1.5), 1000) for seat in (0, 1, CLOCK)]

    assert [one.deadline for one in opened] == [2500] * 3
    assert opened[2] == OpenDecision(CLOCK, 1000, 2500, None, "pack")


def test_the_shortest_limit_counts() -> None:
    table = clocked(mode="realtime", per_decision_s=60)
    table.seats = [SeatRecord("player", "p")]

    assert clocks.open(table, Decision("pack", 0, ("a",), seconds=30), 0).deadline == 30_000
    assert clocks.open(table, Decision("pack", 0, ("a",), seconds=90), 0).deadline == 60_000

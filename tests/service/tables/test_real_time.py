"""In games with real time the sand timer is the only clock while it runs, and a bot plays for absent players."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from service.stores import Stores
from service.tables import play
from service.tables.parts import OpenDecision
from service.tables.store import Table
from tests.service.people import Person
from tests.service.table import changed, later, live, open_decisions, put, saved, started
from tests.service.tables.test_talk_that_counts import SEATS, events

HARSH = {"mode": "realtime", "per_decision_s": 10, "on_timeout": "forfeit"}


@pytest.fixture
def climbers(register: Callable[[str], Person]) -> list[Person]:
    return [register(name) for name in ("Ada", "Bob", "Cleo", "Dora", "Eve")]


def climb(climbers: list[Person], clock: dict[str, Any] | None = None, **options: Any) -> str:
    """A table of Mountains of Madness with the sand timer, at its first move."""
    options = {"mode": "timed", **options}
    wish = {"game": "mountains_of_madness", "options": options, "seats": SEATS, "start": "full", "deal": "x"}
    table: str = climbers[0].post("/tables", {**wish, "clock": clock} if clock else wish).get_json()["id"]
    for seat, climber in enumerate(climbers[1:], 1):
        climber.put(f"/tables/{table}/seats/{seat}", {})
    return table


def go_to_encounter(climbers: list[Person], table: str) -> None:
    for kind in ("move", "flip"):
        for climber in climbers:
            for decision in open_decisions(climber, table):
                if decision["kind"] == kind:
                    put(climber, table, decision["id"], *(decision["default"] or decision["options"][:1]))


def leader(climbers: list[Person], table: str) -> tuple[int, Person]:
    """Who is to decide alone."""
    [seat] = {seat for seat, climber in enumerate(climbers) if open_decisions(climber, table)}
    return seat, climbers[seat]


def test_nobody_forfeits_while_the_sand_runs(climbers: list[Person], stores: Stores) -> None:
    table = climb(climbers, HARSH)
    go_to_encounter(climbers, table)
    assert [one for one in saved(stores, table).opened.values() if one.sand]

    later(stores, table, 12)
    play.fire_timers(stores.tables, stores.due, table)

    assert saved(stores, table).forfeits == []
    assert all(decision["deadline"] is None for climber in climbers for decision in open_decisions(climber, table))


def test_a_sand_timer_tells_at_most_once_per_change_who_is_waited_for(climbers: list[Person]) -> None:
    """A message and an answer are one change each; who is waited for is told again only when it is somebody else."""
    # With the timer of the box the sand may run out meanwhile on a slow machine, which is a change too.
    table = climb(climbers, timer_s=600)
    go_to_encounter(climbers, table)
    told, answers = [len(waited_for(climbers[0], table))], 0

    for pick in ("wait", "ready", "card-1", "wait", "card-1"):
        for seat, climber in enumerate(climbers):
            climber.post(f"/tables/{table}/talk", {"text": f"I have {seat + 2} tools"})
            told.append(len(waited_for(climbers[0], table)))
            for decision in open_decisions(climber, table):
                if pick in decision["options"]:
                    answers += put(climber, table, decision["id"], pick).status_code == 200
                    told.append(len(waited_for(climbers[0], table)))

    assert answers >= len(climbers)
    assert all(after - before <= 1 for before, after in pairwise(told)), told
    assert all(one != other for one, other in pairwise(waited_for(climbers[0], table)))


def waited_for(climber: Person, table: str) -> list[list[int]]:
    """Who was waited for, as often as it was told."""
    return [event["data"]["seats"] for event in events(climber, table) if event["type"] == "waiting"]


def test_a_bank_does_not_pay_while_the_sand_runs(climbers: list[Person], stores: Stores) -> None:
    table = climb(climbers, {"mode": "realtime", "bank_s": 600})
    go_to_encounter(climbers, table)
    before = list(saved(stores, table).banks)

    later(stores, table, 12)
    for climber in climbers:
        for decision in open_decisions(climber, table)[:1]:
            put(climber, table, decision["id"], *decision["default"])

    assert saved(stores, table).banks == before
    shown = climbers[0].get(f"/tables/{table}/view").get_json()["clocks"]
    assert [round(clock["bank_s"]) for clock in shown] == [round(bank / 1000) for bank in before]


def test_an_absent_player_is_played_by_a_bot_until_they_return(climbers: list[Person], stores: Stores) -> None:
    table = climb(climbers)
    seat, person = leader(climbers, table)

    later(stores, table, 121)
    play.fire_timers(stores.tables, stores.due, table)

    assert saved(stores, table).absent == [seat]
    told = [event["data"]["reason"] for event in events(person, table) if "reason" in event["data"]]
    assert told == ["absent"]
    seat_again, _ = leader(climbers, table)
    if seat_again == seat:
        later(stores, table, 6)
        play.fire_timers(stores.tables, stores.due, table)
        assert len([one for one in stores.tables.answers(table) if one.by == "clock" and one.seat == seat]) == 2
    for _ in range(40):
        if decisions := open_decisions(person, table):
            put(person, table, decisions[0]["id"], *decisions[0]["default"])
            break
        later(stores, table, 121)
        play.fire_timers(stores.tables, stores.due, table)
    assert seat not in saved(stores, table).absent


def test_a_leader_who_lets_the_short_moment_after_the_sand_pass_is_not_absent(
    climbers: list[Person], stores: Stores
) -> None:
    table = climb(climbers)
    go_to_encounter(climbers, table)
    later(stores, table, 31)
    play.fire_timers(stores.tables, stores.due, table)
    assert "leader-window" in kinds(stores, table)

    while "leader-window" in kinds(stores, table):
        later(stores, table, 11)
        play.fire_timers(stores.tables, stores.due, table)

    assert saved(stores, table).absent == []


@pytest.mark.parametrize("clock", [None, HARSH, {"mode": "realtime", "per_decision_s": 3}])
def test_the_moment_after_the_sand_is_not_longer_because_messages_are_refused_at_its_start(
    climbers: list[Person], stores: Stores, clock: dict[str, Any] | None
) -> None:
    table = climb(climbers, clock)
    go_to_encounter(climbers, table)
    later(stores, table, 31)
    play.fire_timers(stores.tables, stores.due, table)
    window = leader_window(stores, table)
    assert (window.deadline or 0) - window.opened == 10_000
    assert "hush" in kinds(stores, table)

    later(stores, table, 3)
    play.fire_timers(stores.tables, stores.due, table)

    assert "hush" not in kinds(stores, table)
    left = (window.deadline or 0) - 3000
    after = leader_window(stores, table)
    assert after.deadline == (left if clock in (None, HARSH) else after.opened + 3000)
    assert not after.off_clock


def leader_window(stores: Stores, table: str) -> OpenDecision:
    [opening] = [one for name, one in saved(stores, table).opened.items() if "leader-window" in name]
    return opening


def kinds(stores: Stores, table: str) -> set[str]:
    """What is open at a table."""
    return {question.kind for question in live(stores, table).questions().values()}


def test_an_absent_player_returns_by_speaking(climbers: list[Person], stores: Stores) -> None:
    table = climb(climbers)
    go_to_encounter(climbers, table)

    def leave(found: Table) -> None:
        found.absent = [0]

    changed(stores, table, leave)

    assert climbers[0].post(f"/tables/{table}/talk", {"text": "we need ropes"}).status_code == 201
    assert saved(stores, table).absent == []


def test_who_lets_a_timed_vote_pass_is_absent(register: Callable[[str], Person], stores: Stores) -> None:
    ada, ben = register("Ada"), register("Ben")
    table = started(ada, ben, game="new_lands", options={"timed": True})
    question = next(q for q in live(stores, table).questions().values() if q.seat < 0)
    assert question.seconds is not None
    for decision in open_decisions(ada, table)[:1]:
        put(ada, table, decision["id"], *(decision["default"] or decision["options"][: decision["least"]]))
    asked = {seat for seat, who in enumerate((ada, ben)) if any(d["least"] for d in open_decisions(who, table))}

    later(stores, table, question.seconds + 1)
    play.fire_timers(stores.tables, stores.due, table)

    assert set(saved(stores, table).absent) >= asked - {0}


def test_in_a_game_without_real_time_nobody_is_absent(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock={"mode": "realtime", "per_decision_s": 10})

    later(stores, table, 11)
    play.fire_timers(stores.tables, stores.due, table)

    assert saved(stores, table).absent == []

"""Time-outs: the deadline counts, not the moment at which the timer fires."""

from __future__ import annotations

from typing import Any

import pytest

from service.games import REGISTRY
from service.stores import Stores
from service.tables.store import Table
from tests.service.people import JSON, Person
from tests.service.table import (
    all_answer,
    answer,
    changed,
    events,
    fire_timers,
    later,
    open_decisions,
    play_bots,
    play_out,
    saved,
    started,
)

MINUTE = {"mode": "realtime", "per_decision_s": 60}


# -- time is over ----------------------------------------------------------------------------------


def test_the_default_is_answered_for_late_players(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    default = open_decisions(ada, table)[0]["default"]
    answer(ben, table)
    later(stores, table, 61)

    fire_timers(stores, table)

    given = stores.tables.answers(table)[-1]
    assert (given.seat, list(given.picks), given.by) == (0, default, "clock")
    assert events(ada, table, "decision-closed")[-1] == {"id": "0-explore-0", "by": "clock"}
    assert events(ada, table, "clock")[-1]["warning"] is False
    assert events(ben, table, "clock") == []


def test_a_bot_plays_on_where_the_table_wants_that(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock={**MINUTE, "on_timeout": "bot"})
    for _ in range(200):
        if saved(stores, table).status != "running":
            break
        later(stores, table, 61)
        fire_timers(stores, table)

    assert saved(stores, table).status == "finished"
    picks = [(one.picks, one.by) for one in stores.tables.answers(table)]
    assert {by for _, by in picks} == {"clock"}


class Failing:
    """A bot that raises an exception."""

    def choose(self, *_: Any) -> Any:
        raise RuntimeError("on purpose")


class Cheating:
    """A bot that picks something that is not an option."""

    def choose(self, *_: Any) -> Any:
        return ("r999",)


@pytest.mark.parametrize("bot", [Failing(), Cheating()], ids=["fails", "cheats"])
def test_where_the_bot_is_broken_everybody_still_sees_the_table_and_the_default_is_answered(
    ada: Person, ben: Person, nobody: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch, bot: object
) -> None:
    monkeypatch.setitem(REGISTRY["faraway"].bots, REGISTRY["faraway"].substitute, bot)
    table = started(ada, ben, clock={**MINUTE, "on_timeout": "bot"})
    default = open_decisions(ada, table)[0]["default"]
    later(stores, table, 61)

    for person in (ada, ben, nobody):
        assert person.get(f"/tables/{table}/view").status_code == 200

    assert list(stores.tables.answers(table)[0].picks) == default


def test_of_two_players_the_one_who_forfeits_has_lost_at_once(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock={**MINUTE, "on_timeout": "forfeit"})
    answer(ben, table)
    later(stores, table, 61)
    fire_timers(stores, table)

    ended = ada.get(f"/tables/{table}").json

    assert ended["status"] == "finished"
    assert ended["result"]["winners"] == [1]
    assert ended["result"]["places"] == [2, 1]
    assert ended["result"]["forfeits"] == [0]
    assert ended["result"]["reason"] == "forfeit"
    assert ended["seed"] is not None


def test_of_three_the_others_play_on_and_who_forfeits_is_last(
    ada: Person, ben: Person, cleo: Person, stores: Stores
) -> None:
    table = started(ada, ben, cleo, clock={**MINUTE, "on_timeout": "forfeit"})
    all_answer(table, ben, cleo)
    later(stores, table, 61)
    fire_timers(stores, table)
    assert saved(stores, table).status == "running"
    assert [event["kind"] for event in events(ben, table, "seat")][-1] == "forfeited"

    result = play_out(stores, table, [ben, cleo])["result"]

    assert result["forfeits"] == [0]
    assert result["places"][0] == 3
    assert 0 not in result["winners"]
    assert {one.by for one in stores.tables.answers(table) if one.seat == 0} == {"clock", "bot"}


def test_nobody_forfeits_twice(ada: Person, ben: Person, cleo: Person, stores: Stores) -> None:
    table = started(ada, ben, cleo, clock={**MINUTE, "on_timeout": "forfeit"})
    all_answer(table, ben, cleo)
    later(stores, table, 61)
    fire_timers(stores, table)
    # No worker comes to play for Ada, and more than a minute passes.
    while open_decisions(ada, table) == []:
        for person in (ben, cleo):
            for one in open_decisions(person, table):
                answer(person, table, one["id"])
    later(stores, table, 61)
    fire_timers(stores, table)

    assert saved(stores, table).forfeits == [0]
    assert saved(stores, table).status == "running"
    assert [event["kind"] for event in events(ben, table, "seat")].count("forfeited") == 1


def test_a_forfeited_seat_has_no_clock_and_is_played_by_a_bot(
    ada: Person, ben: Person, cleo: Person, stores: Stores
) -> None:
    table = started(ada, ben, cleo, clock={**MINUTE, "on_timeout": "forfeit"})
    all_answer(table, ben, cleo)
    later(stores, table, 61)
    fire_timers(stores, table)

    while saved(stores, table).status == "running" and not any(
        one.seat == 0 for one in saved(stores, table).opened.values()
    ):
        all_answer(table, *[person for person in (ben, cleo) if open_decisions(person, table)])

    assert [one.deadline for one in saved(stores, table).opened.values() if one.seat == 0] == [None]
    assert play_bots(stores) > 0


# -- the deadline counts, not the timer ---------------------------------------------------------------


@pytest.mark.parametrize("pick", [0, 1], ids=["the default", "another"])
def test_a_late_answer_is_refused_although_no_timer_has_fired(
    ada: Person, ben: Person, stores: Stores, pick: int
) -> None:
    table = started(ada, ben, clock=MINUTE)
    picks = [open_decisions(ada, table)[0]["options"][pick]]
    later(stores, table, 61)

    refused = answer(ada, table, "0-explore-0", picks)

    assert (refused.status_code, refused.json["code"]) == (409, "closed")
    assert [one.by for one in stores.tables.answers(table) if one.seat == 0] == ["clock"]


def test_an_answer_in_time_counts_also_when_another_seat_is_late(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    options = open_decisions(ada, table)[0]["options"]

    def late_for_ben(found: Table) -> None:
        found.opened["0-explore-1"].deadline = 1

    changed(stores, table, late_for_ben)

    assert answer(ada, table, "0-explore-0", options[1:2]).status_code == 200
    given = {one.seat: (list(one.picks), one.by) for one in stores.tables.answers(table)}
    assert given[0] == (options[1:2], "seat")
    assert given[1][1] == "clock"


@pytest.mark.parametrize("what", ["", "/view", "/decisions", "/talk", "/events?after=0"])
def test_reading_a_table_settles_its_overdue_deadlines(
    ada: Person, ben: Person, nobody: Person, stores: Stores, what: str
) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)

    nobody.get(f"/tables/{table}{what}", headers={"Accept": JSON})

    assert len(stores.tables.answers(table)) >= 2


def test_a_check_after_the_deadline_says_that_it_is_too_late(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    options = open_decisions(ada, table)[0]["options"]
    later(stores, table, 61)

    refused = ada.post(f"/tables/{table}/decisions/0-explore-0/check", {"picks": options[:1]})

    assert refused.json["code"] == "closed"

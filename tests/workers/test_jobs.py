"""The jobs are hints. Lost, late or doubled they do no harm: what is really due, the table knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from service.bots import turns
from service.games import REGISTRY
from service.games.kit.bots import rounds
from service.storage import keys
from service.stores import Stores
from service.tables.store import Table
from tests.service.patience import at_once
from tests.service.people import Person
from tests.service.table import (
    BOT,
    ME,
    all_answer,
    answer,
    asked,
    changed,
    everything,
    later,
    live,
    open_table,
    play_out,
    saved,
    started,
)
from workers import jobs

MINUTE = {"mode": "realtime", "per_decision_s": 60}


def by_bots(stores: Stores, table: str) -> list[str]:
    """The decisions that bots have answered, in order."""
    return [one.name for one in stores.tables.answers(table) if one.by == "bot"]


def due(stores: Stores, table: str, kind: str) -> float | None:
    score: float | None = stores.redis.zscore(keys.due(keys.shard(table)), f"{kind}:{table}")
    return score


# -- bot turns ------------------------------------------------------------------------------------------


def test_one_job_plays_all_decisions_of_bots_in_a_row_and_stops(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=3)

    assert jobs.play_bots(table) == 3

    assert by_bots(stores, table) == ["0-explore-1", "0-explore-2", "0-explore-3"]
    assert saved(stores, table).opened.keys() == {"0-explore-0"}
    assert due(stores, table, "bots") is None


def test_after_a_persons_answer_the_bots_play_until_that_person_must_decide(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=2)
    jobs.play_bots(table)
    answer(ada, table)

    jobs.play_bots(table)

    assert {opening.seat for opening in saved(stores, table).opened.values()} == {0}


def test_one_job_plays_a_whole_table_of_bots(ada: Person, stores: Stores) -> None:
    table = open_table(ada, [BOT] * 4, start="full")["id"]

    jobs.play_bots(table)

    assert saved(stores, table).status == "finished"
    assert due(stores, table, "bots") is None


@pytest.mark.parametrize("level", list(REGISTRY["faraway"].bots))
def test_every_level_plays_legally_and_only_its_own_seat(ada: Person, stores: Stores, level: str) -> None:
    table = open_table(ada, [ME, {"kind": "bot", "level": level}], start="full")["id"]
    for _ in range(3):
        turns.play_turns(stores.tables, stores.due, stores.pending, table, lambda part: rounds(2))
        if asked(ada, table):
            answer(ada, table)

    assert len(by_bots(stores, table)) >= 2
    assert {one.seat for one in stores.tables.answers(table) if one.by == "bot"} == {1}


def test_a_job_that_comes_late_or_twice_finds_nothing_to_do(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=1)
    jobs.play_bots(table)
    before = everything(stores.redis)

    assert jobs.play_bots(table) == 0

    assert everything(stores.redis) == before


def test_workers_on_the_same_table_at_once_do_no_harm(ada: Person, stores: Stores) -> None:
    table = open_table(ada, [BOT] * 3, start="full")["id"]

    at_once([lambda: turns.play_turns(stores.tables, stores.due, stores.pending, table, lambda part: rounds(2))] * 4)

    assert saved(stores, table).status == "finished"
    names = Counter(one.name for one in stores.tables.answers(table))
    assert set(names.values()) == {1}, "a question is answered once"
    assert ada.post("/replays", ada.get(f"/tables/{table}/replay").json).status_code == 201


def test_workers_and_people_at_once_do_no_harm(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=2)

    def play(person: Person) -> None:
        while saved(stores, table).status == "running":
            for one in asked(person, table):
                answer(person, table, one["id"], one["options"][:1])

    def work() -> None:
        while saved(stores, table).status == "running":
            jobs.play_bots(table)

    at_once([lambda: play(ada), lambda: play(ben), work, work])

    assert set(Counter(one.name for one in stores.tables.answers(table)).values()) == {1}
    assert ada.get(f"/tables/{table}").json["status"] == "finished"


def test_a_bot_plays_in_time_and_on_a_paused_table_not_at_all(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=1)
    for person in (ada, ben):
        person.post(f"/tables/{table}/votes", {"kind": "pause"})

    assert jobs.play_bots(table) == 0
    assert due(stores, table, "bots") is None
    for person in (ada, ben):
        person.post(f"/tables/{table}/votes", {"kind": "resume"})
    assert due(stores, table, "bots") is not None
    assert jobs.play_bots(table) == 1


class Breaking:
    """A bot that breaks down."""

    def choose(self, *_: Any) -> Any:
        raise RuntimeError("on purpose")


class Cheating:
    """A bot that picks what it has not got."""

    def choose(self, *_: Any) -> Any:
        return ("r999",)


@pytest.mark.parametrize("bot", [Breaking(), Cheating()], ids=["breaks down", "cheats"])
def test_a_bad_bot_keeps_no_table_waiting(
    ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch, bot: object
) -> None:
    monkeypatch.setitem(REGISTRY["faraway"].bots, "random", bot)
    table = started(ada, bots=1)

    assert jobs.play_bots(table) == 1

    assert asked(ada, table)
    assert by_bots(stores, table) == ["0-explore-1"]


# -- leases -----------------------------------------------------------------------------------------------


def test_the_commit_itself_says_that_a_bot_must_play(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=1)

    assert stores.due.take() == [f"bots:{table}"]
    assert stores.due.take() == [], "whoever took it has some seconds"


def test_a_turn_that_was_taken_and_lost_is_due_again_after_its_lease(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=1)
    stores.due.take()

    stores.redis.zincrby(keys.due(keys.shard(table)), -5001, f"bots:{table}")

    assert stores.due.take() == [f"bots:{table}"]
    assert jobs.play_bots(table) == 1


def test_a_worker_that_dies_in_the_middle_leaves_the_rest_to_the_next(
    ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started(ada, bots=3)
    thoughts = iter(range(100))

    def dies(part: float) -> Callable[[], bool]:
        if next(thoughts) == 1:
            raise KeyboardInterrupt
        return rounds(1)

    with pytest.raises(KeyboardInterrupt):
        turns.play_turns(stores.tables, stores.due, stores.pending, table, dies)

    assert len(by_bots(stores, table)) == 1
    assert due(stores, table, "bots") > stores.tables.now(), "held by the one that plays"
    assert jobs.play_bots(table) == 2


# -- bells ------------------------------------------------------------------------------------------------


def test_a_bell_answers_for_those_who_are_late(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)

    jobs.fire_timers(table)

    assert [one.by for one in stores.tables.answers(table)][:2] == ["clock", "clock"]


def test_a_bell_too_early_changes_nothing_and_comes_again_in_time(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    version = saved(stores, table).version
    stores.redis.zadd(keys.due(keys.shard(table)), {f"timer:{table}": 1})

    jobs.fire_timers(table)

    assert saved(stores, table).version == version
    assert due(stores, table, "timer") == min(one.warn for one in saved(stores, table).opened.values())


def test_two_bells_at_once_answer_once(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)

    at_once([lambda: jobs.fire_timers(table)] * 4)

    assert set(Counter(one.name for one in stores.tables.answers(table)).values()) == {1}


def test_a_worker_that_comes_for_a_bot_also_sees_whose_time_is_over(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=1, clock=MINUTE)
    later(stores, table, 61)

    jobs.play_bots(table)

    assert {one.by for one in stores.tables.answers(table)} == {"clock", "bot"}


# -- what is not there ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["nowhere", "", "x" * 300])
def test_a_job_for_a_table_that_is_not_there_ends_quietly(table: str) -> None:
    assert jobs.play_bots(table) == 0
    assert jobs.fire_timers(table) is None


def test_a_job_for_a_table_with_retired_rules_ends_quietly(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=1, clock=MINUTE)
    later(stores, table, 61)

    def retire(found: Table) -> None:
        found.rules += 1

    changed(stores, table, retire)

    assert jobs.play_bots(table) == 0
    assert jobs.fire_timers(table) is None
    assert stores.tables.answers(table) == []
    assert ada.get(f"/tables/{table}/view").json["code"] == "rules-retired"


def test_a_job_for_a_table_that_is_over_ends_quietly(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    play_out(stores, table, [ada, ben])
    before = everything(stores.redis)

    assert jobs.play_bots(table) == 0
    assert jobs.fire_timers(table) is None
    assert everything(stores.redis) == before


def test_bots_never_see_the_true_table(ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    class Peeping:
        def choose(self, game: Any, imagined: Any, question: Any, thinking: Any) -> Any:
            seen.append(imagined)
            return question.on_timeout

    monkeypatch.setitem(REGISTRY["faraway"].bots, "random", Peeping())
    table = started(ada, bots=1)
    true = live(stores, table).state
    jobs.play_bots(table)

    [imagined] = seen
    assert imagined.players[1].hand == true.players[1].hand
    assert imagined.dice.seed != true.dice.seed
    assert (imagined.players[0].hand, imagined.deck) != (true.players[0].hand, true.deck)


def test_after_all_have_answered_nothing_is_due(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    all_answer(table, ada, ben)

    assert stores.due.take() == []

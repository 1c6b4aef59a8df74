"""Jobs are hints: lost, late or repeated ones do no harm, because the table knows what is due."""

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
    """The ids of the decisions that bots have answered, in order."""
    return [one.name for one in stores.tables.answers(table) if one.by == "bot"]


def due(stores: Stores, table: str, kind: str) -> float | None:
    score: float | None = stores.redis.zscore(keys.due(keys.shard(table)), f"{kind}:{table}")
    return score


# -- bot turns ------------------------------------------------------------------------------------------


def test_one_job_answers_all_open_decisions_of_bots(ada: Person, stores: Stores) -> None:
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


def test_one_job_plays_a_whole_game_of_bots(ada: Person, stores: Stores) -> None:
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


def test_a_late_or_repeated_job_does_nothing(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=1)
    jobs.play_bots(table)
    before = everything(stores.redis)

    assert jobs.play_bots(table) == 0

    assert everything(stores.redis) == before


def test_concurrent_workers_answer_each_decision_once(ada: Person, stores: Stores) -> None:
    table = open_table(ada, [BOT] * 3, start="full")["id"]

    at_once([lambda: turns.play_turns(stores.tables, stores.due, stores.pending, table, lambda part: rounds(2))] * 4)

    assert saved(stores, table).status == "finished"
    names = Counter(one.name for one in stores.tables.answers(table))
    assert set(names.values()) == {1}, "each decision is answered once"
    assert ada.post("/replays", ada.get(f"/tables/{table}/replay").json).status_code == 201


def test_concurrent_workers_and_people_answer_each_decision_once(ada: Person, ben: Person, stores: Stores) -> None:
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


def test_a_bot_does_not_play_at_a_paused_table(ada: Person, ben: Person, stores: Stores) -> None:
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
    """A bot that raises an exception."""

    def choose(self, *_: Any) -> Any:
        raise RuntimeError("on purpose")


class Cheating:
    """A bot that picks something that is not an option."""

    def choose(self, *_: Any) -> Any:
        return ("r999",)


@pytest.mark.parametrize("bot", [Breaking(), Cheating()], ids=["fails", "illegal"])
def test_a_broken_bot_gets_the_default_answer(
    ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch, bot: object
) -> None:
    monkeypatch.setitem(REGISTRY["faraway"].bots, "random", bot)
    table = started(ada, bots=1)

    assert jobs.play_bots(table) == 1

    assert asked(ada, table)
    assert by_bots(stores, table) == ["0-explore-1"]


# -- leases -----------------------------------------------------------------------------------------------


def test_the_commit_schedules_the_bot_turn(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=1)

    assert stores.due.take() == [f"bots:{table}"]
    assert stores.due.take() == [], "the entry is leased"


def test_a_lost_job_is_due_again_after_its_lease(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=1)
    stores.due.take()

    stores.redis.zincrby(keys.due(keys.shard(table)), -5001, f"bots:{table}")

    assert stores.due.take() == [f"bots:{table}"]
    assert jobs.play_bots(table) == 1


def test_another_worker_continues_when_one_dies(ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    table = started(ada, bots=3)
    thoughts = iter(range(100))

    def dies(part: float) -> Callable[[], bool]:
        if next(thoughts) == 1:
            raise KeyboardInterrupt
        return rounds(1)

    with pytest.raises(KeyboardInterrupt):
        turns.play_turns(stores.tables, stores.due, stores.pending, table, dies)

    assert len(by_bots(stores, table)) == 1
    assert due(stores, table, "bots") > stores.tables.now(), "leased by the worker that plays"
    assert jobs.play_bots(table) == 2


# -- timers -----------------------------------------------------------------------------------------------


def test_a_timer_answers_after_the_deadline(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)

    jobs.fire_timers(table)

    assert [one.by for one in stores.tables.answers(table)][:2] == ["clock", "clock"]


def test_a_timer_job_that_runs_too_early_is_scheduled_again(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    version = saved(stores, table).version
    stores.redis.zadd(keys.due(keys.shard(table)), {f"timer:{table}": 1})

    jobs.fire_timers(table)

    assert saved(stores, table).version == version
    assert due(stores, table, "timer") == min(one.warn for one in saved(stores, table).opened.values())


def test_concurrent_timer_jobs_answer_once(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)

    at_once([lambda: jobs.fire_timers(table)] * 4)

    assert set(Counter(one.name for one in stores.tables.answers(table)).values()) == {1}


def test_a_bot_job_also_makes_overdue_time_outs(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=1, clock=MINUTE)
    later(stores, table, 61)

    jobs.play_bots(table)

    assert {one.by for one in stores.tables.answers(table)} == {"clock", "bot"}


# -- missing tables ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["nowhere", "", "x" * 300])
def test_a_job_for_a_missing_table_does_nothing(table: str) -> None:
    assert jobs.play_bots(table) == 0
    assert jobs.fire_timers(table) is None


def test_a_job_for_a_table_with_retired_rules_does_nothing(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=1, clock=MINUTE)
    later(stores, table, 61)

    def retire(found: Table) -> None:
        found.rules += 1

    changed(stores, table, retire)

    assert jobs.play_bots(table) == 0
    assert jobs.fire_timers(table) is None
    assert stores.tables.answers(table) == []
    assert ada.get(f"/tables/{table}/view").json["code"] == "rules-retired"


def test_a_job_for_a_finished_table_does_nothing(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    play_out(stores, table, [ada, ben])
    before = everything(stores.redis)

    assert jobs.play_bots(table) == 0
    assert jobs.fire_timers(table) is None
    assert everything(stores.redis) == before


def test_bots_never_see_the_real_state(ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    class Recorder:
        def choose(self, game: Any, imagined: Any, question: Any, thinking: Any) -> Any:
            seen.append(imagined)
            return question.on_timeout

    monkeypatch.setitem(REGISTRY["faraway"].bots, "random", Recorder())
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

"""Bot turns: one job answers all open decisions of the bots at a table, each once and legally."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from service.bots import turns
from service.games import REGISTRY
from service.games.kit.bots import rounds
from service.stores import Stores
from tests.service.concurrency import at_once
from tests.service.people import Person
from tests.service.table import (
    BOT,
    ME,
    answer,
    everything,
    live,
    open_decisions,
    open_table,
    saved,
    started,
)
from tests.workers.test_jobs import by_bots, due
from workers import jobs


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
        if open_decisions(ada, table):
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
            for one in open_decisions(person, table):
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

    assert open_decisions(ada, table)
    assert by_bots(stores, table) == ["0-explore-1"]


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

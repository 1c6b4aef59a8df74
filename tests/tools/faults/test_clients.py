"""Clients note what they do and what they are told, and notice what no fault excuses."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.faults.checks import accepted_once
from tests.faults.contests import Contest
from tests.faults.crowd import GAMES, Crowd, Played, setting
from tests.faults.hooks import Hook
from tests.faults.ledger import Diary, Ledger, read_diaries
from tests.faults.people import Person, Stuck
from tests.faults.pullers import Pullers
from tests.faults.stories import LOST, YES, Data, client, deed, told, written, wrong

# -- tables and arenas that stand still --------------------------------------------------------


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Crowd]:
    hook = Hook(1)
    yield Crowd("", Ledger(), 1, 0, GAMES, small=True, hook=hook, pullers=Pullers(tmp_path, "", 1))
    hook.close()


def test_a_table_that_does_not_end_is_found(crowd: Crowd) -> None:
    end = threading.Event()
    waits: Any = threading.Thread(target=end.wait, daemon=True)
    waits.status, waits.leaving = "", threading.Event()
    table = Played("t", setting(Random(1), "faraway", None, small=True), people=[waits])
    crowd.played.append(table)
    waits.start()

    assert crowd.go_home(0.3, 0.1, lambda: None) == [table]
    end.set()
    assert crowd.go_home(10, 0.1, lambda: None) == []


def test_an_arena_that_does_not_end_is_found(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.faults.contests.LAST_S", 0.1)
    monkeypatch.setattr("tests.faults.contests.POLL_S", 0.01)
    crowd.closing.set()
    running, over = {"status": "running", "played": 3, "games": 4}, {"status": "finished", "counted": 0}
    promoter, standing = crowd.promoters[0], [told(200, running) for _ in range(500)]

    promoter.follow(Contest("a", client(told(200, running), told(200, {**running, **over})), outside=False))
    with pytest.raises(Stuck):
        promoter.follow(Contest("a", client(*standing), outside=False))


# -- clients ---------------------------------------------------------------------------------


def test_a_client_that_is_never_answered_is_stuck_after_its_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.faults.people.PATIENCE_S", 0.2)
    ada = client()

    with pytest.raises(Stuck):
        ada.call("GET", "/me")


def test_a_table_whose_player_is_never_answered_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.faults.people.PATIENCE_S", 0.2)
    person = Person(client(), "t", 0, 0.0, 0.0)
    person.run()

    assert "stuck" in person.client.ledger.wrong[0]


@pytest.mark.parametrize(
    ("status", "body", "headers", "fine"),
    [
        (503, {"retryable": True}, {"Retry-After": "1"}, True),
        (503, {"retryable": True}, {}, False),
        (503, {}, {"Retry-After": "1"}, False),
        (500, {"retryable": True}, {"Retry-After": "1"}, False),
        (429, {}, {}, False),
    ],
)
def test_an_impolite_refusal_is_blamed(status: int, body: Data, headers: dict[str, str], fine: bool) -> None:
    refused = told(status, body)
    refused.headers.update(headers)
    ada = client(refused, told(200))
    ada.call("GET", "/me")

    assert (ada.ledger.wrong == []) is fine


def test_every_attempt_is_noted_with_what_came_of_it() -> None:
    refused = told(503, {"retryable": True})
    refused.headers["Retry-After"] = "1"
    ada, answer = client(None, refused, told(202)), deed("a")
    ada.call("PUT", "/answer", deed=answer)

    assert [attempt.status for attempt in answer.attempts] == [0, 503, 202]
    assert all(attempt.sent <= attempt.received for attempt in answer.attempts)


def test_a_decision_that_was_accepted_and_is_asked_again_is_blamed() -> None:
    person = Person(client(told(200, {"seq": 1})), "t", 0, 0.0, 0.0)
    decision = {"id": "1-take-0", "options": ["a"], "least": 1, "most": 1, "default": ["a"], "deadline": None}
    person.pick([decision])
    person.answer(decision)
    assert not person.client.ledger.wrong

    person.pick([decision])
    assert person.client.ledger.wrong


# -- diaries ---------------------------------------------------------------------------------


def test_a_diary_holds_what_was_sent_also_if_its_writer_was_killed(tmp_path: Path) -> None:
    for n, status in enumerate((YES, None, 409)):
        diary = Diary(tmp_path / f"{n}")
        one = deed("a" if n < 2 else "b")
        attempt = diary.begin(one)
        if status is not None:
            diary.end(one, attempt, status)
        diary.count("questions pulled")
    with (tmp_path / "1").open("a") as torn:
        torn.write('{"n": 7, "table": "t", "sea')
    ledger = Ledger()

    read_diaries(sorted(tmp_path.iterdir()), ledger)

    same, other = ledger.deeds["t"]
    assert sorted(attempt.status for attempt in same.attempts) == [LOST, YES]
    assert [attempt.status for attempt in other.attempts] == [409]
    assert ledger.counts["questions pulled"] == 3
    assert not wrong(accepted_once([written("a")], [same, other], {0}))
    assert wrong(accepted_once([written("b")], [same, other], {0}))


def test_a_diary_tells_what_went_wrong(tmp_path: Path) -> None:
    Diary(tmp_path / "1").blame("something")
    ledger = Ledger()
    read_diaries([tmp_path / "1"], ledger)

    assert ledger.wrong == ["something"]

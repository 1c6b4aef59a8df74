"""Clients record what they request and what is replied, and report errors that no fault explains."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.tools.faults.examples import LOST, YES, Data, client, has_errors, operation, reply, written
from tools.faults.arenas import ArenaRun
from tools.faults.checks import accepted_once
from tools.faults.clients import Player, Stuck
from tools.faults.history import History, HistoryFile, read_history_files
from tools.faults.polling_agents import PollingAgents
from tools.faults.webhook_agent import WebhookAgent
from tools.faults.workload import GAMES, PlayedTable, Workload, random_setup

# -- stuck tables and arenas -------------------------------------------------------------------


@pytest.fixture
def workload(tmp_path: Path) -> Iterator[Workload]:
    webhook_agent = WebhookAgent(1)
    yield Workload(
        "",
        History(),
        1,
        0,
        GAMES,
        small=True,
        webhook_agent=webhook_agent,
        polling_agents=PollingAgents(tmp_path, "", 1),
    )
    webhook_agent.close()


def test_a_table_that_does_not_end_is_found(workload: Workload) -> None:
    end = threading.Event()
    waits: Any = threading.Thread(target=end.wait, daemon=True)
    waits.status, waits.leaving = "", threading.Event()
    table = PlayedTable("t", random_setup(Random(1), "faraway", None, small=True), players=[waits])
    workload.played.append(table)
    waits.start()

    assert workload.finish(0.3, 0.1, lambda: None) == [table]
    end.set()
    assert workload.finish(10, 0.1, lambda: None) == []


def test_an_arena_that_does_not_end_is_found(workload: Workload, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.faults.arenas.LAST_S", 0.1)
    monkeypatch.setattr("tools.faults.arenas.POLL_S", 0.01)
    workload.closing.set()
    running, over = {"status": "running", "played": 3, "games": 4}, {"status": "finished", "counted": 0}
    arena_client, standing = workload.arena_clients[0], [reply(200, running) for _ in range(500)]

    arena_client.follow(ArenaRun("a", client(reply(200, running), reply(200, {**running, **over})), with_agent=False))
    with pytest.raises(Stuck):
        arena_client.follow(ArenaRun("a", client(*standing), with_agent=False))


# -- clients ---------------------------------------------------------------------------------


def test_a_client_that_is_never_answered_is_stuck_after_its_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.faults.clients.PATIENCE_S", 0.2)
    ada = client()

    with pytest.raises(Stuck):
        ada.call("GET", "/me")


def test_a_table_whose_player_is_never_answered_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.faults.clients.PATIENCE_S", 0.2)
    player = Player(client(), "t", 0, 0.0, 0.0)
    player.run()

    assert "stuck" in player.client.history.errors[0]


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
    refused = reply(status, body)
    refused.headers.update(headers)
    ada = client(refused, reply(200))
    ada.call("GET", "/me")

    assert (ada.history.errors == []) is fine


def test_every_attempt_is_noted_with_what_came_of_it() -> None:
    refused = reply(503, {"retryable": True})
    refused.headers["Retry-After"] = "1"
    ada, answer = client(None, refused, reply(202)), operation("a")
    ada.call("PUT", "/answer", operation=answer)

    assert [attempt.status for attempt in answer.attempts] == [0, 503, 202]
    assert all(attempt.sent <= attempt.received for attempt in answer.attempts)


def test_a_decision_that_was_accepted_and_is_asked_again_is_blamed() -> None:
    player = Player(client(reply(200, {"seq": 1})), "t", 0, 0.0, 0.0)
    decision = {"id": "1-take-0", "options": ["a"], "least": 1, "most": 1, "default": ["a"], "deadline": None}
    player.choose([decision])
    player.answer(decision)
    assert not player.client.history.errors

    player.choose([decision])
    assert player.client.history.errors


# -- history files ---------------------------------------------------------------------------


def test_a_diary_holds_what_was_sent_also_if_its_writer_was_killed(tmp_path: Path) -> None:
    for n, status in enumerate((YES, None, 409)):
        history_file = HistoryFile(tmp_path / f"{n}")
        one = operation("a" if n < 2 else "b")
        attempt = history_file.begin(one)
        if status is not None:
            history_file.end(one, attempt, status)
        history_file.count("questions polled")
    with (tmp_path / "1").open("a") as torn:
        torn.write('{"n": 7, "table": "t", "sea')
    history = History()

    read_history_files(sorted(tmp_path.iterdir()), history)

    same, other = history.operations["t"]
    assert sorted(attempt.status for attempt in same.attempts) == [LOST, YES]
    assert [attempt.status for attempt in other.attempts] == [409]
    assert history.counts["questions polled"] == 3
    assert not has_errors(accepted_once([written("a")], [same, other], {0}))
    assert has_errors(accepted_once([written("b")], [same, other], {0}))


def test_a_diary_tells_what_went_wrong(tmp_path: Path) -> None:
    HistoryFile(tmp_path / "1").error("something")
    history = History()
    read_history_files([tmp_path / "1"], history)

    assert history.errors == ["something"]

"""The arena runner: several runs on different workers, leases, pausing and cancelling."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from service.arena import export, match, runner
from service.arena.store import Arenas
from service.storage import keys
from service.stores import Stores
from tests.service.arena.arenas import played
from tests.service.arenas import WISH, due, opened, work
from tests.service.people import Person

# -- runs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["round-robin", "swiss", "ladder"])
def test_several_runs_play_the_same_games(stores: Stores, ada: Person, system: str) -> None:
    entrants = [{"level": "greedy"}, {"level": "random"}, {"level": "random", "name": "chance"}]
    arena = opened(ada, system=system, entrants=entrants, games=12)
    runs = 0
    while work(stores, arena["id"], seconds=0):
        runs += 1
        assert due(stores) == [f"arena:{arena['id']}"] or runs == arena["games"]
    assert runs == arena["games"]
    plan, records, _ = export.decode(ada.get(f"/arenas/{arena['id']}/games").get_data())
    assert records == played(plan)


def test_a_second_worker_plays_nothing(stores: Stores, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    arena = opened(ada)
    asked = []
    real = match.play

    def meanwhile(*given: Any, **more: Any) -> Any:
        asked.append(work(stores, arena["id"]))
        return real(*given, **more)

    monkeypatch.setattr(match, "play", meanwhile)
    assert work(stores, arena["id"]) == 4
    assert asked == [0, 0, 0, 0]


def test_another_worker_takes_over_when_the_lease_expires(
    stores: Stores, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = opened(ada)
    work(stores, arena["id"], seconds=0)
    assert stores.arenas.take_lease(arena["id"], "dead")
    assert work(stores, arena["id"]) == 0
    assert due(stores) == [], "the dead worker still holds the lease"
    monkeypatch.setattr("service.arena.store.LEASE_MS", -1)
    stores.arenas.take_lease(arena["id"], "dead")
    assert due(stores) == [f"arena:{arena['id']}"]
    assert work(stores, arena["id"]) == 3


def test_a_step_back_of_the_clock_does_not_extend_a_lease(stores: Stores, ada: Person) -> None:
    arena = opened(ada)
    assert stores.arenas.take_lease(arena["id"], "dead")
    stores.redis.pexpire(keys.lease(arena["id"], "arena"), 90_000)
    assert work(stores, arena["id"]) == 4


def test_a_repeated_request_opens_an_arena_once(ada: Person, nobody: Person) -> None:
    key = {"Idempotency-Key": "monday"}
    first = ada.post("/arenas", WISH, headers=key).json
    again = ada.post("/arenas", WISH, headers=key).json
    assert again["id"] == first["id"]
    assert [each["id"] for each in nobody.get("/arenas").json["items"]] == [first["id"]]
    assert [each["id"] for each in ada.get("/arenas?mine=true").json["items"]] == [first["id"]]


def test_an_arena_that_was_opened_but_not_scheduled_is_played(
    stores: Stores, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as context:
        context.setattr(Arenas, "schedule", lambda *_: None)
        arena = ada.post("/arenas", WISH).json
    assert due(stores) == []

    stores.arenas.schedule_all()

    assert due(stores) == [f"arena:{arena['id']}"]


def test_another_worker_counts_the_arena_when_one_dies(
    stores: Stores, ada: Person, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = opened(ada)
    with monkeypatch.context() as context:
        context.setattr(runner, "finish", lambda *_: None)
        work(stores, arena["id"])
    assert nobody.get("/ratings").json == {"items": [], "arenas": 0}
    assert due(stores) == [f"arena:{arena['id']}"]
    work(stores, arena["id"])
    work(stores, arena["id"])
    assert nobody.get("/ratings").json["arenas"] == 1


def test_the_first_record_of_a_game_stays(stores: Stores, ada: Person) -> None:
    arena = opened(ada)
    work(stores, arena["id"], seconds=0)
    [record] = stores.arenas.games(arena["id"])
    stores.arenas.add_game(arena["id"], msgspec.structs.replace(record, scores=(0, 0)), export.Timing(game=0, ms=()))
    assert stores.arenas.games(arena["id"]) == [record]


# -- pausing and cancelling ----------------------------------------------------------------


def test_an_arena_is_paused_and_resumed(stores: Stores, ada: Person) -> None:
    arena = opened(ada)
    work(stores, arena["id"], seconds=0)
    assert ada.post(f"/arenas/{arena['id']}/pause").json["status"] == "paused"
    assert due(stores) == []
    assert work(stores, arena["id"]) == 0
    assert ada.post(f"/arenas/{arena['id']}/pause").json["status"] == "paused"
    assert ada.post(f"/arenas/{arena['id']}/resume").json["status"] == "running"
    assert work(stores, arena["id"]) == 3


def test_a_game_that_ends_after_a_pause_is_not_recorded(
    stores: Stores, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = opened(ada)
    real = match.play

    def meanwhile(*given: Any, **more: Any) -> Any:
        ada.post(f"/arenas/{arena['id']}/pause")
        return real(*given, **more)

    monkeypatch.setattr(match, "play", meanwhile)
    assert work(stores, arena["id"]) == 0
    assert stores.arenas.games(arena["id"]) == []


def test_a_cancelled_arena_keeps_its_games(stores: Stores, ada: Person, nobody: Person) -> None:
    arena = opened(ada)
    work(stores, arena["id"], seconds=0)
    assert ada.delete(f"/arenas/{arena['id']}").status_code == 204
    assert work(stores, arena["id"]) == 0
    assert due(stores) == []
    found = nobody.get(f"/arenas/{arena['id']}").json
    assert (found["status"], found["played"], found["counted"]) == ("cancelled", 1, None)
    assert nobody.get("/ratings").json["arenas"] == 0
    for response in (
        ada.post(f"/arenas/{arena['id']}/pause"),
        ada.post(f"/arenas/{arena['id']}/resume"),
    ):
        assert (response.status_code, response.json["code"]) == (409, "arena-over")
    assert ada.delete(f"/arenas/{arena['id']}").status_code == 204, "cancelling twice is not an error"


def test_a_finished_arena_cannot_be_cancelled(stores: Stores, ada: Person) -> None:
    arena = opened(ada)
    work(stores, arena["id"])
    response = ada.delete(f"/arenas/{arena['id']}")
    assert (response.status_code, response.json["code"]) == (409, "arena-over")
    assert response.json["params"] == {"status": "finished"}


def test_only_the_owner_may_pause_or_cancel(ada: Person, ben: Person) -> None:
    arena = opened(ada)
    for response in (ben.delete(f"/arenas/{arena['id']}"), ben.post(f"/arenas/{arena['id']}/pause")):
        assert (response.status_code, response.json["code"]) == (403, "not-owner")


def test_an_arena_of_retired_rules_is_aborted(stores: Stores, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    arena = opened(ada)
    monkeypatch.setattr("service.games.faraway.Faraway.rules_version", 2)
    assert work(stores, arena["id"]) == 0
    found = ada.get(f"/arenas/{arena['id']}").json
    assert (found["status"], found["reason"]) == ("aborted", "rules-retired")

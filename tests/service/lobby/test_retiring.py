"""An upgrade of the rules: tables that cannot be played on are ended, and what can be read stays readable."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.games import REGISTRY
from service.lobby.retiring import end_retired_tables
from service.stores import Stores
from tests.service.people import JSON, Person
from tests.service.table import (
    all_answer,
    answer,
    changed,
    open_decisions,
    open_table,
    play_out,
    saved,
    started,
    take_due,
)
from workers import jobs


@pytest.fixture
def upgraded(monkeypatch: pytest.MonkeyPatch, stores: Stores) -> Callable[[], None]:
    """Upgrade the rules of Faraway, as if all processes were restarted with the next version."""
    monkeypatch.setattr(jobs, "stores", lambda: stores)
    version = REGISTRY["faraway"].rules_version

    def upgrade() -> None:
        monkeypatch.setattr("service.games.faraway.Faraway.rules_version", version + 1)

    return upgrade


def test_after_an_upgrade_tables_of_the_old_rules_are_ended_without_a_result(
    upgraded: Callable[[], None], stores: Stores, ada: Person, ben: Person
) -> None:
    table, waiting = started(ada, ben, clock={"mode": "realtime", "per_decision_s": 60}), open_table(ada)["id"]
    jobs.end_retired_tables()
    upgraded()

    assert jobs.end_retired_tables() == 2
    assert jobs.end_retired_tables() == 0

    for id in (table, waiting):
        found = ada.get(f"/tables/{id}").json
        assert (found["status"], found["result"]) == ("aborted", None)
    assert saved(stores, table).opened == {}
    last = ada.get(f"/tables/{table}/events?after=0&limit=500", headers={"Accept": JSON}).json["items"][-1]
    assert (last["type"], last["data"]["reason"]) == ("aborted", "rules-retired")
    assert take_due(stores) == []


def test_a_table_of_another_game_is_not_ended(upgraded: Callable[[], None], ada: Person, ben: Person) -> None:
    table = ada.post("/tables", {"game": "golden_compass", "seats": [{"kind": "me"}, {"kind": "open"}]}).json["id"]
    upgraded()
    jobs.end_retired_tables()

    assert ada.get(f"/tables/{table}").json["status"] == "open"


@pytest.mark.parametrize("job", [jobs.play_bots, jobs.fire_timers, None], ids=["bot", "timer", "request"])
def test_a_table_that_the_check_at_the_start_missed_is_ended_by_the_first_request(
    upgraded: Callable[[], None], stores: Stores, ada: Person, ben: Person, job: Callable[[str], object] | None
) -> None:
    table = started(ada, ben, bots=1)
    decision = open_decisions(ada, table)[0]
    upgraded()

    if job is not None:
        job(table)
        assert saved(stores, table).status == "aborted"
    refused = answer(ada, table, decision["id"], decision["options"][: decision["least"]])
    assert (refused.status_code, refused.json["code"]) == (410, "rules-retired")
    assert refused.json["params"] == {"game": "faraway", "rules_version": saved(stores, table).rules}
    assert saved(stores, table).status == "aborted"
    assert ada.get(f"/tables/{table}/decisions").json["items"] == []


def test_the_log_of_an_ended_table_stays_readable_and_its_replay_is_gone(
    upgraded: Callable[[], None], stores: Stores, ada: Person, ben: Person, nobody: Person
) -> None:
    table = started(ada, ben)
    ada.post(f"/tables/{table}/talk", {"room": "table", "text": "Hello"})
    all_answer(table, ada, ben)
    before = ada.get(f"/tables/{table}/events?after=0&limit=500", headers={"Accept": JSON}).json["items"]
    upgraded()
    jobs.end_retired_tables()

    after = ada.get(f"/tables/{table}/events?after=0&limit=500", headers={"Accept": JSON}).json["items"]
    assert [event["seq"] for event in after] == list(range(1, len(before) + 2))
    # Only the prompts are missing: they are words of the rules.
    for old, new in zip(before, after, strict=False):
        old["data"].pop("prompt", None)
        assert old == new
    with nobody.follow(f"/tables/{table}/events?after=0") as stream:
        events = stream.rest()
    assert events[0]["data"]["view"] is None
    assert events[-1]["type"] == "aborted"

    for path in ("/replay", "/replay/steps/0", "/replay/steps/1", "/view"):
        gone = ada.get(f"/tables/{table}{path}")
        assert (gone.status_code, gone.json["code"]) == (410, "rules-retired"), path
        assert "no longer" in gone.json["detail"]
    french = ada.get(f"/tables/{table}/replay/steps/1", headers={"Accept-Language": "fr"})
    assert "n’a plus" in french.json["detail"]
    assert ada.get(f"/tables/{table}/talk").status_code == 200
    assert ada.get("/tables?mine=true").json["items"][0]["id"] == table


def test_a_finished_game_keeps_its_result(
    upgraded: Callable[[], None], stores: Stores, ada: Person, ben: Person
) -> None:
    table = started(ada, ben)
    play_out(stores, table, [ada, ben])
    result = ada.get(f"/tables/{table}").json["result"]
    upgraded()
    jobs.end_retired_tables()

    found = ada.get(f"/tables/{table}").json
    assert (found["status"], found["result"]) == ("finished", result)
    assert ada.get(f"/tables/{table}/replay/steps/0").status_code == 410


def test_a_process_that_is_older_than_a_table_leaves_it_alone(stores: Stores, ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    changed(stores, table, lambda found: setattr(found, "rules", found.rules + 1))
    stores.maintenance.set_known_rules({"faraway": 99})

    assert end_retired_tables(stores.tables, stores.due, stores.maintenance) == 0
    refused = ada.get(f"/tables/{table}/view")
    assert (refused.status_code, refused.json["code"]) == (503, "rules-newer")
    assert refused.json["retryable"]
    assert saved(stores, table).status == "running"


def test_tables_of_a_game_that_is_gone_are_ended(stores: Stores, ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    changed(stores, table, lambda found: setattr(found, "game", "chess"))

    assert end_retired_tables(stores.tables, stores.due, stores.maintenance) == 1
    assert saved(stores, table).status == "aborted"


# -- draining ------------------------------------------------------------------------------------------


def test_a_drained_service_begins_no_games_and_plays_the_others_to_the_end(
    stores: Stores, ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, waiting = started(ada, ben), open_table(ada)
    assert ada.get("/tables").json["notice"] is None
    stores.maintenance.drain("Back at noon.")

    for method, path, body in (
        ("POST", "/tables", {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}]}),
        ("PUT", f"/tables/{waiting['id']}/seats/1", {}),
        ("POST", f"/tables/{waiting['id']}/start", None),
        ("POST", f"/tables/{running}/rematch", None),
        ("POST", "/arenas", {"game": "faraway", "entrants": [{"level": "random"}, {"level": "greedy"}], "games": 2}),
    ):
        refused = ada.call(method, path, body)
        assert (refused.status_code, refused.json["code"]) == (503, "draining"), path
        assert "Back at noon." in refused.json["detail"]
        assert int(refused.headers["Retry-After"]) >= 60
    notice = ada.get("/tables", headers={"Accept-Language": "fr"}).json["notice"]
    assert notice["code"] == "draining"
    assert "Back at noon." in notice["detail"]
    play_out(stores, running, [ada, ben])

    stores.maintenance.end_drain()
    assert ada.get("/tables").json["notice"] is None
    assert ada.post(f"/tables/{running}/rematch").status_code == 201


def test_a_drained_service_begins_no_games_of_arenas(
    stores: Stores, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "stores", lambda: stores)
    wish = {"game": "faraway", "entrants": [{"level": "random"}, {"level": "random"}], "games": 2}
    wish["entrants"][1]["name"] = "other"
    arena = ada.post("/arenas", wish).json["id"]
    take_due(stores)
    stores.maintenance.drain()
    assert jobs.play_arena(arena) == 0

    stores.maintenance.end_drain()
    assert jobs.play_arena(arena) == 2

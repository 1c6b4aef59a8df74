"""Agents in arenas: their games are played at ordinary tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.arena import export, runner
from service.arena.ratings import rate
from service.stores import Stores
from tests.service.people import Person
from tests.service.table import take_due
from tests.workers.webhooks import WebhookServer, WorkerLoop, app_for_agents, good, register, send  # noqa: F401


def wish(*entrants: Any, **more: Any) -> dict[str, Any]:
    return {"game": "faraway", "entrants": list(entrants), "games": 4, **more}


def played(stores: Stores, loop: WorkerLoop, id: str) -> Callable[[], bool]:
    """A condition: the arena is over, after one more run."""

    def over() -> bool:
        runner.run(stores.tables, stores.accounts, stores.agents, stores.books, stores.arenas, id, 0.5)
        arena = stores.arenas.get(id)
        assert arena is not None
        return arena.over

    return over


def test_games_with_agents_are_played_at_tables_and_games_of_bots_in_process(
    ada: Person, stores: Stores, loop: WorkerLoop
) -> None:
    with WebhookServer(good) as server:
        agent = register(ada, server)
        arena = ada.post("/arenas", wish({"agent": agent["id"]}, {"level": "greedy"}, {"level": "random"})).json
        assert arena["entrants"][0]["agent"] == agent["id"]
        loop.until(played(stores, loop, arena["id"]), 60)
        loop.wait_until_idle()

    found = ada.get(f"/arenas/{arena['id']}").json
    assert (found["status"], found["played"], found["games"]) == ("finished", 6, 6)
    assert {each["entrant"] for each in found["ratings"]} == {"Outsider", "greedy", "random"}
    plan, records, _ = export.decode(ada.get(f"/arenas/{arena['id']}/games").get_data())
    assert not plan.duplicate
    assert [bool(record.table) for record in records] == [0 in record.seats for record in records]
    assert not any(record.failures for record in records)
    assert [each["mu"] for each in found["ratings"]] == [each.mu for each in rate(plan, records).values()]
    for record in records:
        if record.table:
            table = ada.get(f"/tables/{record.table}").json
            assert table["visibility"] == "unlisted"
            assert table["result"]["places"] == list(record.places)
            kinds = ["agent" if entrant == 0 else "bot" for entrant in record.seats]
            assert [seat["kind"] for seat in table["seats"]] == kinds
            assert plan.seed not in table["seed"]
    assert {(record.seats, bool(record.table)) for record in records} >= {
        ((0, 1), True),
        ((1, 0), True),
        ((1, 2), False),
    }
    ladder = ada.get("/ratings?game=faraway").json["items"]
    assert [each["agent"] for each in ladder if each["kind"] == "agent"] == [agent["id"]]
    assert stores.arenas.tables(arena["id"]) == {}


def test_each_game_with_an_agent_has_its_own_deal(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    with WebhookServer(good) as server:
        agent = register(ada, server)
        arena = ada.post("/arenas", wish({"agent": agent["id"]}, {"level": "random"}, games=2)).json
        loop.until(played(stores, loop, arena["id"]), 60)
        loop.wait_until_idle()
    seeds = {ada.get(f"/tables/{record.table}").json["seed"] for record in stores.arenas.games(arena["id"])}
    assert len(seeds) == 2


def test_fallbacks_of_an_agent_are_counted_as_failures(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    with WebhookServer(lambda connection, request: send(connection, b'{"picks": ["nonsense"]}')) as server:
        agent = register(ada, server, budget_s=1)
        arena = ada.post("/arenas", wish({"agent": agent["id"]}, {"level": "random"}, games=2)).json
        loop.until(played(stores, loop, arena["id"]), 120)
        loop.wait_until_idle()
    found = ada.get(f"/arenas/{arena['id']}").json
    failures = {each["entrant"]: each["failures"] for each in found["standings"]}
    assert failures["Outsider"]["fallback"] > 10
    assert failures["random"] == {}


def test_an_arena_respects_the_maximum_number_of_tables_of_an_agent(
    ada: Person, stores: Stores, loop: WorkerLoop
) -> None:
    agent = register(ada, None, most_tables=2)
    arena = ada.post("/arenas", wish({"agent": agent["id"]}, {"level": "random"}, games=12)).json
    for _ in range(3):
        runner.run(stores.tables, stores.accounts, stores.agents, stores.books, stores.arenas, arena["id"], 0.1)
        assert len(stores.arenas.tables(arena["id"])) == 2
    due = [member for member in take_due(stores) if member.startswith("arena:")]
    assert due == [], "tables in progress are not polled all the time"


def test_an_assigned_table_that_was_never_opened_is_replaced(ada: Person, stores: Stores) -> None:
    agent = register(ada, None, most_tables=1)
    arena = ada.post("/arenas", wish({"agent": agent["id"]}, {"level": "random"}, games=2)).json
    stores.arenas.assign_table(arena["id"], 0, "00000000000000000000000000")
    runner.run(stores.tables, stores.accounts, stores.agents, stores.books, stores.arenas, arena["id"], 0.1)
    [table] = stores.arenas.tables(arena["id"]).values()
    assert ada.get(f"/tables/{table}").json["status"] == "running"


def test_an_arena_is_aborted_when_its_agent_is_deleted(ada: Person, stores: Stores) -> None:
    agent = register(ada, None)
    arena = ada.post("/arenas", wish({"agent": agent["id"]}, {"level": "random"})).json
    assert ada.delete(f"/agents/{agent['id']}").status_code == 204
    runner.run(stores.tables, stores.accounts, stores.agents, stores.books, stores.arenas, arena["id"], 0.1)
    found = ada.get(f"/arenas/{arena['id']}").json
    assert (found["status"], found["reason"]) == ("aborted", "agent-deleted")


@pytest.mark.parametrize(
    ("entrant", "more", "field"),
    [
        ({"agent": "a_nowhere"}, {}, "entrants.0.agent"),
        ({"agent": "mine", "level": "greedy"}, {}, "entrants.0.level"),
        ({"agent": "mine"}, {"seed": "known"}, "seed"),
        ({"agent": "mine"}, {"game": "golden_compass"}, "entrants.0.agent"),
        ({"agent": "mine"}, {"games": 2000}, "games"),
    ],
)
def test_invalid_agents_are_refused_by_field(
    ada: Person, entrant: dict[str, str], more: dict[str, Any], field: str
) -> None:
    agent = register(ada, None)
    entrant = {**entrant, "agent": agent["id"] if entrant["agent"] == "mine" else entrant["agent"]}
    response = ada.post("/arenas", {**wish(entrant, {"level": "random"}), **more})
    assert response.status_code == 422
    assert [each["field"] for each in response.json["errors"]] == [field]


def test_only_own_and_public_agents_may_be_entered(ada: Person, ben: Person) -> None:
    own, public = register(ada, None), register(ada, None, public=True)
    assert ben.post("/arenas", wish({"agent": own["id"]}, {"level": "random"})).status_code == 422
    assert ben.post("/arenas", wish({"agent": public["id"]}, {"level": "random"})).status_code == 201

"""Agents over HTTP: registration, visibility, changes, secrets, deletion and seats."""

from __future__ import annotations

from typing import Any

import pytest

from service.stores import Stores
from tests.service.people import Data, Person
from tests.service.table import BOT, ME, OPEN, all_answer, answer, later, open_decisions, open_table, saved

HOOK = {"name": "Deep Compass", "transport": "webhook", "url": "https://agent.example/hook"}
POLL = {"name": "Homebody", "transport": "poll"}


def made(person: Person, wish: Data = POLL, **more: Any) -> Data:
    response = person.post("/agents", {**wish, **more})
    assert response.status_code == 201, response.json
    found: Data = response.json
    return found


def seat(agent: Data) -> Data:
    return {"kind": "agent", "agent": agent["id"]}


# -- registration --------------------------------------------------------------------------------------


def test_an_agent_is_registered_with_a_secret_that_is_shown_once(ada: Person) -> None:
    agent = made(ada, HOOK, games=["faraway", "faraway"])

    assert agent["secret"].startswith("whsec_")
    assert agent["games"] == ["faraway"]
    assert (agent["budget_s"], agent["fallback"], agent["public"]) == (10, "default", False)
    again = ada.get(f"/agents/{agent['id']}").json
    assert again == {name: value for name, value in agent.items() if name != "secret"}


def test_the_same_request_sent_again_gives_the_same_agent_and_secret(ada: Person) -> None:
    key = {"Idempotency-Key": "one"}
    first, again = (ada.post("/agents", HOOK, headers=key).json for _ in range(2))

    assert first == again
    assert len(ada.get("/agents?mine=true").json["items"]) == 1


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({**HOOK, "url": None}, "url"),
        ({**POLL, "url": "https://agent.example/"}, "url"),
        ({**HOOK, "budget_s": 31}, "budget_s"),
        ({**HOOK, "budget_s": 0.5}, "budget_s"),
        ({**POLL, "budget_s": 4000}, "budget_s"),
        ({**HOOK, "fallback": "genius"}, "fallback"),
        ({**HOOK, "games": ["chess"]}, "games.0"),
        ({**HOOK, "name": "a\u202eb"}, "name"),
        ({**HOOK, "most_tables": 0}, "most_tables"),
        ({**HOOK, "transport": "window"}, "transport"),
        ({**HOOK, "secret": "mine"}, "secret"),
    ],
)
def test_invalid_fields_are_refused(ada: Person, wish: Data, field: str) -> None:
    refused = ada.post("/agents", wish)

    assert refused.status_code == 422
    assert [error["field"] for error in refused.json["errors"]] == [field]


def test_agents_need_the_agents_scope(ada: Person) -> None:
    token = ada.post("/me/tokens", {"scopes": ["play", "read"]}).json["token"]
    limited = Person(ada.app, token=token)

    for method, path, body in (
        ("POST", "/agents", POLL),
        ("POST", "/work/acquire", {}),
        ("GET", "/agents/a_x/deliveries", None),
    ):
        assert limited.call(method, path, body).json["code"] == "wrong-scope"
    assert limited.get("/agents?mine=true").status_code == 200


# -- visibility ----------------------------------------------------------------------------------------


def test_others_see_public_agents_without_their_url(ada: Person, ben: Person, nobody: Person) -> None:
    hidden, public = made(ada, HOOK), made(ada, HOOK, public=True)

    assert ben.get(f"/agents/{hidden['id']}").status_code == 404
    for other in (ben, nobody):
        seen = other.get(f"/agents/{public['id']}").json
        assert (seen["url"], seen["failures"], seen["mine"]) == (None, None, False)
        assert [one["id"] for one in other.get("/agents").json["items"]] == [public["id"]]
    assert ben.get("/agents?mine=true").json["items"] == []
    assert [one["id"] for one in ada.get("/agents").json["items"]] == [public["id"], hidden["id"]]


def test_lists_come_in_pages(ada: Person) -> None:
    # Ids made within one millisecond have no order among themselves.
    all_of_them = sorted(made(ada, name=f"A{n}")["id"] for n in range(5))

    first = ada.get("/agents?mine=true&limit=3").json
    rest = ada.get(f"/agents?mine=true&limit=3&cursor={first['next']}").json

    assert [one["id"] for one in first["items"] + rest["items"]] == all_of_them[::-1]
    assert rest["next"] is None


def test_only_the_owner_changes_deletes_and_reads_the_log(ada: Person, ben: Person) -> None:
    public, hidden = made(ada, public=True), made(ada)

    for agent, code in ((public, "not-owner"), (hidden, "not-found")):
        here = f"/agents/{agent['id']}"
        assert ben.call("PATCH", here, {"name": "Mine"}).json["code"] == code
        assert ben.delete(here).json["code"] == code
        assert ben.post(f"{here}/secret").json["code"] == code
        assert ben.get(f"{here}/deliveries").json["code"] == code


def test_fields_that_are_left_out_stay_unchanged(ada: Person) -> None:
    agent = made(ada, HOOK)

    changed = ada.call("PATCH", f"/agents/{agent['id']}", {"public": True, "budget_s": 5}).json

    assert changed == {**{k: v for k, v in agent.items() if k != "secret"}, "public": True, "budget_s": 5}
    refused = ada.call("PATCH", f"/agents/{agent['id']}", {"url": "https://10.0.0.1/"})
    assert refused.json["errors"][0]["field"] == "url"
    assert ada.get(f"/agents/{agent['id']}").json == changed


def test_after_a_rotation_the_old_secret_is_valid_for_the_grace_period(ada: Person, stores: Stores) -> None:
    agent = made(ada, HOOK)

    fresh = ada.post(f"/agents/{agent['id']}/secret", {"grace_s": 3600}).json

    now, held = stores.tables.now(), stores.agents.secrets(agent["id"])
    assert held.valid(now) == (fresh["secret"], agent["secret"])
    assert held.valid(now + 3_600_000) == (fresh["secret"],)
    assert ada.get(f"/agents/{agent['id']}").json["old_secret_until"] == fresh["old_secret_until"]
    last = ada.post(f"/agents/{agent['id']}/secret", {"grace_s": 0}).json
    assert stores.agents.secrets(agent["id"]).valid(stores.tables.now()) == (last["secret"],)


# -- seats ---------------------------------------------------------------------------------------------


def test_own_agents_and_public_ones_may_be_seated(ada: Person, ben: Person) -> None:
    hidden, public = made(ada), made(ada, public=True)

    open_table(ada, [ME, seat(hidden)])
    open_table(ben, [ME, seat(public)])
    refused = ben.post("/tables", {"game": "faraway", "seats": [ME, seat(hidden)]})
    assert [error["field"] for error in refused.json["errors"]] == ["seats.1.agent"]
    unknown = ben.post("/tables", {"game": "faraway", "seats": [ME, {"kind": "agent", "agent": "a_nobody"}]})
    assert unknown.json["errors"] == refused.json["errors"], "private and unknown agents look the same"
    assert ben.post("/tables", {"game": "faraway", "seats": [ME, {"kind": "agent"}]}).status_code == 422


def test_an_agent_plays_only_its_games_and_at_a_limited_number_of_tables(ada: Person, stores: Stores) -> None:
    agent = made(ada, games=["faraway"], most_tables=1)

    other = ada.post("/tables", {"game": "golden_compass", "seats": [ME, seat(agent)]})
    assert other.json["errors"][0]["field"] == "seats.1.agent"
    table = open_table(ada, [ME, seat(agent)])["id"]
    full = ada.post("/tables", {"game": "faraway", "seats": [ME, seat(agent)]})
    assert "1 tables" in full.json["errors"][0]["message"]
    ada.delete(f"/tables/{table}")
    stores.agents.remove_tables([agent["id"]], table)
    open_table(ada, [ME, seat(agent)])


def test_a_table_of_agents_and_bots_starts_at_once(ada: Person, stores: Stores) -> None:
    table = open_table(ada, [seat(made(ada)), BOT], start="full")

    assert table["status"] == "running"
    assert table["waiting"] == [0], "nobody waits for a bot that answers at once"


def test_an_agent_does_not_vote(ada: Person, stores: Stores) -> None:
    table = open_table(ada, [ME, seat(made(ada))], start="full")["id"]

    paused = ada.post(f"/tables/{table}/votes", {"kind": "pause"}).json
    assert paused["paused"] is True
    later(stores, table, 600)
    assert set(saved(stores, table).opened) == {"0-explore-0", "0-explore-1"}, "no deadline passes during a pause"


def test_a_clock_shortens_the_budget_and_time_out_is_a_fallback_not_a_forfeit(ada: Person, stores: Stores) -> None:
    clock = {"mode": "realtime", "per_decision_s": 7, "on_timeout": "forfeit"}
    table = open_table(ada, [ME, seat(made(ada))], start="full", clock=clock)["id"]
    opening = saved(stores, table).opened["0-explore-1"]
    assert opening.deadline == opening.opened + 7000
    answer(ada, table)

    later(stores, table, 8)
    ada.get(f"/tables/{table}")

    found = saved(stores, table)
    assert found.forfeits == []
    assert [one.by for one in stores.tables.answers(table)] == ["seat", "fallback"]


def test_a_rematch_seats_the_agent_again_and_leaves_a_strangers_seat_open(
    ada: Person, ben: Person, stores: Stores
) -> None:
    agent = made(ada, most_tables=3)
    tables = [open_table(ada, [ME, OPEN, seat(agent)], start="full")["id"] for _ in range(2)]
    for table in tables:
        ben.put(f"/tables/{table}/seats/1")
        for person in (ada, ben):
            person.post(f"/tables/{table}/votes", {"kind": "abort"})

    mine, theirs = ada.post(f"/tables/{tables[0]}/rematch").json, ben.post(f"/tables/{tables[1]}/rematch").json

    assert [one["kind"] for one in mine["seats"]] == ["agent", "player", "invite"]
    assert [one["kind"] for one in theirs["seats"]] == ["open", "invite", "player"]


@pytest.mark.parametrize("fallback", ["default", "greedy", "random"])
def test_the_fallback_plays_the_whole_game_if_the_agent_never_answers(
    ada: Person, stores: Stores, fallback: str
) -> None:
    table = open_table(ada, [ME, seat(made(ada, games=["faraway"], fallback=fallback))], start="full")["id"]

    for _ in range(60):
        if saved(stores, table).status == "finished":
            break
        later(stores, table, 100)
        for decision in open_decisions(ada, table):
            answer(ada, table, decision["id"])

    ended = ada.get(f"/tables/{table}").json
    assert ended["status"] == "finished"
    replay = ada.get(f"/tables/{table}/replay").json
    assert {one["by"] for one in replay["answers"] if one["seat"] == 1} == {"fallback"}
    assert ada.post("/replays", replay).status_code == 201


def test_everybody_sees_a_fallback_but_not_its_decision(ada: Person, ben: Person, stores: Stores) -> None:
    table = open_table(ada, [ME, OPEN, seat(made(ada))], start="full")["id"]
    ben.put(f"/tables/{table}/seats/1")
    later(stores, table, 100)
    all_answer(table, ada, ben)
    page = ben.get(f"/tables/{table}/events", headers={"Accept": "application/json"}).json["items"]

    told = [event for event in page if event["type"] == "fallback"]
    assert [event["data"] for event in told] == [{"seat": 2, "reason": "late"}]

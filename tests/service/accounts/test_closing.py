"""Closing an account: its tokens stop working, nobody waits for its owner, and the name is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from redis import ConnectionError, Redis

from service.archive import retention
from service.games.kit.game import Result
from service.settings import Retention
from service.stores import Stores
from service.tables import changes
from service.tables.parts import FORMER
from tests.service.archive.archived import shown
from tests.service.arenas import opened
from tests.service.people import Person
from tests.service.sample_replays import played
from tests.service.table import ME, OPEN, answer, events, everything, live, open_table, play_bots, saved, started

AGENT = {"name": "Outsider", "transport": "poll", "games": ["faraway"]}


@pytest.fixture
def app(any_database_url: str, app_with: Callable[..., Flask]) -> Flask:
    found: Flask = app_with(database_url=any_database_url, retention=Retention(archive_after_s=0))
    return found


def names(person: Person, table: str) -> list[str | None]:
    """Who sits at a table."""
    seats = person.get(f"/tables/{table}").json["seats"]
    return [seat["player"] and seat["player"]["name"] for seat in seats]


def leave(person: Person) -> None:
    assert person.delete("/me").status_code == 200


def test_no_token_opens_the_account_any_more(ada: Person, nobody: Person) -> None:
    other = ada.post("/me/tokens", {"scopes": ["read"]}).json["token"]
    reader = Person(ada.app, token=other)
    assert reader.get("/me").status_code == 200

    leave(ada)

    for gone in (ada, reader):
        assert gone.get("/me").json["code"] == "unauthorized"
    assert ada.delete("/me").json["code"] == "unauthorized", "there is nothing left to close"


@pytest.mark.parametrize("scopes", [["play"], ["read"], ["agents"], ["play", "read"]])
def test_it_takes_a_token_that_may_do_everything(ada: Person, redis: Redis, scopes: list[str]) -> None:
    token = ada.post("/me/tokens", {"scopes": scopes}).json["token"]
    before = everything(redis)

    assert Person(ada.app, token=token).delete("/me").json["code"] == "wrong-scope"

    assert everything(redis) == before


def test_a_repeated_registration_does_not_open_it_again(nobody: Person) -> None:
    key = {"Idempotency-Key": "a-key-of-my-own-choosing"}
    made = nobody.post("/players", {"name": "Ada"}, headers=key).json
    leave(Person(nobody.app, token=made["token"]))

    again = nobody.post("/players", {"name": "Ada"}, headers=key).json

    assert Person(nobody.app, token=again["token"]).get("/me").status_code == 401


def test_open_tables_are_deleted_left_and_declined(ada: Person, ben: Person, redis: Redis) -> None:
    own = open_table(ada)["id"]
    ben.put(f"/tables/{own}/seats/1")
    joined, invited = open_table(ben)["id"], open_table(ben, [ME, {"kind": "invite", "player": ada.id}])["id"]
    ada.put(f"/tables/{joined}/seats/1")

    leave(ada)

    assert ben.get(f"/tables/{own}").status_code == 404
    for table in (joined, invited):
        assert [seat["kind"] for seat in ben.get(f"/tables/{table}").json["seats"]] == ["player", "open"]
    refused = ben.post("/tables", {"game": "faraway", "seats": [ME, {"kind": "invite", "player": ada.id}]})
    assert refused.json["errors"][0]["field"] == "seats.1.player"
    assert not any(ada.id.encode() in key for key in redis.keys("*") if b"tables" in key)


def test_at_a_table_that_runs_the_seat_is_forfeited_and_the_others_play_on(
    ada: Person, ben: Person, cleo: Person, stores: Stores
) -> None:
    table = started(ada, ben, cleo)
    answer(ben, table)
    answer(cleo, table)

    leave(ada)

    assert saved(stores, table).forfeits == [0]
    assert names(ben, table) == [FORMER, "Ben", "Cleo"]
    assert [event["kind"] for event in events(ben, table, "seat")][-2:] == ["player", "forfeited"]
    assert play_bots(stores) > 0, "the stores answers for the seat"
    assert saved(stores, table).status == "running"
    assert "0-explore-0" not in live(stores, table).questions()


@pytest.mark.parametrize("game", ["mountains_of_madness", "new_lands"])
def test_a_team_plays_on_without_those_who_left_and_has_lost_when_all_have(
    ada: Person, ben: Person, cleo: Person, stores: Stores, game: str
) -> None:
    table = started(ada, ben, cleo, game=game)
    leave(ada)
    leave(ben)
    assert cleo.get(f"/tables/{table}").json["result"] is None

    leave(cleo)

    result = live(stores, table).table.result
    assert result == Result(winners=(), places=(2, 2, 2), reason="forfeit")


def test_a_team_wins_with_those_who_left(ada: Person, ben: Person, cleo: Person, stores: Stores) -> None:
    table = started(ada, ben, cleo, game="mountains_of_madness")
    leave(ada)
    leave(ben)
    won = Result(winners=(0, 1, 2), places=(1, 1, 1), scores=(4, 4, 4), reason="fair")

    session = live(stores, table)
    changes.finish(session, won)

    assert session.table.result == won


def test_of_two_the_other_wins_and_the_name_is_in_nothing_that_was_told(
    ada: Person, ben: Person, nobody: Person, stores: Stores
) -> None:
    table = started(ada, ben)
    ada.post(f"/tables/{table}/talk", {"text": "Good luck!"})
    ben.post(f"/tables/{table}/talk", {"text": "And to you"})

    leave(ada)

    told = shown(table, ben, nobody)
    assert "Ada" not in str(told)
    assert ben.get(f"/tables/{table}").json["result"]["winners"] == [1]
    assert [one["name"] for one in ben.get(f"/tables/{table}/replay").json["talk"]] == [FORMER, "Ben"]


def without_names(found: Any) -> Any:
    """All that was shown, apart from names and from what is counted over them."""
    match found:
        case dict():
            return {key: without_names(value) for key, value in found.items() if key not in ("name", "digest")}
        case list():
            return list(map(without_names, found))
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("archived", [False, True])
def test_tables_that_are_over_stay_what_they_were_but_for_the_name(
    ada: Person, ben: Person, nobody: Person, stores: Stores, archived: bool
) -> None:
    table = played(stores, ada, ben)
    if archived:
        assert retention.look_after(stores, [table]) == 1
    before, size = shown(table, ben, nobody), stores.archive.records.totals()[0]

    leave(ada)

    after = shown(table, ben, nobody)
    assert without_names(after) == without_names(before)
    assert "Ada" not in str(after)
    assert str(after).count("Ben") == str(before).count("Ben")
    assert stores.archive.records.totals()[0] == 1 >= size
    assert [one["id"] for one in ben.get("/tables?mine=true").json["items"]] == [table]
    replay = ben.get(f"/tables/{table}/replay").json
    assert ben.post("/replays", replay).status_code == 201, "it can still be verified"


def test_the_others_can_have_a_rematch_without_the_player_who_left(ada: Person, ben: Person, stores: Stores) -> None:
    table = played(stores, ada, ben)
    leave(ada)

    again = ben.post(f"/tables/{table}/rematch").json

    assert sorted(seat["kind"] for seat in again["seats"]) == ["bot", "open", "player"]


def test_agents_are_retired_and_arenas_stopped(ada: Person, ben: Person, stores: Stores) -> None:
    agent = ada.post("/agents", {**AGENT, "public": True}).json["id"]
    table = open_table(ben, [ME, {"kind": "agent", "agent": agent}], start="full")["id"]
    arena = opened(ada)["id"]

    leave(ada)

    assert ben.get(f"/agents/{agent}").status_code == 404
    assert saved(stores, table).status == "running", "its fallback plays on"
    assert ben.get(f"/arenas/{arena}").json["status"] == "cancelled"


def test_who_is_cut_off_in_the_middle_asks_again(
    ada: Person, ben: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, running = played(stores, ada, ben), started(ada, ben)
    with monkeypatch.context() as patch:

        def die(*_: object) -> None:
            raise ConnectionError

        patch.setattr(stores.archive.records, "put", die)
        assert ada.delete("/me").status_code == 503
    assert ada.get("/me").json["player"]["name"] == FORMER

    leave(ada)

    assert names(ben, over)[0] == names(ben, running)[0] == FORMER


def test_a_table_is_not_paused_for_nobody(ada: Person, ben: Person, cleo: Person, stores: Stores) -> None:
    ended, alone = started(ada, bots=1), started(ada, bots=2)
    for table in (ended, alone):
        ada.post(f"/tables/{table}/votes", {"kind": "pause"})
        assert saved(stores, table).paused is not None
    together = started(ada, ben, cleo)
    for person in (ben, cleo):
        person.post(f"/tables/{together}/votes", {"kind": "pause"})
    assert saved(stores, together).paused is None

    leave(ada)

    assert [saved(stores, table).status for table in (ended, alone)] == ["finished", "running"]
    assert saved(stores, ended).paused is saved(stores, alone).paused is None
    assert saved(stores, together).paused is not None, "all who are left had wanted it"


def test_nobody_else_is_touched(ada: Person, ben: Person, stores: Stores) -> None:
    table = open_table(ben, [ME, OPEN])["id"]

    leave(ada)

    assert ben.get("/me").json["player"]["name"] == "Ben"
    assert names(ben, table) == ["Ben", None]

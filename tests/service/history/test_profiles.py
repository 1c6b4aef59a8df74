"""Profiles: sums that agree with the games, for those who may see them."""

from __future__ import annotations

from typing import Any

import pytest

from service.stores import Stores
from service.tables.parts import FORMER
from tests.service.archive.archived import finished, move
from tests.service.people import Person
from tests.service.table import ME, open_table, play_out, started


def test_a_profile_agrees_with_the_games(ada: Person, ben: Person, nobody: Person, stores: Stores) -> None:
    for _ in range(3):
        finished(stores, ada, ben)
    move(stores)
    games = nobody.get("/games/history").json["items"]
    mine = [game["seats"][0] for game in games]

    shown = nobody.get(f"/profiles/player/{ada.id}").json

    assert (shown["name"], shown["games"], shown["wins"]) == ("Ada", 3, sum(seat["won"] for seat in mine))
    assert shown["best_score"] == max(seat["score"] for seat in mine)
    assert shown["average_score"] == round(sum(seat["score"] for seat in mine) / 3, 4)
    [result] = shown["results"]
    assert (result["game"], result["seats"], result["role"], result["games"]) == ("faraway", 3, "player", 3)
    [met] = [one for one in shown["opponents"] if one["kind"] == "player"]
    ahead = sum(game["seats"][0]["place"] < game["seats"][1]["place"] for game in games)
    assert (met["id"], met["name"], met["games"], met["ahead"]) == (ben.id, "Ben", 3, ahead)
    assert shown["streaks"]["games"] == 3
    first = mine[0]["won"]
    assert (shown["streaks"]["current"] > 0) is first
    bot = nobody.get("/profiles/bot/faraway:random").json
    assert bot["games"] == 3


def test_private_games_count_for_oneself_only(ada: Person, ben: Person, stores: Stores) -> None:
    finished(stores, ada, ben, visibility="private")
    finished(stores, ada, ben)
    move(stores)

    assert ada.get("/profiles/player/me").json["games"] == 2
    assert ben.get(f"/profiles/player/{ada.id}").json["games"] == 1
    assert ben.get(f"/profiles/player/{ada.id}").json["private"] is False


def test_practice_and_aborted_games_do_not_count(ada: Person, ben: Person, stores: Stores) -> None:
    finished(stores, ada, ben, deal="monday")
    move(stores)

    assert ada.get("/profiles/player/me").json["games"] == 0
    assert len(ada.get("/games/history").json["items"]) == 1


def test_a_closed_account_has_no_profile_and_is_nobodys_opponent(ada: Person, ben: Person, stores: Stores) -> None:
    finished(stores, ada, ben)
    move(stores)

    assert ada.delete("/me").status_code == 200

    assert ben.get(f"/profiles/player/{ada.id}").status_code == 404
    shown = ben.get("/profiles/player/me").json
    assert shown["games"] == 1
    assert [one["kind"] for one in shown["opponents"]] == ["bot"]


def test_a_game_that_ends_after_an_account_was_closed_adds_nothing_for_it(
    ada: Person, ben: Person, stores: Stores
) -> None:
    table = started(ada, ben, bots=1)
    assert ada.delete("/me").status_code == 200
    play_out(stores, table, [ben])
    move(stores)

    shown = ben.get("/profiles/player/me").json
    assert shown["games"] == 1
    assert [one["kind"] for one in shown["opponents"]] == ["bot"]
    assert stores.history.standings(f"player:{ada.id}", True) == []


def test_a_game_that_is_written_while_an_account_is_closed_has_no_name(
    ada: Person, ben: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(stores, ada, ben)
    put = stores.archive.records.put

    def late(games: Any) -> None:
        monkeypatch.undo()
        rows = list(games)
        assert ada.delete("/me").status_code == 200
        put(rows)

    monkeypatch.setattr(stores.archive.records, "put", late)
    move(stores)

    [game] = ben.get("/games/history?player=me").json["items"]
    assert [seat["player"] and seat["player"]["name"] for seat in game["seats"]] == [FORMER, "Ben", None]
    assert "Ada" not in str(stores.archive.read(table))
    assert ben.get(f"/profiles/player/{ada.id}").status_code == 404


def test_who_never_played_has_no_profile(ada: Person) -> None:
    for path in ("player/p_nobody", "bot/faraway:brilliant", "bot/chess:random", "model/none", "agent/a_1", "cat/tom"):
        assert ada.get(f"/profiles/{path}").json["code"] == "not-found"
    assert ada.get("/profiles/player/me").json["games"] == 0


def test_agents_are_found_by_version_and_model(ada: Person, ben: Person, stores: Stores) -> None:
    wish = {"name": "Outsider", "transport": "poll", "games": ["faraway"], "fallback": "random", "public": True}
    agent = ada.post("/agents", {**wish, "version": "1.4", "model": "gpt-oss-20b"}).json["id"]
    table = open_table(ada, [{"kind": "agent", "agent": agent}, ME], start="full")["id"]
    ada.post(f"/tables/{table}/votes", {"kind": "abort"})
    ada.call("PATCH", f"/agents/{agent}", {"version": "1.5"})
    move(stores)

    for query in (f"agent={agent}&version=1.4", "model=gpt-oss-20b"):
        [game] = ben.get(f"/games/history?{query}").json["items"]
        assert (game["id"], game["seats"][0]["agent_version"]) == (table, "1.4")
    assert ben.get(f"/games/history?agent={agent}&version=1.5").json["items"] == []
    assert ben.get(f"/profiles/agent/{agent}").json["name"] == "Outsider"

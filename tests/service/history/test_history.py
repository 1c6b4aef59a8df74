"""Searching finished games: every filter, every order, pages without gaps, and only what the caller may see."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

from service.database.engine import DatabaseUnavailable
from service.history import history
from service.stores import Stores
from tests.service.archive.archived import finished, move
from tests.service.people import Data, Person
from tests.service.table import BOT, ME, by_chance, open_table, play_out, started


def found(person: Person, query: str = "") -> list[str]:
    response = person.get(f"/games/history?{query}")
    assert response.status_code == 200, response.json
    return [game["id"] for game in response.json["items"]]


def pages(person: Person, query: str) -> list[str]:
    """The ids of all pages."""
    ids, cursor = [], ""
    for _ in range(20):
        page = person.get(f"/games/history?limit=2&{query}{cursor}").json
        ids += [game["id"] for game in page["items"]]
        if page["next"] is None:
            return ids
        cursor = f"&cursor={quote(page['next'])}"
    raise AssertionError("the pages do not end")


def exported(person: Person, query: str = "") -> list[Data]:
    response = person.get(f"/games/history/export?{query}")
    assert response.status_code == 200, response.json
    return [json.loads(line) for line in response.get_data().splitlines()]


def alone(person: Person, stores: Stores, **more: Any) -> str:
    """A finished game of one person against a bot."""
    table: str = open_table(person, [ME, BOT], start="full", **more)["id"]
    play_out(stores, table, [person], by_chance(Random(3)))
    return table


def test_games_are_found_by_who_played_and_how(ada: Person, ben: Person, cleo: Person, stores: Stores) -> None:
    both, aborted = finished(stores, ada, ben), started(ada, ben)
    for person in (ada, ben):
        person.post(f"/tables/{aborted}/votes", {"kind": "abort"})
    advanced = alone(cleo, stores, options={"advanced": True})
    move(stores)
    [game] = ada.get("/games/history?status=finished&player=" + ada.id).json["items"]
    scores = [seat["score"] for seat in game["seats"]]
    winner = ada if game["seats"][0]["won"] else ben if game["seats"][1]["won"] else None

    assert found(cleo) == sorted([both, aborted, advanced], reverse=True)
    assert found(cleo, f"player={ada.id}&opponent={ben.id}&status=finished") == [both]
    assert found(cleo, f"player={ada.id}&opponent={cleo.id}") == []
    assert found(cleo, "status=aborted") == [aborted]
    assert found(cleo, "game=faraway&seats=3") == [both]
    assert found(cleo, "game=not_alone") == []
    assert found(cleo, "level=random&seats=2") == [advanced]
    assert found(cleo, "game=faraway&option=advanced:true") == [advanced]
    assert found(cleo, "game=faraway&option=advanced:true&level=random") == [advanced]
    assert found(cleo, "option=advanced:true&seats=3") == []
    assert found(cleo, f"score_from={max(scores) + 1}&seats=3") == []
    assert found(cleo, f"player={ada.id}&score_from={scores[0]}&score_to={scores[0]}") == [both]
    assert found(cleo, f"length_from={game['length']}&seats=3&length_to={game['length']}") == [both]
    assert found(cleo, "since=2020-01-01T00:00:00Z&until=2021-01-01T00:00:00Z") == []
    assert len(found(cleo, "since=2020-01-01T00:00:00Z")) == 3
    for person in (ada, ben):
        won = person is winner
        assert (found(cleo, f"player={person.id}&result=won") == [both]) is won
        assert (found(cleo, f"player={person.id}&result=lost") == [both]) is not won
    assert game["options"]["advanced"] is False
    assert game["seats"][0]["player"] == {"id": ada.id, "name": "Ada"}
    assert game["best_score"] == max(scores)


def test_every_order_is_complete_page_by_page(ada: Person, ben: Person, stores: Stores) -> None:
    tables = [finished(stores, ada, ben) for _ in range(2)] + [alone(ada, stores) for _ in range(3)]
    move(stores)
    games = {game["id"]: game for game in ada.get("/games/history?limit=100").json["items"]}

    assert pages(ada, "sort=newest") == sorted(tables, reverse=True)
    assert pages(ada, "sort=oldest") == sorted(tables)
    for sort, key in (("score", "best_score"), ("length", "length")):
        falling = sorted(tables, key=lambda id: (games[id][key], id), reverse=True)
        assert pages(ada, f"sort={sort}") == falling
        assert sorted(pages(ada, f"sort={sort}&level=random&game=faraway")) == sorted(tables)
    assert pages(ada, f"player={ben.id}") == sorted(tables[:2], reverse=True)


def test_private_games_are_shown_to_their_players_only(
    ada: Person, ben: Person, nobody: Person, stores: Stores
) -> None:
    public = finished(stores, ada, ben)
    hidden = [finished(stores, ada, ben, visibility=how) for how in ("unlisted", "private")]
    move(stores)
    everything = sorted([public, *hidden], reverse=True)

    assert found(ada, "player=me") == found(ada, f"player={ada.id}") == everything
    assert found(ben, f"player={ada.id}") == found(nobody, f"player={ada.id}") == found(ada) == [public]
    assert [row["id"] for row in exported(nobody)] == [public]
    assert sorted(row["id"] for row in exported(ben, "player=me")) == sorted(everything)
    assert nobody.get("/games/history?player=me").status_code == 401


def test_running_and_fresh_games_are_not_in_the_history(ada: Person, ben: Person, stores: Stores) -> None:
    started(ada, ben)
    over = finished(stores, ada, ben)

    assert found(ada) == []

    move(stores)
    assert found(ada) == [over]


INJECTIONS = ("' OR '1'='1", "x'; DROP TABLE games; --", '" OR ""="', "1) OR 1=1 --", "%", "\\", "\x00", "é" * 30)


@pytest.mark.parametrize("word", INJECTIONS)
def test_no_filter_lets_sql_in(ada: Person, ben: Person, stores: Stores, word: str) -> None:
    table = finished(stores, ada, ben)
    move(stores)
    names = ("player", "opponent", "agent", "version", "model", "level", "role", "result", "status", "game", "sort")
    more = (
        "cursor",
        "option",
        "seats",
        "score_from",
        "score_to",
        "since",
        "until",
        "length_from",
        "length_to",
        "limit",
    )
    for name in (*names, *more):
        value = f"advanced:{word}" if name == "option" else word
        response = ada.get(f"/games/history?{name}={quote(value)}")
        assert response.status_code in (200, 400, 422), (name, response.json)
        assert response.status_code != 200 or response.json["items"] == []
        assert ada.get(f"/games/history/export?{name}={quote(value)}").status_code in (200, 400, 422)
    for path in (f"/profiles/player/{quote(word)}", f"/profiles/bot/{quote(word)}", f"/profiles/model/{quote(word)}"):
        assert ada.get(path).status_code == 404
    assert ada.get(f"/games/faraway/explorer?kind={quote(word)}&level={quote(word)}").status_code in (200, 422)
    assert ada.get(f"/games/faraway/explorer/{quote(word)}").status_code == 404
    assert found(ada) == [table]


@pytest.mark.parametrize("query", ["result=won", "cursor=zzz", "sort=score&cursor=zzz", "seats=0", "option=advanced"])
def test_a_search_that_makes_no_sense_is_refused(ada: Person, query: str) -> None:
    response = ada.get(f"/games/history?{query}")

    assert (response.status_code, response.json["code"]) == (422, "invalid")
    assert response.json["errors"][0]["field"].split(".")[0] in query


def test_an_export_has_every_game_and_decision_and_is_resumed_behind_a_game(
    ada: Person, ben: Person, stores: Stores
) -> None:
    tables = sorted([finished(stores, ada, ben) for _ in range(3)])
    answers = {table: stores.tables.answers(table) for table in tables}
    move(stores)

    games, decisions = exported(ada), exported(ada, "per=decision")

    assert [row["id"] for row in games] == tables
    assert [(row["id"], row["decision"], tuple(row["picks"])) for row in decisions] == [
        (table, one.name, one.picks) for table in tables for one in answers[table]
    ]
    assert all(set(row["picks"]) <= set(row["offered"]) for row in decisions)
    assert all(row["took_ms"] is not None and row["took_ms"] >= 0 for row in decisions)
    assert [row["id"] for row in exported(ada, f"after={tables[0]}")] == tables[1:]
    assert {row["id"] for row in exported(ada, f"per=decision&after={tables[1]}")} == {tables[2]}
    assert [row["id"] for row in exported(ada, "limit=2")] == tables[:2]
    assert exported(ada, f"after={tables[2]}") == []


def test_an_export_that_cannot_be_completed_says_so_in_its_last_line(
    ada: Person, ben: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = sorted(finished(stores, ada, ben) for _ in range(3))
    move(stores)
    monkeypatch.setattr(history, "BATCH", 1)
    read, pages = stores.history.page, list[int]()

    def away(*wanted: Any) -> Any:
        pages.append(len(pages))
        if len(pages) == 3:
            raise DatabaseUnavailable("gone")
        return read(*wanted)

    monkeypatch.setattr(stores.history, "page", away)

    *games, last = exported(ada)

    assert [game["id"] for game in games] == tables[:2]
    assert last == {"problem": {"code": "unavailable", "retryable": True}}
    assert [game["id"] for game in exported(ada, f"after={tables[1]}")] == tables[2:]


def test_people_who_have_not_agreed_to_research_have_no_name_in_an_export(
    ada: Person, ben: Person, nobody: Person, stores: Stores
) -> None:
    table = finished(stores, ada, ben)
    move(stores)
    assert ben.put("/me/research", {"consent": True}).json == ben.get("/me/research").json == {"consent": True}

    [game] = exported(nobody)
    assert [(seat["player"], seat["consent"]) for seat in game["seats"]] == [
        (None, False),
        ({"id": ben.id, "name": "Ben"}, True),
        (None, None),
    ]
    assert exported(ada)[0]["seats"][0]["player"]["id"] == ada.id, "one's own name is no secret"
    assert exported(nobody, "consent=true") == []
    ada.put("/me/research", {"consent": True})
    assert [row["id"] for row in exported(nobody, "consent=true")] == [table]
    later = finished(stores, ada, ben)
    move(stores)
    assert [row["id"] for row in exported(nobody, "consent=true")] == [table, later]
    ada.put("/me/research", {"consent": False})
    assert exported(nobody, "consent=true") == []


def test_without_a_database_play_continues_and_history_returns_retry_after(
    ada: Person, ben: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, old = started(ada, ben), finished(stores, ada, ben)
    with monkeypatch.context() as patch:

        def away() -> None:
            raise DatabaseUnavailable("gone")

        patch.setattr(stores.database, "migrate", away)
        for path in ("/games/history", "/games/history/export", "/games/faraway/explorer", "/tables/" + "0" * 26):
            refused = ada.get(path)
            assert (refused.status_code, refused.json["code"]) == (503, "unavailable"), path
            assert int(refused.headers["Retry-After"]) >= 1
        assert ada.get("/tables?status=running").status_code == 200
        assert [one["id"] for one in ada.get("/tables?mine=true&status=running").json["items"]] == [table]
        with pytest.raises(DatabaseUnavailable):
            move(stores)
        assert ada.get(f"/tables/{old}").status_code == 200, "nothing leaves Redis before the database has it"
        play_out(stores, table, [ada, ben])
    from service.archive import retention

    assert retention.tidy(stores) == 2
    assert set(found(ada)) == {table, old}

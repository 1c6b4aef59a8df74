"""Finished tables are moved to the archive and stay the same: every resource shows the same before and after."""

from __future__ import annotations

import pytest
from redis import Redis

from service.games import REGISTRY
from service.stores import Stores
from service.tables.session import load
from service.tables.store import Table
from tests.service.archive.archived import finished, in_redis, mentions, move, shown
from tests.service.people import Person
from tests.service.table import BOT, changed, play_bots, started


def test_every_door_shows_the_same_before_and_after_and_nothing_is_left_hot(
    ada: Person, ben: Person, nobody: Person, stores: Stores, redis: Redis
) -> None:
    table = finished(stores, ada, ben)
    before = shown(table, ada, ben, nobody)

    assert move(stores) == 1

    assert in_redis(redis, table) == set()
    assert mentions(redis, table) == []
    assert shown(table, ada, ben, nobody) == before


@pytest.mark.thorough
@pytest.mark.parametrize("game", REGISTRY)
def test_a_game_of_each_kind_survives_the_move(ada: Person, nobody: Person, stores: Stores, game: str) -> None:
    seats = [BOT] * min(REGISTRY[game].seats)
    table = ada.post("/tables", {"game": game, "seats": seats, "start": "full"}).json["id"]
    while not load(stores.tables, table).table.over:
        if not play_bots(stores):
            changed(stores, table, _run_out)
    before = shown(table, ada, nobody)

    assert move(stores) == 1

    assert shown(table, ada, nobody) == before


def _run_out(table: Table) -> None:
    for opening in table.opened.values():
        opening.deadline = 0


def test_lists_name_hot_and_archived_tables_together_page_by_page(ada: Person, ben: Person, stores: Stores) -> None:
    tables = [finished(stores, ada, ben) for _ in range(3)]
    assert move(stores) == 3
    tables += [finished(stores, ada, ben), started(ada, ben)]
    newest_first = sorted(tables, reverse=True)

    for query in ("", "mine=true&"):
        found, cursor = [], ""
        for _ in range(len(tables) + 1):
            page = ben.get(f"/tables?{query}limit=1{cursor}").json
            found += [one["id"] for one in page["items"]]
            if page["next"] is None:
                break
            cursor = f"&cursor={page['next']}"
        assert found == newest_first, query
    over = ada.get("/tables?status=finished&game=faraway").json["items"]
    assert [one["id"] for one in over] == [id for id in newest_first if id != tables[-1]]


def test_a_private_table_is_in_no_public_list_and_visible_to_its_players_only(
    ada: Person, ben: Person, cleo: Person, stores: Stores
) -> None:
    table = finished(stores, ada, ben, visibility="private")
    move(stores)

    assert cleo.get(f"/tables/{table}").json["code"] == "not-found"
    assert cleo.get(f"/tables/{table}/replay").json["code"] == "not-found"
    assert cleo.get("/tables").json["items"] == []
    assert [one["id"] for one in ben.get("/tables?mine=true").json["items"]] == [table]


def test_a_rematch_calls_the_table_back_and_it_goes_again(
    ada: Person, ben: Person, stores: Stores, redis: Redis
) -> None:
    table = finished(stores, ada, ben)
    move(stores)

    new = ada.post(f"/tables/{table}/rematch").json["id"]

    assert ben.post(f"/tables/{table}/rematch").json["id"] == new
    assert in_redis(redis, table)
    assert move(stores) == 1
    assert in_redis(redis, table) == set()
    assert ben.get(f"/tables/{table}").json["rematch"] == new
    assert stores.archive.records.totals()[0] == 1
    assert [one["id"] for one in ben.get("/tables?mine=true&status=finished").json["items"]] == [table]


def test_what_is_over_stays_over_in_the_archive(ada: Person, ben: Person, stores: Stores) -> None:
    table = finished(stores, ada, ben)
    decision = next(given.name for given in stores.tables.answers(table) if given.seat == 0)
    move(stores)

    codes = [
        ada.put(f"/tables/{table}/decisions/{decision}/answer", {"picks": ["no such card"]}).json["code"],
        ada.post(f"/tables/{table}/talk", {"room": "table", "text": "Hello?"}).json["code"],
        ada.post(f"/tables/{table}/votes", {"kind": "pause", "agree": True}).json["code"],
        ada.post(f"/tables/{table}/start").json["code"],
        ada.delete(f"/tables/{table}").json["code"],
        ada.delete(f"/tables/{table}/seats/0").json["code"],
    ]

    assert codes == ["closed", "finished", "finished", "not-open", "not-open", "not-open"]


def test_transcripts_go_along_and_may_be_added_to(ada: Person, ben: Person, stores: Stores, redis: Redis) -> None:
    table = finished(stores, ada, ben)
    first, second = [given.name for given in stores.tables.answers(table) if given.seat == 0][:2]
    said = {"lines": [{"role": "assistant", "content": "I take the first"}]}
    ada.put(f"/tables/{table}/transcript/{first}", said)
    before = ben.get(f"/tables/{table}/transcript?seat=0").json
    move(stores)

    assert ben.get(f"/tables/{table}/transcript?seat=0").json == before
    ada.put(f"/tables/{table}/transcript/{second}", said)

    after = ben.get(f"/tables/{table}/transcript?seat=0").json
    move(stores)
    assert len(after["items"]) == len(before["items"]) + 1
    assert ben.get(f"/tables/{table}/transcript?seat=0").json == after

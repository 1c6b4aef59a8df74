"""Finished tables leave the hot memory and stay what they were: every door shows the same before and after."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask
from redis import Redis

from service.app import create_app
from service.games import SHELF
from service.play import keeping
from service.play.house import House
from service.settings import Retention, Settings
from service.store import keys
from service.store.archive import Archive
from service.store.folder import FolderArchive
from service.store.tables import Table
from tests.service.conftest import QUICK, house_of, newcomer
from tests.service.people import JSON, Person
from tests.service.table import BOT, ME, asked, by_chance, changed, first, open_table, play_bots, play_out, started

AT_ONCE = Retention(hot_s=0)
PATHS = ("", "/view", "/decisions", "/talk", "/replay", "/replay/steps/0", "/replay/steps/7?as=1")
DAY = 24 * 3600 * 1000


@pytest.fixture(params=["folder", "redis"])
def app(request: pytest.FixtureRequest, app_with: Callable[..., Flask], tmp_path: Path) -> Flask:
    """An app that moves a table as soon as it is over, into each kind of archive."""
    folder = tmp_path / "archive" if request.param == "folder" else None
    found: Flask = app_with(archive=folder, retention=AT_ONCE)
    return found


def move(house: House) -> int:
    """Move what is due, as the clock and the worker would."""
    moved = 0
    while old := house.deadlines.take_old():
        moved += keeping.look_after(house, old)
    return moved


def hot(redis: Redis, table: str) -> set[bytes]:
    """Keys that are about this table, the archive's own aside."""
    return {key for key in redis.keys(f"*{table}*") if b":archived:" not in key}


def mentions(redis: Redis, table: str) -> list[bytes]:
    """Sets in hot memory that still name this table."""
    found = []
    for key in redis.keys("*"):
        kind = redis.type(key)
        if (kind == b"zset" and redis.zscore(key, table) is not None) or (
            kind == b"set" and redis.sismember(key, table)
        ):
            found.append(key)
    return found


def shown(table: str, *people: Person) -> list[Any]:
    """All that these people can see of a table."""
    found: list[Any] = []
    for person in people:
        found += [person.get(f"/tables/{table}{path}").json for path in PATHS]
        for query in ("after=0&limit=500", "after=3&limit=4", "limit=1"):
            page = person.get(f"/tables/{table}/events?{query}", headers={"Accept": JSON}).json
            found.append([{**item, "at": None} if item["type"] == "snapshot" else item for item in page["items"]])
        with person.follow(f"/tables/{table}/events?after=5") as stream:
            first, *rest = stream.rest()
            found.append([first["data"], *rest])
    return found


def finished(house: House, *people: Person, **more: Any) -> str:
    table = started(*people, bots=1, **more)
    people[0].post(f"/tables/{table}/talk", {"room": "table", "text": "Good luck"})
    play_out(house, table, people, by_chance(Random(1)))
    return table


def test_every_door_shows_the_same_before_and_after_and_nothing_is_left_hot(
    ada: Person, ben: Person, nobody: Person, house: House, redis: Redis
) -> None:
    table = finished(house, ada, ben)
    before = shown(table, ada, ben, nobody)

    assert move(house) == 1

    assert hot(redis, table) == set()
    assert mentions(redis, table) == []
    assert shown(table, ada, ben, nobody) == before


@pytest.mark.parametrize("game", SHELF)
def test_a_game_of_each_kind_survives_the_move(ada: Person, nobody: Person, house: House, game: str) -> None:
    seats = [BOT] * min(SHELF[game].seats)
    table = ada.post("/tables", {"game": game, "seats": seats, "start": "full"}).json["id"]
    while not house.load(table).table.over:
        if not play_bots(house):
            changed(house, table, _run_out)
    before = shown(table, ada, nobody)

    assert move(house) == 1

    assert shown(table, ada, nobody) == before


def _run_out(table: Table) -> None:
    for opening in table.opened.values():
        opening.deadline = 0


def test_lists_name_hot_and_archived_tables_together_page_by_page(ada: Person, ben: Person, house: House) -> None:
    tables = [finished(house, ada, ben) for _ in range(3)]
    assert move(house) == 3
    tables += [finished(house, ada, ben), started(ada, ben)]
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


def test_a_private_table_is_on_no_public_list_and_shown_to_its_own_people_only(
    ada: Person, ben: Person, cleo: Person, house: House
) -> None:
    table = finished(house, ada, ben, visibility="private")
    move(house)

    assert cleo.get(f"/tables/{table}").json["code"] == "not-found"
    assert cleo.get(f"/tables/{table}/replay").json["code"] == "not-found"
    assert cleo.get("/tables").json["items"] == []
    assert [one["id"] for one in ben.get("/tables?mine=true").json["items"]] == [table]


def test_a_rematch_calls_the_table_back_and_it_goes_again(ada: Person, ben: Person, house: House, redis: Redis) -> None:
    table = finished(house, ada, ben)
    move(house)

    new = ada.post(f"/tables/{table}/rematch").json["id"]

    assert ben.post(f"/tables/{table}/rematch").json["id"] == new
    assert hot(redis, table)
    assert move(house) == 1
    assert hot(redis, table) == set()
    assert ben.get(f"/tables/{table}").json["rematch"] == new
    assert house.past.totals()[0] == 1
    assert [one["id"] for one in ben.get("/tables?mine=true&status=finished").json["items"]] == [table]


def test_what_is_over_stays_over_in_the_archive(ada: Person, ben: Person, house: House) -> None:
    table = finished(house, ada, ben)
    decision = next(given.name for given in house.tables.answers(table) if given.seat == 0)
    move(house)

    codes = [
        ada.put(f"/tables/{table}/decisions/{decision}/answer", {"picks": ["r1"]}).json["code"],
        ada.post(f"/tables/{table}/talk", {"room": "table", "text": "Hello?"}).json["code"],
        ada.post(f"/tables/{table}/votes", {"kind": "pause", "agree": True}).json["code"],
        ada.post(f"/tables/{table}/start").json["code"],
        ada.delete(f"/tables/{table}").json["code"],
        ada.delete(f"/tables/{table}/seats/0").json["code"],
    ]

    assert codes == ["closed", "finished", "finished", "not-open", "not-open", "not-open"]


def test_transcripts_go_along_and_may_be_added_to(ada: Person, ben: Person, house: House, redis: Redis) -> None:
    table = finished(house, ada, ben)
    first, second = [given.name for given in house.tables.answers(table) if given.seat == 0][:2]
    said = {"lines": [{"role": "assistant", "content": "I take the first"}]}
    ada.put(f"/tables/{table}/transcript/{first}", said)
    before = ben.get(f"/tables/{table}/transcript?seat=0").json
    move(house)

    assert ben.get(f"/tables/{table}/transcript?seat=0").json == before
    ada.put(f"/tables/{table}/transcript/{second}", said)

    after = ben.get(f"/tables/{table}/transcript?seat=0").json
    move(house)
    assert len(after["items"]) == len(before["items"]) + 1
    assert ben.get(f"/tables/{table}/transcript?seat=0").json == after


class Dies(RuntimeError):
    """A worker was killed."""


@pytest.mark.parametrize("step", ["put", "note", "forget_table", "remove"])
def test_a_worker_that_dies_half_way_loses_nothing_and_the_next_one_finishes(
    ada: Person, ben: Person, house: House, redis: Redis, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    table = finished(house, ada, ben)
    before = shown(table, ada, ben)
    place: Any = {"forget_table": house.people, "remove": house.past}.get(step, house.past.archive)
    with monkeypatch.context() as patch:

        def die(*_: object) -> None:
            raise Dies

        patch.setattr(place, step, die)
        with pytest.raises(Dies):
            keeping.look_after(house, house.deadlines.take_old())
    assert shown(table, ada, ben) == before
    assert [one["id"] for one in ada.get("/tables?mine=true").json["items"]] == [table]

    # Nobody is sent again before the lease is over; then it is done.
    assert house.deadlines.take_old() == []
    assert keeping.look_after(house, [table]) == 1

    assert hot(redis, table) == set()
    assert mentions(redis, table) == []
    assert shown(table, ada, ben) == before


def test_a_table_that_changes_while_it_is_moved_stays_and_goes_later(
    ada: Person, ben: Person, house: House, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(house, ada, ben)
    put = house.past.archive.put
    with monkeypatch.context() as patch:

        def late(records: Any) -> None:
            put(records)
            assert ada.post(f"/tables/{table}/rematch").status_code == 201

        patch.setattr(house.past.archive, "put", late)
        assert keeping.look_after(house, [table]) == 0
    assert ada.get(f"/tables/{table}").json["rematch"] is not None

    assert keeping.look_after(house, [table]) == 1

    assert ada.get(f"/tables/{table}").json["rematch"] is not None
    assert hot(redis, table) == set()


def test_two_workers_with_the_same_table_move_it_once(ada: Person, ben: Person, house: House) -> None:
    table = finished(house, ada, ben)
    before = shown(table, ada)
    done: list[int] = []
    threads = [threading.Thread(target=lambda: done.append(keeping.look_after(house, [table]))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sum(done) == 1
    assert house.past.totals()[0] == 1
    assert shown(table, ada) == before


def test_a_stream_that_is_behind_still_hears_the_end(ada: Person, ben: Person, house: House) -> None:
    table = started(ada, ben)
    with ada.follow(f"/tables/{table}/events") as stream:
        stream.event()
        play_out(house, table, [ada, ben])
        assert move(house) == 1

        assert stream.until("finished")


def test_a_table_is_not_moved_before_its_time(app_with: Callable[..., Flask], tmp_path: Path) -> None:
    app = app_with(archive=tmp_path / "patient", retention=Retention(hot_s=3600))
    house, ada, ben = house_of(app), newcomer(app, "Ada"), newcomer(app, "Ben")
    table = finished(house, ada, ben)

    assert house.deadlines.take_old() == []
    assert keeping.look_after(house, [table]) == 0
    assert keeping.tidy(house) == 0
    waiting, overdue = house.past.waiting(house.deadlines.now())
    assert (waiting, overdue) == (1, 0)


def aged(house: House, table: str, days: float) -> None:
    """Everything at this table happened so many days earlier."""
    record = house.past.gather(table)
    assert record is not None
    entries = record.entries()
    redis = house.redis
    redis.delete(keys.log(table))
    for entry in entries:
        old = msgspec.structs.replace(entry, at=entry.at - round(days * DAY))
        fields = {"heads": ",".join(map(str, entry.heads)), "entry": msgspec.msgpack.encode(old)}
        redis.xadd(keys.log(table), fields, id=f"{entry.version}-0")
    redis.zincrby(keys.keep(keys.shard(table)), -round(days * DAY), table)


def test_a_table_that_nobody_joins_is_ended_after_a_week_and_then_gone(
    ada: Person, ben: Person, house: House, redis: Redis
) -> None:
    table = open_table(ada)["id"]
    with ben.follow(f"/tables/{table}/events") as stream:
        stream.event()
        assert house.deadlines.take_old() == []
        aged(house, table, 7.1)

        keeping.look_after(house, house.deadlines.take_old())

        [told] = stream.until("aborted")
        assert told["data"]["reason"] == "expired"
        assert ada.get(f"/tables/{table}").json["status"] == "aborted"
    move(house)
    assert ada.get(f"/tables/{table}").json["code"] == "not-found"
    assert ada.get("/tables?mine=true").json["items"] == []
    assert hot(redis, table) == set()
    assert mentions(redis, table) == []


def test_a_running_table_that_nobody_plays_at_is_ended_and_archived(ada: Person, ben: Person, house: House) -> None:
    lively, left = started(ada, ben), started(ada, ben)
    for table in (lively, left):
        aged(house, table, 91)
    assert ada.post(f"/tables/{lively}/talk", {"room": "table", "text": "I am here"}).status_code == 201

    move(house)

    assert ada.get(f"/tables/{lively}").json["status"] == "running"
    ended = ada.get(f"/tables/{left}").json
    assert ended["status"] == "aborted"
    assert ben.get(f"/tables/{left}/replay").json["status"] == "aborted"
    assert house.past.totals()[0] == 1


def test_a_table_given_up_by_its_owner_leaves_no_trace(ada: Person, ben: Person, redis: Redis) -> None:
    table = open_table(ada, [ME, {"kind": "invite", "player": ben.id}])["id"]

    assert ada.delete(f"/tables/{table}").status_code == 204

    assert hot(redis, table) == set()
    assert mentions(redis, table) == []


def test_the_figures_say_what_waits_and_what_was_moved(app: Flask, ada: Person, ben: Person, house: House) -> None:
    first = finished(house, ada, ben)
    move(house)
    finished(house, ada, ben)
    started(ada, ben)

    text = app.test_client().get("/metrics").get_data(as_text=True)
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("farshore_"))

    assert float(figures["farshore_redis_up"]) == 1
    assert float(figures["farshore_tables_hot"]) == 2
    assert float(figures["farshore_archive_waiting"]) == 1
    assert float(figures["farshore_archived_tables"]) == 1
    raw = house.past.archive.get(first)
    assert raw is not None
    assert float(figures["farshore_archived_bytes"]) == len(raw)
    assert any(name.startswith("farshore_redis_memory_bytes") for name in figures)


def test_names_that_cannot_be_names_do_not_reach_the_archive(house: House, nobody: Person) -> None:
    archive: Archive = house.past.archive
    for word in ("..", "../../etc/passwd", "0" * 25, "0" * 26, "O" * 26, "é" * 26):
        assert archive.get(word) is None
        archive.delete(word)
    assert nobody.get(f"/tables/{'0' * 26}").json["code"] == "not-found"


def test_a_full_redis_is_emptied_by_moving_tables_into_a_folder(
    app_with: Callable[..., Flask], tmp_path: Path, redis: Redis
) -> None:
    app = app_with(archive=tmp_path / "way-out")
    house, ada, ben = house_of(app), newcomer(app, "Ada"), newcomer(app, "Ben")
    tables, running = [finished(house, ada, ben) for _ in range(6)], started(ada, ben)
    decision = asked(ada, running)[0]
    path, body = f"/tables/{running}/decisions/{decision['id']}/answer", {"picks": first(decision)}
    redis.config_set("maxmemory", redis.info("memory")["used_memory"] - 100_000)
    try:
        refused = ada.put(path, body)
        assert (refused.status_code, refused.json["code"]) == (503, "unavailable")
        assert ada.get(f"/tables/{running}/view").status_code == 200

        # As the operator does: FARSHORE_ARCHIVE_AFTER=0 python -m workers tidy
        assert keeping.tidy(house_of(app_with(archive=tmp_path / "way-out", retention=AT_ONCE))) == 6

        assert ada.put(path, body).status_code in (200, 202)
    finally:
        redis.config_set("maxmemory", 0)
    assert all(ben.get(f"/tables/{table}/replay").status_code == 200 for table in tables)


def test_whoever_names_a_folder_later_still_finds_what_was_archived_in_redis(
    app_with: Callable[..., Flask], redis_url: str, queue_url: str, tmp_path: Path
) -> None:
    app = app_with(retention=AT_ONCE)
    ada, ben = newcomer(app, "Ada"), newcomer(app, "Ben")
    old = finished(house_of(app), ada, ben)
    move(house_of(app))
    before = shown(old, ada, ben)

    later = create_app(
        Settings(redis_url=redis_url, queue_redis_url=queue_url, archive=tmp_path, retention=AT_ONCE, **QUICK)
    )
    ada, ben = (Person(later, one.name, one.id, one.token) for one in (ada, ben))
    new = finished(house_of(later), ada, ben)
    assert move(house_of(later)) == 1

    assert shown(old, ada, ben) == before
    assert [one["id"] for one in ben.get("/tables?mine=true").json["items"]] == sorted([old, new], reverse=True)
    assert FolderArchive(tmp_path).get(new) is not None
    assert FolderArchive(tmp_path).get(old) is None

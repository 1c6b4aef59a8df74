"""Tables that nobody joins or plays at are ended, and those given up leave no trace."""

from __future__ import annotations

import msgspec
from redis import Redis

from service.archive import retention
from service.storage import keys
from service.stores import Stores
from tests.service.archive.archived import in_redis, mentions, move
from tests.service.people import Person
from tests.service.table import ME, open_table, started

DAY = 24 * 3600 * 1000


def aged(stores: Stores, table: str, days: float) -> None:
    """Everything at this table happened so many days earlier."""
    record = stores.archive.gather(table)
    assert record is not None
    entries = record.entries()
    redis = stores.redis
    redis.delete(keys.log(table))
    for entry in entries:
        old = msgspec.structs.replace(entry, at=entry.at - round(days * DAY))
        fields = {"seqs": ",".join(map(str, entry.seqs)), "entry": msgspec.msgpack.encode(old)}
        redis.xadd(keys.log(table), fields, id=f"{entry.version}-0")
    redis.zincrby(keys.retention(keys.shard(table)), -round(days * DAY), table)


def test_a_table_that_nobody_joins_is_ended_after_a_week_and_then_gone(
    ada: Person, ben: Person, stores: Stores, redis: Redis
) -> None:
    table = open_table(ada)["id"]
    with ben.follow(f"/tables/{table}/events") as stream:
        stream.event()
        assert stores.due.take_retention_checks() == []
        aged(stores, table, 7.1)

        retention.look_after(stores, stores.due.take_retention_checks())

        [told] = stream.until("aborted")
        assert told["data"]["reason"] == "expired"
        assert ada.get(f"/tables/{table}").json["status"] == "aborted"
    move(stores)
    assert ada.get(f"/tables/{table}").json["code"] == "not-found"
    assert ada.get("/tables?mine=true").json["items"] == []
    assert in_redis(redis, table) == set()
    assert mentions(redis, table) == []


def test_a_running_table_that_nobody_plays_at_is_ended_and_archived(ada: Person, ben: Person, stores: Stores) -> None:
    lively, left = started(ada, ben), started(ada, ben)
    for table in (lively, left):
        aged(stores, table, 91)
    assert ada.post(f"/tables/{lively}/talk", {"room": "table", "text": "I am here"}).status_code == 201

    move(stores)

    assert ada.get(f"/tables/{lively}").json["status"] == "running"
    ended = ada.get(f"/tables/{left}").json
    assert ended["status"] == "aborted"
    assert ben.get(f"/tables/{left}/replay").json["status"] == "aborted"
    assert stores.archive.records.totals()[0] == 1


def test_a_table_deleted_by_its_owner_leaves_nothing_behind(ada: Person, ben: Person, redis: Redis) -> None:
    table = open_table(ada, [ME, {"kind": "invite", "player": ben.id}])["id"]

    assert ada.delete(f"/tables/{table}").status_code == 204

    assert in_redis(redis, table) == set()
    assert mentions(redis, table) == []

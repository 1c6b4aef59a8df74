"""A table before and after it is archived: play it, move it, and read it through every resource."""

from __future__ import annotations

from random import Random
from typing import Any

from redis import Redis

from service.archive import retention
from service.settings import Retention
from service.stores import Stores
from tests.service.people import JSON, Person, timeless
from tests.service.table import by_chance, play_out, started

AT_ONCE = Retention(archive_after_s=0)

PATHS = ("", "/view", "/decisions", "/talk", "/replay", "/replay/steps/0", "/replay/steps/7?as=1")


def move(stores: Stores) -> int:
    """Move what is due, as the clock and the worker would."""
    moved = 0
    while old := stores.due.take_retention_checks():
        moved += retention.look_after(stores, old)
    return moved


def in_redis(redis: Redis, table: str) -> set[bytes]:
    """Keys that are about this table."""
    return set(redis.keys(f"*{table}*"))


def mentions(redis: Redis, table: str) -> list[bytes]:
    """Sets in Redis that still name this table. Quotas may: they are bounded, and checked when they are exceeded."""
    found = []
    for key in redis.keys("[^{]*") + redis.keys("{s*"):
        kind = redis.type(key)
        members: Any = []
        if kind == b"zset":
            members = redis.zrange(key, 0, -1)
        elif kind == b"set":
            members = redis.smembers(key)
        if any(member.endswith(table.encode()) for member in members):
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
    return [timeless(one) for one in found]


def finished(stores: Stores, *people: Person, **more: Any) -> str:
    table = started(*people, bots=1, **more)
    people[0].post(f"/tables/{table}/talk", {"room": "table", "text": "Good luck"})
    play_out(stores, table, people, by_chance(Random(1)))
    return table

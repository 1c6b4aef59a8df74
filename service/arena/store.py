"""Arenas: plans, games and the ladder in the database; schedules, leases and tables in Redis.

A game is stored under its number; the first record of it is kept. One worker at a time holds the lease of an arena. If
the worker dies, the lease expires.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from redis import Redis

from service.arena.records import ArenaRecord, ArenaRecords, Status
from service.database.engine import Database
from service.storage import keys
from service.storage.store import NOW_MS, Store

LEASE_MS: Final = 5000
"""A lease that is not renewed expires after this time."""

TAKE_LEASE = (
    NOW_MS
    + """
local held = redis.call('HMGET', KEYS[1], 'holder', 'until')
local left = held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) - now or 0
-- A lease longer than allowed was taken before the clock of Redis stepped back.
if left > 0 and left <= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'until', now + ARGV[2])
redis.call('PEXPIRE', KEYS[1], 2 * ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[3])
return 1
"""
)

RELEASE_LEASE = (
    NOW_MS
    + """
if redis.call('HGET', KEYS[1], 'holder') == ARGV[1] then redis.call('DEL', KEYS[1]) end
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[2])
return 1
"""
)


class Arenas(ArenaRecords, Store):
    """All arenas, their games, and the ladder: the database part (`records.py`) and the Redis part."""

    def __init__(self, redis: Redis, database: Database) -> None:
        ArenaRecords.__init__(self, database)
        Store.__init__(self, redis)
        self._take_lease = redis.register_script(TAKE_LEASE)
        self._release_lease = redis.register_script(RELEASE_LEASE)

    def open(self, arena: ArenaRecord) -> None:
        """Store an arena and schedule it. Storing it again changes nothing."""
        self.add(arena)
        self.schedule(arena.id)

    def schedule(self, id: str) -> None:
        """Have a worker run the arena now, unless it is already scheduled."""
        self.redis.zadd(keys.due(keys.shard(id), "arena"), {id: self.now(id)}, nx=True)

    def schedule_all(self) -> None:
        """Schedule all arenas that are not completed, in case Redis has lost its data."""
        for id in (*(row.id for row in self.with_status("running")), *self.not_counted()):
            self.schedule(id)

    # -- playing ------------------------------------------------------------------------

    def take_lease(self, id: str, holder: str) -> bool:
        """Take or renew the lease. Return False if another worker holds it."""
        args: list[Any] = [holder, LEASE_MS, id]
        return bool(self._take_lease(keys=[keys.arena_lease(id), keys.due(keys.shard(id), "arena")], args=args))

    def release_lease(self, id: str, holder: str, next_run_ms: int = 0) -> None:
        """Release the lease and schedule the next run."""
        args: list[Any] = [holder, id, next_run_ms]
        self._release_lease(keys=[keys.arena_lease(id), keys.due(keys.shard(id), "arena")], args=args)

    def unschedule(self, id: str) -> None:
        """There is nothing more to run."""
        self.redis.zrem(keys.due(keys.shard(id), "arena"), id)

    def set_status(self, id: str, before: Iterable[Status], after: Status, reason: str = "") -> Status | None:
        """Change the status if it is one of `before`. Return the resulting status, or None if there is no such arena.

        Unless it is paused it is scheduled, so that a worker plays it, or does what is left to do after its end.
        """
        over = after not in ("running", "paused")
        status = self.change_status(id, before, after, reason, self.now() if over else None)
        if status == "paused":
            self.unschedule(id)
        elif status == after:
            self.schedule(id)
        return status

    # -- tables -------------------------------------------------------------------------

    def tables(self, id: str) -> dict[int, str]:
        """The tables of games in progress, by game."""
        found: Any = self.redis.hgetall(keys.arena_tables(id))
        return {int(number): table.decode() for number, table in found.items()}

    def assign_table(self, id: str, game: int, table: str) -> str:
        """Assign a table to a game, unless it has one. Return the assigned table."""
        self.redis.hsetnx(keys.arena_tables(id), str(game), table)
        found: Any = self.redis.hget(keys.arena_tables(id), str(game))
        return str(found.decode())

    def unassign_table(self, id: str, game: int) -> None:
        self.redis.hdel(keys.arena_tables(id), str(game))

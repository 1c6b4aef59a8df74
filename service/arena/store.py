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
from service.storage.leases import Leases
from service.storage.store import Store

LEASE_MS: Final = 5000
"""A lease that is not renewed expires after this time."""


class Arenas(ArenaRecords, Store):
    """All arenas, their games, and the ladder: the database part (`records.py`) and the Redis part."""

    def __init__(self, redis: Redis, database: Database) -> None:
        ArenaRecords.__init__(self, database)
        Store.__init__(self, redis)
        self.leases = Leases(redis)

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
        if (self.leases.left(id, "arena") or 0) > LEASE_MS:
            # It was taken before the clock of Redis stepped back.
            self.leases.drop(id, "arena", self.leases.holder(id, "arena") or "")
        if not self.leases.take(id, "arena", holder, LEASE_MS):
            return False
        self.leases.renew(id, "arena", holder, LEASE_MS)
        self.redis.zadd(keys.due(keys.shard(id), "arena"), {id: self.now(id) + LEASE_MS})
        return True

    def release_lease(self, id: str, holder: str, next_run_ms: int = 0) -> None:
        """Release the lease and schedule the next run."""
        self.leases.drop(id, "arena", holder)
        self.redis.zadd(keys.due(keys.shard(id), "arena"), {id: self.now(id) + next_run_ms})

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

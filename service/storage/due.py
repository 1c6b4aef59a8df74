"""What is due: bot turns and timers, written by the commit itself and leased by the worker that carries them out."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from redis import Redis
from redis.commands.core import Script
from redis.exceptions import OutOfMemoryError

from service.storage import keys
from service.storage.cluster import Cluster
from service.storage.store import Store

LEASE_MS: Final = 5000
"""How long a worker has before the same work is given to another one."""

TIMER_LEASE_MS: Final = 1000
"""The same for a timer, which is quick to carry out and must not be delayed much if its worker dies."""

RETENTION_LEASE_MS: Final = 60_000
"""The same for moving finished tables to the archive, which is not urgent."""

NOW: Final = 0
"""Due at once. The script that writes it puts in the time, so a step of the system clock cannot delay it."""

FIRST: Final = keys.due(keys.SHARDS[0])

TAKE = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local found = {KEYS[1], now}
for _, key in ipairs(KEYS) do
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', now, 'LIMIT', 0, ARGV[2])) do
    local lease = string.sub(member, 1, 6) == 'timer:' and ARGV[3] or ARGV[1]
    redis.call('ZADD', key, 'XX', now + lease, member)
    found[#found + 1] = member
  end
end
return found
"""

FIRE_ALL = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('ZADD', KEYS[1], now, member) end
"""

RESCHEDULE = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
local now, due = redis.call('TIME'), ARGV[3]
if due == '0' then due = now[1] * 1000 + math.floor(now[2] / 1000) end
if due == '' then redis.call('ZREM', KEYS[2], ARGV[2]) else redis.call('ZADD', KEYS[2], due, ARGV[2]) end
return 1
"""


class Due(Store):
    """When each table needs a worker, and for what: `bots`, `timer` or `agents`; arenas, books and tests likewise."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self._take = redis.register_script(TAKE)
        self._reschedule = redis.register_script(RESCHEDULE)
        self._fire_all = redis.register_script(FIRE_ALL)
        self.latest: dict[str, int] = {}
        """The time of each server at the last `take`, by the first key that the server holds."""

    def take(self, shards: tuple[str, ...] = keys.SHARDS, most: int = 200) -> list[str]:
        """Lease what is due, as `<kind>:<id>`. It becomes due again unless a commit or `reschedule` changes it."""
        places, args = [keys.due(shard) for shard in shards], [LEASE_MS, most, TIMER_LEASE_MS]
        due: list[str] = []
        for place, now, *members in self._on_all_servers(self._take, places, args):
            self.latest[place.decode()] = int(now)
            due += [member.decode() for member in members]
        return due

    def take_retention_checks(self, most: int = 20) -> list[str]:
        """Lease tables that may be due for the archive, some of each shard."""
        places, args = [keys.retention(shard) for shard in keys.SHARDS], [RETENTION_LEASE_MS, most, RETENTION_LEASE_MS]
        found = self._on_all_servers(self._take, places, args)
        return [table.decode() for _, _, *tables in found for table in tables]

    def retention_checks(self, shard: str) -> list[str]:
        """All tables of a shard that are still to be checked for the archive."""
        found: Any = self.redis.zrange(keys.retention(shard), 0, -1)
        return [table.decode() for table in found]

    def schedule_retention_check(self, table: str, due: int | None) -> None:
        """When to check next whether this table goes to the archive; None: never."""
        key = keys.retention(keys.shard(table))
        if due is None:
            self.redis.zrem(key, table)
        else:
            # A full Redis refuses the new time; the check then comes too early, which does no harm.
            with suppress(OutOfMemoryError):
                self.redis.zadd(key, {table: due}, xx=True)

    def _on_all_servers(self, script: Script, places: list[str], args: list[int]) -> list[list[bytes]]:
        """The results of a script over the keys of all shards: one result per server."""
        if isinstance(self.redis, Cluster):
            return self.redis.on_each(script, places, args)
        return [script(keys=places, args=args)]

    def fire_all(self, shards: tuple[str, ...] = keys.SHARDS) -> None:
        """Make everything due at once, so that each table schedules its next wake-up again."""
        for shard in shards:
            self._fire_all(keys=[keys.due(shard)])

    def late(self, now: int) -> int:
        """For how many milliseconds the oldest wake-up that nobody has taken has been due."""
        with self.redis.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                pipe.zrange(keys.due(shard), 0, 0, withscores=True)
            first: Any = pipe.execute()
        return max(0, *(int(now - score) for found in first for _, score in found), 0)

    def reschedule(self, table: str, version: int, kind: str, due: int | None) -> bool:
        """Move a wake-up that came too early, unless the table has changed since; None removes it."""
        done = self._reschedule(
            keys=[keys.table(table), keys.due(keys.shard(table))],
            args=[version, f"{kind}:{table}", "" if due is None else due],
        )
        return bool(done)

    def bring_forward(self, table: str, kind: str, due: int) -> None:
        """Move a wake-up to this time if it was later; nothing happens if there is none."""
        self.redis.zadd(keys.due(keys.shard(table)), {f"{kind}:{table}": due}, xx=True, lt=True)

    def put_off(self, table: str, kind: str, due: int | None) -> None:
        """Postpone the wake-up of a table at which nothing can be done; None removes it."""
        key, member = keys.due(keys.shard(table)), f"{kind}:{table}"
        if due is None:
            self.redis.zrem(key, member)
        else:
            self.redis.zadd(key, {member: due}, xx=True)

    def first(self, what: str, seconds: int) -> bool:
        """Whether nobody else got True for this key within so many seconds: the caller is the one to do it."""
        return bool(self.redis.set(what, 1, nx=True, ex=seconds))

    def seen(self, kind: str, seconds: int = 15) -> None:
        """Note that a process of this kind is alive, and the time of its last `take`."""
        self.redis.set(keys.alive(kind), self.latest.get(FIRST, 0), ex=seconds)

    def last_seen(self, kind: str) -> int:
        """The time of the last `take` of a process of this kind; 0 if it is not known."""
        found: Any = self.redis.get(keys.alive(kind))
        return 0 if found is None else int(found)

    def alive(self, *kinds: str) -> dict[str, bool]:
        """Which kinds of process have been seen lately."""
        found: Any = [self.redis.exists(keys.alive(kind)) for kind in kinds]
        return {kind: bool(there) for kind, there in zip(kinds, found, strict=True)}

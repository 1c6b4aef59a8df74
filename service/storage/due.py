"""What is due: bot turns and timers, written by the commit itself, leased by whoever carries them out."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from redis import Redis
from redis.commands.core import Script
from redis.exceptions import OutOfMemoryError

from service.storage import keys
from service.storage.cluster import Cluster

LEASE_MS: Final = 5000
"""How long a worker may take before somebody else is sent."""

BELL_LEASE_MS: Final = 1000
"""The same for a bell, which takes a moment to ring and must not wait long if its worker dies."""

KEEP_LEASE_MS: Final = 60_000
"""The same for moving old tables to the archive, which nobody waits for."""
AT_ONCE: Final = 0
"""No time of day, so that no step of the clock can put it off: the script that writes it down puts the time in."""

FIRST: Final = keys.due(keys.SHARDS[0])

TAKE = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local found = {KEYS[1], now}
for _, key in ipairs(KEYS) do
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', now, 'LIMIT', 0, ARGV[2])) do
    local lease = string.sub(member, 1, 5) == 'bell:' and ARGV[3] or ARGV[1]
    redis.call('ZADD', key, 'XX', now + lease, member)
    found[#found + 1] = member
  end
end
return found
"""

NOW = """
local now = redis.call('TIME')
return now[1] * 1000 + math.floor(now[2] / 1000)
"""

RING = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('ZADD', KEYS[1], now, member) end
"""

SETTLE = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
local now, due = redis.call('TIME'), ARGV[3]
if due == '0' then due = now[1] * 1000 + math.floor(now[2] / 1000) end
if due == '' then redis.call('ZREM', KEYS[2], ARGV[2]) else redis.call('ZADD', KEYS[2], due, ARGV[2]) end
return 1
"""


class Deadlines:
    """The outbox of the house."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self._take = redis.register_script(TAKE)
        self._settle = redis.register_script(SETTLE)
        self._now = redis.register_script(NOW)
        self._ring = redis.register_script(RING)
        self.latest: dict[str, int] = {}
        """What time it was at the last `take`, by each server's clock: the first set it serves stands for it."""

    def take(self, shards: tuple[str, ...] = keys.SHARDS, most: int = 200) -> list[str]:
        """Lease what is due: `turn:<table>` and `bell:<table>`. It comes again unless the table says otherwise."""
        places, args = [keys.due(shard) for shard in shards], [LEASE_MS, most, BELL_LEASE_MS]
        due: list[str] = []
        for place, now, *members in self._everywhere(self._take, places, args):
            self.latest[place.decode()] = int(now)
            due += [member.decode() for member in members]
        return due

    def take_old(self, most: int = 20) -> list[str]:
        """Lease tables that are perhaps no longer to be kept hot, some of every shard."""
        places, args = [keys.keep(shard) for shard in keys.SHARDS], [KEEP_LEASE_MS, most, KEEP_LEASE_MS]
        found = self._everywhere(self._take, places, args)
        return [table.decode() for _, _, *tables in found for table in tables]

    def kept(self, shard: str) -> list[str]:
        """All tables of a shard that somebody will look at one day."""
        found: Any = self.redis.zrange(keys.keep(shard), 0, -1)
        return [table.decode() for table in found]

    def look_again(self, table: str, due: int | None) -> None:
        """When somebody looks the next time whether this table should go; None: there is nothing to look at."""
        key = keys.keep(keys.shard(table))
        if due is None:
            self.redis.zrem(key, table)
        else:
            # A Redis that is full takes no new figures; somebody looks too early then, which does no harm.
            with suppress(OutOfMemoryError):
                self.redis.zadd(key, {table: due}, xx=True)

    def _everywhere(self, script: Script, places: list[str], args: list[int]) -> list[list[bytes]]:
        """What a script says of the sets of all shards: once on one server, once for each of them on a cluster."""
        if isinstance(self.redis, Cluster):
            return self.redis.on_each(script, places, args)
        return [script(keys=places, args=args)]

    def ring_all(self, shards: tuple[str, ...] = keys.SHARDS) -> None:
        """Everything is due at once: each table says again what it waits for, and until when."""
        for shard in shards:
            self._ring(keys=[keys.due(shard)])

    def late(self, now: int) -> int:
        """For how many milliseconds the oldest wake-up that nobody has taken has been due."""
        with self.redis.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                pipe.zrange(keys.due(shard), 0, 0, withscores=True)
            first: Any = pipe.execute()
        return max(0, *(int(now - score) for found in first for _, score in found), 0)

    def settle(self, table: str, version: int, kind: str, due: int | None) -> bool:
        """Nothing had to be done: put the wake-up where the table wants it, unless the table has moved on."""
        done = self._settle(
            keys=[keys.table(table), keys.due(keys.shard(table))],
            args=[version, f"{kind}:{table}", "" if due is None else due],
        )
        return bool(done)

    def bring_forward(self, table: str, kind: str, due: int) -> None:
        """The wake-up comes at this time at the latest, if there is one."""
        self.redis.zadd(keys.due(keys.shard(table)), {f"{kind}:{table}": due}, xx=True, lt=True)

    def put_off(self, table: str, kind: str, due: int | None) -> None:
        """Nothing can be done at this table: look again much later, or never."""
        key, member = keys.due(keys.shard(table)), f"{kind}:{table}"
        if due is None:
            self.redis.zrem(key, member)
        else:
            self.redis.zadd(key, {member: due}, xx=True)

    def now(self, of: str | None = None) -> int:
        """The clock of the house, in milliseconds.

        On a cluster each master has a clock of its own: what is compared with the times of one table is asked of the
        master that holds it, `of` that table. They differ by as much as the machines' clocks do.
        """
        now: int = self._now(keys=[keys.due(keys.SHARDS[0] if of is None else keys.shard(of))])
        return now

    def first(self, what: str, seconds: int) -> bool:
        """Whether nobody did this in the last so many seconds; whoever asks does it now."""
        return bool(self.redis.set(what, 1, nx=True, ex=seconds))

    def seen(self, kind: str, seconds: int = 15) -> None:
        """A process of this kind is alive; a clock leaves what time it was."""
        self.redis.set(keys.alive(kind), self.latest.get(FIRST, 0), ex=seconds)

    def last_seen(self, kind: str) -> int:
        """What time it was when a process of this kind was seen; 0 when that is not known."""
        found: Any = self.redis.get(keys.alive(kind))
        return 0 if found is None else int(found)

    def alive(self, *kinds: str) -> dict[str, bool]:
        """Which kinds of process have been seen lately."""
        found: Any = [self.redis.exists(keys.alive(kind)) for kind in kinds]
        return {kind: bool(there) for kind, there in zip(kinds, found, strict=True)}

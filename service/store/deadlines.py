"""What is due: bot turns and timers, written by the commit itself, leased by whoever carries them out."""

from __future__ import annotations

from typing import Any, Final

from redis import Redis
from redis.commands.core import Script

from service.store import keys
from service.store.cluster import Cluster

LEASE_MS: Final = 5000
"""How long a worker may take before somebody else is sent."""

BELL_LEASE_MS: Final = 1000
"""The same for a bell, which takes a moment to ring and must not wait long if its worker dies."""

KEEP_LEASE_MS: Final = 60_000
"""The same for moving old tables to the archive, which nobody waits for."""

TAKE = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local found = {}
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

SETTLE = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
if ARGV[3] == '' then redis.call('ZREM', KEYS[2], ARGV[2]) else redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2]) end
return 1
"""


class Deadlines:
    """The outbox of the house."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self._take = redis.register_script(TAKE)
        self._settle = redis.register_script(SETTLE)
        self._now = redis.register_script(NOW)

    def take(self, shards: tuple[str, ...] = keys.SHARDS, most: int = 200) -> list[str]:
        """Lease what is due: `turn:<table>` and `bell:<table>`. It comes again unless the table says otherwise."""
        places, args = [keys.due(shard) for shard in shards], [LEASE_MS, most, BELL_LEASE_MS]
        return [member.decode() for member in self._everywhere(self._take, places, args)]

    def take_old(self, most: int = 20) -> list[str]:
        """Lease tables that are perhaps no longer to be kept hot, some of every shard."""
        places, args = [keys.keep(shard) for shard in keys.SHARDS], [KEEP_LEASE_MS, most, KEEP_LEASE_MS]
        return [table.decode() for table in self._everywhere(self._take, places, args)]

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
            self.redis.zadd(key, {table: due}, xx=True)

    def _everywhere(self, script: Script, places: list[str], args: list[int]) -> list[bytes]:
        """What a script finds in the sets of all shards: one call on one server, one per master on a cluster."""
        if isinstance(self.redis, Cluster):
            return [member for found in self.redis.on_each(script, places, args) for member in found]
        found: list[bytes] = script(keys=places, args=args)
        return found

    def late(self, now: int) -> int:
        """For how many milliseconds the oldest wake-up that nobody has taken has been due."""
        with self.redis.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                pipe.zrange(keys.due(shard), 0, 0, withscores=True)
            first: Any = pipe.execute()
        return max(0, *(int(now - score) for found in first for _, score in found), 0)

    def settle(self, table: str, version: int, kind: str, due: int | None) -> None:
        """Nothing had to be done: put the wake-up where the table wants it, unless the table has moved on."""
        self._settle(
            keys=[keys.table(table), keys.due(keys.shard(table))],
            args=[version, f"{kind}:{table}", "" if due is None else due],
        )

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
        """A process of this kind is alive."""
        self.redis.set(keys.alive(kind), 1, ex=seconds)

    def alive(self, *kinds: str) -> dict[str, bool]:
        """Which kinds of process have been seen lately."""
        found: Any = [self.redis.exists(keys.alive(kind)) for kind in kinds]
        return {kind: bool(there) for kind, there in zip(kinds, found, strict=True)}

"""What every store has: a connection, and Redis' time."""

from __future__ import annotations

from redis import Redis

from service.storage import keys

NOW = """
local now = redis.call('TIME')
return now[1] * 1000 + math.floor(now[2] / 1000)
"""


class Store:
    """Reads and writes one kind of record in Redis."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self._now = redis.register_script(NOW)

    def now(self, of: str | None = None) -> int:
        """Redis' time in milliseconds, the one clock of the whole service.

        On a cluster each master has a clock of its own: what is compared with the times of one record is asked of the
        master that holds it, `of` that record. They differ by as much as the machines' clocks do.
        """
        now: int = self._now(keys=[keys.due(keys.SHARDS[0] if of is None else keys.shard(of))])
        return now

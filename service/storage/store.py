"""The base of all stores: a connection, and the time of Redis."""

from __future__ import annotations

from typing import Final

from redis import Redis

from service.storage import keys
from service.storage.cluster import Cluster

NOW_MS: Final = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
"""
"""The beginning of a script that needs the time, as `now` in milliseconds."""


class Store:
    """Reads and writes one kind of record in Redis."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.clustered = isinstance(redis, Cluster)
        self._now = redis.register_script(NOW_MS + "return now")

    def now(self, of: str | None = None) -> int:
        """The time of Redis in milliseconds, the only clock of the service.

        On a cluster, every master has its own clock. A time that is compared with those of a record must come from the
        master that has the record: pass its id as `of`.
        """
        now: int = self._now(keys=[keys.outages(keys.SHARDS[0] if of is None else keys.shard(of))])
        return now

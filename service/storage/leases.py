"""Leases on decisions of agents, conformance tests and arenas. They expire, so that another holder can continue."""

from __future__ import annotations

from typing import Any

from redis import Redis

from service.storage import keys
from service.storage.store import Store

RENEW = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""

DROP = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
"""


class Leases(Store):
    """One key per lease, in the shard of its table, test or arena."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self._renew = redis.register_script(RENEW)
        self._drop = redis.register_script(DROP)

    def take(self, table: str, name: str, holder: str, millis: int) -> bool:
        """Take a free lease. Taking it again as its holder also succeeds, so that the call can be retried."""
        key = keys.lease(table, name)
        return bool(self.redis.set(key, holder, nx=True, px=max(1, millis))) or self.holder(table, name) == holder

    def renew(self, table: str, name: str, holder: str, millis: int) -> bool:
        """Extend the lease to this long from now. Return False if it was lost."""
        return bool(self._renew(keys=[keys.lease(table, name)], args=[holder, max(1, millis)]))

    def drop(self, table: str, name: str, holder: str) -> bool:
        """Release the lease. Return False if it was lost before."""
        return bool(self._drop(keys=[keys.lease(table, name)], args=[holder]))

    def holder(self, table: str, name: str) -> str | None:
        """Who holds the lease."""
        raw: Any = self.redis.get(keys.lease(table, name))
        return None if raw is None else raw.decode()

    def left(self, table: str, name: str) -> int | None:
        """How many milliseconds are left of the lease; None if nobody holds it."""
        millis: Any = self.redis.pttl(keys.lease(table, name))
        return None if millis < 0 else int(millis)

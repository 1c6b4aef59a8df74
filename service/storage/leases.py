"""Who has an agent's question in hand. A lease ends by itself, so that what is lost with its holder comes back."""

from __future__ import annotations

from typing import Any

from redis import Redis

from service.storage import keys

RENEW = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""

DROP = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
"""


class Leases:
    """One key per question, beside its table."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self._renew = redis.register_script(RENEW)
        self._drop = redis.register_script(DROP)

    def take(self, table: str, name: str, holder: str, millis: int) -> bool:
        """Take a question that nobody has; taking one's own again is welcome, so that a retried call is no loss."""
        key = keys.lease(table, name)
        return bool(self.redis.set(key, holder, nx=True, px=max(1, millis))) or self.holder(table, name) == holder

    def renew(self, table: str, name: str, holder: str, millis: int) -> bool:
        """Keep it for so much longer from now; False: it is lost."""
        return bool(self._renew(keys=[keys.lease(table, name)], args=[holder, max(1, millis)]))

    def drop(self, table: str, name: str, holder: str) -> bool:
        """Give it back; False: it was lost already."""
        return bool(self._drop(keys=[keys.lease(table, name)], args=[holder]))

    def holder(self, table: str, name: str) -> str | None:
        """Who has this question."""
        raw: Any = self.redis.get(keys.lease(table, name))
        return None if raw is None else raw.decode()

    def left(self, table: str, name: str) -> int | None:
        """How many milliseconds its lease still has; None: nobody has it."""
        millis: Any = self.redis.pttl(keys.lease(table, name))
        return None if millis < 0 else int(millis)

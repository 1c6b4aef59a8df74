"""Which workers and clocks are alive, and whether Redis can be written to."""

from __future__ import annotations

import os
import socket
from collections import Counter
from typing import Any, Final

from redis import Redis

from service.storage import keys
from service.storage.store import NOW_MS, Store

KINDS: Final = ("clock", "bots", "timers", "agents", "arenas", "books")
"""The kinds of background process."""

NEEDED: Final = KINDS[:4]
"""Tables need at least one process of each of these kinds."""

BEAT: Final = (
    NOW_MS
    + """
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
"""
)

ALIVE: Final = NOW_MS + "return redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')"


class Heartbeats(Store):
    """Each process stores the time until which it counts as alive, under its kind, host and process id."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self._beat = redis.register_script(BEAT)
        self._alive = redis.register_script(ALIVE)

    def beat(self, kind: str, seconds: float = 15) -> None:
        """Record that this process is alive. It counts as alive for this many seconds."""
        self._beat(keys=[keys.HEARTBEATS], args=[f"{kind} {_host()} {os.getpid()}", round(seconds * 1000)])

    def alive(self, host: str | None = None) -> dict[str, int]:
        """How many processes of each kind are alive, on one host or on all."""
        found: Any = self._alive(keys=[keys.HEARTBEATS])
        counts: Counter[str] = Counter()
        for member in found:
            kind, where, _ = member.decode().split(" ")
            counts[kind] += host in (None, where)
        return {kind: counts[kind] for kind in KINDS}

    def alive_here(self, kind: str) -> bool:
        """Whether a process of this kind is alive on this host (in a container: in this container)."""
        return self.alive(_host())[kind] > 0

    def writable(self) -> bool:
        """Whether every server accepts a write. Raises the error of Redis otherwise."""
        with self.redis.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                pipe.set(keys.probe(shard), 1, ex=60)
            return all(pipe.execute())


def _host() -> str:
    return socket.gethostname().replace(" ", "-") or "localhost"

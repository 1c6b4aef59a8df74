"""What was told that is told only once: when each seat was told it first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from redis import Redis

from service.games.kit.decision import Seat
from service.store import keys

KEPT_S: Final = 30 * 24 * 3600
AGAIN_MS: Final = 15_000
"""A line may break while it is on its way. So long it is said again to whoever asks from where they asked before."""


class Once:
    """Remembers, per seat, the events of that sort."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis

    def gone(self, table: str, seat: Seat, now: int, after: int) -> int:
        """The number of the last one this seat has heard for good: that one and all before are not said again.

        `after` is the number of the last event that the seat says it has. Only a request from the same place as the one
        that was told first, or from further on, can be that request repeated.
        """
        held: Any = self.redis.hgetall(keys.once(table))
        told = ((name.decode().split(":"), value.decode().split(":")) for name, value in held.items())
        # A time that has not come yet was noted before the clock stepped back.
        return max(
            (
                int(n)
                for (who, n), (at, since) in told
                if who == str(seat) and not (0 <= now - int(at) < AGAIN_MS and after >= int(since))
            ),
            default=0,
        )

    def tell(self, table: str, seat: Seat, numbers: Iterable[int], now: int, after: int) -> None:
        """The seat, which has all events up to `after`, hears these now; told again, the first time counts."""
        with self.redis.pipeline(transaction=False) as pipe:
            for number in numbers:
                pipe.hsetnx(keys.once(table), f"{seat}:{number}", f"{now}:{after}")
            pipe.expire(keys.once(table), KEPT_S)
            pipe.execute()

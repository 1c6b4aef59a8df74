"""What was told that is told only once: when each seat was told it first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from redis import Redis

from service.games.kit.decision import Seat
from service.storage import keys

KEPT_S: Final = 30 * 24 * 3600
AGAIN_MS: Final = 15_000
"""A line may break while it is on its way. So long it is said once more to whoever asks; then it has been heard."""


class Once:
    """Remembers, per seat, the events of that sort."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis

    def gone(self, table: str, seat: Seat, now: int) -> int:
        """The number of the last one this seat has heard for good: that one and all before are not said again."""
        held: Any = self.redis.hgetall(keys.once(table))
        told = ((name.decode().split(":"), int(at)) for name, at in held.items())
        # A time that has not come yet was noted before the clock stepped back.
        return max((int(n) for (who, n), at in told if who == str(seat) and not 0 <= now - at < AGAIN_MS), default=0)

    def tell(self, table: str, seat: Seat, numbers: Iterable[int], now: int) -> None:
        """The seat hears these now; told again, it has heard them when it heard them first."""
        with self.redis.pipeline(transaction=False) as pipe:
            for number in numbers:
                pipe.hsetnx(keys.once(table), f"{seat}:{number}", now)
            pipe.expire(keys.once(table), KEPT_S)
            pipe.execute()

"""What was told that is told only once: when each seat was told it first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast

from redis import Redis

from service.games.kit.decision import Seat
from service.store import keys

KEPT_S: Final = 30 * 24 * 3600
AGAIN_MS: Final = 15_000
"""A line may break while it is on its way. So long it is said again to whoever asks from where they asked before."""

AFTER: Final = "after"
"""Beside the time stands the number of the last event that the seat had then."""


class Once:
    """Remembers, per seat, the events of that sort."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis

    def gone(self, table: str, seat: Seat, now: int, after: int) -> int:
        """The number of the last one this seat has heard for good: that one and all before are not said again.

        `after` is the number of the last event that the seat says it has. Only a request from the same place as the one
        that was told first, or from further on, can be that request repeated.
        """
        held: dict[str, int] = {name.decode(): int(n) for name, n in self._all(table).items()}
        numbers = (name.split(":")[1] for name in held if name.startswith(f"{seat}:") and name.count(":") == 1)
        return max((int(n) for n in numbers if not _lost(held, f"{seat}:{n}", now, after)), default=0)

    def _all(self, table: str) -> dict[bytes, bytes]:
        held: Any = self.redis.hgetall(keys.once(table))
        return cast(dict[bytes, bytes], held)

    def tell(self, table: str, seat: Seat, numbers: Iterable[int], now: int, after: int) -> None:
        """The seat, which has all events up to `after`, hears these now; told again, the first time counts."""
        with self.redis.pipeline(transaction=False) as pipe:
            for number in numbers:
                pipe.hsetnx(keys.once(table), f"{seat}:{number}", now)
                pipe.hsetnx(keys.once(table), f"{seat}:{number}:{AFTER}", after)
            pipe.expire(keys.once(table), KEPT_S)
            pipe.execute()


def _lost(held: dict[str, int], name: str, now: int, after: int) -> bool:
    """Whether this may be the repetition of a request whose answer was lost on its way."""
    # A time that has not come yet was noted before the clock stepped back.
    return 0 <= now - held[name] < AGAIN_MS and after >= held.get(f"{name}:{AFTER}", 0)

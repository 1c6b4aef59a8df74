"""What was told that is told only once: how far each seat has heard it."""

from __future__ import annotations

from typing import Any, Final

from redis import Redis

from service.games.kit.decision import Seat
from service.store import keys

KEPT_S: Final = 30 * 24 * 3600


class Once:
    """Remembers, per seat, the last event of that sort."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis

    def told(self, table: str, seat: Seat) -> int:
        """The number of the last one this seat has heard."""
        raw: Any = self.redis.hget(keys.once(table), str(seat))
        return 0 if raw is None else int(raw)

    def tell(self, table: str, seat: Seat, number: int) -> None:
        """The seat hears one now."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.hset(keys.once(table), str(seat), number)
            pipe.expire(keys.once(table), KEPT_S)
            pipe.execute()

"""The wall of hidden meanings."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from service.storage import keys


class MeaningRecord(Struct, frozen=True, kw_only=True):
    """One sentence on the wall, and where it was won."""

    id: str
    table: str
    sentence: str
    title: str
    author: str
    language: str
    book: str
    page: int
    theme: str
    mode: str
    difficulty: str
    rank: str | None
    players: tuple[str, ...]
    at: int


_decode = msgspec.msgpack.Decoder(MeaningRecord).decode


class Meanings:
    """Hang a sentence up, read the wall, take one down."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis

    def hang(self, meaning: MeaningRecord) -> None:
        """Put a sentence on the wall, or change what stands there."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hset(keys.MEANINGS, meaning.id, msgspec.msgpack.encode(meaning))
            pipe.zadd(keys.MEANINGS_ORDER, {meaning.id: 0})
            pipe.hset(keys.MEANINGS_OF_TABLES, meaning.table, meaning.id)
            pipe.execute()

    def of_table(self, table: str) -> MeaningRecord | None:
        """The sentence that was won at this table, if it hangs here."""
        name: Any = self.redis.hget(keys.MEANINGS_OF_TABLES, table)
        return None if name is None else self.get(name.decode())

    def get(self, id: str) -> MeaningRecord | None:
        """One sentence."""
        raw: Any = self.redis.hget(keys.MEANINGS, id)
        return None if raw is None else _decode(raw)

    def take_down(self, meaning: MeaningRecord) -> None:
        """Remove a sentence."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hdel(keys.MEANINGS, meaning.id)
            pipe.zrem(keys.MEANINGS_ORDER, meaning.id)
            pipe.hdel(keys.MEANINGS_OF_TABLES, meaning.table)
            pipe.execute()

    def page(self, before: str | None, limit: int) -> list[MeaningRecord]:
        """The wall, newest first, from before this name on."""
        start = "+" if before is None else f"({before}"
        names: Any = self.redis.zrevrangebylex(keys.MEANINGS_ORDER, start, "-", 0, limit)
        raw: Any = self.redis.hmget(keys.MEANINGS, names) if names else []
        return [_decode(one) for one in raw if one is not None]

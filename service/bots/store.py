"""Answers that bots have chosen but not given yet: the time of an answer must not reveal how long the search took."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from service.games.kit.decision import Picks
from service.storage import keys
from service.storage.store import Store

TTL_S: Final = 600
"""Longer than any bot thinks. An answer that expires is chosen again."""


class PendingAnswer(Struct, frozen=True, array_like=True):
    """The picks of a bot, and when they are given."""

    picks: Picks
    at: int


_decode = msgspec.msgpack.Decoder(PendingAnswer).decode
_encode = msgspec.msgpack.Encoder().encode


class PendingAnswers(Store):
    """The pending answers of all tables, one hash per table."""

    def of(self, table: str) -> dict[str, PendingAnswer]:
        """The pending answers of a table, by decision id."""
        raw: Any = self.redis.hgetall(keys.pending_answers(table))
        return {name.decode(): _decode(answer) for name, answer in raw.items()}

    def add(self, table: str, name: str, answer: PendingAnswer) -> None:
        """Add an answer, unless another worker was faster."""
        key = keys.pending_answers(table)
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.hsetnx(key, name, _encode(answer))
            pipe.expire(key, TTL_S)
            pipe.execute()

    def remove(self, table: str, *names: str) -> None:
        """Remove answers that were given."""
        if names:
            self.redis.hdel(keys.pending_answers(table), *names)

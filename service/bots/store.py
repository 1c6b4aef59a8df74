"""Answers that bots have chosen and not given yet: each waits for a moment that says nothing of how long it took."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from service.games.kit.decision import Picks
from service.storage import keys
from service.storage.store import Store

KEPT_S: Final = 600
"""Longer than any bot thinks. What is lost with a table that stands still is chosen again."""


class Choice(Struct, frozen=True, array_like=True):
    """What a bot answers, and when it is time to."""

    picks: Picks
    at: int


_decode = msgspec.msgpack.Decoder(Choice).decode
_encode = msgspec.msgpack.Encoder().encode


class PendingAnswers(Store):
    """One hash per table, beside it."""

    def of(self, table: str) -> dict[str, Choice]:
        """What was chosen at this table, by the name of the question."""
        raw: Any = self.redis.hgetall(keys.pending_answers(table))
        return {name.decode(): _decode(choice) for name, choice in raw.items()}

    def keep(self, table: str, name: str, choice: Choice) -> None:
        """This is the answer; of two workers who were sent, the first one counts."""
        key = keys.pending_answers(table)
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.hsetnx(key, name, _encode(choice))
            pipe.expire(key, KEPT_S)
            pipe.execute()

    def drop(self, table: str, *names: str) -> None:
        """These are answered."""
        if names:
            self.redis.hdel(keys.pending_answers(table), *names)

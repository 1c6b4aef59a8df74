"""State shared by all processes: whether the service is drained, and for which rules the tables were checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from service.storage import keys
from service.storage.store import Store


class Drain(Struct, frozen=True):
    """No new games can be started since this time (milliseconds)."""

    since: int
    message: str = ""


class Maintenance(Store):
    """Reads and writes this state."""

    def drain(self, message: str = "") -> Drain:
        """Allow no new games from now on. Draining again only changes the message."""
        begun = self.draining()
        drain = Drain(self.now() if begun is None else begun.since, message)
        self.redis.set(keys.DRAINING, msgspec.msgpack.encode(drain))
        return drain

    def end_drain(self) -> None:
        """Allow new games again."""
        self.redis.delete(keys.DRAINING)

    def draining(self) -> Drain | None:
        """Whether the service is drained: since when and why; None if it is not."""
        raw: Any = self.redis.get(keys.DRAINING)
        return None if raw is None else msgspec.msgpack.decode(raw, type=Drain)

    def known_rules(self) -> dict[str, int]:
        """The versions of the rules that all tables were last checked for."""
        found: Any = self.redis.hgetall(keys.RULES)
        return {game.decode(): int(version) for game, version in found.items()}

    def set_known_rules(self, versions: Mapping[str, int]) -> None:
        """Record for which versions all tables were checked."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.delete(keys.RULES)
            pipe.hset(keys.RULES, mapping={game: str(version) for game, version in versions.items()})
            pipe.execute()

"""Muted players, and the reports of talk."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from redis import Redis

from service.database.engine import Database
from service.moderation.records import ModerationRecords, Report
from service.storage import keys
from service.storage.store import Store

KEPT_MS: Final = 90 * 24 * 3600 * 1000
"""How long a report is kept after an operator has closed it."""

MAX_MUTED: Final = 500


class Moderation(ModerationRecords, Store):
    """Mutes and reports. Redis has copies of the mutes."""

    def __init__(self, redis: Redis, database: Database) -> None:
        ModerationRecords.__init__(self, database)
        Store.__init__(self, redis)

    def mute(self, player: str, other: str) -> bool:
        """Hide what another player says. Return False if the list is full."""
        if self.redis.scard(keys.mutes_of(player)) >= MAX_MUTED and other not in self.muted(player):
            return False
        self.add_mute(player, other)
        self.redis.sadd(keys.mutes_of(player), other)
        self.redis.publish(keys.MUTE_CHANNEL, player)
        return True

    def unmute(self, player: str, other: str) -> None:
        """Show it again."""
        if other not in self.muted(player):
            return
        self.remove_mutes(player, other)
        self.redis.srem(keys.mutes_of(player), other)
        self.redis.publish(keys.MUTE_CHANNEL, player)

    def muted(self, player: str) -> frozenset[str]:
        """The players that this player has muted."""
        found: Any = self.redis.smembers(keys.mutes_of(player))
        return frozenset(id.decode() for id in found)

    def fill(self) -> None:
        """Copy the mutes that Redis has lost from the database."""
        for player, other in self.mutes():
            self.redis.sadd(keys.mutes_of(player), other)

    def forget(self, player: str) -> None:
        """The account was closed: delete its mutes, and keep its reports without its name."""
        self.remove_mutes(player, None)
        self.redis.delete(keys.mutes_of(player))
        for report in self.reports_of(player):
            self.put_report(msgspec.structs.replace(report, reporter=None))

    # -- reports -----------------------------------------------------------------------

    def reports(self, before: str | None, limit: int) -> list[Report]:
        """The newest reports that are older than `before`."""
        return self.reports_since(self.now() - KEPT_MS, before, limit)

    def sweep(self) -> None:
        """Delete the reports that were closed some months ago."""
        self.sweep_reports(self.now() - KEPT_MS)

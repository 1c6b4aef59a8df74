"""Whom players have muted, and the reports of talk."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct
from redis import Redis

from service.moderation.records import ModerationRecords
from service.storage import keys
from service.storage.store import Store

KEPT_MS: Final = 90 * 24 * 3600 * 1000
"""How long a report is kept after an operator has closed it."""

MAX_MUTED: Final = 500


class Report(Struct, frozen=True, kw_only=True):
    """Talk that a player has reported: what they saw of it, and why they report it."""

    id: str
    at: int
    table: str
    reporter: str | None
    reason: str
    seats: tuple[dict[str, Any], ...]
    talk: tuple[dict[str, Any], ...]
    closed: int | None = None
    note: str = ""


_report = msgspec.msgpack.Decoder(Report).decode


class Moderation(Store):
    """Mutes and reports. Redis has copies of the mutes."""

    def __init__(self, redis: Redis, records: ModerationRecords) -> None:
        super().__init__(redis)
        self.records = records

    def mute(self, player: str, other: str) -> bool:
        """Hide what another player says; False if the list is full."""
        if self.redis.scard(keys.mutes_of(player)) >= MAX_MUTED and other not in self.muted(player):
            return False
        self.records.mute(player, other)
        self.redis.sadd(keys.mutes_of(player), other)
        self.redis.publish(keys.MUTE_CHANNEL, player)
        return True

    def unmute(self, player: str, other: str) -> None:
        """Show it again."""
        if other not in self.muted(player):
            return
        self.records.unmute(player, other)
        self.redis.srem(keys.mutes_of(player), other)
        self.redis.publish(keys.MUTE_CHANNEL, player)

    def muted(self, player: str) -> frozenset[str]:
        """Whom this player has muted."""
        found: Any = self.redis.smembers(keys.mutes_of(player))
        return frozenset(id.decode() for id in found)

    def fill(self) -> None:
        """Copy the mutes that Redis has lost from the database."""
        for player, other in self.records.mutes():
            self.redis.sadd(keys.mutes_of(player), other)

    def forget(self, player: str) -> None:
        """The account was closed: its mutes go, and its reports stay without its name."""
        self.records.unmute(player, None)
        self.redis.delete(keys.mutes_of(player))
        for report in self.reports_of(player):
            self._put(msgspec.structs.replace(report, reporter=None))

    # -- reports -----------------------------------------------------------------------

    def add_report(self, report: Report) -> Report:
        """Add a report; sent again, it is not added again."""
        self.records.add_report(report.id, report.reporter, msgspec.msgpack.encode(report))
        return self.report(report.id) or report

    def report(self, id: str) -> Report | None:
        """The report with this id."""
        raw = self.records.report(id)
        return None if raw is None else _report(raw)

    def close_report(self, report: Report, note: str) -> Report:
        """An operator has dealt with it; it is deleted after some months."""
        closed = msgspec.structs.replace(report, closed=self.now(), note=note)
        self._put(closed)
        return closed

    def reports(self, before: str | None, limit: int) -> list[Report]:
        """The newest reports that are older than `before`."""
        return [_report(raw) for raw in self.records.reports(before, self.now() - KEPT_MS, limit)]

    def reports_of(self, player: str) -> list[Report]:
        """The reports that this player has made."""
        return [_report(raw) for raw in self.records.reports_of(player)]

    def sweep(self) -> None:
        """Delete the reports that were closed some months ago."""
        self.records.sweep_reports(self.now() - KEPT_MS)

    def _put(self, report: Report) -> None:
        self.records.put_report(report.id, report.reporter, report.closed, msgspec.msgpack.encode(report))

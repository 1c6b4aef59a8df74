"""Whom players have muted, and the reports of talk."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from service.storage import keys
from service.storage.store import Store

KEPT_S: Final = 90 * 24 * 3600
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
    """Mutes and reports."""

    def mute(self, player: str, other: str) -> bool:
        """Hide what another player says; False if the list is full."""
        if self.redis.scard(keys.mutes_of(player)) >= MAX_MUTED and other not in self.muted(player):
            return False
        self.redis.sadd(keys.mutes_of(player), other)
        self.redis.publish(keys.MUTE_CHANNEL, player)
        return True

    def unmute(self, player: str, other: str) -> None:
        """Show it again."""
        self.redis.srem(keys.mutes_of(player), other)
        self.redis.publish(keys.MUTE_CHANNEL, player)

    def muted(self, player: str) -> frozenset[str]:
        """Whom this player has muted."""
        found: Any = self.redis.smembers(keys.mutes_of(player))
        return frozenset(id.decode() for id in found)

    def forget(self, player: str) -> None:
        """The account was closed: its mutes go, and its reports stay without its name."""
        self.redis.delete(keys.mutes_of(player))
        for report in self.reports_of(player):
            self._put(msgspec.structs.replace(report, reporter=None))
        self.redis.delete(keys.reports_of(player))

    # -- reports -----------------------------------------------------------------------

    def add_report(self, report: Report) -> Report:
        """Add a report; sent again, it is not added again."""
        if report.reporter is not None:
            self.redis.sadd(keys.reports_of(report.reporter), report.id)
        self.redis.set(keys.report(report.id), msgspec.msgpack.encode(report), nx=True)
        self.redis.zadd(keys.REPORTS, {report.id: 0})
        return self.report(report.id) or report

    def report(self, id: str) -> Report | None:
        """The report with this id."""
        raw: Any = self.redis.get(keys.report(id))
        return None if raw is None else _report(raw)

    def close_report(self, report: Report, note: str) -> Report:
        """An operator has dealt with it; it is deleted after some months."""
        closed = msgspec.structs.replace(report, closed=self.now(), note=note)
        self._put(closed)
        self.redis.expire(keys.report(report.id), KEPT_S)
        return closed

    def reports(self, before: str | None, limit: int) -> list[Report]:
        """The newest reports that are older than `before`."""
        start = "+" if before is None else f"({before}"
        ids: Any = self.redis.zrevrangebylex(keys.REPORTS, start, "-", 0, limit)
        found = [(id, self.report(id.decode())) for id in ids]
        if expired := [id for id, report in found if report is None]:
            self.redis.zrem(keys.REPORTS, *expired)
        return [report for _, report in found if report is not None]

    def reports_of(self, player: str) -> list[Report]:
        """The reports that this player has made."""
        ids: Any = self.redis.smembers(keys.reports_of(player))
        return [report for id in sorted(ids) if (report := self.report(id.decode())) is not None]

    def _put(self, report: Report) -> None:
        self.redis.set(keys.report(report.id), msgspec.msgpack.encode(report), keepttl=True)

"""Mutes and reports in the database. Redis has copies of the mutes, so that games continue without the database."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import or_, select

from service.database.engine import Database, page_of
from service.database.schema import MUTES, REPORTS
from service.storage.identifiers import is_id


class Report(Struct, frozen=True, kw_only=True):
    """A report of talk: the messages that the reporter could see, and the reason."""

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


class ModerationRecords:
    """Writes and reads mutes and reports."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add_mute(self, player: str, other: str) -> None:
        """A player mutes another. Safe to repeat."""
        self.database.add(MUTES, {"player": player, "other": other})

    def remove_mutes(self, player: str, other: str | None) -> None:
        """A player unmutes another, or everybody (None)."""
        here = MUTES.delete().where(MUTES.c.player == player)
        self.database.execute(here if other is None else here.where(MUTES.c.other == other))

    def mutes(self) -> list[tuple[str, str]]:
        """All pairs of a player and a player they have muted."""
        return [(row.player, row.other) for row in self.database.rows(select(MUTES))]

    # -- reports -----------------------------------------------------------------------

    def add_report(self, report: Report) -> Report:
        """Add a report, unless there is one with this id. Return the report as stored."""
        self.database.add(REPORTS, _row(report))
        return self.report(report.id) or report

    def put_report(self, report: Report) -> None:
        self.database.execute(REPORTS.update().where(REPORTS.c.id == report.id).values(**_row(report)))

    def report(self, id: str) -> Report | None:
        raw = self.database.scalar(select(REPORTS.c.record).where(REPORTS.c.id == id)) if is_id(id) else None
        return None if raw is None else _report(raw)

    def reports_since(self, closed_since: int, before: str | None, limit: int) -> list[Report]:
        """Reports older than `before`, newest first, except those closed before `closed_since`."""
        query = select(REPORTS.c.record).where(or_(REPORTS.c.closed.is_(None), REPORTS.c.closed >= closed_since))
        return [_report(raw) for raw in self.database.scalars(page_of(query, REPORTS.c.id, before, limit))]

    def reports_of(self, player: str) -> list[Report]:
        """The reports that this player has made, oldest first."""
        query = select(REPORTS.c.record).where(REPORTS.c.reporter == player).order_by(REPORTS.c.id)
        return [_report(raw) for raw in self.database.scalars(query)]

    def sweep_reports(self, closed_before: int) -> None:
        """Delete the reports that were closed before this time."""
        self.database.execute(REPORTS.delete().where(REPORTS.c.closed < closed_before))


def _row(report: Report) -> dict[str, Any]:
    raw = msgspec.msgpack.encode(report)
    return {"id": report.id, "reporter": report.reporter, "closed": report.closed, "record": raw}

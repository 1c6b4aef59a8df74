"""Mutes and reports in the database. Redis has copies of the mutes, so that play goes on without the database."""

from __future__ import annotations

from sqlalchemy import or_, select

from service.database.engine import Database, insert
from service.database.schema import MUTES, REPORTS
from service.storage.identifiers import is_id


class ModerationRecords:
    """Writes and reads mutes and reports."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def mute(self, player: str, other: str) -> None:
        """A player mutes another; it may be repeated."""
        with self.database.write() as connection:
            adding = insert(connection, MUTES).on_conflict_do_nothing()
            connection.execute(adding, [{"player": player, "other": other}])

    def unmute(self, player: str, other: str | None) -> None:
        """A player mutes another, or (None) anybody, no longer."""
        here = MUTES.delete().where(MUTES.c.player == player)
        with self.database.write() as connection:
            connection.execute(here if other is None else here.where(MUTES.c.other == other))

    def mutes(self) -> list[tuple[str, str]]:
        """All pairs of a player and somebody whom they have muted."""
        with self.database.read() as connection:
            return [(row.player, row.other) for row in connection.execute(select(MUTES))]

    # -- reports -----------------------------------------------------------------------

    def add_report(self, id: str, reporter: str | None, record: bytes) -> None:
        """Add a report, unless there is one with this id."""
        row = {"id": id, "reporter": reporter, "closed": None, "record": record}
        with self.database.write() as connection:
            connection.execute(insert(connection, REPORTS).on_conflict_do_nothing(), [row])

    def put_report(self, id: str, reporter: str | None, closed: int | None, record: bytes) -> None:
        """Replace a report."""
        here = REPORTS.update().where(REPORTS.c.id == id)
        with self.database.write() as connection:
            connection.execute(here.values(reporter=reporter, closed=closed, record=record))

    def report(self, id: str) -> bytes | None:
        """The report with this id."""
        if not is_id(id):
            return None
        with self.database.read() as connection:
            found: bytes | None = connection.scalar(select(REPORTS.c.record).where(REPORTS.c.id == id))
            return found

    def reports(self, before: str | None, closed_since: int, limit: int) -> list[bytes]:
        """The newest reports that are older than `before`, but none that was closed before `closed_since`."""
        query = select(REPORTS.c.record).where(or_(REPORTS.c.closed.is_(None), REPORTS.c.closed >= closed_since))
        query = query.order_by(REPORTS.c.id.desc()).limit(limit)
        if before is not None and is_id(before):
            query = query.where(REPORTS.c.id < before)
        with self.database.read() as connection:
            return list(connection.scalars(query))

    def reports_of(self, player: str) -> list[bytes]:
        """The reports that this player has made, oldest first."""
        query = select(REPORTS.c.record).where(REPORTS.c.reporter == player).order_by(REPORTS.c.id)
        with self.database.read() as connection:
            return list(connection.scalars(query))

    def sweep_reports(self, closed_before: int) -> None:
        """Delete the reports that were closed before this time."""
        with self.database.write() as connection:
            connection.execute(REPORTS.delete().where(REPORTS.c.closed < closed_before))

"""The audit log in the database."""

from __future__ import annotations

from sqlalchemy import select

from service.database.engine import Database
from service.database.schema import AUDIT_LOG
from service.storage.identifiers import is_id


class AuditRecords:
    """Writes and reads entries of the audit log."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, id: str, record: bytes) -> None:
        """Add an entry."""
        with self.database.write() as connection:
            connection.execute(AUDIT_LOG.insert(), [{"id": id, "record": record}])

    def page(self, before: str | None, limit: int) -> list[tuple[str, bytes]]:
        """Entries that are older than `before`, newest first, with their ids."""
        query = select(AUDIT_LOG).order_by(AUDIT_LOG.c.id.desc()).limit(limit)
        if before is not None and is_id(before):
            query = query.where(AUDIT_LOG.c.id < before)
        with self.database.read() as connection:
            return [(row.id, row.record) for row in connection.execute(query)]

"""The audit log in the database."""

from __future__ import annotations

from getpass import getuser
from time import time_ns
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import select

from service.database.engine import Database, page_of
from service.database.schema import AUDIT_LOG
from service.storage.identifiers import new_id


class AuditEntry(Struct, frozen=True, kw_only=True):
    """An action that an operator took or tried to take."""

    at: int
    actor: str
    """The token that was used, or the user of this machine."""
    address: str | None = None
    action: str
    target: str = ""
    detail: dict[str, Any] = {}
    refused: str | None = None
    """The code of the refusal, if the action was refused."""


class AuditLog:
    """All actions of operators, each written before it is carried out. Entries are never changed or deleted."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, entry: AuditEntry) -> str:
        """Add an entry and return its id."""
        id = new_id(entry.at)
        self.database.execute(AUDIT_LOG.insert().values(id=id, record=msgspec.msgpack.encode(entry)))
        return id

    def page(self, before: str | None, limit: int) -> list[tuple[str, AuditEntry]]:
        """Entries older than `before`, newest first, with their ids."""
        found = self.database.rows(page_of(select(AUDIT_LOG), AUDIT_LOG.c.id, before, limit))
        return [(row.id, msgspec.msgpack.decode(row.record, type=AuditEntry)) for row in found]


def audit_local(database: Database, action: str, target: str = "", **detail: str) -> None:
    """Write a command on this machine to the audit log, as an action of the user who runs it."""
    actor = f"{getuser()} (local)"
    AuditLog(database).add(
        AuditEntry(at=time_ns() // 1_000_000, actor=actor, action=action, target=target, detail=detail)
    )

"""Commands on this machine go to the audit log, like those over the API."""

from __future__ import annotations

import getpass
import time

from service.admin.records import AuditEntry, AuditLog
from service.database.engine import Database


def audit(database: Database, action: str, target: str = "", **detail: str) -> None:
    """Write an action to the audit log, as that of the user of this machine."""
    entry = AuditEntry(
        at=time.time_ns() // 1_000_000,
        actor=f"{getpass.getuser()} (local)",
        action=action,
        target=target,
        detail=detail,
    )
    AuditLog(database).add(entry)

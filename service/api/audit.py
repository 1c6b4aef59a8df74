"""Actions of operators go to the audit log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from flask import request

from service.admin.records import AuditEntry
from service.api.auth import operator
from service.api.context import stores
from service.refusals import Refused


@contextmanager
def audited(action: str, target: str = "", **detail: Any) -> Iterator[None]:
    """Write an action to the audit log before it is carried out, and once more if it is refused."""
    entry = AuditEntry(
        at=stores().tables.now(),
        actor=operator(),
        address=request.remote_addr,
        action=action,
        target=target,
        detail={name: value for name, value in detail.items() if value not in (None, "")},
    )
    stores().audit.add(entry)
    try:
        yield
    except Refused as refused:
        stores().audit.add(msgspec.structs.replace(entry, refused=refused.code))
        raise

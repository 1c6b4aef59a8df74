"""Reporting the talk of a table to the operator."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from service.events.log import viewer
from service.events.store import EventLog
from service.moderation.records import Report
from service.moderation.store import Moderation
from service.refusals import NotFound
from service.tables.muting import spoken
from service.tables.play import present
from service.tables.store import Tables
from service.tables.views import seat_data, stamp

NEWEST: Final = 50
"""How many messages a report contains."""

SCANNED: Final = 1000
"""How many of the newest events are searched for messages."""

Data = dict[str, Any]


def report(
    tables: Tables, log: EventLog, moderation: Moderation, table: str, player: str, reason: str, id: str
) -> Report:
    """Report the newest talk that this player could see. Repeating the call with the same `id` adds nothing."""
    session = present(tables, table, player)
    seat = session.table.seat_of(player)
    newest = log.after(table, seat, max(0, session.table.seqs[viewer(seat)] - SCANNED), SCANNED)
    return moderation.add_report(
        Report(
            id=id,
            at=session.now,
            table=table,
            reporter=player,
            reason=reason,
            seats=tuple(seat_data(n, one) for n, one in enumerate(session.table.seats)),
            talk=tuple(spoken(newest, seat))[-NEWEST:],
        )
    )


def close(moderation: Moderation, id: str, note: str) -> Report:
    """An operator has dealt with a report. It is deleted some months later."""
    found = moderation.report(id)
    if found is None:
        raise NotFound(what="report")
    closed = msgspec.structs.replace(found, closed=moderation.now(), note=note)
    moderation.put_report(closed)
    return closed


def report_data(report: Report) -> Data:
    """A report as its reporter and operators see it."""
    data = msgspec.structs.asdict(report)
    closed = data.pop("closed")
    return {**data, "at": stamp(report.at), "closed_at": stamp(closed)}

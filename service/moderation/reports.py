"""Reporting the talk of a table to the operator."""

from __future__ import annotations

from typing import Any, Final

from service.events.log import viewer
from service.events.store import EventLog
from service.moderation.records import Report
from service.moderation.store import Moderation
from service.refusals import NotFound
from service.tables.muting import is_talk
from service.tables.play import present
from service.tables.store import Tables
from service.tables.views import events_for, seat_data, stamp

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
    events = (
        event
        for entry in log.after(table, seat, max(0, session.table.seqs[viewer(seat)] - SCANNED), SCANNED)
        for event in events_for(session.table, entry, seat, session.known_game, "en")
        if is_talk(event)
    )
    said = [{"at": event["at"], **event["data"].get("data", event["data"])} for event in events]
    return moderation.add_report(
        Report(
            id=id,
            at=session.now,
            table=table,
            reporter=player,
            reason=reason,
            seats=tuple(seat_data(n, one) for n, one in enumerate(session.table.seats)),
            talk=tuple(said[-NEWEST:]),
        )
    )


def close(moderation: Moderation, id: str, note: str) -> Report:
    """An operator has dealt with a report."""
    found = moderation.report(id)
    if found is None:
        raise NotFound(what="report")
    return moderation.close_report(found, note)


def report_data(report: Report) -> Data:
    """A report as its reporter and operators see it."""
    return {
        "id": report.id,
        "at": stamp(report.at),
        "table": report.table,
        "reporter": report.reporter,
        "reason": report.reason,
        "seats": report.seats,
        "talk": report.talk,
        "closed_at": stamp(report.closed),
        "note": report.note,
    }

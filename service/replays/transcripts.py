"""Transcripts: players store notes about their decisions with the table; others may read them after the end."""

from __future__ import annotations

from typing import Any

from service.games.kit.decision import Seat
from service.refusals import Invalid, NotFinished, NotRunning, TranscriptFull
from service.replays.store import MOST_BYTES, Line, Transcripts
from service.tables.play import present
from service.tables.session import TableSession
from service.tables.store import Tables


def keep(
    tables: Tables, transcripts: Transcripts, id: str, player: str, decision: str, lines: tuple[Line, ...]
) -> None:
    """Store the lines for a decision, replacing earlier ones."""
    session = present(tables, id, player)
    seat = session.must_seat(player)
    if session.table.started is None:
        raise NotRunning()
    if not transcripts.put(id, seat, decision, lines):
        raise TranscriptFull(most=MOST_BYTES)


def shown(transcripts: Transcripts, session: TableSession, player: str | None, seat: Seat | None) -> dict[str, Any]:
    """The transcript of a seat. Its player may read it at any time, others once the table is over."""
    own = session.table.seat_of(player)
    wanted = session.must_seat(player) if seat is None else seat
    if wanted >= len(session.table.seats):
        raise Invalid(field="seat", message="unknown seat")
    if wanted != own and not session.table.over:
        raise NotFinished()
    found = transcripts.of(session.table.id, wanted)
    return {"seat": wanted, "items": [{"decision": name, "lines": lines} for name, lines in found.items()]}

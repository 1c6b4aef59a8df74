"""Transcripts: a player keeps what it thought over a decision with the table; after the end others may read it."""

from __future__ import annotations

from typing import Any

from service.games.kit.decision import Seat
from service.refusals import Invalid, NotFinished, NotRunning, TranscriptFull
from service.replays.store import MOST_BYTES, Line
from service.stores import House
from service.tables.session import Live
from service.tables.timeouts import present


def keep(house: House, id: str, player: str, decision: str, lines: tuple[Line, ...]) -> None:
    """Keep these lines with the decision; sent again they take the place of the earlier ones."""
    live = present(house, id, player)
    seat = live.must_seat(player)
    if live.table.started is None:
        raise NotRunning()
    if not house.transcripts.put(id, seat, decision, lines):
        raise TranscriptFull(most=MOST_BYTES)


def shown(house: House, live: Live, player: str | None, seat: Seat | None) -> dict[str, Any]:
    """A seat's transcript: its own player may read it at any time, others when nothing is secret any more."""
    own = live.table.seat_of(player)
    wanted = live.must_seat(player) if seat is None else seat
    if wanted >= len(live.table.seats):
        raise Invalid(field="seat", message="there is no such seat")
    if wanted != own and not live.table.over:
        raise NotFinished()
    found = house.transcripts.of(live.table.id, wanted)
    return {"seat": wanted, "items": [{"decision": name, "lines": lines} for name, lines in found.items()]}

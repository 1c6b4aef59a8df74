"""Events that a viewer receives only once (`Game.told_once`), when they happen, and cannot read again.

Such an event keeps its number in the viewer's log, without its content, until the game tells it anew (`told_anew`).
For a few seconds, repeating the request returns the content again, because the first response may have been lost.
"""

from __future__ import annotations

from typing import Any

from service.events.recent import kind
from service.events.store import EventLog
from service.games.kit.decision import Seat
from service.tables.session import TableSession

Data = dict[str, Any]


def as_it_happens(log: EventLog, session: TableSession, seat: Seat | None, events: list[Data], now: int) -> list[Data]:
    """Events for a viewer who receives them as they happen. They are marked as received."""
    once = [event["seq"] for event in events if _once(session, event)]
    if once and seat is not None:
        log.mark_received(session.table.id, seat, once, now, events[0]["seq"] - 1)
    return events


def looked_up(log: EventLog, session: TableSession, seat: Seat | None, events: list[Data]) -> list[Data]:
    """Events that a viewer requests. Once-only events that they have already received come without content; for
    spectators, all of them.

    The events follow the last one that the viewer has, so the first of them shows where the request began.
    """
    once = [event for event in events if _once(session, event)]
    if not once or session.table.over:
        return events
    told = (
        once[-1]["seq"]
        if seat is None
        else log.last_received(session.table.id, seat, session.now, events[0]["seq"] - 1)
    )
    anew = max((event["seq"] for event in events if kind(event) == session.game.told_anew), default=0)
    shown = [
        {**event, "data": {"kind": kind(event), "data": {}, "told": True}}
        if _once(session, event) and anew < event["seq"] <= told
        else event
        for event in events
    ]
    return as_it_happens(log, session, seat, shown, session.now)


def _once(session: TableSession, event: Data) -> bool:
    game = session.known_game
    return game is not None and event["type"] == "story" and event["data"]["kind"] in game.told_once

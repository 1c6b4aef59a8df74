"""What is heard only once (the reading of New Lands): told when it happens, and not to be looked up again.

The number of such an event stays in the viewer's log, without what it said, until the game says it openly. For some
seconds it can still be asked for: nobody knows whether what was sent has arrived.
"""

from __future__ import annotations

from typing import Any

from service.games.kit.decision import Seat
from service.stores import House
from service.tables.session import Live

Data = dict[str, Any]


def as_it_happens(house: House, live: Live, seat: Seat | None, events: list[Data], now: int) -> list[Data]:
    """Events on their way to a viewer who is there, at a time that is now; from then on they have heard them."""
    once = [event["seq"] for event in events if _once(live, event)]
    if once and seat is not None:
        house.once.tell(live.table.id, seat, once, now)
    return events


def looked_up(house: House, live: Live, seat: Seat | None, events: list[Data]) -> list[Data]:
    """Events that a viewer asks for: what was heard already, and to spectators all of it, comes without words."""
    once = [event for event in events if _once(live, event)]
    if not once or live.table.over:
        return events
    told = once[-1]["seq"] if seat is None else house.once.gone(live.table.id, seat, live.now)
    anew = max((event["seq"] for event in events if _kind(event) == live.game.told_anew), default=0)
    shown = [
        {**event, "data": {"kind": _kind(event), "data": {}, "told": True}}
        if _once(live, event) and anew < event["seq"] <= told
        else event
        for event in events
    ]
    return as_it_happens(house, live, seat, shown, live.now)


def _kind(event: Data) -> str:
    return str(event["data"]["kind"]) if event["type"] == "story" else ""


def _once(live: Live, event: Data) -> bool:
    return event["type"] == "story" and event["data"]["kind"] in live.game.told_once

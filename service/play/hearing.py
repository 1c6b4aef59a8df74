"""What is heard only once (the reading of New Lands): told when it happens, and not to be looked up again.

The number of such an event stays in the viewer's log, without what it said, until the game says it openly.
"""

from __future__ import annotations

from typing import Any

from service.games.kit.decision import Seat
from service.play.house import House
from service.play.live import Live

Data = dict[str, Any]


def as_it_happens(house: House, live: Live, seat: Seat | None, events: list[Data]) -> list[Data]:
    """Events on their way to a viewer who is there; from now on they have heard them."""
    once = [event["seq"] for event in events if _once(live, event)]
    if once and seat is not None:
        house.once.tell(live.table.id, seat, max(once))
    return events


def looked_up(house: House, live: Live, seat: Seat | None, events: list[Data]) -> list[Data]:
    """Events that a viewer asks for: what was told once already, and to spectators all of it, comes without words."""
    once = [event for event in events if _once(live, event)]
    if not once or live.table.over:
        return events
    told = once[-1]["seq"] if seat is None else house.once.told(live.table.id, seat)
    anew = max((event["seq"] for event in events if _kind(event) == live.game.told_anew), default=0)
    shown = [
        {**event, "data": {"kind": _kind(event), "data": {}, "told": True}}
        if _once(live, event) and anew < event["seq"] <= told
        else event
        for event in events
    ]
    return as_it_happens(house, live, seat, shown)


def _kind(event: Data) -> str:
    return str(event["data"]["kind"]) if event["type"] == "story" else ""


def _once(live: Live, event: Data) -> bool:
    return event["type"] == "story" and event["data"]["kind"] in live.game.told_once

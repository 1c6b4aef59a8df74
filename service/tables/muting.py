"""Finds what players say, and hides the words of muted ones. Events keep their numbers and lose only the words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from service.events.log import Entry
from service.games.kit.decision import Seat
from service.tables.store import Table
from service.tables.views import stamp

Data = dict[str, Any]
View = TypeVar("View")


def muted_seats(table: Table, players: Collection[str]) -> frozenset[Seat]:
    """The seats of these players at this table."""
    return frozenset(n for n, seat in enumerate(table.seats) if seat.player in players)


def is_talk(event: Data) -> bool:
    """Whether an event contains what somebody said: at the table or, where speech counts, as part of the game."""
    data = event["data"]
    return event["type"] == "talk" or (event["type"] == "story" and "text" in data["data"] and "seat" in data["data"])


def spoken(entries: Iterable[Entry], seat: Seat | None) -> Iterator[Data]:
    """What was said in these entries, as far as this seat could hear it."""
    for entry in entries:
        for _, event in entry.heard(seat):
            if is_talk({"type": event.type, "data": event.data}):
                yield {"at": stamp(entry.at), **event.data.get("data", event.data)}


def quiet_event(event: Data, seats: Collection[Seat]) -> Data:
    """The event without words spoken by these seats."""
    if not is_talk(event):
        return event
    return {**event, "data": _quiet(event["data"], seats)}


def quiet_view(view: View, seats: Collection[Seat]) -> View:
    """The view of a game in which speech counts, without words spoken by these seats. Signals of the game remain."""
    if not seats or view is None:
        return view
    return msgspec.convert(_quiet(msgspec.to_builtins(view), seats), type(view))


def _quiet(data: Any, seats: Collection[Seat]) -> Any:
    if isinstance(data, list | tuple):
        return [_quiet(each, seats) for each in data]
    if not isinstance(data, dict):
        return data
    if data.get("seat") in seats and isinstance(data.get("text"), str):
        return {**data, "text": "", "muted": True} if "room" in data else {**data, "text": ""}
    return {key: _quiet(value, seats) for key, value in data.items()}

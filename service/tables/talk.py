"""Talk at the table, in the rooms the game gives."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from service.events.log import Entry
from service.games.kit.decision import Illegal, Seat
from service.games.kit.game import Room
from service.refusals import Finished, MayNotSpeak, Paused
from service.storage import keys
from service.stores import House
from service.tables.session import Live
from service.tables.store import Conflict
from service.tables.timeouts import present

MAX_LENGTH = 500
RECENT = 200
UNREADABLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Control characters, tricks with the writing direction, and whatever else nobody can see."""


def rooms(live: Live) -> tuple[Room, ...]:
    """Where one may talk now. Before a table begins everybody who sits there talks to everybody."""
    if live.table.status == "running":
        return live.game.rooms(live.s)
    everyone = tuple(range(len(live.table.seats)))
    return () if live.table.over else (Room("table", everyone, everyone),)


def policy(live: Live, seat: Seat | None) -> dict[str, Any]:
    """What the caller may say, and to whom."""
    return {
        "rooms": [
            {"name": room.name, "may_speak": seat in room.speak, "hear": room.hear, "public": room.public}
            for room in rooms(live)
            if room.public or seat in room.hear or seat in room.speak
        ],
        "max_length": MAX_LENGTH,
        "policy": live.game.talk_policy(live.s, seat) if live.table.status == "running" else None,
    }


def say(house: House, id: str, player: str, room: str, text: str, plan: str | None) -> tuple[Live, Seat, Entry]:
    """Say something to those who are in the room; what has the same `plan` is said only once."""
    while True:
        live = present(house, id, player)
        seat = live.must_seat(player)
        if plan is not None and (said := _said(house, live, plan)):
            return live, seat, said
        if live.table.over:
            raise Finished()
        counts = live.table.status == "running" and live.game.talk_counts
        place = next((one for one in rooms(live) if one.name == room and seat in one.speak), None)
        if place is None:
            raise MayNotSpeak(room=room)
        to = None if place.public else tuple(sorted({seat, *place.hear}))
        name = live.table.seats[seat].name
        note = {"id": plan or keys.new_id(live.now), "seat": seat, "name": name, "room": room, "text": text}
        refusal = None
        if counts:
            refusal = _through_the_game(live, seat, note)
        else:
            live.tell("talk", note, to)
        try:
            entry = live.commit(house.tables)
        except Conflict:
            continue
        if refusal is not None:
            raise refusal
        return live, seat, entry


def _through_the_game(live: Live, seat: Seat, note: dict[str, Any]) -> Illegal | None:
    """Where speech counts: the speaker has a note of what was said, or why not; what others hear, the game decides."""
    if live.table.paused is not None:
        raise Paused()
    try:
        live.speak(seat, note["room"], note["text"])
    except Illegal as wrong:
        live.tell("talk", {**note, "refused": wrong.code}, (seat,))
        return wrong
    live.tell("talk", note, (seat,))
    return None


def _said(house: House, live: Live, plan: str) -> Entry | None:
    """Where this was said before, if it was said lately."""
    for entry in house.log.since(live.table.id, max(0, live.table.version - RECENT)):
        if any(e.type == "talk" and e.data["id"] == plan and "refused" not in e.data for e in entry.events):
            return entry
    return None


def unreadable(text: str) -> str | None:
    """Why people could not read this: control characters, tricks with the writing direction, or nothing to see."""
    if any(unicodedata.category(char) in UNREADABLE for char in text):
        return "control characters are not allowed"
    return None if text.strip() else "there is nothing to read in it"

"""Talk at the table, in the rooms the game gives."""

from __future__ import annotations

from typing import Any

from service.games.kit.decision import Seat
from service.games.kit.game import Room
from service.play.house import House
from service.play.live import Live
from service.play.refusals import Finished, MayNotSpeak
from service.play.timing import present
from service.store.tables import Conflict

MAX_LENGTH = 500


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
    }


def say(house: House, id: str, player: str, room: str, text: str) -> tuple[Live, Seat]:
    """Say something to those who are in the room."""
    while True:
        live = present(house, id, player)
        seat = live.must_seat(player)
        if live.table.over:
            raise Finished()
        place = next((one for one in rooms(live) if one.name == room and seat in one.speak), None)
        if place is None:
            raise MayNotSpeak(room=room)
        to = None if place.public else tuple(sorted({seat, *place.hear}))
        live.tell("talk", {"seat": seat, "name": live.table.seats[seat].name, "room": room, "text": text}, to)
        try:
            live.commit(house.tables)
        except Conflict:
            continue
        return live, seat

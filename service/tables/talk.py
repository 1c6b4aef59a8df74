"""Talk at the table, in the rooms that the game provides."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from service.events.log import Entry
from service.events.store import EventLog
from service.games.kit.decision import SAY, Answer, Illegal, Seat
from service.games.kit.game import Room
from service.refusals import Finished, IllegalAnswer, MayNotSpeak, Paused
from service.storage.identifiers import new_id
from service.tables import changes
from service.tables.parts import Wording
from service.tables.play import Actor
from service.tables.session import TableSession, transact
from service.tables.store import Table, Tables

MAX_LENGTH = 500
RECENT: Final = 20
"""How many message ids a table remembers."""

UNREADABLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode categories of control characters, direction marks and other invisible characters."""


def rooms(session: TableSession) -> tuple[Room, ...]:
    """The rooms that are open now. Before the game begins there is one for all seats."""
    if session.table.status == "running":
        return session.game.rooms(session.state)
    everyone = tuple(range(len(session.table.seats)))
    return () if session.table.over else (Room("table", everyone, everyone),)


def policy(session: TableSession, seat: Seat | None) -> dict[str, Any]:
    """What the caller may say, and who hears it."""
    return {
        "rooms": [
            {"name": room.name, "may_speak": seat in room.speak, "hear": room.hear, "public": room.public}
            for room in rooms(session)
            if room.public or seat in room.hear or seat in room.speak
        ],
        "max_length": MAX_LENGTH,
        "policy": session.game.talk_policy(session.state, seat) if session.table.status == "running" else None,
    }


def say(
    tables: Tables,
    log: EventLog,
    id: str,
    actor: Actor,
    room: str,
    text: str,
    message_id: str | None = None,
    decision: str = "",
) -> tuple[TableSession, Seat, Entry]:
    """Say something in a room. A message whose id was recently used is not repeated.

    An agent speaks for the seat that this `decision` was sent to. Words that are not allowed are refused. They are
    masked where speech counts, because the sand timer does not wait for another wording, and for agents, which would
    not retry.
    """
    refusal: Illegal | None = None
    wording = tables.check_words(text)

    def change(session: TableSession) -> bool:
        nonlocal refusal
        refusal = None
        seat, table = actor.seat(session, decision), session.table
        if _version(table, message_id) is not None:
            return False
        place, allowed = _allowed(session, seat, room, wording, mask=actor.kind == "agent")
        changes.return_to_table(session, seat)
        note = {
            "id": message_id or new_id(session.now),
            "seat": seat,
            "name": table.seats[seat].name,
            "room": room,
            "text": allowed,
        }
        if _counts(session):
            refusal = _speak(session, seat, note, checked=actor.kind == "agent")
        else:
            session.tell("talk", note, None if place.public else tuple(sorted({seat, *place.hear})))
            changes.wake_listeners(session, seat)
        if refusal is None and message_id is not None:
            table.said = [*table.said, (message_id, table.version + 1)][-RECENT:]
        return True

    session = transact(tables, id, change)
    if refusal is not None:
        raise IllegalAnswer(refusal, session)
    seat, entry = actor.seat(session, decision), session.entry
    if (version := _version(session.table, message_id)) is not None and (entry is None or entry.version != version):
        entry = log.since(id, version - 1)[0]
    if entry is None:
        raise AssertionError("the message was neither added now nor found in the log")
    return session, seat, entry


def check(tables: Tables, id: str, player: str, room: str, text: str) -> None:
    """Refuse what `say` would refuse and, in games where speech counts, what nobody would hear. Nothing is changed."""
    wording = tables.check_words(text)

    def change(session: TableSession) -> bool:
        seat = session.must_seat(player)
        _, allowed = _allowed(session, seat, room, wording)
        if _counts(session):
            if session.table.paused is not None:
                raise Paused()
            session.game.check(session.state, Answer(seat, SAY, (room, allowed)))
        return False

    transact(tables, id, change)


def _counts(session: TableSession) -> bool:
    """Whether speech counts now, as part of the game."""
    return session.table.status == "running" and session.game.talk_counts


def _allowed(session: TableSession, seat: Seat, room: str, wording: Wording, mask: bool = False) -> tuple[Room, str]:
    """The room, and the words that may be said in it, or refuse."""
    if session.table.over:
        raise Finished()
    place = next((one for one in rooms(session) if one.name == room and seat in one.speak), None)
    if place is None:
        raise MayNotSpeak(room=room)
    return place, wording.allowed(mask or _counts(session))


def _speak(session: TableSession, seat: Seat, note: dict[str, Any], checked: bool) -> Illegal | None:
    """Where speech counts, the speaker gets a copy of the message, or its refusal; the game decides what others hear.

    An agent may have been thinking when silence fell. What nobody would hear is refused, as for a person, whose
    messages are checked before they are sent.
    """
    if session.table.paused is not None:
        raise Paused()
    try:
        if checked:
            session.game.check(session.state, Answer(seat, SAY, (note["room"], note["text"])))
        changes.speak(session, seat, note["room"], note["text"])
    except Illegal as wrong:
        session.tell("talk", {**note, "refused": wrong.code}, (seat,))
        return wrong
    session.tell("talk", note, (seat,))
    return None


def stop_listening(tables: Tables, id: str, delivery: str) -> None:
    """An agent has replied to talk, or will not reply."""

    def change(session: TableSession) -> bool:
        return session.table.listening.pop(delivery, None) is not None

    transact(tables, id, change)


def _version(table: Table, message_id: str | None) -> int | None:
    """The version that added the message with this id, if it is recent."""
    return next((version for id, version in table.said if id == message_id), None)


def unreadable(text: str) -> str | None:
    """Why a text is not readable: invisible characters, or only spaces. None if it is readable."""
    if any(unicodedata.category(char) in UNREADABLE for char in text):
        return "control characters are not allowed"
    return None if text.strip() else "the text is empty"

"""Past events for one viewer: those since their last answer, and those that are received only once.

An event of `Game.told_once` keeps its number in the viewer's log, without its content, until the game tells it anew
(`told_anew`). For a few seconds, repeating the request returns the content again, because the first response may have
been lost.
"""

from __future__ import annotations

from typing import Any, Final

from service.events.log import Entry, viewer
from service.events.store import EventLog
from service.games.kit.decision import Seat
from service.tables.session import TableSession
from service.tables.views import events_for

MAX_EVENTS: Final = 100
"""The most events that are included; the view has the rest."""

WHOLE_LOG: Final = 100_000

Data = dict[str, Any]


def recent_events(
    log: EventLog, session: TableSession, seat: Seat | None, language: str, once: bool = False
) -> list[Data]:
    """The seat's events since its last answer. Some facts are only in events, like the text read in New Lands.

    With `once`, for agents without a memory, once-only events are repeated during the turn of the game in which they
    happened.

    The result depends only on the log, so a repeated delivery is identical. The limit counts only events that this seat
    may see, so that it does not reveal how often others acted in secret.
    """
    newest, span = session.table.seqs[viewer(seat)], MAX_EVENTS
    first = max(0, newest - span)
    game = session.game
    ends = {game.told_anew, game.told_until} - {""}
    kept = game.told_once | ends if once and game.told_once else frozenset()
    while True:
        start = max(0, newest - span)
        entries = log.after(session.table.id, seat, start, limit=WHOLE_LOG)
        entries = [entry for entry in entries if entry.version <= session.table.version]
        answers = (n for n, entry in enumerate(entries) if _answered(entry, seat))
        since = max(answers, default=0)
        found = [
            (n >= since, event)
            for n, entry in enumerate(entries)
            if n >= since or kept
            for event in events_for(session, entry, seat, language)
            if event["seq"] > (start if kind(event) in kept else first)
        ]
        anew = max((event["seq"] for _, event in found if kind(event) in ends), default=0)
        # However much happens after a reading, such as changed votes, the text that was read is not cut off.
        if not kept or anew or start == 0:
            break
        span *= 4
    return [event for new, event in found if new or (event["seq"] > anew and kind(event) in game.told_once)]


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


def kind(event: Data) -> str:
    """The kind of a story event; empty for other events."""
    return str(event["data"]["kind"]) if event["type"] == "story" else ""


def _answered(entry: Entry, seat: Seat | None) -> bool:
    """Whether this entry answers a decision of this seat, by the seat or on its behalf."""
    return any(
        event.type == "decision-closed" and event.to == (seat,) and event.data["by"] != "rules"
        for event in entry.events
    )

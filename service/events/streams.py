"""Pages, long polls and streams of the events of a table, resumed at any number."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from service.events.feeds import Feeds
from service.events.log import Entry, viewer
from service.events.once_only import as_it_happens, looked_up
from service.events.store import EventLog
from service.games.kit.decision import Seat
from service.tables.play import present
from service.tables.session import TableSession
from service.tables.store import Tables
from service.tables.views import events_for, stamp, update

Data = dict[str, Any]
LAST = ("finished", "aborted")


def page(
    tables: Tables, feeds: Feeds, id: str, player: str | None, after: int | None, wait: float, limit: int, language: str
) -> tuple[list[Data], int]:
    """The next events after a number; waits if there are none yet."""
    session = present(tables, id, player)
    seat, number = session.table.seat_of(player), after or 0
    if wait > 0 and session.table.seqs[viewer(seat)] <= number and not session.table.over:
        with feeds.follow(id) as follower:
            session = present(tables, id, player)
            end = time.monotonic() + wait
            while session.table.seqs[viewer(seat)] <= number and (left := end - time.monotonic()) > 0:
                follower.wait(left)
                session = present(tables, id, player)
    # The seat may have been left, and taken by somebody else, during the wait.
    seat = session.table.seat_of(player)
    items = _past(feeds.log, session, seat, number, limit, language)
    if after is None:
        items.insert(0, _snapshot(session, seat, 0, language))
    return items, items[-1]["seq"] if items else number


def wait_for_event(tables: Tables, feeds: Feeds, id: str, player: str | None, after: int, wait: float) -> TableSession:
    """The table, as soon as it has an event newer than `after` for this viewer, or after a time-out."""
    session = present(tables, id, player)
    seat = session.table.seat_of(player)
    if session.table.seqs[viewer(seat)] > after or session.table.over or wait <= 0:
        return session
    with feeds.follow(id) as follower:
        session = present(tables, id, player)
        end = time.monotonic() + wait
        while (
            session.table.seqs[viewer(seat)] <= after
            and not session.table.over
            and (left := end - time.monotonic()) > 0
        ):
            follower.wait(left)
            session = present(tables, id, player)
    return session


def table(
    tables: Tables,
    feeds: Feeds,
    id: str,
    player: str | None,
    after: int | None,
    language: str,
    heartbeat: float,
    still_valid: Callable[[], bool],
) -> Iterator[list[Data]]:
    """The stream of one table: a snapshot, then events without a gap. Ends with the table.

    Events of one commit are sent as one chunk, since each chunk costs time in the web server. An empty chunk is a
    heartbeat.
    """
    with feeds.follow(id) as follower:
        session = present(tables, id, player)
        seat = session.table.seat_of(player)
        last = session.table.seqs[viewer(seat)]
        number = min(after, last) if after is not None else max(0, last - 1) if session.table.over else last
        yield [_snapshot(session, seat, number, language)]
        while number < last and (past := _past(feeds.log, session, seat, number, 500, language)):
            number = past[-1]["seq"]
            yield past
        version = session.table.version
        while not session.table.over:
            notified = follower.wait(heartbeat)
            if not still_valid():
                return
            if not notified:
                yield []
                continue
            entries = follower.after(version)
            if not entries and tables.load(id) is None:
                now = stamp(tables.now())
                yield [{"seq": number + 1, "at": now, "table": id, "type": "deleted", "data": {}}]
                return
            for entry in entries:
                version = entry.version
                seat = _seat_now(entry, seat, player)
                events = events_for(session.table, entry, seat, session.game, language)
                if sent := as_it_happens(feeds.log, session, seat, events, entry.at):
                    number = sent[-1]["seq"]
                    yield sent
                if _ends(entry, seat, player):
                    return


def _past(
    log: EventLog, session: TableSession, seat: Seat | None, number: int, limit: int, language: str
) -> list[Data]:
    """Events up to the one that was the last when the table was loaded; later ones come from the feed."""
    last = session.table.seqs[viewer(seat)]
    entries = log.after(session.table.id, seat, number, limit) if number < last else []
    events = (event for entry in entries for event in events_for(session.table, entry, seat, session.game, language))
    return looked_up(log, session, seat, [event for event in events if number < event["seq"] <= last][:limit])


def _snapshot(session: TableSession, seat: Seat | None, number: int, language: str) -> Data:
    shown = update(session, seat, language)
    return {"seq": number, "at": stamp(session.now), "table": session.table.id, "type": "snapshot", "data": shown}


def _seat_now(entry: Entry, seat: Seat | None, player: str | None) -> Seat | None:
    """The seat of the viewer from this entry on. Before the game begins all viewers have the same numbers."""
    for event in entry.events:
        if event.type == "seat" and event.data["player"] is not None and event.data["player"]["id"] == player:
            taken: Seat = event.data["seat"]
            return taken
    return seat


def _ends(entry: Entry, seat: Seat | None, player: str | None) -> bool:
    """Whether the table is over, or the seat belongs to somebody else now."""
    for event in entry.events:
        if event.type in LAST:
            return True
        if event.type == "seat" and seat is not None and event.data["seat"] == seat:
            sitting = event.data["player"]
            if event.data["kind"] != "forfeited" and (sitting is None or sitting["id"] != player):
                return True
    return False

"""Streams and long polls: a viewer follows one or several tables, starting at any number."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, Final, Protocol

from service.events.feeds import Chunk, Feeds, SavedTables, Wakeup
from service.events.log import Entry, viewer
from service.events.past import as_it_happens, looked_up
from service.events.store import EventLog
from service.games.kit.decision import Seat
from service.refusals import Refused
from service.tables.play import present
from service.tables.session import TableSession, load
from service.tables.store import Tables
from service.tables.views import events_for, sent_event, update

Data = dict[str, Any]
LAST: Final = ("finished", "aborted")
PAGE: Final = 500
"""How many past events are sent as one chunk."""


class Source(Protocol):
    """Something that can be followed: a table, the lobby or an account."""

    id: str
    over: bool

    def open(self, stack: ExitStack, wakeup: Wakeup) -> None:
        """Follow it until the stack is closed; raises Refused."""

    def begin(self) -> Iterator[list[Data]]:
        """The first events: a snapshot, and what the viewer has missed."""
        ...

    def news(self) -> Iterator[list[Data]]:
        """The events since then."""
        ...


def follow(
    tables: Tables, sources: Sequence[Source], wakeup: Wakeup, still_valid: Callable[[], bool]
) -> Iterator[list[Data]]:
    """The events of these sources. The stream ends when all of them have ended.

    There is one chunk per change, because each chunk costs time in the web server. An empty chunk means that there is
    nothing to send until the wakeup. For a source that cannot be followed there is an event `refused`; if none can, the
    first refusal is raised.
    """
    with ExitStack() as stack:
        streams, refusals = list[Source](), []
        for source in sources:
            try:
                source.open(stack, wakeup)
                streams.append(source)
            except Refused as refusal:
                refusals.append((source.id, refusal))
        if not streams:
            raise refusals[0][1]
        for stream in streams:
            yield from stream.begin()
        if refusals:
            now = tables.now()
            yield [
                sent_event(0, now, id, "refused", {"code": refusal.code, "params": refusal.params})
                for id, refusal in refusals
            ]
        streams = [stream for stream in streams if not stream.over]
        while streams:
            if not still_valid():
                return
            news = [chunk for stream in streams for chunk in stream.news()]
            left = [stream for stream in streams if not stream.over]
            yield from news[:-1]
            wakeup.all_read = len(left) == len(streams)
            yield news[-1] if news else []
            wakeup.all_read = False
            streams = left


class TableStream:
    """One viewer's stream of one table.

    It begins with a snapshot, followed by all events without gaps after the event `after`, or only by new events. With
    `views`, the events of each commit are followed by the resulting view.
    """

    session: TableSession
    seat: Seat | None
    number: int
    version: int

    def __init__(
        self,
        tables: Tables,
        feeds: Feeds,
        table: str,
        after: int | None,
        player: str | None,
        language: str,
        views: bool = False,
    ) -> None:
        self.tables = tables
        self.feeds = feeds
        self.id = table
        self.player = player
        self.language = language
        self.over = False
        self._after = after
        self._views = views
        self._saved: SavedTables | None = None

    def open(self, stack: ExitStack, wakeup: Wakeup) -> None:
        """Start to follow the table, then load it, in this order so that nothing is missed; raises Refused."""
        with ExitStack() as opened:
            self.follower = opened.enter_context(self.feeds.follow(self.id, wakeup))
            if self._views:
                self._saved = opened.enter_context(self.feeds.saved_tables.use(self.id))
            session = self.session = present(self.tables, self.id, self.player)
            self.seat = session.table.seat_of(self.player)
            self.version = session.table.version
            last = session.table.seqs[viewer(self.seat)]
            after = self._after
            self.number = min(after, last) if after is not None else max(0, last - 1) if session.table.over else last
            self._first = snapshot(session, self.seat, self.number, self.language)
            stack.push(opened.pop_all())

    def begin(self) -> Iterator[list[Data]]:
        """The snapshot, and the events that the viewer has missed. Afterwards nothing large is kept for this viewer."""
        yield [self.__dict__.pop("_first")]
        last, began = self.session.table.seqs[viewer(self.seat)], self.number
        while self.number < last and (
            chunk := past(self.feeds.log, self.session, self.seat, self.number, PAGE, self.language)
        ):
            self.number = chunk[-1]["seq"]
            yield chunk
        if self._saved is not None and self.number > began:
            yield [self._view(self.session)]
        self.over = self.session.table.over
        self.session.forget_state()

    def news(self) -> Iterator[list[Data]]:
        """One chunk for each new commit with events for this viewer."""
        if self.over or not self.follower.woken:
            return
        entries = self.follower.after(self.version)
        if not entries and self.tables.load(self.id) is None:
            self.over = True
            yield [sent_event(self.number + 1, self.tables.now(), self.id, "deleted", {})]
        for entry in entries:
            self.version = entry.version
            self.seat = _seat_now(entry, self.seat, self.player)
            if chunk := self._chunk(entry):
                self.number = chunk[-1]["seq"]
                yield chunk
            if _ends(entry, self.seat, self.player):
                self.over = True
                return

    def _chunk(self, entry: Entry) -> Chunk:
        """This viewer's events of a commit. Spectators share a chunk; a seat never gets one built for another."""
        feed, kind = self.follower.feed, (entry.version, self.language, self._saved is not None)
        if self.seat is None and (shared := feed.shared(kind)) is not None:
            return shared
        events = events_for(self.session, entry, self.seat, self.language)
        chunk = Chunk(as_it_happens(self.feeds.log, self.session, self.seat, events, entry.at))
        as_it_was = None
        # A commit without events for this viewer must not lead to a new view either.
        if chunk and self._saved is not None:
            self.number = chunk[-1]["seq"]
            as_it_was = self._saved.session(self.tables, entry)
            if session := as_it_was or self._session_now():
                chunk.append(self._view(session))
        if self.seat is None and (as_it_was is not None or self._saved is None):
            feed.share(kind, chunk)
        return chunk

    def _session_now(self) -> TableSession | None:
        """The current table, unless this viewer has newer events."""
        session = load(self.tables, self.id)
        # Otherwise newer entries are on their way, and the view with them.
        return session if session.table.seqs[viewer(self.seat)] == self.number else None

    def _view(self, session: TableSession) -> Data:
        """The view after the last event. It has no number of its own, so a stream resumes after that event."""
        return sent_event(self.number, session.now, self.id, "view", update(session, self.seat, self.language))


def past(log: EventLog, session: TableSession, seat: Seat | None, number: int, limit: int, language: str) -> list[Data]:
    """Events up to the last one when the table was loaded; later ones come from the feed."""
    last = session.table.seqs[viewer(seat)]
    entries = log.after(session.table.id, seat, number, limit) if number < last else []
    events = (event for entry in entries for event in events_for(session, entry, seat, language))
    return looked_up(log, session, seat, [event for event in events if number < event["seq"] <= last][:limit])


def page(
    tables: Tables, feeds: Feeds, id: str, player: str | None, after: int | None, wait: float, limit: int, language: str
) -> tuple[list[Data], int]:
    """The next events after a number; waits if there are none yet."""
    number = after or 0
    session = wait_for_event(tables, feeds, id, player, number, wait)
    # The seat may have been left, and taken by somebody else, during the wait.
    seat = session.table.seat_of(player)
    items = past(feeds.log, session, seat, number, limit, language)
    if after is None:
        items.insert(0, snapshot(session, seat, 0, language))
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


def snapshot(session: TableSession, seat: Seat | None, number: int, language: str) -> Data:
    return sent_event(number, session.now, session.table.id, "snapshot", update(session, seat, language))


def _seat_now(entry: Entry, seat: Seat | None, player: str | None) -> Seat | None:
    """The seat of the viewer from this entry on. (Before the game begins, all viewers have the same numbers.)"""
    for event in entry.events:
        if event.type == "seat" and event.data["player"] is not None and event.data["player"]["id"] == player:
            taken: Seat = event.data["seat"]
            return taken
    return seat


def _ends(entry: Entry, seat: Seat | None, player: str | None) -> bool:
    """Whether the table is over, or the seat now belongs to somebody else."""
    for event in entry.events:
        if event.type in LAST:
            return True
        if event.type == "seat" and seat is not None and event.data["seat"] == seat:
            sitting = event.data["player"]
            if event.data["kind"] != "forfeited" and (sitting is None or sitting["id"] != player):
                return True
    return False

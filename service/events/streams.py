"""Streams: one viewer follows one table or several, over one connection, from any number on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, Final, Protocol

from msgspec import Struct

from service.events.feeds import Chunk, Feeds, SavedTables, Wakeup
from service.events.log import Entry, viewer
from service.events.once_only import as_it_happens, looked_up
from service.events.store import EventLog
from service.games.kit.decision import Seat
from service.refusals import Refused
from service.tables.play import present
from service.tables.session import TableSession, load
from service.tables.store import Tables
from service.tables.views import events_for, stamp, update

Data = dict[str, Any]
LAST: Final = ("finished", "aborted")
PAGE: Final = 500
"""How many past events are sent as one chunk."""


class Source(Protocol):
    """Something to follow: a table, the lobby or an account."""

    id: str
    over: bool

    def open(self, stack: ExitStack, wakeup: Wakeup) -> None:
        """Follow it until the stack is closed, or refuse."""

    def begin(self) -> Iterator[list[Data]]:
        """What the viewer needs to know first."""
        ...

    def news(self) -> Iterator[list[Data]]:
        """What has happened since."""
        ...


class Wanted(Struct, frozen=True):
    """A table to follow. `after` is the last event that the viewer has; None: only new events."""

    table: str
    after: int | None = None


def follow(
    tables: Tables, sources: Sequence[Source], wakeup: Wakeup, still_valid: Callable[[], bool]
) -> Iterator[list[Data]]:
    """The events of these sources, over one connection that ends with the last of them.

    They come in one chunk for each change, since each chunk costs time in the web server. After an empty chunk there is
    nothing to send until the wakeup. A source that cannot be followed gets an event `refused`; if none can, the first
    refusal is raised.
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
            now = stamp(tables.now())
            yield [_refused(id, refusal, now) for id, refusal in refusals]
        while streams := [stream for stream in streams if not stream.over]:
            yield []
            if not still_valid():
                return
            for stream in streams:
                yield from stream.news()


class TableStream:
    """One viewer's stream of one table: how far it is, and what comes next.

    It begins with a snapshot. Then come its events without a gap; with `views`, those of each commit are followed by
    the view they led to.
    """

    session: TableSession
    seat: Seat | None
    number: int
    version: int

    def __init__(
        self, tables: Tables, feeds: Feeds, wanted: Wanted, player: str | None, language: str, views: bool = False
    ) -> None:
        self.tables = tables
        self.feeds = feeds
        self.id = wanted.table
        self.player = player
        self.language = language
        self.over = False
        self._after = wanted.after
        self._views = views
        self._saved: SavedTables | None = None

    def open(self, stack: ExitStack, wakeup: Wakeup) -> None:
        """Look at the table, or refuse. It is followed from before that, so that nothing is missed."""
        with ExitStack() as opened:
            self.follower = opened.enter_context(self.feeds.follow(self.id, wakeup))
            if self._views:
                self._saved = opened.enter_context(self.feeds.saved(self.id))
            session = self.session = present(self.tables, self.id, self.player)
            self.seat = session.table.seat_of(self.player)
            self.version = session.table.version
            last = session.table.seqs[viewer(self.seat)]
            after = self._after
            self.number = min(after, last) if after is not None else max(0, last - 1) if session.table.over else last
            self._first = snapshot(session, self.seat, self.number, self.language)
            stack.push(opened.pop_all())

    def begin(self) -> Iterator[list[Data]]:
        """The snapshot, and the events that the viewer lacks. Afterwards nothing large is held for this viewer."""
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
        """What has happened since; one chunk for each commit of which this viewer hears something."""
        if self.over or not self.follower.woken:
            return
        entries = self.follower.after(self.version)
        if not entries and self.tables.load(self.id) is None:
            self.over = True
            yield [self._event(self.number + 1, "deleted", {}, self.tables.now())]
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
        """What this viewer hears of a commit. Spectators share it; a seat never gets what was built for another."""
        feed, kind = self.follower.feed, (entry.version, self.language, self._saved is not None)
        if self.seat is None and (shared := feed.shared(kind)) is not None:
            return shared
        events = events_for(self.session.table, entry, self.seat, self.session.known_game, self.language)
        chunk = Chunk(as_it_happens(self.feeds.log, self.session, self.seat, events, entry.at))
        as_it_was = None
        # A commit of which this viewer hears nothing must not show in a new view either.
        if chunk and self._saved is not None:
            self.number = chunk[-1]["seq"]
            as_it_was = self._saved.session(self.tables, entry)
            if session := as_it_was or self._session_now():
                chunk.append(self._view(session))
        if self.seat is None and (as_it_was is not None or self._saved is None):
            feed.share(kind, chunk)
        return chunk

    def _session_now(self) -> TableSession | None:
        """The table as it is now, if it looks to this viewer as the last entry left it."""
        session = load(self.tables, self.id)
        # Otherwise newer entries are about to come, and the view with them.
        return session if session.table.seqs[viewer(self.seat)] == self.number else None

    def _view(self, session: TableSession) -> Data:
        """The view after the last event. It has no number, so a stream resumes after that event."""
        return self._event(self.number, "view", update(session, self.seat, self.language), session.now)

    def _event(self, number: int, type: str, data: Data, now: int) -> Data:
        return {"seq": number, "at": stamp(now), "table": self.id, "type": type, "data": data}


def past(log: EventLog, session: TableSession, seat: Seat | None, number: int, limit: int, language: str) -> list[Data]:
    """Events up to the one that was the last when the table was loaded; later ones come from the feed."""
    last = session.table.seqs[viewer(seat)]
    entries = log.after(session.table.id, seat, number, limit) if number < last else []
    events = (
        event for entry in entries for event in events_for(session.table, entry, seat, session.known_game, language)
    )
    return looked_up(log, session, seat, [event for event in events if number < event["seq"] <= last][:limit])


def snapshot(session: TableSession, seat: Seat | None, number: int, language: str) -> Data:
    shown = update(session, seat, language)
    return {"seq": number, "at": stamp(session.now), "table": session.table.id, "type": "snapshot", "data": shown}


def _refused(table: str, refusal: Refused, now: str | None) -> Data:
    data = {"code": refusal.code, "params": refusal.params}
    return {"seq": 0, "at": now, "table": table, "type": "refused", "data": data}


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

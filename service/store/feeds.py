"""The logs that clients of this process follow: each new entry is read once, however many clients wait for it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from service.store import keys
from service.store.bells import Bells, Waiter
from service.store.log import Entry, Log


class Follower:
    """One client of a feed."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.rung = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Wait until the table may have something new; False when the time is over."""
        rung = self.rung.wait(seconds)
        self.rung.clear()
        return rung

    def after(self, version: int) -> list[Entry]:
        """Entries newer than `version`."""
        return self.feed.after(version)


class Feed(Waiter):
    """The newest entries of one table, read when its bell has rung."""

    def __init__(self, log: Log, bells: Bells, table: str) -> None:
        super().__init__(bells, (keys.table_bell(table),))
        self._log = log
        self._table = table
        self._lock = threading.Lock()
        self._entries: deque[Entry] = deque(maxlen=64)
        self._stale = True
        self.followers: set[Follower] = set()

    def ring(self, message: bytes | None) -> None:
        self._stale = True
        self.nudge()

    def nudge(self) -> None:
        for follower in tuple(self.followers):
            follower.rung.set()

    def after(self, version: int) -> list[Entry]:
        """Entries newer than `version`, from hand where they are in hand."""
        with self._lock:
            held = self._entries
            if not held or held[0].version > version + 1:
                fresh = self._log.since(self._table, version)
                if not held:
                    held.extend(fresh)
                return fresh
            if self._stale:
                self._stale = False
                held.extend(self._log.since(self._table, held[-1].version))
            return [entry for entry in held if entry.version > version]


class Feeds:
    """A feed for every table that somebody follows here."""

    def __init__(self, log: Log, bells: Bells) -> None:
        self._log = log
        self._bells = bells
        self._lock = threading.Lock()
        self._feeds: dict[str, Feed] = {}

    @contextmanager
    def follow(self, table: str) -> Iterator[Follower]:
        """A follower of this table, for as long as the block lasts."""
        with self._lock:
            feed = self._feeds.get(table)
            if feed is None:
                feed = self._feeds[table] = Feed(self._log, self._bells, table)
                self._bells.add(feed)
            follower = Follower(feed)
            feed.followers.add(follower)
        try:
            yield follower
        finally:
            with self._lock:
                feed.followers.discard(follower)
                if not feed.followers:
                    del self._feeds[table]
                    self._bells.remove(feed)

"""The logs that clients of this process follow: each new entry is read once, however many clients wait for it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from queue import Empty, SimpleQueue

from service.events.log import Entry, Log, told_by
from service.storage import keys
from service.storage.notifications import Bells, Waiter


class Follower:
    """One client of a feed."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self._rings: SimpleQueue[None] = SimpleQueue()

    def ring(self) -> None:
        """Wake the client, now or as soon as it waits."""
        if self._rings.empty():
            self._rings.put(None)

    def wait(self, seconds: float) -> bool:
        """Wait until the table may have something new; False when the time is over."""
        try:
            self._rings.get(timeout=seconds)
        except Empty:
            return False
        return True

    def after(self, version: int) -> list[Entry]:
        """Entries newer than `version`."""
        return self.feed.after(version)


class Feed(Waiter):
    """The newest entries of one table. Its bell brings them along; what a bell does not bring is read."""

    def __init__(self, log: Log, bells: Bells, table: str) -> None:
        super().__init__(bells, (keys.table_bell(table),))
        self._log = log
        self._table = table
        self._lock = threading.Lock()
        self._news: deque[bytes | None] = deque(maxlen=64)
        self._entries: deque[Entry] = deque(maxlen=64)
        self._missed = True
        self.followers: set[Follower] = set()

    def ring(self, message: bytes | None) -> None:
        self._news.append(message)
        self.nudge()

    def nudge(self) -> None:
        for follower in tuple(self.followers):
            follower.ring()

    def after(self, version: int) -> list[Entry]:
        """Entries newer than `version`, from hand where they are in hand."""
        with self._lock:
            held = self._entries
            self._open_news()
            if self._missed or not held:
                held.extend(self._log.since(self._table, held[-1].version if held else version))
                self._missed = False
            if held and held[0].version > version + 1:
                return self._log.since(self._table, version)
            # From the newest backwards: nearly always it is the only one.
            return [*takewhile(lambda entry: entry.version > version, reversed(held))][::-1]

    def _open_news(self) -> None:
        """Take what the bells brought; where one is missing between two, it and all after it must be read."""
        held = self._entries
        while self._news:
            entry = told_by(self._news.popleft())
            if entry is None or (held and entry.version > held[-1].version + 1):
                self._missed = True
            elif not self._missed and (not held or entry.version > held[-1].version):
                held.append(entry)


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

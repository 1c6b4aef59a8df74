"""Feeds of the tables that clients of this process follow: each new entry is read once for all of them."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from queue import Empty, SimpleQueue

from service.events.log import Entry, entry_of
from service.events.store import EventLog
from service.storage import keys
from service.storage.notifications import Notifications, Subscription


class Follower:
    """One client of a feed."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self._wakeups: SimpleQueue[None] = SimpleQueue()

    def wake(self) -> None:
        """Wake the client, or let its next wait return at once."""
        if self._wakeups.empty():
            self._wakeups.put(None)

    def wait(self, seconds: float) -> bool:
        """Wait until there may be new entries; False after a time-out."""
        try:
            self._wakeups.get(timeout=seconds)
        except Empty:
            return False
        return True

    def after(self, version: int) -> list[Entry]:
        """Entries newer than `version`."""
        return self.feed.after(version)


class Feed(Subscription):
    """The newest entries of one table, from its notifications; entries that these lack are read from the log."""

    def __init__(self, log: EventLog, notifications: Notifications, table: str) -> None:
        super().__init__(notifications, (keys.table_channel(table),))
        self.log = log
        self._table = table
        self._lock = threading.Lock()
        self._messages: deque[bytes | None] = deque(maxlen=64)
        self._entries: deque[Entry] = deque(maxlen=64)
        self._missed = True
        self.followers: set[Follower] = set()

    def notify(self, message: bytes | None) -> None:
        self._messages.append(message)
        self.wake()

    def wake(self) -> None:
        for follower in tuple(self.followers):
            follower.wake()

    def after(self, version: int) -> list[Entry]:
        """Entries newer than `version`, from memory if possible."""
        with self._lock:
            held = self._entries
            self._take_messages()
            if self._missed or not held:
                held.extend(self.log.since(self._table, held[-1].version if held else version))
                self._missed = False
            if held and held[0].version > version + 1:
                return self.log.since(self._table, version)
            # Searched from the end, because nearly always only the newest one is wanted.
            return [*takewhile(lambda entry: entry.version > version, reversed(held))][::-1]

    def _take_messages(self) -> None:
        """Take the entries of notifications; after a gap the log is read."""
        held = self._entries
        while self._messages:
            entry = entry_of(self._messages.popleft())
            if entry is None or (held and entry.version > held[-1].version + 1):
                self._missed = True
            elif not self._missed and (not held or entry.version > held[-1].version):
                held.append(entry)


class Feeds:
    """One feed for each table that is followed in this process."""

    def __init__(self, log: EventLog, notifications: Notifications) -> None:
        self.log = log
        self._notifications = notifications
        self._lock = threading.Lock()
        self._feeds: dict[str, Feed] = {}

    @contextmanager
    def follow(self, table: str) -> Iterator[Follower]:
        """A follower of this table, for as long as the block lasts."""
        with self._lock:
            feed = self._feeds.get(table)
            if feed is None:
                feed = self._feeds[table] = Feed(self.log, self._notifications, table)
                self._notifications.add(feed)
            follower = Follower(feed)
            feed.followers.add(follower)
        try:
            yield follower
        finally:
            with self._lock:
                feed.followers.discard(follower)
                if not feed.followers:
                    del self._feeds[table]
                    self._notifications.remove(feed)

"""Feeds of the tables that clients of this process follow. Each new entry is read once for all of them."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from queue import Empty, SimpleQueue
from typing import Any, Final, Generic, TypeVar

from service.events.log import Entry, entry_of
from service.events.store import EventLog
from service.storage import keys
from service.storage.notifications import Notifications, Subscription
from service.tables.session import TableSession, session_of
from service.tables.store import Table, Tables, decode_table

S = TypeVar("S", bound=Subscription)

VERSIONS: Final = 8
"""How many saved versions of a table are kept in memory. A slower client gets only the newest view."""

KEPT: Final = 64
"""How many entries of a table are kept in memory. A slower client reads the log."""

Kind = tuple[int, str, bool]
"""Spectators share chunks by this key: the version of an entry, their language, and whether they want views."""


class Chunk(list[dict[str, Any]]):
    """Events that are sent together. All spectators of a kind get the same chunk, encoded once per format."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        super().__init__(events)
        self.encoded: dict[str, bytes] = {}


class Wakeup:
    """Wakes one client, which may follow several feeds: a waiting thread, or by calling `then`."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[None] = SimpleQueue()
        self.then: Callable[[], None] | None = None
        self.all_read = False
        """Whether the chunk that the client has read was the last one until the next wakeup."""

    def wake(self) -> None:
        """Wake the client, or make its next wait return immediately."""
        if self.then is not None:
            self.then()
        elif self._queue.empty():
            self._queue.put(None)

    def wait(self, seconds: float) -> bool:
        """Wait until there may be new entries; False after a time-out."""
        try:
            self._queue.get(timeout=seconds)
        except Empty:
            return False
        return True


class Follower:
    """One client of a feed."""

    def __init__(self, feed: Feed, wakeup: Wakeup) -> None:
        self.feed = feed
        self.woken = False
        """Whether there may be entries that the client has not fetched."""
        self._wakeup = wakeup

    def wake(self) -> None:
        """Wake the client, or make its next wait return immediately."""
        self.woken = True
        self._wakeup.wake()

    def wait(self, seconds: float) -> bool:
        """Wait until there may be new entries; False after a time-out."""
        return self._wakeup.wait(seconds)

    def after(self, version: int) -> list[Entry]:
        """Entries newer than `version`."""
        self.woken = False
        return self.feed.after(version)


class Feed(Subscription):
    """The newest entries of one table, from its notifications; missing entries are read from the log."""

    def __init__(self, log: EventLog, notifications: Notifications, table: str) -> None:
        super().__init__(notifications, (keys.table_channel(table),))
        self.log = log
        self._table = table
        self._lock = threading.Lock()
        self._messages: deque[bytes | None] = deque(maxlen=KEPT)
        self._entries: deque[Entry] = deque(maxlen=KEPT)
        self._chunks: dict[Kind, Chunk] = {}
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
            # Almost always only the newest one is needed, so that case comes first, and the search begins at the end.
            if held and held[-1].version == version + 1:
                return [held[-1]]
            if held and held[0].version > version + 1:
                return self.log.since(self._table, version)
            return [*takewhile(lambda entry: entry.version > version, reversed(held))][::-1]

    def shared(self, kind: Kind) -> Chunk | None:
        """The chunk for spectators of this kind, if it was built before."""
        return self._chunks.get(kind)

    def share(self, kind: Kind, chunk: Chunk) -> None:
        """Keep a chunk for the other spectators of this kind, for as long as its entry is kept."""
        with self._lock:
            oldest = self._entries[0].version if self._entries else 0
            for old in [known for known in self._chunks if known[0] < oldest]:
                del self._chunks[old]
            if kind[0] >= oldest:
                self._chunks[kind] = chunk

    def _take_messages(self) -> None:
        """Take the entries from notifications. After a gap, the log is read."""
        held = self._entries
        while self._messages:
            entry = entry_of(self._messages.popleft())
            if entry is None or (held and entry.version > held[-1].version + 1):
                self._missed = True
            elif not self._missed and (not held or entry.version > held[-1].version):
                held.append(entry)


class SavedTables(Subscription):
    """The newest saved versions of one table, decoded once for all clients that want views."""

    def __init__(self, notifications: Notifications, table: str) -> None:
        super().__init__(notifications, (keys.saved_channel(table),))
        self._lock = threading.Lock()
        self._saved: deque[bytes] = deque(maxlen=VERSIONS)
        self._tables: deque[Table] = deque(maxlen=VERSIONS)
        self._sessions: deque[TableSession] = deque(maxlen=VERSIONS)

    def notify(self, message: bytes | None) -> None:
        if message is not None:
            self._saved.append(message)

    def wake(self) -> None:
        """Nobody waits here: the entry of the same commit wakes the clients."""

    def session(self, tables: Tables, entry: Entry) -> TableSession | None:
        """The table after this entry, read-only; None if it is not in memory."""
        with self._lock:
            for session in self._sessions:
                if session.table.version == entry.version:
                    return session
            while self._saved:
                self._tables.append(decode_table(self._saved.popleft()))
            for table in self._tables:
                if table.version == entry.version:
                    self._sessions.append(session_of(tables, table, entry.at))
                    return self._sessions[-1]
            return None


class PerTable(Generic[S]):
    """One subscription for each table, shared by all clients of this process that use it."""

    def __init__(self, notifications: Notifications, create: Callable[[str], S]) -> None:
        self._notifications = notifications
        self._create = create
        self._lock = threading.Lock()
        self._clients: Counter[str] = Counter()
        self.open: dict[str, S] = {}

    @contextmanager
    def use(self, table: str) -> Iterator[S]:
        """The subscription of this table, for as long as the block lasts."""
        with self._lock:
            if table not in self.open:
                self.open[table] = self._create(table)
                self._notifications.add(self.open[table])
            found = self.open[table]
            self._clients[table] += 1
        try:
            yield found
        finally:
            with self._lock:
                self._clients[table] -= 1
                if not self._clients[table]:
                    del self.open[table], self._clients[table]
                    self._notifications.remove(found)


class Feeds:
    """The feeds and the saved versions of the tables that are followed in this process."""

    def __init__(self, log: EventLog, notifications: Notifications) -> None:
        self.log = log
        self.feeds = PerTable(notifications, lambda table: Feed(log, notifications, table))
        self.saved_tables = PerTable(notifications, lambda table: SavedTables(notifications, table))

    @contextmanager
    def follow(self, table: str, wakeup: Wakeup | None = None) -> Iterator[Follower]:
        """A follower of this table, for as long as the block lasts."""
        with self.feeds.use(table) as feed:
            follower = Follower(feed, wakeup or Wakeup())
            feed.followers.add(follower)
            try:
                yield follower
            finally:
                feed.followers.discard(follower)

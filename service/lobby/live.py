"""The live lobby: the newest public tables and who is present, read once for all watchers in this process.

A table is only read again when it is opened, begins or ends, or when a seat changes: moves cost nothing here. A player
who has an open stream or long poll is present; that is looked up for all listed tables every few seconds.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from msgspec import Struct

from service.events.feeds import Wakeup
from service.lobby.listing import Filter
from service.quotas.store import QuotaStore
from service.storage import keys
from service.storage.connection import OUTAGES
from service.storage.notifications import Notifications, Subscription
from service.tables.parts import Status
from service.tables.session import TableSession
from service.tables.store import Table, Tables
from service.tables.views import sent_event, table_data

log = logging.getLogger(__name__)

LISTED: Final[tuple[Status, ...]] = ("open", "running")
MOST: Final = 100
"""How many tables of each status the lobby shows, the newest ones."""

PRESENCE_S: Final = 3.0
"""How often presence is looked up."""

PAUSE_S: Final = 0.1
"""Changes within this time are read together."""

FIELDS: Final = (
    *("id", "game", "status", "options", "owner", "created_at", "started_at"),
    *("seats", "clock", "start", "practice", "my_seat"),
)
"""The fields of a table that the lobby shows. Moves do not change any of them."""

Data = dict[str, Any]


class Listed(Struct, frozen=True):
    """A table in the lobby. Its `data` are the same object until they change."""

    table: Table
    data: Data


class Lobby(Subscription):
    """The newest public tables that are open or running, kept up to date while somebody watches."""

    def __init__(self, tables: Tables, quotas: QuotaStore, notifications: Notifications) -> None:
        super().__init__(notifications, tuple(map(keys.lobby_channel, notifications.shards)))
        self._tables = tables
        self._quotas = quotas
        self._lock = threading.Lock()
        self._watchers: set[Wakeup] = set()
        self._reader = 0
        self._known: set[str] = set()
        self._online: set[str] = set()
        self._look_at = 0.0
        self.listed: dict[str, Listed] = {}
        """The listed tables by id, oldest first. Replaced after each change, never modified in place."""

    @contextmanager
    def watch(self, wakeup: Wakeup) -> Iterator[None]:
        """Keep the lobby up to date and wake this client after each change, for as long as the block lasts."""
        with self._lock:
            if not self._watchers:
                self._begin()
            self._watchers.add(wakeup)
        try:
            yield
        finally:
            with self._lock:
                self._watchers.discard(wakeup)
                if not self._watchers:
                    self._notifications.remove(self)
                    self._reader += 1
                    self.wake()

    def _begin(self) -> None:
        """Read everything for the first client, and start the thread that reads what changes."""
        self._notifications.add(self)
        try:
            self._read(None)
        except BaseException:
            self._notifications.remove(self)
            raise
        self._reader += 1
        threading.Thread(target=self._run, args=(self._reader,), name="lobby", daemon=True).start()

    def _run(self, reader: int) -> None:
        """Read changes until the last client is gone."""
        missed = False
        while True:
            self.wait(max(0.0, self._look_at - time.monotonic()))
            if self._reader != reader:
                return
            before, changed = self.listed, self.messages()
            try:
                self._read(None if missed else changed)
                missed = False
            except OUTAGES as error:
                log.warning("the lobby could not be read: %s", error)
                missed = True
            if self.listed is not before:
                for wakeup in tuple(self._watchers):
                    wakeup.wake()
            time.sleep(PAUSE_S)

    def _read(self, changed: set[str] | None) -> None:
        """Read the tables that have changed (None: any may have), and at intervals who is present."""
        tables = {} if changed is None else {id: one.table for id, one in self.listed.items() if id not in changed}
        if changed is None or changed:
            newest = {id for status in LISTED for id in self._tables.listed(None, status, None, MOST)}
            read = self._tables.load_many([id for id in newest if id not in tables])
            tables = {table.id: table for table in [*tables.values(), *read] if table.id in newest and _listed(table)}
        self._look_up_presence(tables.values())
        now = self._tables.now()
        listed = {id: self._listed(tables[id], now) for id in sorted(tables)}
        if listed != self.listed:
            self.listed = listed

    def _look_up_presence(self, tables: Iterable[Table]) -> None:
        """Look up all players at intervals, and new ones immediately."""
        players = {seat.player for table in tables for seat in table.seats if seat.kind == "player" and seat.player}
        all_again = time.monotonic() >= self._look_at
        if all_again:
            self._look_at = time.monotonic() + PRESENCE_S
        unknown = players if all_again else players - self._known
        online = self._quotas.streaming(sorted(unknown), self._tables.now()) if unknown else set[str]()
        self._online = online if all_again else (self._online & players) | online
        self._known = players

    def _listed(self, table: Table, now: int) -> Listed:
        before = self.listed.get(table.id)
        present = tuple(
            n for n, seat in enumerate(table.seats) if seat.kind == "player" and seat.player in self._online
        )
        if before is not None and before.table.version == table.version and before.data["present"] == present:
            return before
        data = table_data(TableSession(table, now), None)
        shown = {**{field: data[field] for field in FIELDS}, "present": present}
        return Listed(table, before.data if before is not None and before.data == shown else shown)


class LobbyStream:
    """One viewer's stream of the lobby: all matching tables, then each one that changes."""

    id = "lobby"
    over = False

    def __init__(self, lobby: Lobby, tables: Tables, wanted: Filter, player: str | None) -> None:
        self._lobby = lobby
        self._tables = tables
        self._wanted = wanted
        self._player = player
        self._number = 0
        self._listed: dict[str, Listed] = {}
        self._shown: dict[str, Listed] = {}

    def open(self, stack: ExitStack, wakeup: Wakeup) -> None:
        """Watch the lobby until the stack is closed."""
        stack.enter_context(self._lobby.watch(wakeup))

    def begin(self) -> Iterator[list[Data]]:
        """All tables, newest first."""
        self._look()
        yield [self._event("lobby", {"tables": [self._seen(one) for one in reversed(self._shown.values())]})]

    def news(self) -> Iterator[list[Data]]:
        """Tables that have changed, and tables that are no longer listed."""
        if self._lobby.listed is self._listed:
            return
        before = self._shown
        self._look()
        changed = [one for id, one in self._shown.items() if id not in before or before[id].data is not one.data]
        events = [
            *(self._event("lobby-removed", {"id": id}) for id in sorted(before.keys() - self._shown.keys())),
            *(self._event("lobby-table", self._seen(one)) for one in changed),
        ]
        if events:
            yield events

    def _look(self) -> None:
        """Note what is listed now, and which of it this viewer wants."""
        self._listed = self._lobby.listed
        self._shown = {id: one for id, one in self._listed.items() if self._wanted.wants(one.table, self._player)}

    def _seen(self, one: Listed) -> Data:
        """The table as this viewer sees it, with their own seat."""
        seat = one.table.seat_of(self._player)
        return one.data if seat is None else {**one.data, "my_seat": seat}

    def _event(self, type: str, data: Data) -> Data:
        self._number += 1
        return sent_event(self._number - 1, self._tables.now(), None, type, data)


def _listed(table: Table) -> bool:
    return table.visibility == "public" and table.status in LISTED

"""The stream of an account: everything that is waiting for a player, across all tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from service.accounts.store import Accounts
from service.events.feeds import Wakeup
from service.events.streams import LAST
from service.refusals import BookMissing, RulesNewer, RulesRetired
from service.storage import keys
from service.storage.notifications import Notifications, Subscription
from service.tables.session import TableSession, session_of
from service.tables.store import Tables
from service.tables.views import decisions, result_data, stamp

Data = dict[str, Any]


class Waking(Subscription):
    """A subscription whose messages wake a client that also waits for other things."""

    def __init__(self, notifications: Notifications, channels: tuple[str, ...], wakeup: Wakeup) -> None:
        super().__init__(notifications, channels)
        self._wakeup = wakeup

    def notify(self, message: bytes | None) -> None:
        super().notify(message)
        self._wakeup.wake()

    def wake(self) -> None:
        self._wakeup.wake()


class AccountStream:
    """The stream of one account: a snapshot of everything that is waiting, then updates.

    If `wrapped`, each event is the data of an event of type `account`, because the stream also follows single tables.
    """

    over = False

    def __init__(self, account: Account, notifications: Notifications, wrapped: bool) -> None:
        self.id = account.player
        self._account = account
        self._notifications = notifications
        self._wrapped = wrapped

    def open(self, stack: ExitStack, wakeup: Wakeup) -> None:
        """Subscribe before anything is read, so that nothing is missed."""
        player = self._account.player
        channels = tuple(keys.player_channel(player, shard) for shard in self._notifications.shards)
        self._subscription = stack.enter_context(Waking(self._notifications, channels, wakeup))

    def begin(self) -> Iterator[list[Data]]:
        """A snapshot of all tables of the account that are not over."""
        yield self._told([self._account.snapshot()])

    def news(self) -> Iterator[list[Data]]:
        """What is new at the tables that messages named."""
        tables = self._subscription.messages()
        if (tables is None or tables) and (news := list(self._account.news(tables))):
            yield self._told(news)

    def _told(self, events: list[Data]) -> list[Data]:
        if not self._wrapped:
            return events
        return [{**event, "table": None, "type": "account", "data": event} for event in events]


class Account:
    """What one stream of an account has sent so far."""

    def __init__(self, tables: Tables, accounts: Accounts, player: str, language: str) -> None:
        self.tables = tables
        self.accounts = accounts
        self.player = player
        self.language = language
        self.number = 0
        self.sent: dict[str, tuple[str, frozenset[str], int]] = {}

    def snapshot(self) -> Data:
        """All tables that are not over, with the player's open decisions."""
        now = self.tables.now()
        summaries = []
        for session in self._tables(self.accounts.live_tables(self.player), now):
            if session.table.over:
                self._forget(session)
                continue
            waiting = self._note(session)
            summary = {"id": session.table.id, "game": session.table.game, "status": session.table.status}
            summaries.append({**summary, "my_seat": session.table.seat_of(self.player), "decisions": waiting})
        return self._event(None, now, "snapshot", {"tables": summaries})

    def news(self, tables: set[str] | None) -> Iterator[Data]:
        """What is new at these tables, or at all tables of the player (None)."""
        if tables is None:
            tables = {*self.accounts.live_tables(self.player), *self.sent}
        now = self.tables.now()
        for session in self._tables(sorted(tables), now):
            standing, known, heard = self.sent.get(session.table.id, ("", frozenset(), 0))
            waiting = self._note(session)
            for decision in waiting:
                if decision["id"] not in known:
                    yield self._event(session.table.id, now, "your-decision", decision)
            stands = _standing(session, self.player)
            if stands != standing and stands in ("invited", *LAST):
                yield self._event(session.table.id, now, stands, _about(session, self.player))
            if not session.table.over and _heard(session, self.player) > heard:
                yield self._event(session.table.id, now, "talk", {"game": session.table.game})
            if session.table.over:
                self._forget(session)

    def _tables(self, ids: list[str], now: int) -> list[TableSession]:
        """The tables in `ids` that belong to the player; the stored list may contain others."""
        return [
            TableSession(table, now) if table.over else session_of(self.tables, table, now)
            for table in self.tables.load_many(ids)
            if self.player in table.people
        ]

    def _note(self, session: TableSession) -> list[Data]:
        """Record what is sent about a table. Return its open decisions."""
        try:
            waiting = decisions(session, session.table.seat_of(self.player), self.language)
        except (BookMissing, RulesNewer, RulesRetired):
            # This table can no longer be played; the others are still shown.
            waiting = []
        names = frozenset(decision["id"] for decision in waiting)
        self.sent[session.table.id] = (_standing(session, self.player), names, _heard(session, self.player))
        return waiting

    def _forget(self, session: TableSession) -> None:
        self.sent.pop(session.table.id, None)
        self.accounts.remove_live_table(self.player, session.table.id)

    def _event(self, table: str | None, now: int, type: str, data: Data) -> Data:
        event = {"seq": self.number, "at": stamp(now), "table": table, "type": type, "data": data}
        self.number += 1
        return event


def _heard(session: TableSession, player: str) -> int:
    """The version in which somebody last spoke to this player while they had nothing to decide."""
    seat = session.table.seat_of(player)
    return 0 if seat is None else session.table.heard.get(seat, 0)


def _standing(session: TableSession, player: str) -> str:
    if session.table.over:
        return session.table.status
    invited = any(seat.kind == "invite" and seat.player == player for seat in session.table.seats)
    return "invited" if invited else session.table.status


def _about(session: TableSession, player: str) -> Data:
    if session.table.over:
        return {"game": session.table.game, "result": result_data(session.table)}
    seat = next((n for n, s in enumerate(session.table.seats) if s.kind == "invite" and s.player == player), None)
    return {"game": session.table.game, "seat": seat}

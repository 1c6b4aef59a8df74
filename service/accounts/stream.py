"""The stream of an account: everything that is waiting for a player, across all tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from service.accounts.store import Accounts
from service.events.feeds import Wakeup
from service.events.streams import LAST
from service.games.kit.decision import Seat
from service.refusals import BookMissing, RulesNewer, RulesRetired
from service.storage import keys
from service.storage.notifications import Notifications, Subscription
from service.tables.session import TableSession, session_of
from service.tables.store import Tables
from service.tables.views import decisions, result_data, sent_event

Data = dict[str, Any]


class AccountStream:
    """The stream of one account: a snapshot of everything that is waiting, then updates.

    If `wrapped`, each event is the data of an event of type `account`, because the stream also follows single tables.
    """

    over = False

    def __init__(
        self,
        tables: Tables,
        accounts: Accounts,
        notifications: Notifications,
        player: str,
        language: str,
        wrapped: bool = False,
    ) -> None:
        self.id = player
        self._tables = tables
        self._accounts = accounts
        self._notifications = notifications
        self._language = language
        self._wrapped = wrapped
        self._number = 0
        self._sent: dict[str, tuple[str, frozenset[str], int]] = {}
        """What was sent about each table: its standing, the open decisions, and the version of the last talk."""

    def open(self, stack: ExitStack, wakeup: Wakeup) -> None:
        """Subscribe before anything is read, so that nothing is missed."""
        channels = tuple(keys.player_channel(self.id, shard) for shard in self._notifications.shards)
        self._subscription = stack.enter_context(Subscription(self._notifications, channels, wakeup.wake))

    def begin(self) -> Iterator[list[Data]]:
        """A snapshot of all tables of the account that are not over."""
        yield [self._snapshot()]

    def news(self) -> Iterator[list[Data]]:
        """What is new at the tables that messages named."""
        tables = self._subscription.messages()
        if (tables is None or tables) and (news := list(self._news(tables))):
            yield news

    def _snapshot(self) -> Data:
        """All tables that are not over, with the player's open decisions."""
        now = self._tables.now()
        summaries = []
        for session in self._load(self._accounts.live_tables(self.id), now):
            if session.table.over:
                self._forget(session)
                continue
            waiting = self._note(session)
            summary = {"id": session.table.id, "game": session.table.game, "status": session.table.status}
            summaries.append({**summary, "my_seat": session.table.seat_of(self.id), "decisions": waiting})
        return self._event(None, now, "snapshot", {"tables": summaries})

    def _news(self, tables: set[str] | None) -> Iterator[Data]:
        """What is new at these tables, or at all tables of the player (None)."""
        if tables is None:
            tables = {*self._accounts.live_tables(self.id), *self._sent}
        now = self._tables.now()
        for session in self._load(sorted(tables), now):
            standing, known, heard = self._sent.get(session.table.id, ("", frozenset(), 0))
            waiting = self._note(session)
            for decision in waiting:
                if decision["id"] not in known:
                    yield self._event(session.table.id, now, "your-decision", decision)
            stands = _standing(session, self.id)
            if stands != standing and stands in ("invited", *LAST):
                yield self._event(session.table.id, now, stands, _about(session, self.id))
            if not session.table.over and _heard(session, self.id) > heard:
                yield self._event(session.table.id, now, "talk", {"game": session.table.game})
            if session.table.over:
                self._forget(session)

    def _load(self, ids: list[str], now: int) -> list[TableSession]:
        """The tables in `ids` that belong to the player; the stored list may contain others."""
        return [
            TableSession(table, now) if table.over else session_of(self._tables, table, now)
            for table in self._tables.load_many(ids)
            if self.id in table.people
        ]

    def _note(self, session: TableSession) -> list[Data]:
        """Record what is sent about a table. Return its open decisions."""
        try:
            waiting = decisions(session, session.table.seat_of(self.id), self._language)
        except (BookMissing, RulesNewer, RulesRetired):
            # This table can no longer be played; the others are still shown.
            waiting = []
        names = frozenset(decision["id"] for decision in waiting)
        self._sent[session.table.id] = (_standing(session, self.id), names, _heard(session, self.id))
        return waiting

    def _forget(self, session: TableSession) -> None:
        self._sent.pop(session.table.id, None)
        self._accounts.remove_live_table(self.id, session.table.id)

    def _event(self, table: str | None, now: int, type: str, data: Data) -> Data:
        event = sent_event(self._number, now, table, type, data)
        self._number += 1
        return {**event, "table": None, "type": "account", "data": event} if self._wrapped else event


def _heard(session: TableSession, player: str) -> int:
    """The version in which somebody last spoke to this player while they had nothing to decide."""
    seat = session.table.seat_of(player)
    return 0 if seat is None else session.table.heard.get(seat, 0)


def _invited_to(session: TableSession, player: str) -> Seat | None:
    """The seat that is reserved for this player."""
    seats = enumerate(session.table.seats)
    return next((n for n, seat in seats if seat.kind == "invite" and seat.player == player), None)


def _standing(session: TableSession, player: str) -> str:
    invited = not session.table.over and _invited_to(session, player) is not None
    return "invited" if invited else session.table.status


def _about(session: TableSession, player: str) -> Data:
    over = session.table.over
    more = {"result": result_data(session.table)} if over else {"seat": _invited_to(session, player)}
    return {"game": session.table.game, **more}

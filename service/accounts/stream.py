"""Following an account: all that waits for a player, over all tables. It opens with what waits, so none is missed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from service.events.streams import LAST
from service.refusals import BookMissing, RulesRetired
from service.storage import keys
from service.stores import House, concerns
from service.tables.session import Live
from service.tables.views import decisions
from service.tables.wire import result_data, stamp

Data = dict[str, Any]


def follow(
    house: House, player: str, language: str, heartbeat: float, still: Callable[[], bool]
) -> Iterator[list[Data]]:
    """The stream of one account: a snapshot of all that waits, then what is new; an empty piece is a heartbeat."""
    account = Account(house, player, language)
    with house.bells.waiter(keys.player_bell(player)) as waiter:
        yield [account.snapshot()]
        while still():
            if not waiter.wait(heartbeat):
                yield []
            elif still() and (news := list(account.news(waiter.said()))):
                yield news


class Account:
    """What one connection of a player has been told so far."""

    def __init__(self, house: House, player: str, language: str) -> None:
        self.house = house
        self.player = player
        self.language = language
        self.number = 0
        self.told: dict[str, tuple[str, frozenset[str]]] = {}

    def snapshot(self) -> Data:
        """All tables that are not over, with the decisions open there."""
        now = self.house.deadlines.now()
        summaries = []
        for live in self._tables(self.house.people.live_tables(self.player), now):
            if live.table.over:
                self._forget(live)
                continue
            waiting = self._note(live)
            summary = {"id": live.table.id, "game": live.table.game, "status": live.table.status}
            summaries.append({**summary, "my_seat": live.table.seat_of(self.player), "decisions": waiting})
        return self._event(None, now, "snapshot", {"tables": summaries})

    def news(self, tables: set[str] | None) -> Iterator[Data]:
        """What is new at these tables; None: at any of them."""
        if tables is None:
            tables = {*self.house.people.live_tables(self.player), *self.told}
        now = self.house.deadlines.now()
        for live in self._tables(sorted(tables), now):
            standing, known = self.told.get(live.table.id, ("", frozenset()))
            waiting = self._note(live)
            for decision in waiting:
                if decision["id"] not in known:
                    yield self._event(live.table.id, now, "your-decision", decision)
            stands = _standing(live, self.player)
            if stands != standing and stands in ("invited", *LAST):
                yield self._event(live.table.id, now, stands, _about(live, self.player))
            if live.table.over:
                self._forget(live)

    def _tables(self, ids: list[str], now: int) -> list[Live]:
        """Those of these tables that are the player's (the register may name more) and can still be played."""
        found = []
        for table in self.house.tables.load_many(ids):
            if concerns(table, self.player):
                # One table that lost its book must not silence all others.
                with suppress(BookMissing):
                    found.append(Live(table, now) if table.over else self.house.live(table, now))
        return found

    def _note(self, live: Live) -> list[Data]:
        """Remember what is told about a table now; its open decisions."""
        try:
            waiting = decisions(live, live.table.seat_of(self.player), self.language)
        except RulesRetired:
            # Nothing can be decided there any more, and the other tables wait all the same.
            waiting = []
        names = frozenset(decision["id"] for decision in waiting)
        self.told[live.table.id] = (_standing(live, self.player), names)
        return waiting

    def _forget(self, live: Live) -> None:
        self.told.pop(live.table.id, None)
        self.house.people.forget_live(self.player, live.table.id)

    def _event(self, table: str | None, now: int, type: str, data: Data) -> Data:
        event = {"seq": self.number, "at": stamp(now), "table": table, "type": type, "data": data}
        self.number += 1
        return event


def _standing(live: Live, player: str) -> str:
    if live.table.over:
        return live.table.status
    invited = any(seat.kind == "invite" and seat.player == player for seat in live.table.seats)
    return "invited" if invited else live.table.status


def _about(live: Live, player: str) -> Data:
    if live.table.over:
        return {"game": live.table.game, "result": result_data(live.table)}
    seat = next((n for n, s in enumerate(live.table.seats) if s.kind == "invite" and s.player == player), None)
    return {"game": live.table.game, "seat": seat}

"""Listing tables: public ones by game and status, and one's own, newest first, page by page."""

from __future__ import annotations

from msgspec import Struct

from service.accounts.store import Accounts
from service.tables.parts import Status
from service.tables.session import TableSession
from service.tables.store import Table, Tables

SCANNED = 5
"""How many pages of tables one request may read to fill its own page."""


class Filter(Struct, frozen=True, kw_only=True):
    """Which tables are wanted."""

    game: str | None = None
    status: Status | None = None
    open_seats: bool | None = None
    mine: bool = False

    def wants(self, table: Table, player: str | None) -> bool:
        """Whether this table is one of them."""
        if self.game is not None and table.game != self.game:
            return False
        if self.status is not None and table.status != self.status:
            return False
        if self.open_seats is not None:
            free = table.status == "open" and any(seat.kind == "open" for seat in table.seats)
            if free != self.open_seats:
                return False
        if self.mine:
            return player is not None and player in table.people
        return table.visibility == "public"


def page(
    tables: Tables, accounts: Accounts, player: str | None, wanted: Filter, before: str | None, limit: int
) -> tuple[list[TableSession], str | None]:
    """One page of tables, and where the next one goes on (None: there is no more)."""
    now = tables.now()
    found: list[TableSession] = []
    for _ in range(SCANNED):
        if wanted.mine and player is not None:
            ids = accounts.tables(player, before, limit)
        else:
            ids = tables.listed(wanted.game, wanted.status, before, limit)
        for table in tables.load_many(ids):
            if wanted.wants(table, player) and table.visible_to(player):
                found.append(TableSession(table, now))
                if len(found) == limit:
                    return found, table.id
        if len(ids) < limit:
            return found, None
        before = ids[-1]
    return found, before

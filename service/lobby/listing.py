"""Listing tables: public ones by game and status, and the caller's own, newest first, page by page."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from service.accounts.store import Accounts
from service.tables.parts import OVER, Status
from service.tables.session import TableSession
from service.tables.store import Table, Tables

SCANNED = 5
"""How many pages of tables one request may read to fill its own page."""


class Filter(Struct, frozen=True, kw_only=True):
    """Which tables to list."""

    game: str | None = None
    status: Status | None = None
    open_seats: bool | None = None
    mine: bool = False

    def wants(self, table: Table, player: str | None) -> bool:
        """Whether this table matches."""
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
    """One page of tables, and where the next one starts (None if there is none)."""

    def ids(before: str | None) -> list[str]:
        if wanted.mine and player is not None:
            return accounts.tables(player, before, limit, archived=wanted.status in (None, *OVER))
        return tables.listed(wanted.game, wanted.status, before, limit)

    now = tables.now()
    found, following = scan(
        tables, ids, lambda table: wanted.wants(table, player) and table.visible_to(player), before, limit
    )
    return [TableSession(table, now) for table in found], following


def scan(
    tables: Tables,
    ids: Callable[[str | None], list[str]],
    wanted: Callable[[Table], bool],
    before: str | None,
    limit: int,
    pages: int = SCANNED,
) -> tuple[list[Table], str | None]:
    """Up to `limit` matching tables, from at most `pages` pages of `ids`, and where the next page starts."""
    found: list[Table] = []
    for _ in range(pages):
        listed = ids(before)
        for table in tables.load_many(listed):
            if wanted(table):
                found.append(table)
                if len(found) == limit:
                    return found, table.id
        if len(listed) < limit:
            return found, None
        before = listed[-1]
    return found, before

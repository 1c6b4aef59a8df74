"""Finding tables: public ones by game and status, and one's own, newest first, page by page."""

from __future__ import annotations

from msgspec import Struct

from service.games import SHELF
from service.stores import House, concerns, may_see
from service.tables.session import Live
from service.tables.store import STATUSES, Table

SCANNED = 5
"""How many pages of tables one request may read to fill its own page."""


class Filter(Struct, frozen=True, kw_only=True):
    """Which tables are wanted."""

    game: str | None = None
    status: str | None = None
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
            return concerns(table, player)
        return table.visibility == "public"


def page(
    house: House, player: str | None, wanted: Filter, before: str | None, limit: int
) -> tuple[list[Live], str | None]:
    """One page of tables, and where the next one goes on (None: there is no more)."""
    now = house.deadlines.now()
    games = [wanted.game] if wanted.game else list(SHELF)
    statuses = [wanted.status] if wanted.status else list(STATUSES)
    found: list[Live] = []
    for _ in range(SCANNED):
        if wanted.mine and player is not None:
            ids = house.people.tables(player, before, limit)
        else:
            ids = house.tables.listed(games, statuses, before, limit)
        for table in house.tables.load_many(ids):
            if wanted.wants(table, player) and may_see(table, player):
                found.append(Live(table, now))
                if len(found) == limit:
                    return found, table.id
        if len(ids) < limit:
            return found, None
        before = ids[-1]
    return found, before

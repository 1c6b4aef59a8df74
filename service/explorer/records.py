"""The sums of the explorer, aggregated over numbers of players and levels."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from service.database.engine import Records, given
from service.database.schema import CARD_STATISTICS

Row = dict[str, Any]
KEYS = ("game", "kind", "card", "seats", "level")
SUMS = tuple(column.name for column in CARD_STATISTICS.columns if column.name not in KEYS)


class CardRecords(Records):
    """Reads the statistics of cards; `service/archive/records.py` writes them."""

    def sums(
        self, game: str, by: tuple[str, ...], kind: str | None, card: str | None, seats: int | None, level: str | None
    ) -> list[Row]:
        """The sums for each combination of these columns, optionally of one kind, card, number of players or level."""
        columns = [CARD_STATISTICS.c[name] for name in by]
        query = select(*columns, *(func.sum(CARD_STATISTICS.c[name]).label(name) for name in SUMS))
        wanted = {"game": game, "kind": kind, "card": card, "seats": seats, "level": level}
        query = query.where(*given({CARD_STATISTICS.c[name]: value for name, value in wanted.items()}))
        return [row._asdict() for row in self.database.rows(query.group_by(*columns).order_by(*columns))]

"""The limits that operators have set for single accounts, in the database. Redis has copies."""

from __future__ import annotations

from sqlalchemy import select

from service.database.engine import Database
from service.database.schema import LIMITS


class LimitRecords:
    """Writes and reads limits."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def put(self, player: str, kind: str, value: int | None) -> None:
        """Set a limit; None removes it."""
        if value is None:
            self.database.execute(LIMITS.delete().where(LIMITS.c.player == player, LIMITS.c.kind == kind))
        else:
            self.database.put(LIMITS, {"player": player, "kind": kind, "value": value})

    def delete(self, player: str) -> None:
        self.database.execute(LIMITS.delete().where(LIMITS.c.player == player))

    def of(self, player: str) -> dict[str, int]:
        """The limits of an account by kind."""
        query = select(LIMITS.c.kind, LIMITS.c.value).where(LIMITS.c.player == player).order_by(LIMITS.c.kind)
        return {row.kind: row.value for row in self.database.rows(query)}

    def all(self) -> list[tuple[str, str, int]]:
        """Every limit: the player, the kind and its value."""
        return [(row.player, row.kind, row.value) for row in self.database.rows(select(LIMITS))]

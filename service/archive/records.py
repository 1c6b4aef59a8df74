"""Finished games in the database: written once, in one transaction with the statistics they add to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Table, and_, bindparam, delete, func, or_, select, union_all

from service.database.engine import Records, given, insert, insert_all, page_of
from service.database.schema import CARD_STATISTICS, DECISIONS, GAMES, MEETINGS, OPTIONS, RECORDS, SEATS, STANDINGS
from service.storage.identifiers import is_id

Row = dict[str, Any]
SWEPT: Final = 500
"""Games deleted per transaction, so that no other transaction waits long."""

KEYS: Final = {table: [column.name for column in table.primary_key] for table in (CARD_STATISTICS, STANDINGS, MEETINGS)}


class GameRows(Struct, frozen=True):
    """A finished game as rows of the database, with its compressed record and what it adds to the statistics."""

    game: Row
    record: bytes
    seats: list[Row]
    options: list[Row]
    decisions: list[Row]
    cards: list[Row]
    standings: list[Row]
    meetings: list[Row]

    @property
    def id(self) -> str:
        return str(self.game["id"])


class GameRecords(Records):
    """Writes finished games, and finds them by id, player or game."""

    def put(self, games: Iterable[GameRows]) -> None:
        """Store these games. They are on disk when this returns, so the caller may delete the originals.

        If a game is already stored, it was restored and changed: its record is replaced, unless a newer one is stored.
        """
        # Always in the same order, so that two workers never deadlock.
        ordered = sorted(games, key=lambda one: one.id)
        if not ordered:
            return
        with self.database.write() as connection:
            added = insert(connection, GAMES).on_conflict_do_nothing().returning(GAMES.c.id)
            known = set(connection.scalars(added, [one.game for one in ordered]))
            new = [one for one in ordered if one.id in known]
            insert_all(connection, RECORDS, [{"game_id": one.id, "record": one.record} for one in new])
            insert_all(connection, SEATS, [row for one in new for row in one.seats])
            insert_all(connection, OPTIONS, [row for one in new for row in one.options])
            insert_all(connection, DECISIONS, [row for one in new for row in one.decisions])
            _add(connection, CARD_STATISTICS, [row for one in new for row in one.cards])
            _add(connection, STANDINGS, [row for one in new for row in one.standings])
            _add(connection, MEETINGS, [row for one in new for row in one.meetings])
            for one in ordered:
                if one.id not in known:
                    _replace(connection, one)

    def get(self, id: str) -> bytes | None:
        return self.get_many([id]).get(id)

    def get_many(self, ids: Sequence[str]) -> dict[str, bytes]:
        """The compressed records of these games, if they are archived."""
        wanted = [id for id in ids if is_id(id)]
        if not wanted:
            return {}
        found = self.database.rows(select(RECORDS).where(RECORDS.c.game_id.in_(wanted)))
        return {row.game_id: row.record for row in found}

    def versions(self, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
        """The version of the table and the size of its transcripts, for each of these games that is stored."""
        query = select(GAMES.c.id, GAMES.c.version, GAMES.c.transcript_lines).where(GAMES.c.id.in_(list(ids)))
        return {row.id: (row.version, row.transcript_lines) for row in self.database.rows(query)}

    def public_ids(self, game: str | None, status: str | None, before: str | None, limit: int) -> list[str]:
        """Ids of public games older than `before`, newest first, optionally of one game or status."""
        wanted = given({GAMES.c.game: game, GAMES.c.status: status})
        query = select(GAMES.c.id).where(GAMES.c.visibility == "public", *wanted)
        return self.database.scalars(page_of(query, GAMES.c.id, before, limit))

    def ids_of(self, player: str, before: str | None, limit: int) -> list[str]:
        """Ids of games older than `before` that a player opened or sat at, newest first."""
        halves = []
        for id, holder in ((SEATS.c.game_id, SEATS.c.player), (GAMES.c.id, GAMES.c.owner)):
            half = page_of(select(id.label("id")).where(holder == player), id, before, limit)
            halves.append(select(half.subquery()))
        found = union_all(*halves).subquery()
        query = select(found.c.id).distinct().order_by(found.c.id.desc()).limit(limit)
        return self.database.scalars(query)

    def totals(self) -> tuple[int, int]:
        """How many games are archived, and the size of their records in bytes."""
        [row] = self.database.rows(select(func.count().label("games"), func.sum(GAMES.c.bytes).label("size")))
        return row.games, int(row.size or 0)

    def sweep(self, before: int) -> int:
        """Delete the games that were archived before this time. Return how many."""
        old = select(GAMES.c.id).where(GAMES.c.archived < before).limit(SWEPT)
        gone = 0
        while True:
            with self.database.write() as connection:
                ids = list(connection.scalars(old))
                connection.execute(delete(GAMES).where(GAMES.c.id.in_(ids)))
            gone += len(ids)
            if len(ids) < SWEPT:
                return gone

    def forget_player(self, who: str) -> None:
        """Delete the statistics of a player. Those of others keep the games against them, without the name."""
        with self.database.write() as connection:
            connection.execute(delete(STANDINGS).where(STANDINGS.c.who == who))
            connection.execute(delete(MEETINGS).where(or_(MEETINGS.c.who == who, MEETINGS.c.other == who)))


def _replace(connection: Connection, one: GameRows) -> None:
    game = one.game
    newer: ColumnElement[bool] = or_(
        GAMES.c.version < game["version"],
        and_(GAMES.c.version == game["version"], GAMES.c.transcript_lines <= game["transcript_lines"]),
    )
    values = {name: game[name] for name in ("version", "transcript_lines", "bytes")}
    if not connection.execute(GAMES.update().where(GAMES.c.id == one.id, newer).values(values)).rowcount:
        return
    connection.execute(RECORDS.update().where(RECORDS.c.game_id == one.id).values(record=one.record))
    here = and_(SEATS.c.game_id == bindparam("of_game"), SEATS.c.seat == bindparam("at_seat"))
    changed = [{"of_game": one.id, "at_seat": row["seat"], "name": row["name"]} for row in one.seats]
    connection.execute(SEATS.update().where(here).values(name=bindparam("name")), changed)


def _add(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Add sums to sums: one row per key, in the order of the keys."""
    names = KEYS[table]
    merged: dict[tuple[Any, ...], Row] = {}
    for row in rows:
        key = tuple(row[name] for name in names)
        merged[key] = row if key not in merged else _sum(merged[key], row, names)
    if not merged:
        return
    adding = insert(connection, table)
    sums = {
        column.name: _best(connection, column, adding.excluded[column.name])
        if column.name == "best"
        else column + adding.excluded[column.name]
        for column in table.columns
        if column.name not in names
    }
    statement = adding.on_conflict_do_update(index_elements=names, set_=sums)
    connection.execute(statement, [merged[key] for key in sorted(merged)])


def _sum(one: Row, other: Row, names: Sequence[str]) -> Row:
    scores = [score for score in (one.get("best"), other.get("best")) if score is not None]
    return {
        name: value if name in names else max(scores, default=None) if name == "best" else value + other[name]
        for name, value in one.items()
    }


def _best(connection: Connection, old: Any, new: Any) -> ColumnElement[Any]:
    """The higher score; either may be missing."""
    greatest = func.max if connection.dialect.name == "sqlite" else func.greatest
    return greatest(func.coalesce(old, new), func.coalesce(new, old))

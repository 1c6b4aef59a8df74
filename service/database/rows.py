"""All rows of the database, for backups: the same on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Table, func, select

from service.database.engine import Database, insert_all
from service.database.schema import METADATA

Row = dict[str, Any]
FETCHED: Final = 500


def dump(database: Database) -> Iterator[tuple[str, Iterator[Row]]]:
    """Every table with its rows, from one snapshot. Tables that others refer to come first."""
    with database.snapshot() as connection:
        for table in METADATA.sorted_tables:
            yield table.name, _rows(connection, table)


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    query = select(table).execution_options(stream_results=True, yield_per=FETCHED)
    for row in connection.execute(query):
        yield {**row._mapping}


def load(database: Database, table: str, rows: Sequence[Row]) -> int:
    """Add rows of a backup. Return how many. KeyError if this version has no such table or different columns."""
    columns = {column.name for column in METADATA.tables[table].columns}
    for row in rows:
        if row.keys() != columns:
            raise KeyError(f"{table}.{min(row.keys() ^ columns)}")
    with database.write() as connection:
        insert_all(connection, METADATA.tables[table], rows)
    return len(rows)


def is_empty(database: Database) -> bool:
    """Whether all tables are empty."""
    with database.read() as connection:
        return not any(connection.scalar(select(func.count()).select_from(table)) for table in METADATA.sorted_tables)

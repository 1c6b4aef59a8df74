"""The connection to the database: SQLite in the data folder, or PostgreSQL when there are several machines."""

from __future__ import annotations

import select
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Executable,
    Row,
    Select,
    Table,
    UpdateBase,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, InvalidatePoolError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from service.settings import Settings
from service.storage.identifiers import is_id

if TYPE_CHECKING:
    import psycopg

T = TypeVar("T")
HEAD: Final = "0004"
"""The newest migration. A test compares it with the folder, so that processes need not load Alembic to check it."""

CONNECT_S: Final = 2
BUSY_S: Final = 10
"""How long a writer waits for another one on SQLite, which allows one at a time."""

PING_S: Final = 0.5
"""How long a pooled connection to PostgreSQL is waited for before it is used. If there is no reply, a new connection is
tried for two seconds, the shortest time-out of the driver; a request should be answered within three."""

STATEMENT_MS: Final = 15_000
CHUNK: Final = 5000
"""Rows per INSERT; databases limit the number of parameters."""


class DatabaseUnavailable(Exception):
    """The database does not respond or cannot write: it is down or restarting, or its disk is full."""


class WrongSchema(RuntimeError):
    """The database was written by a newer version of the service."""


class Database:
    """Transactions on one database. The first one migrates it, so that a process can start without the database."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.engine = _engine(url)
        self._migrated = False
        self._migrating = threading.Lock()

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with _outages():
            self.migrate()
            with self.engine.connect() as connection:
                # Without BEGIN and ROLLBACK, which would be two more round trips (except on SQLite).
                if not self.is_sqlite:
                    connection.execution_options(isolation_level="AUTOCOMMIT")
                yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A read-only transaction on a consistent snapshot."""
        with _outages():
            self.migrate()
            with self.engine.connect() as connection:
                if not self.is_sqlite:
                    connection.execution_options(isolation_level="REPEATABLE READ")
                    connection.execute(text("SET LOCAL statement_timeout = 0"))
                yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction, committed to disk at the end of the block unless the block raises."""
        with _outages():
            self.migrate()
            with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
                yield connection

    # -- single statements ----------------------------------------------------------------

    def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """All rows of a query."""
        with self.read() as connection:
            return connection.execute(query).all()

    def scalars(self, query: Executable) -> list[Any]:
        """The first column of all rows of a query."""
        with self.read() as connection:
            return list(connection.scalars(query))

    def scalar(self, query: Executable) -> Any | None:
        """The first column of the first row of a query; None if there is no row."""
        with self.read() as connection:
            return connection.scalar(query)

    def execute(self, statement: UpdateBase) -> int:
        """Change or delete rows in a transaction. Return how many."""
        with self.write() as connection:
            return connection.execute(statement).rowcount

    def add(self, table: Table, row: Mapping[str, Any]) -> None:
        """Add a row, unless there is one with the same key."""
        with self.write() as connection:
            connection.execute(insert(connection, table).on_conflict_do_nothing(), [row])

    def put(self, table: Table, row: Mapping[str, Any]) -> None:
        """Add a row, or replace the one with the same key."""
        with self.write() as connection:
            put_all(connection, table, [row])

    # -- the schema and the connections ---------------------------------------------------

    def migrate(self) -> None:
        """Bring the schema up to date, once per process. Processes that start together take turns."""
        if self._migrated:
            return
        with self._migrating, _outages():
            found = self.revision()
            if found != HEAD:
                # Alembic is slow to load, and only needed after an upgrade.
                from service.database.migrate import upgrade

                upgrade(self.engine, found)
            self._migrated = True

    def revision(self) -> str | None:
        """The newest migration applied to this database."""
        with self.engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
            return found

    def responds(self) -> bool:
        """Whether a query is answered."""
        try:
            with self.read() as connection:
                return bool(connection.scalar(text("SELECT 1")))
        except DatabaseUnavailable:
            return False

    def close(self) -> None:
        self.engine.dispose()


class Records:
    """Writes and reads some of the tables."""

    def __init__(self, database: Database) -> None:
        self.database = database


def sqlite_url(folder: Path) -> str:
    """The address of the database in this folder."""
    return f"sqlite:///{folder / 'farshore.db'}"


def database_url(settings: Settings) -> str:
    """The address of the database: by default a file in the data folder."""
    return settings.database_url or sqlite_url(settings.data.resolve())


def insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that can have an ON CONFLICT clause, which both databases support with the same syntax."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


def put_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows, or replace those with the same keys."""
    keys = [column.name for column in table.primary_key]
    adding = insert(connection, table)
    values = {column.name: adding.excluded[column.name] for column in table.columns if column.name not in keys}
    connection.execute(adding.on_conflict_do_update(index_elements=keys, set_=values), rows)


def insert_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    for n in range(0, len(rows), CHUNK):
        connection.execute(table.insert(), rows[n : n + CHUNK])


def page_of(query: Select[T], id: ColumnElement[str], before: str | None, limit: int) -> Select[T]:
    """One page of a query, newest first: rows with ids older than `before`, if that is an id."""
    page = query.order_by(id.desc()).limit(limit)
    return page.where(id < before) if before is not None and is_id(before) else page


def given(values: Mapping[ColumnElement[Any], object]) -> list[ColumnElement[bool]]:
    """The conditions that columns have these values, without those that are None."""
    return [column == value for column, value in values.items() if value is not None]


@contextmanager
def _outages() -> Iterator[None]:
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout) as error:
        raise DatabaseUnavailable(str(error.args[0] if error.args else error)) from error
    except DBAPIError as error:
        # SQLite has no specific error class for a damaged file.
        if error.connection_invalidated or type(error) is DatabaseError:
            raise DatabaseUnavailable(str(error.orig)) from error
        raise


def _engine(url: str) -> Engine:
    encoding = {"json_serializer": lambda value: msgspec.json.encode(value).decode(), "json_deserializer": _decode}
    if not url.startswith("sqlite"):
        engine = create_engine(
            url,
            **encoding,
            pool_timeout=CONNECT_S,
            max_overflow=20,
            connect_args={"connect_timeout": CONNECT_S, "options": f"-c statement_timeout={STATEMENT_MS}"},
        )
        event.listen(engine, "checkout", _check_postgres)
        return engine
    path = make_url(url).database
    if path is None:
        # A database in memory disappears with its connection, so all threads share one.
        engine = create_engine(url, **encoding, poolclass=StaticPool, connect_args={"check_same_thread": False})
    else:
        Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        engine = create_engine(url, **encoding, max_overflow=50, connect_args={"timeout": BUSY_S})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _decode(raw: str | bytes) -> Any:
    return msgspec.json.decode(raw)


def _check_postgres(connection: psycopg.Connection[Any], record: ConnectionPoolEntry, _: object) -> None:
    """Check that the server still responds on a connection of the pool. One that hangs keeps its connections open.

    SQLAlchemy's own check (`pool_pre_ping`) would wait for it without a limit.
    """
    if "used" not in record.info:
        # It was connected a moment ago.
        record.info["used"] = True
        return
    server = connection.pgconn
    try:
        server.send_query(b"")
        while server.flush() or server.is_busy():
            if not select.select([server.socket], [], [], PING_S)[0]:
                raise InvalidatePoolError("the database does not respond")
            server.consume_input()
        while server.get_result():
            pass
    except type(connection).OperationalError as error:
        raise InvalidatePoolError(str(error)) from error


def _prepare_sqlite(connection: Any, _: object) -> None:
    # Otherwise Python's driver would begin transactions on its own.
    connection.isolation_level = None
    _write_ahead(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "cache_size=-16000"):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: Any) -> None:
    """Turn on the write-ahead log. SQLite's own time-out does not apply while another process does the same."""
    end = time.monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads before it writes could not wait for another writer.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

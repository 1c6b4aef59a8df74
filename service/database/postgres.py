"""Connections to PostgreSQL that notice when the server hangs: it keeps them open but does not respond."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any, Final

import psycopg
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

PING_S: Final = 0.5
"""How long the check of a connection, before it is used again, waits for its answer. After it a new connection is tried
for two seconds, the shortest limit of the driver; a request is to be answered within three."""

Steps = Generator[Any, Any, Any]
"""What psycopg does until an answer has come. It is resumed several times a second, also if nothing has come."""


class Connection(psycopg.Connection[Any]):
    """A connection that can be told how long to wait for an answer."""

    limit_s: float | None = None

    def wait(self, gen: Steps, *args: Any, **kwargs: Any) -> Any:
        """Wait for an answer; close the connection if it does not come in time."""
        if self.limit_s is None:
            return super().wait(gen, *args, **kwargs)
        return super().wait(self._limited(gen, self.limit_s), *args, **kwargs)

    def _limited(self, steps: Steps, seconds: float) -> Steps:
        end = time.monotonic() + seconds
        try:
            wanted = next(steps)
            while True:
                ready = yield wanted
                if time.monotonic() > end:
                    self.close()
                    raise psycopg.OperationalError("the database does not answer")
                wanted = steps.send(ready)
        except StopIteration as done:
            return done.value


class Dialect(PGDialect_psycopg):
    """SQLAlchemy's dialect, with a limit for the check of a connection."""

    supports_statement_cache = True

    def connect(self, *args: Any, **kwargs: Any) -> Any:
        """Connect to the server."""
        return Connection.connect(*args, **kwargs)

    def do_ping(self, dbapi_connection: Any) -> bool:
        """Whether the server still answers on this connection."""
        dbapi_connection.limit_s = PING_S
        try:
            return bool(super().do_ping(dbapi_connection))  # type: ignore[no-untyped-call]
        finally:
            dbapi_connection.limit_s = None


def use() -> None:
    """Have engines made from now on use this dialect."""
    registry.register("postgresql.psycopg", __name__, Dialect.__name__)

"""Connections to PostgreSQL that detect a hanging server, which keeps them open but does not respond."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any, Final

import psycopg
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

PING_S: Final = 0.5
"""The time-out for checking a pooled connection before it is used. If the check fails, a new connection is tried for
two seconds, the shortest time-out of the driver; a request should be answered within three."""

Steps = Generator[Any, Any, Any]
"""What psycopg does while it waits for a reply. It is resumed several times a second, even if nothing has arrived."""


class Connection(psycopg.Connection[Any]):
    """A connection with an optional limit on how long it waits for a reply."""

    limit_s: float | None = None

    def wait(self, gen: Steps, *args: Any, **kwargs: Any) -> Any:
        """Wait for a reply; close the connection if there is none in time."""
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
                    raise psycopg.OperationalError("the database does not respond")
                wanted = steps.send(ready)
        except StopIteration as done:
            return done.value


class Dialect(PGDialect_psycopg):
    """SQLAlchemy's dialect, with a time-out for checking a connection."""

    supports_statement_cache = True

    def connect(self, *args: Any, **kwargs: Any) -> Any:
        """Connect to the server."""
        return Connection.connect(*args, **kwargs)

    def do_ping(self, dbapi_connection: Any) -> bool:
        """Whether the server still responds on this connection."""
        dbapi_connection.limit_s = PING_S
        try:
            return bool(super().do_ping(dbapi_connection))  # type: ignore[no-untyped-call]
        finally:
            dbapi_connection.limit_s = None


def use() -> None:
    """Make engines that are created from now on use this dialect."""
    registry.register("postgresql.psycopg", __name__, Dialect.__name__)

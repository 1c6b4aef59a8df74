"""PostgreSQL hangs: what needs it is refused after a short time, and answered when it goes on."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import func, select

from service.database.engine import Database, DatabaseUnavailable
from service.database.schema import GAMES
from tools.postgres import Postgres, postgres_bin, running_postgres
from tools.service_process import tree

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(postgres_bin() is None, reason="PostgreSQL is not installed")]


@contextmanager
def hung(server: Postgres) -> Iterator[None]:
    """The server keeps its connections and answers nothing."""
    assert server.process is not None
    family = [server.process.pid, *tree(server.process.pid)]
    for pid in family:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in family:
            os.kill(pid, signal.SIGCONT)


@pytest.mark.timeout(60)
def test_a_request_on_an_open_connection_is_refused_while_the_server_hangs_and_answered_afterwards() -> None:
    """Without a limit it would wait until the server goes on, which here is never."""
    with running_postgres() as server:
        database = Database(server.url())
        count = select(func.count()).select_from(GAMES)
        assert database.scalar(count) == 0

        with hung(server):
            for _ in range(3):
                with pytest.raises(DatabaseUnavailable):
                    database.scalar(count)

        assert database.scalar(count) == 0
        database.close()

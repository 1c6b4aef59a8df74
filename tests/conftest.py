"""Fixtures of all tests: a real Redis, one server per test process, empty at the start of each test."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
import redis as redis_py

from service.database.engine import Database, sqlite_url
from service.database.schema import METADATA
from service.launch.embedded import EmbeddedRedis
from service.storage.connection import connect
from tests.installed import missing
from tools.ports import free_port
from tools.postgres import Postgres, postgres_bin, running_postgres
from tools.scale.redis_cluster import Cluster, running_cluster

__all__ = ["free_port"]

ON_A_CLUSTER = os.environ.get("TEST_ON") == "cluster"
"""`TEST_ON=cluster` runs the same tests on a cluster of three masters."""

INSTALLED = shutil.which("redis-server") if os.environ.get("TEST_ON") == "redis" else None
"""`TEST_ON=redis` runs the same tests on the installed Redis instead of the embedded Valkey."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Say which tests cannot run on this machine. (A report header would not be printed, because of `-q`.)"""
    if os.environ.get("TEST_ON") == "redis" and INSTALLED is None:
        raise pytest.UsageError("TEST_ON=redis requires an installed redis-server")
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        for message in missing().values():
            reporter.write_line(message, yellow=True)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a server on a unix socket, or of a cluster."""
    yield from cluster_url() if ON_A_CLUSTER else served(port=0)


@pytest.fixture(scope="session")
def queue_url(redis_url: str) -> Iterator[str]:
    """The address of the server for the queues: the same one, but a cluster has one beside it."""
    if ON_A_CLUSTER:
        yield from served(port=0)
    else:
        yield redis_url


@pytest.fixture(scope="session")
def redis_tcp_url() -> Iterator[str]:
    """The address of another server, on a free TCP port, for clients that cannot use unix sockets."""
    yield from served(port=free_port())


@pytest.fixture(scope="session")
def database_url() -> Iterator[str]:
    """The address of a SQLite database in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="farshore-test-") as folder:
        yield sqlite_url(Path(folder))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for the tests of this process."""
    if postgres_bin() is None:
        pytest.skip("PostgreSQL is not installed")
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def databases() -> Callable[[str], Database]:
    """The database at an address, connected to once."""
    return cache(Database)


EMPTYING = [f"DELETE FROM {table.name}" for table in reversed(METADATA.sorted_tables)]


@pytest.fixture
def empty_database(database_url: str, databases: Callable[[str], Database]) -> None:
    """Whatever is in the database belongs to a test that is over."""
    clear(databases(database_url))


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database_url(
    request: pytest.FixtureRequest, database_url: str, databases: Callable[[str], Database], empty_database: None
) -> str:
    """The address of an empty database of each kind; tests that use it run on both."""
    if request.param == "sqlite":
        return database_url
    url: str = request.getfixturevalue("postgres").url()
    clear(databases(url))
    return url


@pytest.fixture
def database(any_database_url: str, databases: Callable[[str], Database]) -> Database:
    """An empty database of each kind."""
    return databases(any_database_url)


def clear(database: Database) -> None:
    """Delete all rows."""
    with database.write() as connection:
        for statement in EMPTYING:
            connection.exec_driver_sql(statement)


@pytest.fixture
def redis(redis_url: str, queue_url: str) -> Iterator[redis_py.Redis]:
    """A client on an empty server; that of the queues is empty too."""
    if queue_url != redis_url:
        empty(queue_url)
    client = connect(redis_url)
    client.flushall()
    yield client
    client.close()


def empty(url: str) -> None:
    """Whatever lies there belongs to a test that is over."""
    client = connect(url)
    client.flushall()
    client.close()


def served(port: int) -> Iterator[str]:
    # A folder of its own and not tmp_path: pytest keeps those, and what a test's Redis held is worth nothing.
    with tempfile.TemporaryDirectory(prefix="farshore-test-") as folder:
        server = EmbeddedRedis(Path(folder), port=port, durable=False)
        server.binary = Path(INSTALLED or server.binary)
        server.start()
        try:
            server.wait()
            yield server.url
        finally:
            server.stop()


def cluster_url() -> Iterator[str]:
    """The address of a cluster of three masters."""
    # What a test reads or sets on its server it means on all masters; redis-py would ask any one of them.
    for command in ("KEYS", "CONFIG SET"):
        redis_py.RedisCluster.COMMAND_FLAGS[command] = redis_py.RedisCluster.PRIMARIES
    with running_cluster(durable=False) as found:
        yield found.url


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Three masters that keep what they acknowledged when they are killed."""
    with running_cluster() as found:
        yield found

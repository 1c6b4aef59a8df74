"""What every test may ask for: a real Redis, one server per test process, empty at the start of each test."""

import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis as redis_py

from service.launch.embedded import EmbeddedRedis
from service.storage.connection import connect

ON_A_CLUSTER = os.environ.get("TEST_ON") == "cluster"
"""`TEST_ON=cluster` runs the same tests on three masters."""


def free_port() -> int:
    """A TCP port that is free at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a server on a unix socket, or of a cluster."""
    yield from masters() if ON_A_CLUSTER else served(port=0)


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


@pytest.fixture
def redis(redis_url: str, queue_url: str) -> Iterator[redis_py.Redis]:
    """A client on an empty server; that of the queues is empty too."""
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
        server.start()
        try:
            server.wait()
            yield server.url
        finally:
            server.stop()


def masters() -> Iterator[str]:
    """The address of three masters."""
    from tests.scale.masters import Masters

    # What a test looks up or sets on its server it means on all of them; redis-py would ask any one.
    for command in ("KEYS", "CONFIG SET"):
        redis_py.RedisCluster.COMMAND_FLAGS[command] = redis_py.RedisCluster.PRIMARIES
    with tempfile.TemporaryDirectory(prefix="farshore-test-") as folder:
        cluster = Masters(Path(folder), durable=False)
        cluster.start()
        try:
            yield cluster.url
        finally:
            cluster.stop()

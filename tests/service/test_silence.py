"""Connections to Redis: silence is found out, also where the kernel keeps the time."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, TimeoutError
from redis.retry import Retry

from service.storage.connection import KernelTimed, Pool


@pytest.fixture(params=["tcp", "unix"])
def silent(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of somebody who takes calls and never says a word."""
    family = socket.AF_INET if request.param == "tcp" else socket.AF_UNIX
    with socket.socket(family) as server:
        server.bind(("127.0.0.1", 0) if request.param == "tcp" else str(tmp_path / "s"))
        server.listen()
        where = server.getsockname()
        yield f"redis://127.0.0.1:{where[1]}" if request.param == "tcp" else f"unix://{where}"


def test_a_server_that_says_nothing_is_given_up(silent: str) -> None:
    pool = Pool.from_url(silent, socket_timeout=0.2, retry=Retry(NoBackoff(), 0))

    with pytest.raises((ConnectionError, TimeoutError)):
        Redis.from_pool(pool).ping()

    assert issubclass(pool.connection_class, KernelTimed)


def test_the_kernel_keeps_the_time_of_what_is_read(redis_tcp_url: str) -> None:
    pool = Pool.from_url(redis_tcp_url, socket_timeout=0.2, retry=Retry(NoBackoff(), 0))
    connection = pool.get_connection()

    assert connection._sock.gettimeout() is None
    connection.send_command("BLPOP", "nothing-there", 0)
    with pytest.raises((ConnectionError, TimeoutError)):
        connection.read_response()


def test_what_is_encrypted_keeps_its_own_time() -> None:
    assert not issubclass(Pool.from_url("rediss://127.0.0.1:1").connection_class, KernelTimed)

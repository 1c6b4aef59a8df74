"""Connections to Redis: every caller gets its own reply, dead connections are replaced, silence is an outage."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Connection, Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, ResponseError, TimeoutError
from redis.retry import Retry

from service.storage.connection import FrequentScript, connect, without_retries

ECHO = "return {KEYS[1], ARGV[1]}"


class Interrupted(BaseException):
    """What a signal handler or a job's time limit raises, anywhere in the code."""


@pytest.fixture
def client(queue_url: str, redis: Redis) -> Iterator[Redis]:
    """A client of a single server, which that of the queues always is."""
    with connect(queue_url) as client:
        yield client


def test_after_an_interruption_between_send_and_read_the_next_command_gets_its_own_reply(
    client: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, read = FrequentScript(client, ECHO), Connection.read_response
    script(keys=["warm"], args=["up"])
    interrupted: list[Any] = []

    def interrupt(self: Connection, *args: Any, **kwargs: Any) -> Any:
        if not interrupted:
            # The command was sent and its reply has arrived, but nobody will read it.
            assert self.can_read(timeout=90)
            interrupted.append(self)
            raise Interrupted
        return read(self, *args, **kwargs)

    monkeypatch.setattr("redis.connection.AbstractConnection.read_response", interrupt)
    with pytest.raises(Interrupted):
        script(keys=["first"], args=["1"])

    assert interrupted
    assert script(keys=["second"], args=["2"]) == [b"second", b"2"]
    assert script(keys=["third"], args=["3"]) == [b"third", b"3"]


def test_an_interruption_while_a_reply_is_read_does_not_leave_it_for_the_next_command(
    client: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, interrupted = FrequentScript(client, ECHO), list[bool]()
    script(keys=["warm"], args=["up"])
    parser: Any = type(client.connection_pool.get_connection()._parser)
    read = parser.read_response

    def interrupt(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not interrupted:
            interrupted.append(True)
            raise Interrupted
        return read(self, *args, **kwargs)

    monkeypatch.setattr(parser, "read_response", interrupt)
    with pytest.raises(Interrupted):
        script(keys=["first"], args=["1"])

    assert script(keys=["second"], args=["2"]) == [b"second", b"2"]


def test_a_script_runs_also_after_the_server_has_forgotten_it(client: Redis) -> None:
    script = FrequentScript(client, ECHO)
    assert script(keys=["a"], args=["b"]) == [b"a", b"b"]

    client.script_flush()

    assert script(keys=["a"], args=["c"]) == [b"a", b"c"]


def test_connections_that_died_in_the_pool_are_replaced(client: Redis, queue_url: str) -> None:
    script, other = FrequentScript(client, ECHO), connect(queue_url)
    script(keys=["a"], args=["b"])
    other.client_kill_filter(_type="normal", skipme=True)

    assert script(keys=["a"], args=["b"]) == [b"a", b"b"]

    other.client_kill_filter(_type="normal", skipme=True)

    assert client.ping()
    other.close()


def test_a_script_that_fails_raises_and_its_connection_is_used_again(client: Redis) -> None:
    script = FrequentScript(client, "return redis.error_reply('no')")
    with pytest.raises(ResponseError, match="no"):
        script(keys=["a"])
    before = client.info("stats")["total_connections_received"]

    for _ in range(5):
        with pytest.raises(ResponseError, match="no"):
            script(keys=["a"])

    assert client.info("stats")["total_connections_received"] == before


def test_every_thread_gets_the_reply_to_its_own_call(client: Redis) -> None:
    script, wrong = FrequentScript(client, ECHO), list[Any]()

    def ask(n: int) -> None:
        for turn in range(50):
            reply = script(keys=[f"k{n}"], args=[turn])
            if reply != [f"k{n}".encode(), str(turn).encode()]:
                wrong.append(reply)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []


@pytest.fixture(params=["tcp", "unix"])
def silent(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a server that accepts connections and never replies."""
    family = socket.AF_INET if request.param == "tcp" else socket.AF_UNIX
    with socket.socket(family) as server:
        server.bind(("127.0.0.1", 0) if request.param == "tcp" else str(tmp_path / "s"))
        server.listen()
        where = server.getsockname()
        yield f"redis://127.0.0.1:{where[1]}" if request.param == "tcp" else f"unix://{where}"


def test_a_client_gives_up_on_a_server_that_never_replies(silent: str) -> None:
    quick = without_retries(Redis.from_url(silent, retry=Retry(NoBackoff(), 0)), socket_timeout=0.2)

    with pytest.raises((ConnectionError, TimeoutError)):
        quick.ping()

"""The pool and the scripts of the house: what they leave out must not be missed."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from service.storage.connection import Pool, Script, connect

ECHO = "return {KEYS[1], ARGV[1]}"


@pytest.fixture
def house_redis(queue_url: str, redis: Redis) -> Redis:
    """A pool for a single server, which that of the queues always is."""
    return connect(queue_url)


def test_a_script_runs_also_after_the_server_has_forgotten_it(house_redis: Redis) -> None:
    script = Script(house_redis, ECHO)
    assert script(keys=["a"], args=["b"]) == [b"a", b"b"]

    house_redis.script_flush()

    assert script(keys=["a"], args=["c"]) == [b"a", b"c"]


def test_connections_that_died_in_the_pool_are_found_by_their_next_use(house_redis: Redis, queue_url: str) -> None:
    script, other = Script(house_redis, ECHO), connect(queue_url)
    script(keys=["a"], args=["b"])
    other.client_kill_filter(_type="normal", skipme=True)

    assert script(keys=["a"], args=["b"]) == [b"a", b"b"]

    other.client_kill_filter(_type="normal", skipme=True)

    assert house_redis.ping()


def test_a_script_that_fails_says_so_and_gives_its_connection_back(house_redis: Redis) -> None:
    script = Script(house_redis, "return redis.error_reply('no')")

    with pytest.raises(ResponseError, match="no"):
        script(keys=["a"])

    assert isinstance(house_redis.connection_pool, Pool)
    assert not house_redis.connection_pool._in_use_connections


def test_every_thread_gets_the_reply_to_its_own_call(house_redis: Redis) -> None:
    script, wrong = Script(house_redis, ECHO), list[Any]()

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
    assert 1 <= len(house_redis.connection_pool._available_connections) <= 16

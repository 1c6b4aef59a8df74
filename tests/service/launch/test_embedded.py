"""The embedded Redis keeps what it has acknowledged and never starts on data of another server."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.launch.embedded import LONGEST_SOCKET, EmbeddedRedis, RedisUnavailable, make_private, socket_folder


@pytest.fixture
def data() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="farshore-test-") as folder:
        yield Path(folder)


@pytest.fixture
def server(data: Path) -> Iterator[EmbeddedRedis]:
    server = EmbeddedRedis(data)
    server.start()
    server.wait()
    yield server
    server.stop()


def test_a_killed_server_has_kept_every_acknowledged_write(server: EmbeddedRedis) -> None:
    with redis.Redis.from_url(server.url) as client:
        for n in range(500):
            client.rpush("story", n)
    assert server.process is not None
    server.process.kill()
    server.process.wait()

    server.start()
    server.wait()

    with redis.Redis.from_url(server.url) as client:
        assert client.llen("story") == 500


def test_a_server_left_behind_by_a_killed_instance_is_shut_down_first(server: EmbeddedRedis, data: Path) -> None:
    assert server.lock is not None
    os.close(server.lock)
    server.lock = None
    follower = EmbeddedRedis(data)

    follower.start()
    follower.wait()

    assert server.process is not None
    assert server.process.wait(30) == 0
    follower.stop()


def test_nobody_else_may_enter_the_folder_of_the_socket(server: EmbeddedRedis) -> None:
    assert server.socket.parent.stat().st_mode & 0o077 == 0


def test_a_folder_open_to_others_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o777)
    (tmp_path / "open").chmod(0o777)

    with pytest.raises(RedisUnavailable, match="not private"):
        make_private(tmp_path / "open")


def test_the_socket_of_a_deep_data_folder_is_short_and_always_the_same(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 30)

    assert len(str(socket_folder(deep) / "redis.sock")) <= LONGEST_SOCKET
    assert socket_folder(deep) == socket_folder(deep)
    assert socket_folder(deep) != socket_folder(tmp_path)


@pytest.mark.parametrize("files", ["redis-7/appendonlydir", "valkey-9/appendonlydir", "redis-6.2/appendonlydir"])
def test_data_in_the_format_of_another_server_is_refused(data: Path, files: str) -> None:
    server = EmbeddedRedis(data)
    if files == f"{server.family}/appendonlydir" and server.family != "redis-6.2":
        pytest.skip("this server's own format")
    (data / files).mkdir(parents=True)

    with pytest.raises(RedisUnavailable, match="FARSHORE_DATA"):
        server.start()

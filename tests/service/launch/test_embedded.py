"""The embedded Redis keeps what it has acknowledged, reads older data, and never starts empty on newer data."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.launch.embedded import (
    FOLDER,
    LONGEST_SOCKET,
    EmbeddedRedis,
    RedisUnavailable,
    make_private,
    socket_folder,
)

FILES = Path(__file__).parent / "files"


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
    assert server.process.wait(90) == 0
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


def test_data_of_the_redis_6_2_of_earlier_versions_is_read_and_kept(data: Path) -> None:
    (data / "redis-6.2").mkdir()
    # Written by Redis 6.2.14: a rewritten file, so it starts with a snapshot, and commands after it.
    shutil.copy(FILES / "redis-6.2.aof", data / "redis-6.2" / "appendonly.aof")

    for _ in range(2):
        server = EmbeddedRedis(data)
        server.start()
        server.wait()
        with redis.Redis.from_url(server.url) as client:
            assert client.lrange("story", 0, -1) == [str(n).encode() for n in range(30)]
            assert client.hgetall("table") == {b"state": b"\x00\xff", b"version": b"7"}
            assert client.zscore("due", "a") == 1.5
            assert client.get("last") == b"written"
        server.stop()
    assert not (data / "redis-6.2").exists()


def test_data_of_a_newer_server_is_refused_and_stays_as_it_is(data: Path) -> None:
    files = data / FOLDER / "appendonlydir"
    files.mkdir(parents=True)
    (files / "appendonly.aof.manifest").write_text("file appendonly.aof.1.base.rdb seq 1 type b\n")
    (files / "appendonly.aof.1.base.rdb").write_bytes(b"VALKEY999\xff")
    server = EmbeddedRedis(data)
    server.start()

    with pytest.raises(RedisUnavailable, match="Can't handle RDB format version 999"):
        server.wait()

    server.stop()
    assert {file.name: file.read_bytes() for file in files.iterdir()} == {
        "appendonly.aof.manifest": b"file appendonly.aof.1.base.rdb seq 1 type b\n",
        "appendonly.aof.1.base.rdb": b"VALKEY999\xff",
    }

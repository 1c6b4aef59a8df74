"""Data that another version wrote is refused with one clear sentence; an empty Redis is marked at its first use."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from service.launch.embedded import EmbeddedRedis
from service.settings import Settings
from service.storage import keys
from service.storage.format import FORMAT, WrongFormat, check_format
from service.storage.heartbeats import Heartbeats
from service.stores import connect_stores
from tests.conftest import free_port

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def data() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="farshore-test-") as folder:
        yield Path(folder)


def started(data: Path) -> EmbeddedRedis:
    server = EmbeddedRedis(data)
    server.start()
    server.wait()
    return server


def test_an_empty_redis_is_marked_and_accepted_from_then_on(redis: Redis) -> None:
    check_format(redis)
    redis.set("player:p_1", "Ada")
    check_format(redis)

    assert redis.get(keys.FORMAT) == FORMAT


def test_keys_of_running_processes_do_not_count_as_data(redis: Redis) -> None:
    Heartbeats(redis).beat("clock", 3600)
    redis.sadd("rq:queues", "bots")

    check_format(redis)

    assert redis.get(keys.FORMAT) == FORMAT


def test_data_without_a_format_is_refused_and_stays_as_it_was(redis: Redis) -> None:
    redis.set("player:p_1", "Ada")

    with pytest.raises(WrongFormat, match=r"unknown format.*FARSHORE_DATA"):
        check_format(redis)

    assert redis.get(keys.FORMAT) is None


@pytest.mark.parametrize("other", ["3", "4", "6"])
def test_data_in_another_format_is_refused(redis: Redis, other: str) -> None:
    redis.set(keys.FORMAT, other)

    with pytest.raises(WrongFormat, match=f"format {other},.*FARSHORE_DATA"):
        check_format(redis)


def test_a_process_ends_with_one_line_instead_of_building_stores_on_other_data(
    redis: Redis, redis_url: str, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    redis.set("player:p_1", "Ada")

    with pytest.raises(SystemExit) as ended:
        connect_stores(Settings(redis_url=redis_url, queue_redis_url=redis_url, database_url=database_url))

    assert ended.value.code == 3
    assert capsys.readouterr().err.startswith("farshore: The data in Redis has an unknown format")


@pytest.mark.thorough
def test_the_service_refuses_an_old_data_folder_with_one_sentence(data: Path) -> None:
    server = started(data)
    with Redis.from_url(server.url) as client:
        client.set("{s00}:table:old", "a key of an earlier version")
    server.stop()

    ended = subprocess.run(
        [sys.executable, "-m", "service", "--with-parent"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith(("FARSHORE_", "REDIS_"))}
        | {"PORT": str(free_port()), "FARSHORE_DATA": str(data), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ended.returncode == 1
    assert ended.stdout == ""
    [line] = ended.stderr.splitlines()
    assert line.startswith("farshore: The data in Redis has an unknown format")
    assert "FARSHORE_DATA" in line
    server = started(data)
    with Redis.from_url(server.url) as client:
        assert client.keys() == [b"{s00}:table:old"]
    server.stop()

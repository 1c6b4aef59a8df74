"""A full disk: the embedded Redis refuses writes before one fails, and nothing that it has acknowledged is lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.launch.disk import Reserve, can_reserve, watch
from service.launch.embedded import EmbeddedRedis
from tests.small_disk import mounted
from tools.service_process import soon
from tools.small_disk import SmallDisk

pytestmark = pytest.mark.thorough


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    with mounted(4) as found:
        yield found


def start(disk: SmallDisk) -> tuple[EmbeddedRedis, redis.Redis]:
    server = EmbeddedRedis(disk.path)
    server.start()
    server.wait()
    return server, redis.Redis.from_url(server.url)


def write_until_refused(client: redis.Redis, refusal: str = "NOREPLICAS") -> int:
    """How many writes were acknowledged."""
    for n in range(100_000):
        try:
            client.rpush("story", f"{n} {'x' * 1000}")
        except redis.ResponseError as refused:
            if refusal in str(refused):
                return n
            raise
    raise AssertionError("the disk is never full")


@pytest.mark.parametrize("end", ["kill", "stop"])
@pytest.mark.parametrize("filled_by", ["its own writes", "another program"])
def test_acknowledged_changes_survive_a_full_disk(disk: SmallDisk, end: str, filled_by: str) -> None:
    server, client = start(disk)
    if filled_by == "another program":
        client.rpush("before", 1)
        disk.fill()
    written = write_until_refused(client)
    assert client.llen("story") == written, "reads go on"
    assert client.info("persistence")["aof_last_write_status"] == "ok", "no append has failed"

    if end == "kill":
        assert server.process is not None
        server.process.kill()
        server.process.wait()
    assert server.stop() is (end == "stop")
    server, client = start(disk)

    assert client.llen("story") == written
    with pytest.raises(redis.ResponseError, match="NOREPLICAS"):
        client.rpush("story", "still full")
    server.stop()


def test_writes_are_accepted_again_as_soon_as_there_is_room(disk: SmallDisk) -> None:
    said: list[str] = []
    server, client = start(disk)
    server.tell_operator = said.append
    write_until_refused(client)

    disk.resize(64)

    assert soon(lambda: server.writing)
    assert client.rpush("story", "on we go")
    assert [("full" in line, "again" in line) for line in said] == [(True, False), (False, True)]
    server.stop()


def test_a_stop_that_cannot_save_says_so(disk: SmallDisk) -> None:
    server, client = start(disk)
    write_until_refused(client)
    disk.fill()
    # Only the reserve keeps appends from failing, and only the watch keeps it from being used up.
    assert server.stopped is not None
    server.stopped.set()
    client.config_set("min-replicas-to-write", 0)
    write_until_refused(client, "MISCONF")

    assert server.stop() is False


def test_a_file_that_appears_during_a_look_is_not_taken_for_a_full_disk(tmp_path: Path) -> None:
    if not can_reserve(tmp_path):
        pytest.skip("this file system cannot reserve blocks")

    class FirstStart(Reserve):
        """Redis creates its file right after somebody has looked for it."""

        def file(self) -> Path | None:
            found = super().file()
            (self.folder / "appendonlydir").mkdir(exist_ok=True)
            (self.folder / "appendonlydir" / "appendonly.aof.1.incr.aof").touch()
            return found

    told: list[bool] = []
    stopped = threading.Event()

    def tell(may_write: bool) -> bool:
        told.append(may_write)
        stopped.set()
        return True

    watch(FirstStart(tmp_path), stopped, tell, lambda: None)

    assert told == [True]

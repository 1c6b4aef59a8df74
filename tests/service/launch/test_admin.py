"""`python -m service admin`: the first token of an operator, draining without one, and the repair of the data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis as redis_py

from service.launch import admin
from service.launch.embedded import EmbeddedRedis, RedisUnavailable
from service.launch.repair import files_in_order
from service.storage.connection import connect
from service.stores import build


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder on which nothing runs."""
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("FARSHORE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def running(data: Path) -> Iterator[redis_py.Redis]:
    server = EmbeddedRedis(data)
    server.start()
    server.wait()
    client = connect(server.url)
    yield client
    client.close()
    server.stop()


def test_the_first_token_of_an_operator_is_made_on_the_machine(
    running: redis_py.Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    assert admin.main(["token", "--name", "Olive"]) == 0
    secret = capsys.readouterr().out.strip()
    stores = build(running)
    token = stores.accounts.token(secret)
    assert token is not None
    assert token.scopes == ("admin", "read")
    player = stores.accounts.get(token.player)
    assert player is not None
    assert player.name == "Olive"

    assert admin.main(["token", "--player", player.id, "--label", "laptop"]) == 0
    assert admin.main(["token", "--player", "p_nobody"]) == 1
    capsys.readouterr()
    assert admin.main(["audit"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all("make-admin-token" in line and secret not in line for line in lines)


@pytest.mark.thorough
def test_a_service_that_is_not_running_can_be_drained(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin.main(["drain", "--message", "Back at noon."]) == 0
    server = EmbeddedRedis(data)
    server.start()
    server.wait()
    try:
        client = connect(server.url)
        drain = build(client).maintenance.draining()
        assert drain is not None
        assert drain.message == "Back at noon."
        assert admin.main(["drain", "--end"]) == 0
        assert build(client).maintenance.draining() is None
        client.close()
    finally:
        server.stop()


def written(data: Path) -> Path:
    """A stopped server's append-only file with some commands, the last of them a transaction."""
    server = EmbeddedRedis(data)
    server.start()
    server.wait()
    client = connect(server.url)
    for n in range(100):
        client.set(f"key {n}", "value\r\n" * 10)
    with client.pipeline(transaction=True) as pipe:
        pipe.set("both", 1).set("or none", 1).execute()
    client.close()
    server.stop()
    return files_in_order(server.folder)[-1]


def values(data: Path) -> int:
    """Start a server on the data; how many keys there are."""
    server = EmbeddedRedis(data)
    server.start()
    try:
        server.wait()
        client = connect(server.url)
        count = int(client.dbsize())
        client.close()
        return count
    finally:
        server.stop()


@pytest.mark.thorough
def test_a_damaged_end_is_cut_off_after_a_copy_was_made(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(data)
    good = file.read_bytes()
    file.write_bytes(good + b"\0" * 4096)
    with pytest.raises(RedisUnavailable, match="admin repair"):
        values(data)

    assert admin.main(["repair"]) == 1
    assert file.read_bytes() == good + b"\0" * 4096
    assert "4,096 bytes would be lost" in capsys.readouterr().out

    assert admin.main(["repair", "--yes"]) == 0
    assert file.read_bytes() == good
    [copy] = file.parent.glob("*.damaged-*")
    assert copy.read_bytes() == good + b"\0" * 4096
    assert values(data) == 102
    assert admin.main(["repair"]) == 0
    capsys.readouterr()
    assert admin.main(["audit"]) == 0
    [line] = capsys.readouterr().out.splitlines()
    assert "(local) repair " in line


@pytest.mark.thorough
def test_a_damaged_transaction_is_cut_off_as_a_whole(data: Path) -> None:
    file = written(data)
    raw = file.read_bytes()
    at = raw.lower().rindex(b"exec")
    file.write_bytes(raw[:at] + b"????" + raw[at + 4 :].replace(b"\r\n", b"??"))

    assert admin.main(["repair", "--yes"]) == 0
    assert values(data) == 100


def test_a_running_service_is_not_repaired(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from service.launch.instance_lock import lock_folder

    lock = lock_folder(data, "the service")
    assert lock >= 0
    assert admin.main(["repair", "--yes"]) == 1
    assert "the service" in capsys.readouterr().err

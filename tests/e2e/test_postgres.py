"""Two API processes and two workers on one PostgreSQL, while workers, the database and Redis die."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from sqlalchemy import func, select

from service.database.engine import Database
from service.database.schema import DECISIONS, GAMES, SEATS, STANDINGS
from tests.conftest import free_port
from tests.small_disk import mounted
from tools.postgres import Postgres, postgres_bin
from tools.service_process import Service, living, soon, tree
from tools.small_disk import SmallDisk

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(postgres_bin() is None, reason="PostgreSQL is not installed")]
BOTS = [{"kind": "bot", "level": "random"}] * 2
LONG_S = 180.0
QUICK = {
    "FARSHORE_ARCHIVE_AFTER": "1",
    "FARSHORE_API_WORKERS": "2",
    "FARSHORE_BOT_WORKERS": "2",
    "FARSHORE_BOT_SECONDS": "0.02",
    "FARSHORE_RATE_LIMITS": "off",
    "FARSHORE_QUOTA_TABLES": "off/off",
}


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """A server that keeps what it has committed when it is killed."""
    with tempfile.TemporaryDirectory(prefix="farshore-postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder), durable=True)
        server.create()
        server.start()
        yield server
        server.stop()


@pytest.fixture
def service(postgres: Postgres) -> Iterator[Service]:
    with running(postgres) as found:
        yield found


@contextmanager
def running(postgres: Postgres) -> Iterator[Service]:
    with tempfile.TemporaryDirectory(prefix="farshore-e2e-") as folder:
        service = Service(Path(folder) / "data", free_port())
        service.start(Path(folder) / "log", FARSHORE_DATABASE_URL=postgres.url(), **QUICK)
        try:
            assert soon(service.complete)
            yield service
        finally:
            service.end()


def register(service: Service) -> str:
    status, made = service.call("POST", "/v1/players", {"name": "Ada"})
    assert status == 201
    return str(made["token"])


def play(service: Service, token: str, many: int) -> list[str]:
    """Open tables at which bots play; a request that meets an outage is sent again."""
    tables: list[str] = []
    deadline = time.monotonic() + LONG_S
    while len(tables) < many and time.monotonic() < deadline:
        status, table = service.call("POST", "/v1/tables", {"game": "faraway", "seats": BOTS, "start": "full"}, token)
        if status == 201:
            tables.append(table["id"])
        else:
            time.sleep(0.1)
    assert len(tables) == many
    return tables


def archived(service: Service, tables: list[str]) -> bool:
    """Whether all of these are in the history."""
    status, page = service.call("GET", "/v1/games/history?limit=100&status=finished")
    return status == 200 and {game["id"] for game in page["items"]} >= set(tables)


def whole(postgres: Postgres) -> int:
    """How many games there are; all with seats and decisions, and each counted once by the statistics."""
    database = Database(postgres.url())
    with database.read() as connection:
        games = int(connection.scalar(select(func.count()).select_from(GAMES)) or 0)
        seats = int(connection.scalar(select(func.count()).select_from(SEATS)) or 0)
        counted = int(connection.scalar(select(func.sum(STANDINGS.c.games))) or 0)
        played = int(connection.scalar(select(func.count(func.distinct(DECISIONS.c.game_id)))) or 0)
    database.close()
    assert (seats, counted, played) == (2 * games, 2 * games, games)
    return games


def kill(pids: list[int]) -> None:
    assert pids, "there is nothing to kill"
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def kill_database(postgres: Postgres) -> None:
    """Kill the server without any warning, and start it again when its last process is gone."""
    assert postgres.process is not None
    family = [postgres.process.pid, *tree(postgres.process.pid)]
    kill([postgres.process.pid])
    postgres.process.wait()
    assert soon(lambda: not living(family))
    (postgres.folder / "data" / "postmaster.pid").unlink(missing_ok=True)
    postgres.start()


def test_every_game_is_archived_once_whichever_process_is_killed(service: Service, postgres: Postgres) -> None:
    token = register(service)
    tables = play(service, token, 6)
    assert soon(lambda: any(archived(service, [table]) for table in tables), LONG_S), "archiving has begun"

    for _ in range(2):
        kill(service.find("workers bots"))
        tables += play(service, token, 3)
        kill_database(postgres)
        tables += play(service, token, 3)
        kill(service.find("valkey-server"))
        tables += play(service, token, 3)
        kill(service.find("wsgi")[1:])
        tables += play(service, token, 3)

    assert soon(lambda: archived(service, tables), LONG_S)
    assert whole(postgres) == len(tables)
    assert all(service.call("GET", f"/v1/tables/{table}/replay")[0] == 200 for table in tables)


def test_while_the_database_is_away_play_continues_and_archiving_waits(service: Service, postgres: Postgres) -> None:
    token = register(service)
    seats = [{"kind": "me"}, *BOTS]
    _, mine = service.call("POST", "/v1/tables", {"game": "faraway", "seats": seats, "start": "full"}, token)
    postgres.stop(signal.SIGQUIT)

    refused = requests.get(f"{service.at}/v1/games/history", timeout=90)
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert int(refused.headers["Retry-After"]) >= 1
    tables = play(service, token, 3)
    given = answers(service, mine["id"], token)
    assert given > 10
    tables.append(mine["id"])
    assert soon(lambda: all(status_of(service, table, token) == "finished" for table in tables), LONG_S)
    # Longer than the second after which they are archived.
    time.sleep(8)
    assert all(status_of(service, table, token) == "finished" for table in tables)
    assert service.call("GET", "/v1/games/history")[0] == 503

    postgres.start()

    assert soon(lambda: archived(service, tables), LONG_S)
    assert service.call("GET", f"/v1/tables/{mine['id']}/replay", token=token)[0] == 200


def status_of(service: Service, table: str, token: str) -> str | None:
    status, found = service.call("GET", f"/v1/tables/{table}", token=token)
    return str(found["status"]) if status == 200 else None


def answers(service: Service, table: str, token: str) -> int:
    """Play a game to its end; how many answers were accepted. None may be refused."""
    given, deadline = 0, time.monotonic() + LONG_S
    while time.monotonic() < deadline:
        status, found = service.call("GET", f"/v1/tables/{table}/decisions", token=token)
        if status == 409 or service.call("GET", f"/v1/tables/{table}", token=token)[1]["status"] == "finished":
            return given
        for one in found["items"]:
            path = f"/v1/tables/{table}/decisions/{one['id']}/answer"
            assert service.call("PUT", path, {"picks": one["default"]}, token)[0] in (200, 202)
            given += 1
    raise AssertionError("the game does not end")


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    with mounted(160) as found:
        yield found


@pytest.fixture
def small_postgres(disk: SmallDisk) -> Iterator[Postgres]:
    """A server whose disk can become full."""
    folder = disk.path / "postgres"
    folder.mkdir()
    server = Postgres(folder, durable=True)
    server.create()
    server.start()
    yield server
    server.stop(signal.SIGQUIT)


def test_on_a_full_disk_of_the_database_archiving_waits_until_there_is_room(
    small_postgres: Postgres, disk: SmallDisk
) -> None:
    with running(small_postgres) as service:
        token = register(service)
        tables = play(service, token, 2)
        assert soon(lambda: archived(service, tables), LONG_S)
        disk.fill()
        later = play(service, token, 3)
        time.sleep(10)
        assert not any(archived(service, [table]) for table in later)
        assert all(service.call("GET", f"/v1/tables/{table}")[0] == 200 for table in later)

        disk.filler.unlink()

        assert soon(lambda: archived(service, [*tables, *later]), LONG_S)
        assert whole(small_postgres) == 5

"""Faults while games are archived: killed workers and databases, a full disk, many processes."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from redis import Redis
from sqlalchemy import event, func, select, text

from service.archive import retention
from service.archive.store import Record
from service.database.engine import Database, DatabaseUnavailable
from service.database.schema import DECISIONS, GAMES, SEATS, STANDINGS
from service.stores import Stores, build
from tests.conftest import postgres_bin
from tests.service.archive.archived import AT_ONCE
from tests.service.concurrency import at_once
from tools.postgres import Postgres
from tools.soak.games import accounts_of, insert_copy, play_sample

DIE = """
import os, signal, sys
from service.archive import records, retention
from service.archive.store import Archive
from service.database.engine import Database
from service.settings import Retention
from service.storage.connection import connect
from service.stores import build

redis_url, database_url, step, *ids = sys.argv[1:]

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

if step == "in the transaction":
    insert_all = records.insert_all
    records.insert_all = lambda c, table, rows: die() if table.name == "decisions" else insert_all(c, table, rows)
else:
    Archive.remove = die
retention.look_after(build(connect(redis_url), Database(database_url), Retention(archive_after_s=0)), ids)
"""


@pytest.fixture
def stores(redis: Redis, database: Database) -> Stores:
    return build(redis, database, AT_ONCE)


def copies(stores: Stores, records: list[Record], many: int) -> list[str]:
    random, accounts = Random(3), accounts_of(stores, 8)
    return [insert_copy(stores, random.choice(records), accounts, random) for _ in range(many)]


def counts(database: Database) -> tuple[int, int, int]:
    """The games, those of them with seats and decisions, and the appearances that statistics count."""
    with database.read() as connection:
        games = connection.scalar(select(func.count()).select_from(GAMES))
        whole = connection.scalar(
            select(func.count())
            .select_from(GAMES)
            .where(GAMES.c.id.in_(select(SEATS.c.game_id)), GAMES.c.id.in_(select(DECISIONS.c.game_id)))
        )
        counted = connection.scalar(select(func.coalesce(func.sum(STANDINGS.c.games), 0)))
        seats = connection.scalar(select(func.count()).select_from(SEATS))
    assert counted == seats
    return int(games or 0), int(whole or 0), int(counted or 0)


@pytest.mark.thorough
@pytest.mark.parametrize("step", ["in the transaction", "before the removal"])
def test_a_worker_that_is_killed_loses_nothing_and_doubles_nothing(
    redis: Redis, redis_url: str, any_database_url: str, database: Database, stores: Stores, step: str
) -> None:
    ids = copies(stores, play_sample(stores, accounts_of(stores, 8), 1, Random(2)), 4)

    killed = subprocess.run([sys.executable, "-c", DIE, redis_url, any_database_url, step, *ids], timeout=60)

    assert killed.returncode == -signal.SIGKILL
    assert all(stores.tables.load_unarchived(id) is not None for id in ids)
    assert counts(database)[:2] == ((0, 0) if step == "in the transaction" else (4, 4))
    assert retention.look_after(stores, ids) == 4
    assert counts(database)[:2] == (4, 4)
    assert all(stores.tables.load(id) is not None for id in ids)


@pytest.mark.thorough
def test_many_processes_on_one_database_archive_each_game_once(redis: Redis, database: Database) -> None:
    workers = [build(redis, Database(str(database.url)), AT_ONCE) for _ in range(4)]
    ids = copies(workers[0], play_sample(workers[0], accounts_of(workers[0], 8), 1, Random(2)), 12)
    seen: list[int] = []

    def archive(stores: Stores) -> None:
        seen.append(sum(retention.look_after(stores, ids[n : n + 4]) for n in (0, 4, 8)))

    def read(stores: Stores) -> None:
        for id in ids * 3:
            assert stores.tables.load(id) is not None, "a table is always in one of the places"

    at_once(
        [*[lambda stores=stores: archive(stores) for stores in workers[:2]]]
        + [lambda s=s: read(s) for s in workers[2:]]
    )

    assert sum(seen) == 12
    assert counts(database)[:2] == (12, 12)


@pytest.mark.thorough
def test_on_a_full_disk_games_stay_in_redis_until_there_is_room(redis: Redis, tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/farshore.db")
    stores = build(redis, database, AT_ONCE)
    ids = copies(stores, play_sample(stores, accounts_of(stores, 8), 1, Random(2)), 6)
    limits = {"pages": 60}

    @event.listens_for(database.engine, "checkout")
    def limit(connection: object, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {limits['pages']}")  # type: ignore[attr-defined]

    with pytest.raises(DatabaseUnavailable, match="full"):
        retention.look_after(stores, ids)
    assert all(stores.tables.load_unarchived(id) is not None for id in ids)

    limits["pages"] = 1_000_000
    assert retention.look_after(stores, ids) == 6
    assert counts(database)[:2] == (6, 6)


@pytest.fixture
def durable_postgres() -> Iterator[Postgres]:
    """A server that keeps what it has committed when it is killed."""
    if postgres_bin() is None:
        pytest.skip("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory(prefix="farshore-postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder), durable=True)
        server.create()
        server.start()
        yield server
        server.stop()


@pytest.mark.thorough
def test_a_database_that_is_killed_comes_back_with_every_game_that_left_redis(
    redis: Redis, durable_postgres: Postgres
) -> None:
    database = Database(durable_postgres.url())
    stores = build(redis, database, AT_ONCE)
    ids = copies(stores, play_sample(stores, accounts_of(stores, 8), 1, Random(2)), 60)
    outages: list[Exception] = []

    def archive() -> None:
        for id in ids:
            try:
                retention.look_after(stores, [id])
            except DatabaseUnavailable as error:
                outages.append(error)

    assert retention.look_after(stores, ids[:1]) == 1
    worker = threading.Thread(target=archive)
    worker.start()
    durable_postgres.stop(signal.SIGQUIT)
    worker.join()

    assert outages, "the database was away"
    assert not database.responds()
    left = [id for id in ids if stores.tables.load_unarchived(id) is not None]
    assert left
    durable_postgres.start()
    assert database.responds()
    with database.read() as connection:
        kept = set(connection.scalars(text("SELECT id FROM games")))
    assert set(ids) - set(left) <= kept
    assert retention.look_after(stores, left) == len(left)
    assert counts(database)[:2] == (60, 60)

"""Finished games in the database: how fast they are written and found, and how much room they take.

python -m benchmarks.database                                        10,000 games in SQLite and in PostgreSQL
python -m benchmarks.database --games 300000 --keep FOLDER           fills 37 GB in FOLDER, or measures what is there
python -m benchmarks.database --first                                measures queries on a busy machine (as root)

Some dozens of games of all kinds are really played. The others are copies of them with ids, times, players, bots and
agents of their own.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from statistics import median

import msgspec
from sqlalchemy import func, select, text

from benchmarks.database_copies import fill
from benchmarks.database_queries import measure_queries
from benchmarks.processes import OtherLoad, client, cpu, embedded
from service.archive.records import GameRecords, GameRows
from service.archive.rows import rows_of
from service.archive.store import Record
from service.database.engine import Database, sqlite_url
from service.database.schema import GAMES, METADATA
from service.games import REGISTRY
from service.storage.identifiers import new_id
from service.stores import Stores, build
from service.tables.session import session_of
from service.tables.store import decode_table
from tools.postgres import postgres_bin, running_postgres
from tools.soak.games import accounts_of, play_sample

JOB = 40
"""As many games as an archive job has."""

ROUNDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.database", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--played", type=int, default=4, help="games of each kind that are really played")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the databases in this folder for later runs")
    parser.add_argument("--first", action="store_true", help="ask queries before other programs (real-time priority)")
    wanted = parser.parse_args()
    for name in [wanted.only] if wanted.only else ["sqlite", "postgresql"]:
        if name == "postgresql" and postgres_bin() is None:
            print("PostgreSQL is not installed")
            continue
        with database(name, wanted.keep) as found:
            found.migrate()
            if found.scalar(select(GAMES.c.id).limit(1)) is None:
                write_and_fill(found, wanted.games, wanted.played)
            measure(name, found, wanted.first)


@contextmanager
def database(name: str, keep: Path | None) -> Iterator[Database]:
    """A database that keeps what it has committed, like that of a deployment; empty, if no folder is named."""
    with tempfile.TemporaryDirectory(prefix="farshore-bench-") as temporary:
        folder = (keep or Path(temporary)) / name
        folder.parent.chmod(0o755)
        folder.mkdir(exist_ok=True)
        if name == "sqlite":
            yield Database(sqlite_url(folder))
            return
        with running_postgres(folder, durable=True) as server:
            yield Database(server.url())


def write_and_fill(database: Database, games: int, played: int) -> None:
    with embedded("database") as redis:
        stores = build(client(redis))
        print(f"playing {played * len(REGISTRY)} games ...", flush=True)
        records = play_sample(stores, accounts_of(stores, 12), played, Random(1))
        written(database, stores, records)
        began = time.monotonic()
        if not database.is_sqlite:
            # Fewer checkpoints while so much is written.
            administer(database, "ALTER SYSTEM SET max_wal_size = '8GB'", "SELECT pg_reload_conf()")
        fill(database, [sample(stores, record) for record in records], games)
        if not database.is_sqlite:
            administer(database, "SET statement_timeout = 0", "VACUUM ANALYZE", "CHECKPOINT")
        print(f"filled in {time.monotonic() - began:.0f} s", flush=True)
        room(database, games)


def administer(database: Database, *commands: str) -> None:
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for command in commands:
            connection.execute(text(command))


def measure(name: str, database: Database, first: bool) -> None:
    load = OtherLoad()
    games: int = database.scalar(select(func.count()).select_from(GAMES)) or 0
    print(f"\n== {name}, {games:,} games", flush=True)
    with before_others(database) if first else nullcontext():
        measure_queries(database)
    print(f"other programs used {load.share():.1f} cores meanwhile", flush=True)


def sample(stores: Stores, record: Record) -> GameRows:
    table = decode_table(record.table)
    return rows_of(session_of(stores.tables, table, stores.tables.now()), record, stores.tables.now())


def written(database: Database, stores: Stores, records: list[Record]) -> None:
    """Archive games as a worker does, from the record to the disk; the games are then removed again."""
    random = Random(2)
    wall, worker, server = [], [], []
    for _ in range(ROUNDS):
        jobs = [[_renamed(stores, record) for record in random.choices(records, k=JOB)] for _ in range(5)]
        backend = [] if database.is_sqlite else _backends(database)
        began, own, other = time.perf_counter(), time.process_time(), cpu(backend)
        for job in jobs:
            GameRecords(database).put([sample(stores, record) for record in job])
        count = JOB * len(jobs)
        wall.append(count / (time.perf_counter() - began))
        worker.append(count / (time.process_time() - own))
        server.append((cpu(backend) - other) / count)
    print(
        f"archived per second: {median(wall):.0f}; per second of CPU of the worker {median(worker):.0f}"
        + ("" if database.is_sqlite else f", and {1000 * median(server):.1f} ms of CPU of the server per game")
    )
    with database.write() as connection:
        for one in reversed(METADATA.sorted_tables):
            connection.execute(one.delete())


def _renamed(stores: Stores, record: Record) -> Record:
    table = decode_table(record.table)
    table.id = new_id(stores.tables.now())
    return msgspec.structs.replace(record, table=msgspec.msgpack.encode(table))


def _backends(database: Database) -> list[int]:
    """The server processes of PostgreSQL that serve this process."""
    with database.read() as connection:
        query = "SELECT pid FROM pg_stat_activity WHERE client_port IS NOT NULL AND usename = current_user"
        return list(connection.scalars(text(query)))


@contextmanager
def before_others(database: Database) -> Iterator[None]:
    """Other programs do not delay the queries meanwhile; on a busy machine these are otherwise mostly waiting."""
    processes = [0] if database.is_sqlite else [0, *_backends(database)]
    for process in processes:
        os.sched_setscheduler(process, os.SCHED_RR, os.sched_param(1))
    try:
        yield
    finally:
        for process in processes:
            os.sched_setscheduler(process, os.SCHED_OTHER, os.sched_param(0))


def room(database: Database, games: int) -> None:
    """The bytes of each table with its indexes."""
    if database.is_sqlite:
        query = "SELECT s.tbl_name, SUM(d.pgsize) FROM dbstat d JOIN sqlite_schema s ON s.name = d.name GROUP BY 1"
    else:
        query = "SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables"
    with database.read() as connection:
        sizes = {row[0]: int(row[1]) for row in connection.execute(text(query))}
    decisions = sizes.pop("decisions")
    without = sum(sizes.values())
    print(
        f"disk per game {(without + decisions) / games / 1000:.1f} kB, "
        f"without decision rows {without / games / 1000:.1f} kB"
    )
    largest = sorted(sizes.items(), key=lambda one: -one[1])[:6]
    print("  " + ", ".join(f"{name} {size / games / 1000:.1f}" for name, size in largest))


if __name__ == "__main__":
    main()

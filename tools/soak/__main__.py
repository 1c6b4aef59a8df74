"""Let many games end, have the real clock and workers archive them, and measure the memory.

python -m tools.soak --games 100000                                 into SQLite
python -m tools.soak --games 100000 --database postgresql://…       into PostgreSQL

Fifty games are really played. The others are copies of them with ids and players of their own: all keys of a finished
table are written to Redis, and the clock, queue and workers archive it like any other table. An interrupted run
continues where it stopped.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import Process
from pathlib import Path
from random import Random

from service.__main__ import ROOT, worker_command
from service.archive.store import Record
from service.database.engine import sqlite_url
from service.launch.embedded import EmbeddedRedis
from service.launch.parent_watch import tied_to_parent
from service.settings import Retention, Settings
from service.storage.connection import memory
from service.stores import Stores, connect_stores
from tools.soak.games import accounts_of, insert_copy, play_sample
from tools.soak.plot import svg

ARCHIVE_AFTER_S = 2.0
MOST_HOT = 400
SAMPLES = 40


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--database", default=None, help="the address of the database; by default SQLite in --data")
    parser.add_argument("--accounts", type=int, default=1000, help="how many players there are")
    parser.add_argument("--played", type=int, default=10, help="how many games of each kind are really played")
    parser.add_argument("--fillers", type=int, default=2, help="processes that insert copies")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--data", type=Path, default=Path(".soak"), help="the data folder; a later run continues there")
    parser.add_argument("--plot", type=Path, default=None, help="write an SVG here")
    wanted = parser.parse_args()
    # A shell ignores SIGINT for background processes; either signal stops the run so that it can be continued.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    data = wanted.data.resolve()
    # Without an append-only file, which would grow by gigabytes; Redis is saved at the end.
    server = EmbeddedRedis(data, durable=False)
    server.start()
    server.wait()
    settings = Settings(
        redis_url=server.url,
        database_url=wanted.database or sqlite_url(data),
        retention=Retention(archive_after_s=ARCHIVE_AFTER_S),
    )
    stores = connect_stores(settings)
    samples: list[tuple[int, int, int, int]] = []
    try:
        with running_workers(server.url, str(settings.database_url), wanted.workers):
            soak(stores, settings, wanted, samples)
    except KeyboardInterrupt:
        print("\nStopped; the same command continues from here.")
    finally:
        stores.redis.save()
        server.stop()
    if wanted.plot and samples:
        wanted.plot.write_text(svg(samples))
    return 0


@contextlib.contextmanager
def running_workers(redis_url: str, database_url: str, many: int) -> Iterator[None]:
    """The clock and the workers of the service as processes."""
    settings = {
        "REDIS_URL": redis_url,
        "FARSHORE_DATABASE_URL": database_url,
        "FARSHORE_ARCHIVE_AFTER": f"{ARCHIVE_AFTER_S:g}",
    }
    processes = [
        subprocess.Popen(
            tied_to_parent(worker_command(name), death_signal=signal.SIGKILL), cwd=ROOT, env=os.environ | settings
        )
        for name in ("clock-1", *(f"bots-{n}" for n in range(many)))
    ]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def soak(
    stores: Stores, settings: Settings, wanted: argparse.Namespace, samples: list[tuple[int, int, int, int]]
) -> None:
    random, accounts = Random(), accounts_of(stores, wanted.accounts)
    print(f"playing {5 * wanted.played} games ...", flush=True)
    records = play_sample(stores, accounts, wanted.played, random)
    every, began, shown = max(1, wanted.games // SAMPLES), time.monotonic(), -wanted.games
    print(f"{'archived':>10} {'seconds':>8} {'redis MB':>9} {'keys':>7} {'hot':>5} {'archive MB':>11}")
    left = max(0, wanted.games - stores.archive.records.totals()[0] - stores.archive.waiting(0)[0])
    shares = [left // wanted.fillers + (n < left % wanted.fillers) for n in range(wanted.fillers)]
    fillers = [Process(target=fill, args=(settings, records, wanted.accounts, share), daemon=True) for share in shares]
    for filler in fillers:
        filler.start()
    while (done := stores.archive.records.totals()[0]) < wanted.games:
        if any(filler.exitcode for filler in fillers):
            raise RuntimeError("a process that inserts copies has failed")
        if done - shown >= every:
            shown = done
            samples.append(sample(stores, done, stores.archive.waiting(0)[0], time.monotonic() - began))
        bar(done, wanted.games)
        time.sleep(0.5)
    samples.append(sample(stores, done, stores.archive.waiting(0)[0], time.monotonic() - began))


def fill(settings: Settings, records: list[Record], many: int, games: int) -> None:
    """Insert copies, never more unarchived ones than MOST_HOT."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    stores, random = connect_stores(settings), Random()
    accounts = accounts_of(stores, many)
    for n in range(games):
        while n % 20 == 0 and stores.archive.waiting(0)[0] >= MOST_HOT:
            time.sleep(0.05)
        insert_copy(stores, random.choice(records), accounts, random)


def sample(stores: Stores, done: int, hot: int, seconds: float) -> tuple[int, int, int, int]:
    """Measure, and print one line."""
    [(used, _)] = memory(stores.redis).values()
    count, size = int(stores.redis.dbsize()), stores.archive.records.totals()[1]
    print(f"\r{done:10,} {seconds:8.0f} {used / 1e6:9.1f} {count:7,} {hot:5} {size / 1e6:11.1f}", flush=True)
    return done, used, count, size


def bar(done: int, of: int) -> None:
    if sys.stdout.isatty():
        full = 40 * done // max(1, of)
        print(f"\r[{'#' * full}{'.' * (40 - full)}] {done:,}/{of:,}", end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())

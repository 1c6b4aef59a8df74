"""Let very many games end, have the real clock and the real workers move them to the archive, and watch the memory.

python -m tests.soak --games 100000                     into a folder
python -m tests.soak --games 5000 --archive redis       into Redis, to see how it grows

Fifty games are really played. The others are copies of them: laid in Redis with all keys that a finished table has,
under names and with players of their own, and moved by the same clock, queue and workers as any other table.
Interrupted, it goes on where it was.
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
from service.archive.past import Record
from service.launch.embedded import EmbeddedRedis
from service.launch.parent_watch import leashed
from service.settings import Retention, Settings
from service.stores import House, furnished
from tests.soak.games import lay, people, some
from tests.soak.plot import svg

HOT_S = 2.0
MOST_HOT = 400
SAMPLES = 40


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--archive", choices=("folder", "redis"), default="folder")
    parser.add_argument("--accounts", type=int, default=1000, help="how many players there are")
    parser.add_argument("--played", type=int, default=10, help="games of each kind that are really played")
    parser.add_argument("--fillers", type=int, default=2, help="processes that lay tables")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--data", type=Path, default=Path(".soak"), help="where everything lies, to go on later")
    parser.add_argument("--plot", type=Path, default=None, help="write an SVG here")
    wanted = parser.parse_args()
    # In the background a shell lets Ctrl-C be ignored; whoever ends it by a signal wants to go on later too.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    data = wanted.data.resolve() / wanted.archive
    # No append-only file: a soak writes gigabytes that nobody will read. What is there is saved at the end.
    server = EmbeddedRedis(data, durable=False)
    server.start()
    server.wait()
    folder = data / "archive" if wanted.archive == "folder" else None
    settings = Settings(redis_url=server.url, archive=folder, retention=Retention(hot_s=HOT_S))
    house = furnished(settings)
    samples: list[tuple[int, int, int, int]] = []
    try:
        with at_work(server.url, str(folder or "redis"), wanted.workers):
            soak(house, settings, wanted, samples)
    except KeyboardInterrupt:
        print("\nStopped; the same command goes on from here.")
    finally:
        house.redis.save()
        server.stop()
    if wanted.plot and samples:
        wanted.plot.write_text(svg(samples, wanted.archive))
    return 0


@contextlib.contextmanager
def at_work(redis_url: str, archive: str, many: int) -> Iterator[None]:
    """The clock and the workers of the service, as processes of their own."""
    settings = {"REDIS_URL": redis_url, "FARSHORE_ARCHIVE": archive, "FARSHORE_ARCHIVE_AFTER": f"{HOT_S:g}"}
    processes = [
        subprocess.Popen(leashed(worker_command(name), on_death=signal.SIGKILL), cwd=ROOT, env=os.environ | settings)
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
    house: House, settings: Settings, wanted: argparse.Namespace, samples: list[tuple[int, int, int, int]]
) -> None:
    random, accounts = Random(), people(house, wanted.accounts)
    print(f"playing {5 * wanted.played} games ...", flush=True)
    records = some(house, accounts, wanted.played, random)
    every, began, shown = max(1, wanted.games // SAMPLES), time.monotonic(), -wanted.games
    print(f"{'archived':>10} {'seconds':>8} {'redis MB':>9} {'keys':>7} {'hot':>5} {'archive MB':>11}")
    left = max(0, wanted.games - house.past.totals()[0] - house.past.waiting(0)[0])
    shares = [left // wanted.fillers + (n < left % wanted.fillers) for n in range(wanted.fillers)]
    fillers = [Process(target=fill, args=(settings, records, wanted.accounts, share), daemon=True) for share in shares]
    for filler in fillers:
        filler.start()
    while (done := house.past.totals()[0]) < wanted.games and (done or any(map(Process.is_alive, fillers))):
        if done - shown >= every:
            shown = done
            samples.append(sample(house, done, house.past.waiting(0)[0], time.monotonic() - began))
        bar(done, wanted.games)
        time.sleep(0.5)
    samples.append(sample(house, done, house.past.waiting(0)[0], time.monotonic() - began))


def fill(settings: Settings, records: list[Record], many: int, games: int) -> None:
    """Lay tables, never more at once than a busy hour would hold."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    house, random = furnished(settings), Random()
    accounts = people(house, many)
    for n in range(games):
        while n % 20 == 0 and house.past.waiting(0)[0] >= MOST_HOT:
            time.sleep(0.05)
        lay(house, random.choice(records), accounts, random)


def sample(house: House, done: int, hot: int, seconds: float) -> tuple[int, int, int, int]:
    """One line of the table."""
    [(used, _)] = house.memory().values()
    count, size = int(house.redis.dbsize()), house.past.totals()[1]
    print(f"\r{done:10,} {seconds:8.0f} {used / 1e6:9.1f} {count:7,} {hot:5} {size / 1e6:11.1f}", flush=True)
    return done, used, count, size


def bar(done: int, of: int) -> None:
    if sys.stdout.isatty():
        full = 40 * done // max(1, of)
        print(f"\r[{'#' * full}{'.' * (40 - full)}] {done:,}/{of:,}", end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())

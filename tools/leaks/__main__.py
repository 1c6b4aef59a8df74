"""`make leaks`: compare thousands of random moments of all games with their twins, for every viewer, over HTTP."""

from __future__ import annotations

import argparse
import atexit
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from itertools import count, islice
from os import cpu_count
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from flask import Flask

from service.app import create_app
from service.games import REGISTRY
from service.launch.embedded import EmbeddedRedis
from service.settings import Settings
from tools.game_settings import SETTINGS
from tools.leaks.compare import Leak, compare_with_twin
from tools.leaks.hidden_answers import compare_hidden_answers
from tools.leaks.table import WatchedTable, frozen_clock, register_players, stores_of
from tools.leaks.twins import Viewer

SETTINGS_OF_APP: Final[dict[str, Any]] = {"rate_limits": False, "heartbeat_s": 0.05}


class Job(NamedTuple):
    """One game to play, and how much of it to compare."""

    setting: int
    deal: int
    moments: int
    tries: int


class Done(NamedTuple):
    """How many moments, requests and pairs of answers were compared, and what leaked."""

    game: str
    moments: int
    requests: int
    pairs: int
    leaks: list[str]


@cache
def app() -> Flask:
    """One app and one Redis for each process."""
    folder = tempfile.TemporaryDirectory(prefix="farshore-leaks-")
    server = EmbeddedRedis(Path(folder.name), durable=False)
    server.start()
    server.wait()
    # In this order: Redis ends before its folder is removed.
    atexit.register(folder.cleanup)
    atexit.register(server.stop)
    return create_app(Settings(redis_url=server.url, database_url="sqlite://", **SETTINGS_OF_APP))


def compare_game(job: Job) -> Done:
    """Play one game, and compare some of its moments for every viewer."""
    setting = SETTINGS[job.setting]
    stores = stores_of(app())
    stores.redis.flushall()
    asked, pairs, leaks = 0, 0, []
    with frozen_clock(stores) as clock:
        watched = WatchedTable(app(), clock, setting, job.deal, register_players(app(), setting.seats))
        found = watched.random_moments(job.moments)
        for n, moment in enumerate(found):
            most = 1 if job.tries else 8
            for seat in shuffled(list(watched.viewers), Random(n)):
                watched.restore(moment)
                try:
                    random = Random(f"{setting} {job.deal} {n} {seat}")
                    asked += compare_with_twin(watched, moment[1], seat, random, job.tries)
                    hidden = compare_hidden_answers(watched, moment[1], seat, random, most) if most else 0
                except Leak as leak:
                    leaks.append(f"deal {job.deal}, moment {n}: {leak}")
                else:
                    pairs += hidden
                    # With a limit of tries one viewer compares sealed answers.
                    most -= hidden if job.tries else 0
    return Done(setting.game.name, len(found), asked, pairs, leaks)


def shuffled(some: list[Viewer], random: Random) -> list[Viewer]:
    """In random order."""
    return random.sample(some, len(some))


def jobs(names: list[str], deal: int, moments: int, tries: int, enough: Callable[[str], bool]) -> Iterator[Job]:
    """Each game with every setting in turn, then with another deal, until there are enough moments of it."""
    ways = {name: [n for n, setting in enumerate(SETTINGS) if setting.game.name == name] for name in names}
    for n in count():
        left = [name for name in names if not enough(name)]
        if not left:
            return
        for name in left:
            repeat, way = divmod(n, len(ways[name]))
            yield Job(ways[name][way], deal + repeat, moments, tries)


def main() -> int:
    """Search for leaks; 1 if there is one."""
    parser = argparse.ArgumentParser(prog="make leaks", description=__doc__)
    parser.add_argument("--states", type=int, default=200, help="at least so many moments of each game (200)")
    parser.add_argument("--moments", type=int, default=20, help="so many of them from one deal (20)")
    parser.add_argument(
        "--tries",
        type=int,
        default=12,
        help="what to try besides all there is to read, at random (12); 0: read_everything",
    )
    parser.add_argument("--game", choices=list(REGISTRY), help="only this one")
    parser.add_argument("--seed", type=int, default=1, help="the first deal; the same seed compares the same moments")
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    options = parser.parse_args()
    began, seen, total = time.monotonic(), Counter[str](), Counter[str]()
    wanted = jobs(
        [options.game] if options.game else list(REGISTRY),
        options.seed,
        options.moments,
        options.tries,
        lambda game: seen[game] >= options.states,
    )
    with ProcessPoolExecutor(options.processes) as pool:
        running = {pool.submit(compare_game, job) for job in islice(wanted, options.processes)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for done in map(Future.result, finished):
                seen[done.game] += done.moments
                total.update(requests=done.requests, pairs=done.pairs, leaks=len(done.leaks))
                for leak in done.leaks:
                    print(f"\nLEAK {leak}\n", flush=True)
            print(f"\r{summary(seen, total)}, {time.monotonic() - began:.0f} s   ", end="", file=sys.stderr, flush=True)
            running |= {pool.submit(compare_game, job) for job in islice(wanted, len(finished))}
    print(f"\n{summary(seen, total)}, {time.monotonic() - began:.0f} s")
    return 1 if total["leaks"] else 0


def summary(seen: Counter[str], total: Counter[str]) -> str:
    """The counts so far."""
    games = ", ".join(f"{game} {n}" for game, n in sorted(seen.items()))
    requests, pairs, leaks = (total[what] for what in ("requests", "pairs", "leaks"))
    return f"{seen.total()} moments ({games}), {requests} requests, {pairs} pairs of sealed answers, {leaks} leaks"


if __name__ == "__main__":
    sys.exit(main())

"""`make leaks`: thousands of random moments of all games, each as every viewer meets it over HTTP, beside a twin."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from itertools import count, islice
from os import cpu_count
from random import Random
from typing import NamedTuple

from flask import Flask

from service.app import create_app
from service.games import SHELF
from service.settings import Settings
from tests.conftest import served
from tests.games.play import SETTINGS
from tests.leaks.compare import Leak, same
from tests.leaks.others import same_whatever_others_pick
from tests.leaks.stage import Stage, crowd, still
from tests.leaks.twins import Viewer
from tests.service.conftest import QUICK, house_of

_servers: list[Iterator[str]] = []


class Job(NamedTuple):
    """One game to play, and how much of it to look at."""

    setting: int
    deal: int
    moments: int
    tries: int


class Done(NamedTuple):
    """How many moments were compared, with how many requests and pairs of picks, and what leaked."""

    game: str
    moments: int
    requests: int
    pairs: int
    leaks: list[str]


@cache
def app() -> Flask:
    """One app and one Redis for each process."""
    server = served(port=0)
    # Held until the process ends, and Redis with it.
    _servers.append(server)
    return create_app(Settings(redis_url=next(server), **QUICK))


def look(job: Job) -> Done:
    """Play one game, and look at some moments of it as every viewer."""
    setting = SETTINGS[job.setting]
    house = house_of(app())
    house.redis.flushall()
    asked, pairs, leaks = 0, 0, []
    with still(house) as clock:
        stage = Stage(app(), clock, setting, job.deal, crowd(app(), setting.seats))
        found = stage.some_moments(job.moments)
        for n, moment in enumerate(found):
            most = 1 if job.tries else 8
            for seat in shuffled(list(stage.viewers), Random(n)):
                stage.lay(moment)
                try:
                    random = Random(f"{setting} {job.deal} {n} {seat}")
                    asked += same(stage, moment[1], seat, random, job.tries)
                    hidden = same_whatever_others_pick(stage, moment[1], seat, random, most) if most else 0
                except Leak as leak:
                    leaks.append(f"deal {job.deal}, moment {n}: {leak}")
                else:
                    pairs += hidden
                    # In haste one viewer looks at what is picked face down, if anybody can.
                    most -= hidden if job.tries else 0
    return Done(setting.game.name, len(found), asked, pairs, leaks)


def shuffled(some: list[Viewer], random: Random) -> list[Viewer]:
    """In any order."""
    return random.sample(some, len(some))


def jobs(names: list[str], deal: int, moments: int, tries: int, enough: Callable[[str], bool]) -> Iterator[Job]:
    """Game after game, each in every way to play in turn and then with another deal, until there is enough of it."""
    ways = {name: [n for n, setting in enumerate(SETTINGS) if setting.game.name == name] for name in names}
    for n in count():
        left = [name for name in names if not enough(name)]
        if not left:
            return
        for name in left:
            again, way = divmod(n, len(ways[name]))
            yield Job(ways[name][way], deal + again, moments, tries)


def main() -> int:
    """Look for leaks; 1 if there is one."""
    parser = argparse.ArgumentParser(prog="make leaks", description=__doc__)
    parser.add_argument("--states", type=int, default=200, help="how many moments of each game at least (200)")
    parser.add_argument("--moments", type=int, default=20, help="how many of them from one deal (20)")
    parser.add_argument(
        "--tries", type=int, default=12, help="what to try besides all there is to read, at random (12); 0: everything"
    )
    parser.add_argument("--game", choices=list(SHELF), help="only this one")
    parser.add_argument("--seed", type=int, default=1, help="the first deal; the same seed looks at the same moments")
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    options = parser.parse_args()
    began, seen, total = time.monotonic(), Counter[str](), Counter[str]()
    wanted = jobs(
        [options.game] if options.game else list(SHELF),
        options.seed,
        options.moments,
        options.tries,
        lambda game: seen[game] >= options.states,
    )
    with ProcessPoolExecutor(options.processes) as pool:
        running = {pool.submit(look, job) for job in islice(wanted, options.processes)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for done in map(Future.result, finished):
                seen[done.game] += done.moments
                total.update(requests=done.requests, pairs=done.pairs, leaks=len(done.leaks))
                for leak in done.leaks:
                    print(f"\nLEAK {leak}\n", flush=True)
            print(f"\r{summary(seen, total)}, {time.monotonic() - began:.0f} s   ", end="", file=sys.stderr, flush=True)
            running |= {pool.submit(look, job) for job in islice(wanted, len(finished))}
    print(f"\n{summary(seen, total)}, {time.monotonic() - began:.0f} s")
    return 1 if total["leaks"] else 0


def summary(seen: Counter[str], total: Counter[str]) -> str:
    """How far it has come."""
    games = ", ".join(f"{game} {n}" for game, n in sorted(seen.items()))
    requests, pairs, leaks = (total[what] for what in ("requests", "pairs", "leaks"))
    return f"{seen.total()} moments ({games}), {requests} requests, {pairs} pairs of hidden picks, {leaks} leaks"


if __name__ == "__main__":
    sys.exit(main())

"""`make leaks`: thousands of random moments of all games, each as every viewer meets it over HTTP, beside a twin."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from itertools import count, islice
from os import cpu_count
from random import Random

from flask import Flask

from service.app import create_app
from service.settings import Settings
from tests.conftest import served
from tests.games.play import SETTINGS
from tests.leaks.compare import Leak, same
from tests.leaks.others import same_whatever_others_pick
from tests.leaks.stage import Stage, crowd, still
from tests.service.conftest import QUICK, house_of

Job = tuple[int, int, int]
_servers: list[Iterator[str]] = []


@cache
def app() -> Flask:
    """One app and one Redis for each process."""
    server = served(port=0)
    # Held until the process ends, and Redis with it.
    _servers.append(server)
    return create_app(Settings(redis_url=next(server), **QUICK))


def look(job: Job) -> tuple[str, int, int, int, list[str]]:
    """One game: its name, how many moments were compared with how many requests and pairs of picks, and what leaked."""
    setting, seed, moments = SETTINGS[job[0]], job[1], job[2]
    house = house_of(app())
    house.redis.flushall()
    asked, pairs, leaks = 0, 0, []
    with still(house) as clock:
        stage = Stage(app(), clock, setting, seed, crowd(app(), setting.seats))
        found = stage.some_moments(moments)
        for n, moment in enumerate(found):
            for seat in stage.viewers:
                stage.lay(moment)
                try:
                    random = Random(f"{setting} {seed} {n} {seat}")
                    asked += same(stage, moment[1], seat, random)
                    pairs += same_whatever_others_pick(stage, moment[1], seat, random, most=2)
                except Leak as leak:
                    leaks.append(f"seed {seed}, moment {n}: {leak}")
    return setting.game.name, len(found), asked, pairs, leaks


def jobs(game: str | None, seed: int, moments: int) -> Iterator[Job]:
    """Every way to play in turn, with another deal each time."""
    chosen = [n for n, setting in enumerate(SETTINGS) if game in (None, setting.game.name)]
    for deal in count(seed):
        yield from ((n, deal, moments) for n in chosen)


def main() -> int:
    """Look for leaks; 1 if there is one."""
    parser = argparse.ArgumentParser(prog="make leaks", description=__doc__)
    parser.add_argument("--states", type=int, default=1000, help="how many moments at least (1000)")
    parser.add_argument("--per-game", type=int, default=5, help="moments of each game (5)")
    parser.add_argument("--game", help="only this one")
    parser.add_argument("--seed", type=int, default=1, help="the first deal; the same seed looks at the same moments")
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    options = parser.parse_args()
    began, seen, asked, pairs, leaks = time.monotonic(), Counter[str](), 0, 0, 0
    wanted = islice(jobs(options.game, options.seed, options.per_game), -(-options.states // options.per_game))
    with ProcessPoolExecutor(options.processes) as pool:
        for done in as_completed([pool.submit(look, job) for job in wanted]):
            game, moments, requests, hidden, found = done.result()
            seen[game] += moments
            asked, pairs, leaks = asked + requests, pairs + hidden, leaks + len(found)
            for leak in found:
                print(f"\nLEAK {leak}\n")
            line = f"{seen.total()} moments, {asked} requests, {pairs} pairs of hidden picks, {leaks} leaks"
            line += f", {time.monotonic() - began:.0f} s"
            print(f"\r{line}   ", end="", file=sys.stderr, flush=True)
    print(f"\n{line}: " + ", ".join(f"{game} {n}" for game, n in sorted(seen.items())))
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())

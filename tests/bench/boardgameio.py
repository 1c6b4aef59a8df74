"""Beside boardgame.io: its own server and clients, a game of similar size, the same number of tables, the same pace."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

from msgspec import Struct

from service.events.log import viewer
from service.stores import House
from tests.bench import surroundings
from tests.bench.driving import drive
from tests.bench.figures import Claim, Grid, Section, middle, ms, percentile, spread
from tests.bench.load import Job, Play
from tests.bench.processes import ROOT, Server, client, cpu, embedded, family, granian, launched
from tests.bench.run import Run
from tests.bench.tables import Original, copies, original, request

TABLES = (10, 50, 200)
REPEATS = {10: 2, 50: 2, 200: 5}
MOST_REPEATS = max(REPEATS.values())
EVERY_S = 1.0
PACES = {True: "one move a second each", False: "closed loop"}
PEERS = ROOT / "tests" / "bench" / "peers"


class Played(Struct):
    """One repeat: the times until the other had it, moves per second, and what the server spent."""

    heard: list[float]
    pace: float
    cpu: float
    late: int
    client: float


def heard(played: list[Played], percent: float) -> list[float]:
    """The percentile of each repeat: their median stands for all, since one bad second must not decide."""
    return [percentile(one.heard, percent) for one in played]


def measure(run: Run) -> Section:
    """Ours and theirs in turns, at a fixed pace and as fast as they can."""
    seconds = 2.0 if run.quick else 5.0
    counts = (10, 200) if run.quick else TABLES
    ours: dict[tuple[int, bool], list[Played]] = {}
    theirs: dict[tuple[int, bool], list[Played]] = {}
    why = ""
    with embedded("bgio") as redis:
        one = original(House(client(redis)))
        for count, paced, repeat in product(counts, (True, False), range(MOST_REPEATS)):
            if repeat >= (1 if run.quick else REPEATS[count]):
                continue
            run.say(f"{count} tables, {PACES[paced]}, repeat {repeat + 1}")
            every = EVERY_S if paced else 0.0
            # A fresh server for both: a stream whose client has gone is noticed some seconds later.
            with granian(redis, run.port(), streams=512) as server:
                ours.setdefault((count, paced), []).append(our_way(server, one, count, seconds, every))
            try:
                theirs.setdefault((count, paced), []).append(their_way(run, count, seconds, every))
            except (surroundings.Missing, RuntimeError) as missing:
                why = str(missing)
    return told(counts, ours, theirs, why)


def our_way(server: Server, one: Original, count: int, seconds: float, every: float) -> Played:
    """Both seats of each table follow its events; the watch of an answer stops when the other one has heard of it."""
    ids = copies(client(server.redis), one, count)
    streams, tables = [], []
    for id in ids:
        first = len(streams)
        path = f"/v1/tables/{id}/events"
        streams += [request("GET", path, person.secret, accept="application/x-ndjson") for person in one.people]
        hears = []
        for said in one.game:
            other = 1 - said.seat
            told = said.after[viewer(other)] > said.before[viewer(other)]
            hears.append([(first + other, said.before[viewer(other)] + 1)] if told else [])
        tables.append(Play(one.requests(id), hears))
    job = Job(server.port, tables, count, seconds, every=every, wait_to_hear=True, streams=streams)
    seen, spent = drive(job, {"server": lambda: [*server.web(), *server.store()]})
    if seen.refused:
        raise RuntimeError(f"{seen.refused} streams were refused")
    return Played(
        seen.heard, len(seen.replies) / seen.seconds, spent["server"] / len(seen.replies), seen.late, seen.cpu
    )


def their_way(run: Run, count: int, seconds: float, every: float) -> Played:
    """A fresh server of boardgame.io, which keeps its matches in memory, and its own clients."""
    with their_server(run) as (server, lobby, env):
        process = subprocess.Popen(
            ["node", PEERS / "boardgame_load.js", *map(str, (server.port, lobby, count, seconds, every * 1000))],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            if process.stdout.readline() != "ready\n":
                raise RuntimeError(f"the clients of boardgame.io did not connect: {process.stderr.read()[-200:]}")
            pids = family(server.process.pid)
            before = cpu(pids)
            found: dict[str, Any] = json.loads(process.stdout.readline() or "{}")
            spent = cpu(pids) - before
        finally:
            process.wait(30)
    moves = max(1, len(found["heard"]))
    return Played(found["heard"], moves / found["seconds"], spent / moves, found["late"], found["cpu"])


@contextmanager
def their_server(run: Run) -> Iterator[tuple[Server, int, dict[str, str]]]:
    modules = surroundings.node() / "node_modules"
    # Scripts find packages beside themselves, or where this says.
    env = {
        **os.environ,
        "NODE_PATH": str(modules),
        "BENCH_GAME": str(PEERS / "boardgame_game.js"),
        "NODE_ENV": "production",
    }
    port, lobby = run.port(), run.port()
    node = shutil.which("node") or "node"
    with launched([node, str(PEERS / "boardgame_server.js"), str(port), str(lobby)], port, None, env) as server:
        yield server, lobby, env


def told(
    counts: tuple[int, ...],
    ours: dict[tuple[int, bool], list[Played]],
    theirs: dict[tuple[int, bool], list[Played]],
    why: str,
) -> Section:
    """The figures in words."""
    rows, lines = [], {}
    for count in counts:
        for paced in (True, False):
            for name, side in (("farshore", ours), ("boardgame.io", theirs)):
                played = side.get((count, paced), [])
                rows.append(
                    [
                        str(count),
                        "1 move/s each" if paced else "closed loop",
                        name,
                        ms(middle(heard(played, 50))) if played else "–",
                        spread([1000 * t for t in heard(played, 95)], ",.3g") if played else "–",
                        ms(middle(heard(played, 99))) if played else "–",
                        f"{middle([one.pace for one in played]):,.0f}" if played else why or "–",
                        f"{1 / middle([one.cpu for one in played]):,.0f}" if played else "–",
                        str(sum(one.late for one in played)) if paced else "–",
                    ]
                )
                lines.setdefault(f"{name}, {'paced' if paced else 'closed loop'}", {})[str(count)] = (
                    middle(heard(played, 95)) * 1000 if played else float("nan")
                )
    head = ["tables", "load", "", "p50 ms", "p95 ms", "p99 ms", "moves/s", "moves per CPU-s", "late"]
    notes = [
        "Times run from the move sent until the other player's client has it; ours: until the other seat's stream has.",
        "Medians of the repeats (five at 200 tables, two elsewhere); of p95 in brackets the smallest and the largest.",
        "boardgame.io keeps matches in memory (its default); ours are written to disk before they are answered.",
        "CPU: all server processes, ours with Redis. The clients' own CPU is not in it, but shares the cores.",
    ]
    return Section(
        "boardgameio",
        [claim(counts[-1], paced, ours, theirs) for paced in (True, False)],
        [Grid("Beside boardgame.io", head, rows, notes)],
        {"p95": lines},
    )


def claim(
    count: int, paced: bool, ours: dict[tuple[int, bool], list[Played]], theirs: dict[tuple[int, bool], list[Played]]
) -> Claim:
    mine, other = (
        middle(heard(played, 95)) if (played := side.get((count, paced))) else float("nan") for side in (ours, theirs)
    )
    what = f"move → other client, p95, {count} tables, {PACES[paced]}, by boardgame.io"
    return Claim(what, None if other != other else mine / other, 1.0, "lower", f"{ms(mine)} ms", f"{ms(other)} ms")

"""A thousand open event streams on one machine: the delay of delivery, and the memory of each stream."""

from __future__ import annotations

import sys
from contextlib import ExitStack

from benchmarks.figures import Claim, Grid, Section, ms, percentile
from benchmarks.load import Job, LoadResult, Play
from benchmarks.load_process import run_load
from benchmarks.processes import Server, client, embedded, granian, resident
from benchmarks.run import Run
from benchmarks.table_copies import Original, copies, original
from service.settings import web_processes
from service.stores import build

STREAMS = 1000
EVERY_S = {100: 2.0, 1: 0.5}
"""Seconds between two answers at a table, by the number of tables: of a few answers, p95 would be the slowest."""

STREAM_COMMAND = [sys.executable, "-m", "service.launch.stream_server"]


def measure(run: Run) -> Section:
    """With the streams in the processes of the API, and in one process of their own; and all at one table."""
    seconds = 4.0 if run.quick else 12.0
    rows, claims = [], []
    lines = {}
    for name, (apart, tables) in SHAPES.items():
        run.say(f"{STREAMS:,} streams, {name}")
        with ExitStack() as stack:
            redis = stack.enter_context(embedded("streams"))
            one = original(build(client(redis)))
            api = stack.enter_context(granian(redis, run.port(), streams=STREAMS if not apart else 256))
            server = (
                stack.enter_context(granian(redis, run.port(), workers=1, streams=STREAMS, command=STREAM_COMMAND))
                if apart
                else api
            )
            warm_up(api, server, one)
            before = resident(server.web())
            held: list[int] = []
            seen, spent = watched(api, server, one, seconds, held, tables)
        each = (max(held, default=before) - before) / STREAMS
        rows.append(
            [
                name,
                f"{STREAMS - seen.refused:,}",
                *(ms(percentile(seen.heard, p)) for p in (50, 95, 99)),
                f"{len(seen.heard) / seen.seconds:,.0f}",
                f"{1e6 * spent['streams'] / max(1, len(seen.heard)):,.0f}" if apart else "–",
                f"{each / 1024:,.0f}",
                ms(percentile(seen.replies, 95)),
            ]
        )
        lines[name] = {p: percentile(seen.heard, float(p)) * 1000 for p in ("50", "95", "99")}
        claims += [
            Claim(
                f"{STREAMS:,} streams, {name}: delivery p95",
                percentile(seen.heard, 95) * 1000,
                GOALS[tables],
                unit="ms",
            ),
            Claim(f"{STREAMS:,} streams, {name}: memory per stream", each / 1024, unit="KiB"),
        ]
    head = [
        "served by",
        "streams",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "deliveries/s",
        "CPU-µs a delivery",
        "KiB a stream",
        "answer p95 ms",
    ]
    notes = [
        f"An answer every {EVERY_S[100]:g} s at each of 100 tables, or every {EVERY_S[1]:g} s at the only one.",
        "Times run from the answer sent until each watcher has the line.",
        "Both servers have served another table before, so that no watcher's time contains the start of a process.",
        "Whatever has arrived at a watcher is read and timed before any of it is parsed.",
        "Memory: private pages of the stream processes with all streams open, less the same before the first.",
    ]
    return Section("streams", claims, [Grid("Open event streams", head, rows, notes)], {"delivery": lines})


SHAPES = {
    f"{web_processes()} processes, 100 tables": (False, 100),
    "1 process apart (STREAM_BASE_URL), 100 tables": (True, 100),
    "1 process apart, all at one table": (True, 1),
}
"""Whether the streams have a process of their own, and how many tables they follow."""

GOALS = {100: 250, 1: 20}
"""Milliseconds until 95 of 100 watchers have a line, by the number of tables."""


def warm_up(api: Server, server: Server, one: Original) -> None:
    """Play at a few tables, and watch them: the first answer of a process connects to Redis and touches its memory."""
    ids = copies(client(api.redis), one, 4)
    tables = [Play(one.requests(id)) for id in ids]
    run_load(Job(api.port, tables, 4, 0.5, streams=[spectator(id) for id in ids], stream_port=server.port), {})


def watched(
    api: Server, server: Server, one: Original, seconds: float, held: list[int], count: int
) -> tuple[LoadResult, dict[str, float]]:
    """Answer at all tables while spectators follow them."""
    ids = copies(client(api.redis), one, count)
    each, streams, tables = STREAMS // count, list[bytes](), list[Play]()
    for id in ids:
        first = len(streams)
        streams += [spectator(id) for _ in range(each)]
        hears = [
            [(first + n, said.before[0] + 1) for n in range(each)] if said.after[0] > said.before[0] else []
            for said in one.game
        ]
        tables.append(Play(one.requests(id), hears))
    job = Job(api.port, tables, count, seconds, every=EVERY_S[count], streams=streams, stream_port=server.port)

    def looked() -> list[int]:
        # Asked when all streams are open, before the first answer.
        held.append(resident(server.web()))
        return server.web()

    return run_load(job, {"streams": looked})


def spectator(table: str) -> bytes:
    """The request of a spectator's stream, without a token."""
    head = f"GET /v1/tables/{table}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/x-ndjson\r\n\r\n"
    return head.encode()

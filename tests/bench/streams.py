"""A thousand open event streams on one machine: how late they hear, and what each of them weighs."""

from __future__ import annotations

from contextlib import ExitStack

from service.settings import web_processes
from service.stores import House
from tests.bench.driving import drive
from tests.bench.figures import Claim, Grid, Section, ms, percentile
from tests.bench.load import Job, Play, Seen
from tests.bench.processes import Server, client, embedded, granian, gunicorn, resident
from tests.bench.run import Run
from tests.bench.tables import Original, copies, original

STREAMS, TABLES, EVERY_S = 1000, 100, 2.0
"""A hundred tables with ten watchers each, who hear of an answer every other second."""


def measure(run: Run) -> Section:
    """On the two servers that the service uses: threads for `make run`, greenlets where streams have their own."""
    seconds = 4.0 if run.quick else 12.0
    rows, claims = [], []
    lines = {}
    for name, apart in SHAPES.items():
        run.say(f"{STREAMS:,} streams, {name}")
        with ExitStack() as stack:
            redis = stack.enter_context(embedded("streams"))
            one = original(House(client(redis)))
            api = stack.enter_context(granian(redis, run.port(), streams=STREAMS if not apart else 256))
            server = stack.enter_context(gunicorn(redis, run.port())) if apart else api
            before = resident(server.web())
            held: list[int] = []
            seen, spent = watched(api, server, one, seconds, held)
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
            Claim(f"{STREAMS:,} streams, {name}: delivery p95", percentile(seen.heard, 95) * 1000, 250, unit="ms"),
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
        f"{TABLES} tables with {STREAMS // TABLES} watchers each, an answer every {EVERY_S:g} s at each table; "
        "times run from the answer sent until each of its watchers has the line.",
        "Memory: private pages of the stream processes with all streams open, less the same before the first.",
    ]
    return Section("streams", claims, [Grid("Open event streams", head, rows, notes)], {"delivery": lines})


SHAPES = {
    f"granian, {web_processes()} processes, a thread each": False,
    "gevent, 1 process apart (STREAM_BASE_URL)": True,
}


def watched(
    api: Server, server: Server, one: Original, seconds: float, held: list[int]
) -> tuple[Seen, dict[str, float]]:
    """Answers at all tables while spectators of all follow."""
    ids = copies(client(api.redis), one, TABLES)
    each, streams, tables = STREAMS // TABLES, [], []
    for id in ids:
        first = len(streams)
        streams += [spectator(id) for _ in range(each)]
        hears = [
            [(first + n, said.before[0] + 1) for n in range(each)] if said.after[0] > said.before[0] else []
            for said in one.game
        ]
        tables.append(Play(one.requests(id), hears))
    job = Job(api.port, tables, TABLES, seconds, every=EVERY_S, streams=streams, stream_port=server.port)

    def looked() -> list[int]:
        # Asked when all streams are open, before the first answer.
        held.append(resident(server.web()))
        return server.web()

    return drive(job, {"streams": looked})


def spectator(table: str) -> bytes:
    """A stream of somebody without a token."""
    head = f"GET /v1/tables/{table}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/x-ndjson\r\n\r\n"
    return head.encode()

"""An answer over HTTP next to the floor: the same server, the same client, the same bytes to and from Redis."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from benchmarks.figures import Claim, Grid, Section, middle, ms, percentile, spread
from benchmarks.floor import Answered
from benchmarks.load import Job, LoadResult, Play
from benchmarks.load_process import run_load
from benchmarks.processes import Server, client, embedded, folder, granian
from benchmarks.recording import record, same_shard
from benchmarks.run import Run
from benchmarks.table_copies import Original, copies, original
from service.stores import build

CLIENTS = (1, 16, 64)
TARGET = 1.4


class Side:
    """The service or the floor, and its measurements."""

    def __init__(self, name: str, server: Server, one: Original, like: Callable[[str], bool]) -> None:
        self.name, self.server, self.one, self.like = name, server, one, like
        self.seen: dict[int, list[tuple[LoadResult, dict[str, float]]]] = {n: [] for n in CLIENTS}

    def play(self, clients: int, seconds: float) -> None:
        """One repeat."""
        # Enough tables even if an answer were ten times as fast as it is.
        count = max(clients, int(seconds * 4000 / len(self.one.game)))
        ids = copies(client(self.server.redis), self.one, count, self.like)
        tables = [Play(self.one.requests(id)) for id in ids]
        seen, spent = run_load(
            Job(self.server.port, tables, clients, seconds), {"web": self.server.web, "redis": self.server.store}
        )
        self.seen[clients].append((seen, spent))

    def micros(self, clients: int, *groups: str) -> list[float]:
        """CPU-microseconds per answer of each repeat."""
        return [1e6 * sum(spent[g] for g in groups) / len(seen.replies) for seen, spent in self.seen[clients]]

    def pace(self, clients: int) -> list[float]:
        return [len(seen.replies) / seen.seconds for seen, _ in self.seen[clients]]

    def replies(self, clients: int) -> list[float]:
        return [reply for seen, _ in self.seen[clients] for reply in seen.replies]


def measure(run: Run) -> Section:
    """Measure the service and the floor in turns."""
    repeats, seconds = (2, 1.0) if run.quick else (5, 2.0)
    with embedded("ours") as mine, embedded("floor") as bare, folder("plan") as at:
        stores = build(client(mine))
        run.say("playing one game of Faraway to have its answers")
        one = original(stores)
        plan = record(mine.url, client(mine), one)
        (at / "floor").write_bytes(msgspec.msgpack.encode(plan))
        with (
            granian(mine, run.port()) as service,
            granian(bare, run.port(), "benchmarks.floor:create", BENCH_FLOOR=str(at / "floor")) as floor,
        ):
            sides = [Side("farshore", service, one, lambda id: True), Side("floor", floor, one, same_shard(plan))]
            for side in sides:
                side.play(1, 0.5)
                side.seen[1].clear()
            for clients in CLIENTS:
                for repeat in range(repeats):
                    run.say(f"{clients} clients, repeat {repeat + 1} of {repeats}")
                    for side in sides[:: 1 if repeat % 2 else -1]:
                        side.play(clients, seconds)
    return told(sides[0], sides[1], plan.answers)


def told(ours: Side, floor: Side, answers: dict[str, Answered]) -> Section:
    """The figures as tables and claims."""
    trips = [len(one.commands) for one in answers.values()]
    ratios = {
        n: [a / b for a, b in zip(ours.micros(n, "web", "redis"), floor.micros(n, "web", "redis"), strict=True)]
        for n in CLIENTS
    }
    rows = []
    for n in CLIENTS:
        for side in (ours, floor):
            web, redis = side.micros(n, "web"), side.micros(n, "redis")
            replies = side.replies(n)
            own = [1e6 * seen.cpu / len(seen.replies) for seen, _ in side.seen[n]]
            rows.append(
                [
                    str(n),
                    side.name,
                    spread(ratios[n], ".2f") if side is ours else "1",
                    spread([a + b for a, b in zip(web, redis, strict=True)]),
                    f"{middle(web):,.0f} + {middle(redis):,.0f}",
                    f"{middle(side.pace(n)):,.0f}",
                    ms(percentile(replies, 50)),
                    ms(percentile(replies, 99)),
                    f"{middle(own):.0f}",
                ]
            )
    head = ["clients", "", "ratio", "CPU-µs an answer", "web + Redis", "answers/s", "p50 ms", "p99 ms", "client µs"]
    sizes = [len(one.body) for one in answers.values()]
    notes = [
        f"Redis round trips per answer, counted: {min(trips)} to {max(trips)} (the promise is two).",
        f"An answer brings its player {min(sizes):,} to {max(sizes):,} bytes; a game has {len(answers)} answers.",
        "The floor sends the same commands with the same bytes to an equal Redis and replies with the same bytes.",
    ]
    all_ratios = ratios[16]
    return Section(
        "http",
        [
            Claim(
                "answer by floor, server CPU, 16 clients",
                middle(all_ratios),
                TARGET,
                "lower",
                f"{middle(ours.micros(16, 'web', 'redis')):,.0f} µs",
                f"{middle(floor.micros(16, 'web', 'redis')):,.0f} µs",
            ),
            Claim(
                "answer by floor, p50, 1 client",
                percentile(ours.replies(1), 50) / percentile(floor.replies(1), 50),
                TARGET,
                "lower",
                f"{ms(percentile(ours.replies(1), 50))} ms",
                f"{ms(percentile(floor.replies(1), 50))} ms",
            ),
            Claim(
                "Redis round trips per answer", float(max(trips)), 2, "lower", f"{max(trips)}", "2 promised", unit=""
            ),
        ],
        [Grid("An answer beside the floor", head, rows, notes)],
        {
            "latency": {
                side.name: {
                    str(n): {p: percentile(side.replies(n), float(p)) * 1000 for p in ("50", "99")} for n in CLIENTS
                }
                for side in (ours, floor)
            }
        },
    )

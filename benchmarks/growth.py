"""What grows: the cost of an answer with 10 to 50,000 live tables and over a game, and the size of a table in Redis."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from time import process_time
from typing import Any

import msgspec
from redis import Redis

from benchmarks.figures import Claim, Grid, Section, middle, ms, percentile, spread
from benchmarks.load import Job, Play
from benchmarks.load_process import run_load
from benchmarks.processes import Server, client, embedded, granian
from benchmarks.run import Run
from benchmarks.table_copies import Original, copies, original, person, restore, seated, step
from service.api.bodies import encode as encode
from service.games import REGISTRY
from service.games.kit.bots import random_picks
from service.stores import Stores, build
from service.tables import play
from service.tables.parts import ClockRules
from service.tables.play import Actor
from service.tables.views import events_for, update

LIVE = (10, 1_000, 10_000, 50_000)
SKIP = 10
"""The other tables are in the middle of their game."""
AT_ONCE = 10


def measure(run: Run) -> Section:
    """Measure with thousands of tables, then over a few whole games."""
    section = Section("growth")
    among_many(run, section)
    with embedded("length") as redis:
        stores = build(client(redis))
        over_a_game(run, stores, section)
        bytes_of_tables(run, stores, section)
    return section


# -- among many tables -------------------------------------------------------------------


def among_many(run: Run, section: Section) -> None:
    """Play the same few games with more and more other tables in Redis, in turns with a server that has only those."""
    sizes, rounds = (LIVE[:3], 3) if run.quick else (LIVE, 8)
    with ExitStack() as stack:
        large = start_server(run, stack, "many")
        small = start_server(run, stack, "few")
        redis = client(large[0].redis)
        ids, rows, lines = copies(redis, large[1], AT_ONCE), [], {}
        few = copies(client(small[0].redis), small[1], AT_ONCE)
        for size in sizes:
            run.say(f"copying {size:,} tables")
            ids += copies(redis, large[1], size - len(ids))
            costs, base, replies = list[float](), list[float](), list[float]()
            for repeat in range(rounds):
                run.say(f"{size:,} live tables, round {repeat + 1} of {rounds}")
                chosen = Random(repeat).sample(ids, AT_ONCE)
                for (server, one), tables, found in ((large, chosen, costs), (small, few, base)):
                    cost, seen = played(server, one, tables)
                    found.append(cost)
                    if found is costs:
                        replies += seen
            memory: Any = redis.info("memory")
            rows.append(
                [
                    f"{size:,}",
                    spread([a / b for a, b in zip(costs, base, strict=True)], ".2f"),
                    spread(costs),
                    ms(percentile(replies, 50)),
                    ms(percentile(replies, 95)),
                    f"{memory['used_memory'] / 2**20:,.0f}",
                ]
            )
            lines[str(size)] = {"micros": middle(costs), "p50": percentile(replies, 50) * 1000}
            last, ratio = size, middle(costs) / middle(base)
    head = ["live tables", "ratio to 10", "CPU-µs an answer", "p50 ms", "p95 ms", "Redis MB"]
    section.claims.append(Claim(f"cost of an answer among {last:,} live tables by among {AT_ONCE}", ratio, 1.2))
    notes = [
        f"{AT_ONCE} tables at once, Faraway for two from the middle to the end of its game; server CPU with Redis."
    ]
    section.grids.append(Grid("An answer among many tables", head, rows, notes))
    section.lines["live"] = lines


def start_server(run: Run, stack: ExitStack, name: str) -> tuple[Server, Original]:
    redis = stack.enter_context(embedded(name))
    # With a clock that runs for days every table has a deadline.
    one = original(build(client(redis)), skip=SKIP, clock=ClockRules("correspondence", per_decision_s=7 * 86400))
    return stack.enter_context(granian(redis, run.port())), one


def played(server: Server, one: Original, ids: list[str]) -> tuple[float, list[float]]:
    """Reset these tables to the middle and play them to their end: CPU-microseconds per answer, and response times."""
    restore(client(server.redis), one, ids)
    tables = [Play(one.requests(id)) for id in ids]
    seen, spent = run_load(
        Job(server.port, tables, len(ids), 20.0), {"server": lambda: [*server.web(), *server.store()]}
    )
    restore(client(server.redis), one, ids)
    return 1e6 * spent["server"] / len(seen.replies), seen.replies


# -- over the length of a game ------------------------------------------------------------


def over_a_game(run: Run, stores: Stores, section: Section) -> None:
    """What an answer costs in each quarter of a game, without HTTP: load, rules, commit, view, JSON."""
    rows = []
    worst = 0.0
    for game in REGISTRY.values():
        run.say(f"the length of a game of {game.name}")
        quarters: list[list[float]] = [[], [], [], []]
        for n in range(1 if run.quick else 3):
            costs = whole_game(stores, game.name, game.seats[0], n)
            for number, cost in enumerate(costs):
                quarters[4 * number // len(costs)].append(cost)
        means = [1e6 * sum(quarter) / max(1, len(quarter)) for quarter in quarters]
        worst = max(worst, means[3] / means[0])
        length = sum(map(len, quarters)) // (1 if run.quick else 3)
        rows.append([game.name, str(length), f"{means[3] / means[0]:.2f}", *(f"{mean:,.0f}" for mean in means)])
    section.claims.append(Claim("cost of an answer in the last quarter of a game by the first, worst game", worst, 2.0))
    head = ["game", "answers", "last by first", *(f"quarter {n} µs" for n in range(1, 5))]
    section.grids.append(
        Grid("An answer over the length of a game (CPU-µs of the web process, without HTTP)", head, rows)
    )


def whole_game(stores: Stores, game: str, seats: int, n: int) -> list[float]:
    """The CPU-seconds of each answer."""
    people = [person(stores, f"Length {seat}") for seat in range(seats)]
    live, random, costs = seated(stores, people, game, seed=f"length-{n}", options=QUICK.get(game)), Random(n), []
    while not live.table.over:
        name, question = next((name, q) for name, q in live.questions().items() if q.seat >= 0)
        seat, picks = question.seat, random_picks(live.game, live.state, question, random)
        began = process_time()
        live = play.answer(stores.tables, live.table.id, Actor("player", people[seat].player.id), name, picks)
        assert live.entry is not None
        encode(update(live, seat, "en", events_for(live, live.entry, seat, "en")))
        costs.append(process_time() - began)
    return costs


QUICK: dict[str, dict[str, Any]] = {"mountains_of_madness": {"mode": "relaxed"}}
"""Without the hourglass only answers change the table."""


# -- bytes --------------------------------------------------------------------------------


def bytes_of_tables(run: Run, stores: Stores, section: Section) -> None:
    """What a table takes in Redis, all its keys together, in the middle of a game and after it."""
    rows = []
    for game in REGISTRY.values():
        for seats in sorted({game.seats[0], game.seats[-1]}):
            run.say(f"bytes of a table of {game.name} for {seats}")
            people = [person(stores, f"Bytes {seat}") for seat in range(seats)]
            live, random = seated(stores, people, game.name, options=QUICK.get(game.name)), Random(1)
            sizes, saved = [], []
            while not live.table.over:
                sizes.append(weight(stores.redis, live.table.id))
                saved.append(len(msgspec.msgpack.encode(live.table)))
                live = step(stores, live, people, random)[0]
            half = len(sizes) // 2
            ended = weight(stores.redis, live.table.id)
            rows.append([game.name, str(seats), str(len(sizes)), f"{sizes[half]:,}", f"{ended:,}", f"{saved[half]:,}"])
    head = ["game", "players", "answers", "live (middle), bytes", "finished, bytes", "of it the state, bytes"]
    notes = ["MEMORY USAGE of every key with the table's name in it: table, log, answers."]
    section.grids.append(Grid("A table in Redis", head, rows, notes))


def weight(redis: Redis, id: str) -> int:
    """All keys of a table."""
    found = redis.scan_iter(match=f"*{id}*", count=10_000)
    return sum(int(redis.memory_usage(key, samples=0) or 0) for key in found)

"""How late deadlines fire, and how long a bot's turn takes through the clock and RQ; both under load."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from redis import Redis

from benchmarks.figures import Claim, Grid, Section, ms, percentile
from benchmarks.load import Job, Play
from benchmarks.load_process import run_load
from benchmarks.processes import folder, wait_for
from benchmarks.run import Run
from benchmarks.table_copies import Original, copies, original, person
from service.events.log import Entry
from service.launch.embedded import EmbeddedRedis
from service.lobby import opening, seating
from service.lobby.opening import NewSeat, NewTable
from service.storage import keys
from service.storage.connection import connect
from service.stores import Stores, build
from service.tables import play
from service.tables.parts import ClockRules
from service.tables.play import Actor
from service.tables.session import load
from tools.service_process import Service

TARGET_S = 0.25
THINKS_S = 0.5
"""How long a person takes to answer the bot; twenty of them play."""
LOAD_TABLES, EVERY_S = 100, 0.5
"""Meanwhile a hundred tables are played over HTTP at two answers a second each."""


class CommitTimes:
    """Subscribes to the notifications of tables: the time at which each version was committed."""

    def __init__(self, redis: Redis) -> None:
        self.times: dict[str, dict[int, float]] = defaultdict(dict)
        self._pubsub = redis.pubsub()
        self._pubsub.ssubscribe(keys.table_channel("none"))
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def follow(self, *tables: str) -> None:
        """Note the commits of these tables from now on."""
        self._pubsub.ssubscribe(*map(keys.table_channel, tables))

    def _listen(self) -> None:
        while not self._stop.is_set():
            message = self._pubsub.get_message(timeout=0.2)
            if message is not None and message["type"] == "smessage":
                now, entry = time.time(), msgspec.msgpack.decode(message["data"], type=Entry)
                self.times[message["channel"].decode().rpartition(":")[2]][entry.version] = now

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self._pubsub.close()


def measure(run: Run) -> Section:
    """The whole service runs, as `make run` starts it."""
    timers, seconds = (200, 6.0) if run.quick else (1000, 20.0)
    with folder("timers") as data, whole(data, run.port()) as (service, redis):
        stores = build(redis)
        commits = CommitTimes(redis)
        one = original(stores)
        run.say("bot turns without load")
        calm = bot_turns(stores, commits, 4.0 if run.quick else 10.0)
        with offered_load(service, redis, one, seconds + 3.0):
            run.say(f"{timers:,} timers under load")
            errors = deadlines(stores, redis, commits, timers, seconds)
        with offered_load(service, redis, one, 6.0 if run.quick else 12.0) as answers:
            run.say("bot turns under load")
            busy = bot_turns(stores, commits, 4.0 if run.quick else 10.0)
        commits.close()
    return told(errors, timers, calm, busy, answers)


@contextmanager
def whole(data: Path, port: int) -> Iterator[tuple[Service, Redis]]:
    """The service, and a connection to its Redis."""
    service = Service(data, port)
    service.start()
    try:
        yield service, connect(EmbeddedRedis(service.data).url)
    finally:
        service.end()


@contextmanager
def offered_load(service: Service, redis: Redis, one: Original, seconds: float) -> Iterator[list[float]]:
    """Answers over HTTP at a fixed pace, for as long as the block lasts or a little longer."""
    tables = [Play(one.requests(id)) for id in copies(redis, one, LOAD_TABLES * 2)]
    replies: list[float] = []
    job = Job(service.port, tables, LOAD_TABLES, seconds, every=EVERY_S)

    def play() -> None:
        replies.extend(run_load(job, {})[0].replies)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        time.sleep(1.0)
        yield replies
    finally:
        thread.join()


def deadlines(stores: Stores, redis: Redis, commits: CommitTimes, count: int, seconds: float) -> list[float]:
    """Let the deadlines of many tables pass, spread evenly; how late each fired."""
    clock = ClockRules("realtime", per_decision_s=3600)
    one = original(stores, skip=2, clock=clock)
    start = stores.tables.now() + 1500
    due: dict[str, int] = {}
    with redis.pipeline(transaction=False) as pipe:
        ids = list(copies(redis, one, count))
        commits.follow(*ids)
        for n, id in enumerate(ids):
            at = due[id] = start + round(1000 * seconds * n / count)
            table = msgspec.structs.replace(one.table, id=id, opened=dict(one.table.opened))
            for name, opening in table.opened.items():
                table.opened[name] = msgspec.structs.replace(opening, deadline=at, warn=None)
            pipe.hset(keys.table(id), "table", msgspec.msgpack.encode(table))
            pipe.zadd(keys.due(keys.shard(id), "timer"), {id: at})
        pipe.execute()
    for id in due:
        commits.times.pop(id, None)
    wait_for(lambda: all(commits.times.get(id) for id in due), seconds + 30)
    return [min(commits.times[id].values()) - at / 1000 for id, at in due.items()]


def bot_turns(stores: Stores, commits: CommitTimes, seconds: float) -> tuple[list[float], list[float]]:
    """Accounts play against one bot each; from each of their answers to the bot's, and every bot answer by itself."""
    tables, ada = {}, person(stores, "Ada")
    for n in range(20):
        wish = NewTable(game="faraway", seats=(NewSeat("me"), NewSeat("bot")), deal=f"bots-{n}")
        live = opening.open_table(stores.tables, stores.accounts, stores.agents, stores.books, ada.player, wish)
        commits.follow(live.table.id)
        tables[live.table.id] = seating.start(stores.tables, live.table.id, ada.player).table.version
    begun = time.monotonic()
    again = {id: begun + THINKS_S * n / len(tables) for n, id in enumerate(tables)}
    while time.monotonic() < begun + seconds:
        id = min(again, key=lambda id: again[id])
        time.sleep(max(0.0, again[id] - time.monotonic()))
        again[id] += THINKS_S
        live = load(stores.tables, id)
        for name, question in [(name, q) for name, q in live.questions().items() if q.seat == 0][:1]:
            play.answer(stores.tables, id, Actor("player", ada.player.id), name, question.options[: question.least])
    time.sleep(0.5)
    after_people, all_turns = [], []
    for id, version in tables.items():
        entries, given = stores.log.since(id, version), stores.tables.answers(id)
        # The first commits opened and started the table; those that follow are answers.
        heard = commits.times[id]
        if len(entries) != len(given) or any(entry.version not in heard for entry in entries):
            continue
        times = [heard[entry.version] for entry in entries]
        opened = opened_by(stores, id)
        for n, answer in enumerate(given):
            at = opened.get(answer.name, 0) - version - 1
            if answer.by != "bot" or at < 0:
                continue
            all_turns.append(times[n] - times[at])
            if given[at].by == "seat":
                after_people.append(times[n] - times[at])
    return after_people, all_turns


def opened_by(stores: Stores, id: str) -> dict[str, int]:
    """The version of the table that asked each question."""
    return {
        str(event.data["id"]): entry.version
        for entry in stores.log.since(id, 0)
        for event in entry.events
        if event.type == "decision-opened"
    }


def told(
    errors: list[float],
    timers: int,
    calm: tuple[list[float], list[float]],
    busy: tuple[list[float], list[float]],
    answers: list[float],
) -> Section:
    """The figures as tables and claims."""
    parts = (1, 50, 95, 99)
    rows = [
        [
            f"{timers:,} deadlines under load: error",
            str(len(errors)),
            *(ms(percentile(errors, p)) for p in parts),
            ms(max(errors)),
        ],
        *(
            [
                f"bot's answer after a person's, {name}",
                str(len(found)),
                *(ms(percentile(found, p)) for p in parts),
                ms(max(found, default=0)),
            ]
            for name, (found, _) in (("no load", calm), ("under load", busy))
        ),
    ]
    pace = f"{LOAD_TABLES} tables are played over HTTP at {LOAD_TABLES / EVERY_S:.0f} answers a second"
    notes = [
        f"Load: {pace}; their p95 was {ms(percentile(answers, 95))} ms. Everything of `make run` is running.",
        "Times are those at which the commit was published; an error is that time less the deadline.",
        "Bots play at the level that sits in by default; the time includes the clock, RQ and the bot's thinking.",
    ]
    return Section(
        "timers",
        [
            Claim(
                f"{timers:,} timers under load: error p95", percentile(errors, 95) * 1000, TARGET_S * 1000, unit="ms"
            ),
            Claim("bot turn through RQ under load: p95", percentile(busy[0], 95) * 1000, TARGET_S * 1000, unit="ms"),
        ],
        [Grid("Timers and bot turns (ms)", ["", "n", *(f"p{p}" for p in parts), "max"], rows, notes)],
        {"errors": {"timers": [round(e * 1000, 2) for e in errors], "bots": [round(t * 1000, 2) for t in busy[0]]}},
    )

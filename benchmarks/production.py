"""The processes of docker-compose.yml under load: how late timers are, how many bot turns it plays, what a move costs.

CPU times hold on a busy machine too; times and moves per second depend on what else it does.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from msgspec import Struct

from benchmarks.deployment import KINDS, Deployment, deployed
from benchmarks.figures import Claim, Grid, Section, ms, percentile
from benchmarks.players import Job, Person, run_players
from benchmarks.processes import OtherLoad, folder
from benchmarks.run import Run
from benchmarks.table_copies import person, seated
from benchmarks.timers import CommitTimes
from service.lobby import opening, seating
from service.lobby.opening import NewSeat, NewTable
from service.storage.connection import connect
from service.stores import Stores, build
from service.tables import changes
from service.tables.parts import ClockRules
from service.tables.session import TableSession, transact

GAME = "faraway"
SILENT_TABLES, CLOCK_S = 40, 2
"""Tables of a person who never answers and a bot."""
LATE_MS = 100.0
BUSY = 0.8
"""The share of each of two cores that other processes take in the second measurement."""
SIZES = (16, 48)
"""Tables of a person and a bot for the capacity model, where everybody thinks for a second."""


class Silent(Struct):
    """How late timers were, in seconds, and how many cores other processes kept busy."""

    name: str
    late: list[float]
    foreign: float


class Load(Struct):
    """What a load took."""

    name: str
    moves: int
    seconds: float
    cpu: dict[str, float]
    waits: list[float]
    foreign: float

    def millis(self, *kinds: str) -> float:
        """CPU-milliseconds of these processes per move."""
        return 1000 * sum(self.cpu[kind] for kind in kinds) / max(1, self.moves)

    @property
    def pace(self) -> float:
        return self.moves / self.seconds


def measure(run: Run) -> Section:
    """All loads one after the other on the same processes."""
    seconds = 8.0 if run.quick else 20.0
    with folder("production") as data, deployed(data) as shape:
        stores = build(connect(shape.redis_url))
        run.say("people who never answer")
        silent = [never_answer(stores, "as it is", seconds)]
        with busy_cores():
            run.say("people who never answer, on busy cores")
            silent.append(never_answer(stores, f"{2 * BUSY:g} cores taken by others", seconds))
        loads = []
        for count in (8, 32):
            run.say(f"{count} tables of two people")
            loads.append(under_load(f"{count} tables of two people", shape, two_people(stores, shape, count), seconds))
            run.say(f"{count} tables of a person and a bot")
            people = person_and_bot(stores, shape, count)
            loads.append(under_load(f"{count} tables of a person and a bot", shape, people, seconds))
        paced = []
        for count in SIZES:
            run.say(f"{count} tables at a human pace")
            people = person_and_bot(stores, shape, count, games=2)
            paced.append(under_load(f"{count} tables, an answer a second each", shape, people, seconds, thinks_s=1.0))
    return told(silent, loads, paced)


# -- timers -----------------------------------------------------------------------------------------


def never_answer(stores: Stores, name: str, seconds: float) -> Silent:
    """How late each deadline fired at tables of a person who never answers and a bot."""
    commits, ada, foreign = CommitTimes(stores.redis), person(stores, "Ada"), OtherLoad()
    clock, ids = ClockRules("realtime", per_decision_s=CLOCK_S), []
    for n in range(SILENT_TABLES):
        wish = NewTable(game=GAME, seats=(NewSeat("me"), NewSeat("bot", "greedy")), clock=clock, deal=f"silent-{n}")
        live = opening.open_table(stores.tables, stores.accounts, stores.agents, stores.books, ada.player, wish)
        commits.follow(live.table.id)
        ids.append(seating.start(stores.tables, live.table.id, ada.player).table.id)
        # Spread over time, as people open them.
        time.sleep(CLOCK_S / SILENT_TABLES)
    time.sleep(seconds)
    late = [one for id in ids for one in lateness(stores, commits, id)]
    for id in ids:
        transact(stores.tables, id, abort, settle=False)
    commits.close()
    return Silent(name, late, foreign.share())


def lateness(stores: Stores, commits: CommitTimes, id: str) -> Iterator[float]:
    """From each deadline until the commit that answered in place of the person."""
    deadlines: dict[str, float] = {}
    for entry in stores.log.since(id, 0):
        for event in entry.events:
            if event.type == "decision-opened" and event.data["deadline"] is not None:
                deadlines[event.data["id"]] = datetime.fromisoformat(event.data["deadline"]).timestamp()
            timed_out = event.type == "decision-closed" and event.data["by"] == "clock"
            if timed_out and entry.version in commits.times[id]:
                yield commits.times[id][entry.version] - deadlines[event.data["id"]]


def abort(session: TableSession) -> bool:
    """End the table."""
    if not session.table.over:
        changes.abort(session, "benchmark")
        return True
    return False


SPIN = """
import sys, time
works, rests = map(float, sys.argv[1:])
while True:
    end = time.monotonic() + works
    while time.monotonic() < end:
        pass
    time.sleep(rests)
"""


@contextmanager
def busy_cores() -> Iterator[None]:
    """Two processes that take their share of a core each."""
    shares = [str(0.1 * BUSY), str(0.1 * (1 - BUSY))]
    processes = [subprocess.Popen([sys.executable, "-c", SPIN, *shares]) for _ in range(2)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


# -- moves ------------------------------------------------------------------------------------------


def two_people(stores: Stores, shape: Deployment, tables: int, games: int = 8) -> list[Person]:
    """Pairs of people, each with some tables to play at."""
    found = []
    for n in range(tables):
        pair = [person(stores, f"Person {k}") for k in range(2)]
        ids = [seated(stores, pair, GAME, seed=f"pair-{n}-{game}").table.id for game in range(games)]
        found += [Person(shape.apis[(n + k) % len(shape.apis)], ids, pair[k].secret, k) for k in range(2)]
    return found


def person_and_bot(stores: Stores, shape: Deployment, tables: int, games: int = 6) -> list[Person]:
    """People who play against a bot."""
    found = []
    for n in range(tables):
        ada, ids = person(stores, f"Ada {n}"), []
        for game in range(games):
            wish = NewTable(game=GAME, seats=(NewSeat("me"), NewSeat("bot", "greedy")), deal=f"bot-{n}-{game}")
            live = opening.open_table(stores.tables, stores.accounts, stores.agents, stores.books, ada.player, wish)
            ids.append(seating.start(stores.tables, live.table.id, ada.player).table.id)
        found.append(Person(shape.apis[n % len(shape.apis)], ids, ada.secret, 0))
    return found


def under_load(name: str, shape: Deployment, people: list[Person], seconds: float, thinks_s: float = 0.0) -> Load:
    """Let these people play, and measure the CPU time of all processes meanwhile."""
    # The bots have answered what they were asked at the start.
    time.sleep(1.0)
    before, began, foreign = shape.cpu(), time.monotonic(), OtherLoad()
    played = run_players(Job(people, seconds, thinks_s))
    took, after = time.monotonic() - began, shape.cpu()
    waits = [wait for one in played for wait in one.waits]
    spent = {kind: after[kind] - before[kind] for kind in after}
    return Load(name, sum(one.answers for one in played), took, spent, waits, foreign.share())


def told(silent: list[Silent], loads: list[Load], paced: list[Load]) -> Section:
    """The figures as tables and claims."""
    timers = [
        [
            one.name,
            str(len(one.late)),
            *(ms(percentile(one.late, p)) for p in (50, 95, 99)),
            ms(max(one.late, default=0.0)),
            f"{one.foreign:.2f}",
        ]
        for one in silent
    ]
    moves = [
        [
            load.name,
            f"{load.pace:,.0f}",
            *(f"{load.millis(*kinds):.2f}" for kinds in (("api",), ("bots",), ("timers",), ("clock",), ("redis",))),
            f"{load.millis('queue'):.2f}",
            f"{load.millis(*KINDS):.2f}",
            ms(percentile(load.waits, 50)),
            ms(percentile(load.waits, 95)),
            f"{load.foreign:.2f}",
        ]
        for load in (*loads, *paced)
    ]
    small, large = paced
    expected = large.moves * small.millis(*KINDS) / 1000
    measured = sum(large.cpu[kind] for kind in KINDS)
    notes = [
        "CPU-milliseconds per answer of a person, with everything that follows from it: streams, and the bot's turn.",
        f"Capacity model: the cost at {small.pace:.0f} answers a second predicts {expected:.2f} CPU-s for "
        f"{large.moves:,} answers at {large.pace:.0f} a second; measured: {measured:.2f}.",
    ]
    return Section(
        "production",
        [
            Claim("timers late, compose shape: p95", percentile(silent[0].late, 95) * 1000, LATE_MS, unit="ms"),
            Claim("timers late, 1.6 of 2 cores busy: p95", percentile(silent[1].late, 95) * 1000, unit="ms"),
            Claim("CPU-ms per answer of a person to a person", loads[2].millis(*KINDS), unit="ms"),
            Claim("CPU-ms per exchange with a bot", loads[3].millis(*KINDS), unit="ms"),
            Claim("CPU predicted by the capacity model by CPU measured", expected / measured),
        ],
        [
            Grid("Timers (ms late)", ["", "n", "p50", "p95", "p99", "max", "cores busy otherwise"], timers, []),
            Grid(
                "Moves (CPU-ms per answer of a person)",
                ["", "a second", *KINDS, "all", "wait p50 ms", "p95 ms", "other cores"],
                moves,
                notes,
            ),
        ],
        {},
    )

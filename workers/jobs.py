"""The RQ jobs. A job is only a hint that something is due: Redis knows what, and the table knows what must be done.

So it is harmless if a job is lost, late or repeated: as long as something is due there will be another one, and a late
or repeated one finds nothing to do.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from redis import Redis
from redis.exceptions import RedisError
from rq.timeouts import BaseTimeoutException

from service.agents.conformance import ConformanceRunner
from service.agents.dispatcher import Dispatcher
from service.agents.sender import Sender
from service.archive import retention
from service.arena import runner
from service.books import uploads
from service.bots import turns
from service.lobby import retiring
from service.logs import REQUEST
from service.refusals import BookMissing, NotFound, RulesNewer, RulesRetired
from service.settings import Settings
from service.storage import keys
from service.storage.connection import connect
from service.stores import Stores, connect_stores, fill
from service.tables import play
from workers import book_reader

log = logging.getLogger(__name__)

UNPLAYABLE_RETRY_MS = 3_600_000
"""When to retry a table whose rules or book are missing."""

DRAINING_RETRY_MS = 10_000
"""When to check again whether the games of an arena may continue."""

ARENA_RUN_S = 2.0
"""How long a worker plays an arena before it turns to another one."""

JOB_S = 1.0
"""How long one job keeps serving what becomes due."""

BATCH_S = 0.05
"""A worker leases as much as it can do in this time, so that another one can take the rest."""

MAX_BATCH = 50

QUEUE_OF_KIND = {
    "bots": "bots",
    "timer": "timers",
    "agents": "agents",
    "conformance": "agents",
    "arena": "arenas",
    "book": "books",
}
"""The queue for each kind of what is due."""

SERVE = "workers.jobs.serve"
ARCHIVE = "workers.jobs.archive"
SWEEP = "workers.jobs.sweep"
FILL = "workers.jobs.fill_redis"
RETIRE = "workers.jobs.end_retired_tables"

stopping = threading.Event()
"""Set when this worker is asked to stop: it finishes the current table and gives back the others."""


@cache
def settings() -> Settings:
    """The settings of this process."""
    return Settings.load()


@cache
def stores() -> Stores:
    """The stores of this process."""
    return connect_stores(settings())


@cache
def queue_redis() -> Redis:
    """The Redis of the queues."""
    return connect(settings().queue_url)


@cache
def dispatcher() -> Dispatcher:
    """The dispatcher of this process."""
    s = stores()
    sender = Sender(s.tables, s.log, s.agents, settings().agent_private)
    return Dispatcher(s.tables, s.agents, s.due, sender.deliver, settings().agent_calls)


def stopwatch(share: float) -> Callable[[], bool]:
    """Start a stopwatch for a share of the bots' time. The returned function says whether there is time left."""
    end = time.monotonic() + settings().bot_seconds * share
    return lambda: time.monotonic() < end


def serve(kind: str) -> int:
    """Do what is due of this kind, batch by batch, until nothing is due or the time of this job is up."""
    due, end, served = stores().due, time.monotonic() + JOB_S, 0
    queue_redis().delete(keys.pending_job(kind))
    while ids := due.take(kind, batch_size(kind)):
        began, done = time.monotonic(), 0
        for id in ids:
            if done and (stopping.is_set() or time.monotonic() > began + 2 * BATCH_S):
                # Slower than expected; another worker may be free.
                due.give_back(kind, ids[done:])
                break
            do_one(kind, id)
            done += 1
        served += done
        note_pace(kind, (time.monotonic() - began) / done)
        if stopping.is_set() or time.monotonic() > end:
            due.wake_clocks(kind)
            break
    return served


def do_one(kind: str, id: str) -> None:
    """Do what is due of this kind at one table. A failure does not affect the others; its lease expires."""
    try:
        DO[kind](id)
    except (RedisError, BaseTimeoutException):
        raise
    except Exception:
        log.exception("%s of %s failed", kind, id)


_seconds_each: dict[str, float] = {}


def batch_size(kind: str) -> int:
    """How many entries this process can probably do in the time of a batch."""
    return max(1, min(MAX_BATCH, int(BATCH_S / _seconds_each.get(kind, BATCH_S / 4))))


def note_pace(kind: str, seconds: float) -> None:
    """Update the moving average of how long one entry takes."""
    _seconds_each[kind] = 0.7 * _seconds_each.get(kind, seconds) + 0.3 * max(seconds, 1e-6)


def play_bots(table: str) -> int:
    """Answer all open decisions of bots at this table."""
    s, pause = stores(), round(settings().bot_seconds * 1000)
    with playable(table, "bots"):
        return turns.play_turns(s.tables, s.due, s.pending, table, stopwatch, pause)
    return 0


def fire_timers(table: str) -> None:
    """Send warnings and apply time-outs that are due."""
    with playable(table, "timer"):
        play.fire_timers(stores().tables, stores().due, table)


@contextmanager
def playable(table: str, kind: str) -> Iterator[None]:
    """Unschedule a table that does not exist, and postpone one whose rules or book are missing.

    Log lines have the id of the request that caused the job, which is known once the table is loaded.
    """
    due, began = stores().due, time.perf_counter()
    REQUEST.set("")
    try:
        yield
    except NotFound:
        due.put_off(table, kind, None)
    except RulesRetired:
        # Loading the table to play bots does not end it; this does.
        play.settled(stores().tables, table)
        due.put_off(table, kind, due.now(table) + UNPLAYABLE_RETRY_MS)
    except (RulesNewer, BookMissing):
        due.put_off(table, kind, due.now(table) + UNPLAYABLE_RETRY_MS)
    finally:
        ms = round((time.perf_counter() - began) * 1000, 1)
        log.info("job", extra={"fields": {"job": kind, "ms": ms}})


def deliver_decisions(table: str) -> int:
    """Deliver the open decisions of agents at this table. Deliveries continue after this returns."""
    with playable(table, "agents"):
        return dispatcher().dispatch(table)
    return 0


def test_agent(id: str) -> None:
    """Run a conformance test. It continues after this returns."""
    allow_private = settings().agent_private
    dispatcher().run_test(id, lambda agent, test: ConformanceRunner(stores().agents, agent, allow_private).run(test))


def archive(tables: list[str]) -> int:
    """Archive finished tables, and end abandoned ones."""
    return retention.look_after(stores(), tables)


def sweep() -> int:
    """Delete what is no longer kept, and copy to Redis what it may have lost."""
    fill_redis()
    stores().moderation.sweep()
    uploads.sweep_unused(stores().tables, stores().books)
    return retention.sweep(stores())


def fill_redis() -> None:
    """Redis has lost its data, or its data is older than the database: copy it from there."""
    if not stores().due.is_filled():
        retention.drop_older(stores())
    fill(stores())


def end_retired_tables() -> int:
    """After an upgrade, end the tables whose rules are gone."""
    return retiring.end_retired_tables(stores().tables, stores().due, stores().maintenance)


def play_arena(id: str) -> int:
    """Play games of an arena for some seconds, unless the service is drained."""
    s = stores()
    if s.maintenance.draining() is not None:
        s.due.put_off(id, "arena", s.due.now(id) + DRAINING_RETRY_MS)
        return 0
    return runner.run(s.tables, s.accounts, s.agents, s.books, s.arenas, id, ARENA_RUN_S)


def read_book(id: str) -> None:
    """Read an uploaded book."""
    uploads.read_upload(stores().tables, stores().books, id, book_reader.read)


DO: dict[str, Callable[[str], object]] = {
    "bots": play_bots,
    "timer": fire_timers,
    "agents": deliver_decisions,
    "conformance": test_agent,
    "arena": play_arena,
    "book": read_book,
}

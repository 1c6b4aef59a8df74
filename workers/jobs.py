"""The RQ jobs. A job is only a hint that something is due; the table knows what is really due.

So a job may be lost, late or repeated without harm: a lost one is enqueued again when its lease ends, a late or
repeated one finds nothing to do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from service.agents.conformance_runner import ConformanceRunner
from service.agents.dispatcher import Dispatcher
from service.agents.sender import Sender
from service.archive import retention
from service.arena import runner
from service.books import uploads
from service.bots import turns
from service.lobby import retiring
from service.refusals import BookMissing, NotFound, RulesNewer, RulesRetired
from service.settings import Settings
from service.stores import Stores, connect_stores
from service.tables import play
from workers import book_reader

UNPLAYABLE_RETRY_MS = 3_600_000
"""When to retry a table whose rules or book are missing."""

DRAINING_RETRY_MS = 10_000
"""When to look again whether the games of an arena may go on."""

ARENA_RUN_S = 2.0
"""How long an arena is played before another one gets the worker."""

BOTS = "workers.jobs.play_bots"
TIMER = "workers.jobs.fire_timers"
BOOK = "workers.jobs.read_book"
ARCHIVE = "workers.jobs.archive"
SWEEP = "workers.jobs.sweep_archive"
AGENTS = "workers.jobs.deliver_decisions"
CONFORMANCE = "workers.jobs.test_agent"
ARENA = "workers.jobs.play_arena"
RETIRE = "workers.jobs.end_retired_tables"


@cache
def settings() -> Settings:
    """The settings of this process."""
    return Settings.load()


@cache
def stores() -> Stores:
    """The stores of this process."""
    return connect_stores(settings())


@cache
def dispatcher() -> Dispatcher:
    """The dispatcher of this process."""
    s = stores()
    sender = Sender(s.tables, s.log, s.agents, settings().agent_private)
    return Dispatcher(s.tables, s.agents, s.due, sender.deliver, settings().agent_calls)


def stopwatch(share: float) -> Callable[[], bool]:
    """Start a stopwatch for a share of the bots' time; the result says whether there is time left."""
    end = time.monotonic() + settings().bot_seconds * share
    return lambda: time.monotonic() < end


def play_bots(table: str) -> int:
    """Answer all open decisions of bots at this table."""
    s, pause = stores(), round(settings().bot_seconds * 1000)
    with playable(table, "bots"):
        return turns.play_turns(s.tables, s.due, s.pending, table, stopwatch, pause)
    return 0


def fire_timers(table: str) -> None:
    """Send the warnings and make the time-outs that are due."""
    with playable(table, "timer"):
        play.fire_timers(stores().tables, stores().due, table)


@contextmanager
def playable(table: str, kind: str) -> Iterator[None]:
    """Unschedule a table that does not exist, and postpone one whose rules or book are missing."""
    due = stores().due
    try:
        yield
    except NotFound:
        due.put_off(table, kind, None)
    except RulesRetired:
        # Loading it to play bots does not end it yet.
        play.settled(stores().tables, table)
        due.put_off(table, kind, due.now(table) + UNPLAYABLE_RETRY_MS)
    except (RulesNewer, BookMissing):
        due.put_off(table, kind, due.now(table) + UNPLAYABLE_RETRY_MS)


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


def sweep_archive() -> int:
    """Delete archived games whose retention has ended."""
    return retention.sweep(stores())


def end_retired_tables() -> int:
    """After an upgrade, end the tables whose rules are gone."""
    return retiring.end_retired_tables(stores().tables, stores().due, stores().maintenance)


def play_arena(id: str) -> int:
    """Play games of an arena for some seconds, unless no new games begin."""
    s = stores()
    if s.maintenance.draining() is not None:
        s.due.put_off(id, "arena", s.due.now(id) + DRAINING_RETRY_MS)
        return 0
    return runner.run(s.tables, s.accounts, s.agents, s.books, s.arenas, id, ARENA_RUN_S)


def read_book(id: str) -> None:
    """Read an uploaded book."""
    uploads.read_upload(stores().tables, stores().books, id, book_reader.read)

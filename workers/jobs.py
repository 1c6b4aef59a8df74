"""The RQ jobs. A job is a hint that something is due at a table; the table knows what is really due.

So a job may be lost, late or run twice without harm: a lost one is sent again when its lease ends, a late or repeated
one finds nothing to do.
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
from service.refusals import BookMissing, NotFound, RulesRetired
from service.settings import Settings
from service.stores import Stores, connect_stores
from service.tables import play

UNPLAYABLE_MS = 3_600_000
"""When to look again at a table whose rules or book are gone."""

ARENA_S = 2.0
"""How long one arena is played before another has its turn."""

BOTS = "workers.jobs.play_bots"
TIMER = "workers.jobs.fire_timers"
BOOK = "workers.jobs.read_book"
ARCHIVE = "workers.jobs.archive"
SWEEP = "workers.jobs.sweep_archive"
AGENTS = "workers.jobs.ask_agents"
CONFORMANCE = "workers.jobs.test_agent"
ARENA = "workers.jobs.play_arena"


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


def stopwatch(part: float) -> Callable[[], bool]:
    """Whether a bot that starts to think now has something left of its part of the time."""
    end = time.monotonic() + settings().bot_seconds * part
    return lambda: time.monotonic() < end


def play_bots(table: str) -> int:
    """Play all bot decisions at this table."""
    s, pause = stores(), round(settings().bot_seconds * 1000)
    with at(table, "bots"):
        return turns.play_turns(s.tables, s.due, s.pending, table, stopwatch, pause)
    return 0


def fire_timers(table: str) -> None:
    """Do what time has made due: warnings, and answers for those who are late."""
    with at(table, "timer"):
        play.fire_timers(stores().tables, stores().due, table)


@contextmanager
def at(table: str, kind: str) -> Iterator[None]:
    """Work at a table that may be gone, or whose rules or book are gone: do not come back again and again."""
    due = stores().due
    try:
        yield
    except NotFound:
        due.put_off(table, kind, None)
    except (RulesRetired, BookMissing):
        due.put_off(table, kind, due.now(table) + UNPLAYABLE_MS)


def ask_agents(table: str) -> int:
    """Deliver all decisions that wait for agents at this table; deliveries go on after this returns."""
    with at(table, "agents"):
        return dispatcher().dispatch(table)
    return 0


def test_agent(id: str) -> None:
    """Run a conformance test; it goes on after this returns."""
    private = settings().agent_private
    dispatcher().run_test(id, lambda agent, test: ConformanceRunner(stores().agents, agent, private).run(test))


def archive(tables: list[str]) -> int:
    """Move finished tables to the archive, and end those that nobody plays at."""
    return retention.look_after(stores(), tables)


def sweep_archive() -> int:
    """Delete what has been in the archive for long enough."""
    days = stores().past.retention.days
    return 0 if days is None else stores().past.archive.sweep(days)


def play_arena(id: str) -> int:
    """Play some games of an arena."""
    s = stores()
    return runner.run(s.tables, s.accounts, s.agents, s.books, s.arenas, id, ARENA_S)


def read_book(id: str) -> None:
    """Read an upload."""
    uploads.read_upload(stores().tables, stores().books, id)

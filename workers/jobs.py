"""The jobs. A job is a hint that something is due at a table; what is really due, the table knows.

So a job may be lost, late or doubled without harm: lost ones are sent again when their lease is over, late and
doubled ones find nothing to do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from service.agents.dispatcher import Desk
from service.agents.examiner import Examiner
from service.agents.sender import Postman
from service.archive import retention
from service.arena import runner
from service.books import uploads
from service.bots import turns
from service.refusals import BookMissing, NotFound, RulesRetired
from service.settings import Settings
from service.stores import House, furnished
from service.tables import timeouts

HOPELESS_MS = 3_600_000
TURN = "workers.jobs.turn"
BELL = "workers.jobs.bell"
BOOK = "workers.jobs.book"
KEEP = "workers.jobs.keep"
SWEEP = "workers.jobs.sweep"
AGENT = "workers.jobs.agent"
TRIAL = "workers.jobs.trial"
ARENA = "workers.jobs.arena"
SLICE_S = 2.0
"""So long one arena is played before another one has its turn."""


@cache
def settings() -> Settings:
    """How this process was set up."""
    return Settings.load()


@cache
def house() -> House:
    """The house this process works for."""
    return furnished(settings())


@cache
def desk() -> Desk:
    """Where this process takes questions to agents up."""
    postman = Postman(house(), settings().agent_private)
    return Desk(house(), postman.deliver, settings().agent_calls)


def stopwatch(part: float) -> Callable[[], bool]:
    """Whether a bot that starts to think now has something left of its part of the time."""
    end = time.monotonic() + settings().bot_seconds * part
    return lambda: time.monotonic() < end


def turn(table: str) -> int:
    """Play all that bots have to play at this table."""
    with at(table, "turn"):
        return turns.play_turns(house(), table, stopwatch, round(settings().bot_seconds * 1000))
    return 0


def bell(table: str) -> None:
    """Do what time has brought: warnings, and answers for those who are too late."""
    with at(table, "bell"):
        timeouts.ring(house(), table)


@contextmanager
def at(table: str, kind: str) -> Iterator[None]:
    """Work at a table that may be gone, or whose rules or book are: nobody is sent there again and again."""
    deadlines = house().deadlines
    try:
        yield
    except NotFound:
        deadlines.put_off(table, kind, None)
    except (RulesRetired, BookMissing):
        deadlines.put_off(table, kind, deadlines.now(table) + HOPELESS_MS)


def agent(table: str) -> int:
    """Have all delivered that agents are asked at this table; the delivering goes on after this returns."""
    with at(table, "agent"):
        return desk().look(table)
    return 0


def trial(id: str) -> None:
    """Have an agent examined; that goes on after this returns."""
    desk().try_out(id, lambda agent, test: Examiner(house(), agent, settings().agent_private).examine(test))


def keep(tables: list[str]) -> int:
    """Move tables that are over to the archive, and give up those that nobody plays at."""
    return retention.look_after(house(), tables)


def sweep() -> int:
    """Let go what has been in the archive for long enough."""
    days = house().retention.days
    return 0 if days is None else house().past.archive.sweep(days)


def arena(id: str) -> int:
    """Play some games of an arena."""
    return runner.play_slice(house(), id, SLICE_S)


def book(id: str) -> None:
    """Read an upload."""
    uploads.read_upload(house(), id)

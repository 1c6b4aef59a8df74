"""The clock: enqueues a job for everything that is due. Several may run; each due entry is leased to one of them."""

from __future__ import annotations

import logging
import signal
import time
from types import FrameType
from typing import Final

from redis.exceptions import RedisError
from rq import Queue

from service.settings import Settings
from service.storage import keys
from service.storage.connection import connect
from service.storage.due import FIRST, Due
from service.storage.outages import Outages
from workers import jobs, queues

TICK_S: Final = 0.012
JOB_TTL_S: Final = 30
"""A job that has waited longer is dropped: its due entry has been leased again since."""

ARCHIVE_JOB_TTL_S: Final = 600
"""Longer, because these jobs wait while bots are busy, and RQ drops a job even while it runs."""

ARCHIVE_EVERY_S: Final = 1.0
ARCHIVE_BATCH: Final = 40
"""Tables per archive job."""

MAX_ARCHIVE_JOBS: Final = 10
"""While this many archive jobs wait, no more are enqueued."""

SWEEP_EVERY_S: Final = 3600
RETRY_S: Final = 0.1
HEARTBEAT_EVERY_S: Final = 3.0
BEAT_EVERY_S: Final = 0.5
"""How often it notes that Redis can be written to."""

MAX_STEP_MS: Final = 1000
"""A smaller step back of the system clock is ignored."""

log = logging.getLogger(__name__)


class Clock:
    """One clock process."""

    def __init__(self, settings: Settings) -> None:
        if settings.redis_url is None:
            raise RuntimeError("REDIS_URL is not set")
        self.due = Due(connect(settings.redis_url))
        self.outages = Outages(self.due.redis)
        redis = queues.queue_redis(settings)
        self.bots, self.timers = queues.queue(queues.BOTS, redis), queues.queue(queues.TIMERS, redis)
        self.archive = queues.queue(queues.ARCHIVE, redis)
        self.sweeps = settings.retention.days is not None
        self.agents = queues.queue(queues.AGENTS, redis)
        self.arenas = queues.queue(queues.ARENAS, redis)
        self.books = queues.queue(queues.BOOKS, redis)
        self.running = True
        self._heartbeat = 0.0
        self._wrote = 0.0
        self._archived = 0.0
        self._latest: dict[str, int] = {}

    def run(self) -> None:
        """Tick until stopped."""
        signal.signal(signal.SIGTERM, self.stop)
        signal.signal(signal.SIGINT, self.stop)
        failing, checked = False, False
        while self.running:
            try:
                if not checked:
                    self._enqueue(self.archive, jobs.RETIRE, seconds=SWEEP_EVERY_S, ttl=SWEEP_EVERY_S)
                    checked = True
                busy = self.tick()
                failing = False
            except RedisError as error:
                # Logged once, not at every tick.
                if not failing:
                    log.warning("the clock cannot reach Redis: %s", error)
                failing, busy = True, False
            if not busy:
                time.sleep(RETRY_S if failing else TICK_S)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Stop after this tick (a signal handler)."""
        self.running = False

    def tick(self) -> bool:
        """Enqueue a job for everything that is due; return whether there may be more right now."""
        if time.monotonic() > self._wrote + BEAT_EVERY_S:
            self.outages.beat()
            self._wrote = time.monotonic()
        if time.monotonic() > self._archived + ARCHIVE_EVERY_S:
            self._archived = time.monotonic()
            self.enqueue_archiving()
        due = self.due.take()
        self._check_step_back()
        for member in due:
            kind, _, name = member.partition(":")
            match kind:
                case "bots":
                    self._enqueue(self.bots, jobs.BOTS, name)
                case "arena":
                    self._enqueue(self.arenas, jobs.ARENA, name)
                case "book":
                    self._enqueue(self.books, jobs.BOOK, name, seconds=queues.BOOK_TIMEOUT_S)
                case "agents":
                    self._enqueue(self.agents, jobs.AGENTS, name)
                case "conformance":
                    self._enqueue(self.agents, jobs.CONFORMANCE, name)
                case _:
                    self._enqueue(self.timers, jobs.TIMER, name)
        if time.monotonic() > self._heartbeat + HEARTBEAT_EVERY_S:
            self.due.seen("clock")
            self._heartbeat = time.monotonic()
        return len(due) > 100

    def enqueue_archiving(self) -> None:
        """Enqueue jobs that archive old tables, but no more than the workers can do."""
        if self.sweeps and self.due.first(keys.SWEEPING, SWEEP_EVERY_S):
            self._enqueue(self.archive, jobs.SWEEP, seconds=SWEEP_EVERY_S, ttl=SWEEP_EVERY_S)
        if len(self.archive) >= MAX_ARCHIVE_JOBS:
            return
        old = self.due.take_retention_checks()
        for n in range(0, len(old), ARCHIVE_BATCH):
            self._enqueue(self.archive, jobs.ARCHIVE, old[n : n + ARCHIVE_BATCH], ttl=ARCHIVE_JOB_TTL_S)

    def _check_step_back(self) -> None:
        """After a step back of the system clock, due times lie too far ahead: all timers are fired to correct them.

        The time of the last heartbeat is stored, so a step while no clock ran is found too.
        """
        before, now = self._latest or {FIRST: self.due.last_seen("clock")}, dict(self.due.latest)
        back = max(time_before - now.get(node, time_before) for node, time_before in before.items())
        if back > MAX_STEP_MS:
            log.warning("the system clock stepped back by %.1f s; firing all timers", back / 1000)
            self.due.fire_all()
        self._latest = now

    @staticmethod
    def _enqueue(
        queue: Queue, job: str, *args: str | list[str], seconds: int = queues.JOB_TIMEOUT_S, ttl: int = JOB_TTL_S
    ) -> None:
        queue.enqueue(job, *args, result_ttl=0, failure_ttl=3600, ttl=ttl, job_timeout=seconds)

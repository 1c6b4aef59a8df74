"""The clock: takes what is due and hands it to the workers. Any number may run; a lease decides who takes what."""

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
from workers import jobs, queues

TICK_S: Final = 0.012
TTL_S: Final = 30
"""A job that has waited so long is forgotten: what it was for has been leased again long since."""

KEEP_TTL_S: Final = 600
"""These wait longer when bots have much to do; and RQ forgets a job also while it runs."""

KEEP_EVERY_S: Final = 1.0
KEEP_AT_ONCE: Final = 40
"""So many tables one job moves to the archive."""

KEEP_QUEUED: Final = 10
"""While so many of these jobs wait, no more are sent."""

SWEEP_EVERY_S: Final = 3600
STANDING_S: Final = 0.1
SEEN_EVERY_S: Final = 3.0
STEP_MS: Final = 1000
"""A smaller step back of the machine's clock is not worth looking at every table."""

log = logging.getLogger(__name__)


class Clock:
    """One ticking clock."""

    def __init__(self, settings: Settings) -> None:
        if settings.redis_url is None:
            raise RuntimeError("REDIS_URL is not set")
        self.due = Due(connect(settings.redis_url))
        redis = queues.queue_redis(settings)
        self.bots, self.timers = queues.queue(queues.BOTS, redis), queues.queue(queues.TIMERS, redis)
        self.keep = queues.queue(queues.KEEP, redis)
        self.sweeps = settings.retention.days is not None
        self.agents = queues.queue(queues.AGENTS, redis)
        self.arenas = queues.queue(queues.ARENAS, redis)
        self.ticking = True
        self._seen = 0.0
        self._kept = 0.0
        self._latest: dict[str, int] = {}

    def run(self) -> None:
        """Tick until told to stop."""
        signal.signal(signal.SIGTERM, self.stop)
        signal.signal(signal.SIGINT, self.stop)
        standing = False
        while self.ticking:
            try:
                busy = self.tick()
                standing = False
            except RedisError as error:
                # Said once: a clock that stands would otherwise say so eighty times a second.
                if not standing:
                    log.warning("the clock stands still: %s", error)
                standing, busy = True, False
            if not busy:
                time.sleep(STANDING_S if standing else TICK_S)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """This is the last tick."""
        self.ticking = False

    def tick(self) -> bool:
        """Hand out all that is due; whether there may be more at once."""
        if time.monotonic() > self._kept + KEEP_EVERY_S:
            self._kept = time.monotonic()
            self.look_after_old()
        due = self.due.take()
        self._watch()
        for member in due:
            kind, _, name = member.partition(":")
            match kind:
                case "bots":
                    self._send(self.bots, jobs.BOTS, name)
                case "arena":
                    self._send(self.arenas, jobs.ARENA, name)
                case "book":
                    self._send(self.bots, jobs.BOOK, name)
                case "agents":
                    self._send(self.agents, jobs.AGENTS, name)
                case "trial":
                    self._send(self.agents, jobs.CONFORMANCE, name)
                case _:
                    self._send(self.timers, jobs.TIMER, name)
        if time.monotonic() > self._seen + SEEN_EVERY_S:
            self.due.seen("clock")
            self._seen = time.monotonic()
        return len(due) > 100

    def look_after_old(self) -> None:
        """Have old tables moved to the archive, at leisure: never more than the workers can do."""
        if self.sweeps and self.due.first(keys.SWEEPING, SWEEP_EVERY_S):
            self._send(self.keep, jobs.SWEEP, seconds=SWEEP_EVERY_S, ttl=SWEEP_EVERY_S)
        if len(self.keep) >= KEEP_QUEUED:
            return
        old = self.due.take_retention_checks()
        for n in range(0, len(old), KEEP_AT_ONCE):
            self._send(self.keep, jobs.ARCHIVE, old[n : n + KEEP_AT_ONCE], ttl=KEEP_TTL_S)

    def _watch(self) -> None:
        """When the time of day has stepped back, what was due soon lies far ahead: all tables must look again.

        The last clock has left what time it was, so a step while no clock ran is found too.
        """
        before, now = self._latest or {FIRST: self.due.last_seen("clock")}, dict(self.due.latest)
        back = max(was - now.get(place, was) for place, was in before.items())
        if back > STEP_MS:
            log.warning("the time of day stepped back by %.1f s; every table looks at its clocks", back / 1000)
            self.due.fire_all()
        self._latest = now

    @staticmethod
    def _send(
        queue: Queue, job: str, *given: str | list[str], seconds: int = queues.JOB_TIMEOUT_S, ttl: int = TTL_S
    ) -> None:
        queue.enqueue(job, *given, result_ttl=0, failure_ttl=3600, ttl=ttl, job_timeout=seconds)

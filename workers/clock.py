"""The clock: enqueues a job when something is due, and sleeps until then. Several may run.

A job does not say what is due: the worker that runs it leases due entries itself (`jobs.serve`). So one job serves a
whole batch, few jobs of each kind wait, and nothing is lost if the queues are.
"""

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
from service.storage.due import FIRST, KINDS, Due
from service.storage.heartbeats import Heartbeats
from service.storage.notifications import Notifications, Subscription
from workers import jobs, queues

LOOK_EVERY_S: Final = 0.8
"""How often it looks even without being woken, and records that Redis can be written to. Two seconds without such a
record are an outage, so one look may be more than a second late."""

SHORTEST_PAUSE_S: Final = 0.004
"""Between two jobs of a kind. Everything that becomes due in between is served together."""

RECHECK_S: Final = 0.1
"""When to check again whether a worker has taken what is due."""

JOB_TTL_S: Final = 30
"""A job that has waited longer is dropped. If anything is due, there is another one."""

PENDING_MS: Final = 1000
"""If a job has not started after this time, it may be lost, or all workers are busy: another one is enqueued."""

MAX_PENDING: Final = 2
"""While this many jobs of a kind wait, no more are enqueued, so that they do not pile up while workers are stopped."""

ARCHIVE_JOB_TTL_S: Final = 600
"""Longer, because these jobs wait while bots are busy, and RQ also drops jobs that are running."""

ARCHIVE_EVERY_S: Final = 5.0
ARCHIVE_AGAIN_S: Final = 0.5
"""How often to enqueue archive jobs, and how soon again if there was something to archive."""

ARCHIVE_BATCH: Final = 40
"""Tables per archive job."""

MAX_ARCHIVE_JOBS: Final = 10
"""While this many archive jobs wait, no more are enqueued."""

SWEEP_EVERY_S: Final = 3600
FILL_EVERY_S: Final = 10
"""How often to retry copying the database to an emptied Redis while the database is down."""

RETRY_S: Final = 0.1
HEARTBEAT_EVERY_S: Final = 3.0

MAX_STEP_MS: Final = 1000
"""Smaller steps back of the system clock are ignored."""

log = logging.getLogger(__name__)


class Clock:
    """One clock process."""

    def __init__(self, settings: Settings) -> None:
        if settings.redis_url is None:
            raise RuntimeError("REDIS_URL is not set")
        redis = connect(settings.redis_url)
        self.due = Due(redis)
        self.heartbeats = Heartbeats(redis)
        self.queue_redis = connect(settings.queue_url)
        self.queues: dict[str, Queue] = {
            kind: queues.queue(jobs.QUEUE_OF_KIND[kind], self.queue_redis) for kind in KINDS
        }
        self.archive = queues.queue(queues.ARCHIVE, self.queue_redis)
        self.running = True
        self._woken: Subscription = Notifications(redis).subscribe(*map(keys.due_channel, keys.SHARDS))
        self._at = dict.fromkeys(KINDS, 0.0)
        """When the next entry of each kind is due, by the monotonic clock of this process."""
        self._enqueued = dict.fromkeys(KINDS, 0.0)
        self._ahead_ms = 0.0
        """The time of Redis minus the monotonic clock of this process."""
        self._look_at = 0.0
        self._heartbeat = 0.0
        self._archive_at = 0.0
        self._latest: dict[str, int] = {}

    def run(self) -> None:
        """Tick until stopped."""
        signal.signal(signal.SIGTERM, self.stop)
        signal.signal(signal.SIGINT, self.stop)
        failing, checked = False, False
        with self._woken:
            while self.running:
                try:
                    if not checked:
                        for job in (jobs.FILL, jobs.RETIRE):
                            self._enqueue(self.archive, job, seconds=SWEEP_EVERY_S, ttl=SWEEP_EVERY_S)
                        checked = True
                    pause = self.tick()
                    failing = False
                except RedisError as error:
                    # Logged once, not at every tick.
                    if not failing:
                        log.warning("the clock cannot reach Redis: %s", error)
                    failing, pause, self._look_at = True, RETRY_S, 0.0
                if self.running and pause > 0:
                    self._woken.wait(pause)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Stop after this tick (a signal handler)."""
        self.running = False
        self._woken.wake()

    def tick(self) -> float:
        """Enqueue a job for each kind that is due. Return for how many seconds there is nothing to do."""
        now = time.monotonic()
        self._read_messages(now)
        if now >= self._look_at or any(at <= now for at in self._at.values()):
            self._look(now)
        if now > self._archive_at:
            self._archive_at = now + ARCHIVE_EVERY_S
            if self.enqueue_archiving():
                self._archive_at = now + ARCHIVE_AGAIN_S
        if now > self._heartbeat + HEARTBEAT_EVERY_S:
            self.due.note_time()
            self.heartbeats.beat("clock")
            self._heartbeat = now
        return max(0.0, min(self._look_at, *self._at.values()) - time.monotonic())

    def _read_messages(self, now: float) -> None:
        """Note what is due earlier than this clock knew, and look at everything if a message may have been lost.

        What is due at once, like a bot's turn, needs no look.
        """
        messages = self._woken.messages()
        if messages is None:
            self._look_at = now
        for message in messages or ():
            kind, _, at = message.partition(" ")
            if kind in self._at:
                due = max((float(at) - self._ahead_ms) / 1000, self._enqueued[kind] + SHORTEST_PAUSE_S)
                if due <= now:
                    self._enqueue_serving(kind, now)
                else:
                    self._at[kind] = min(self._at[kind], due)

    def _look(self, now: float) -> None:
        """Read what is due and when more will be, for the kinds that are due or at intervals for all. Enqueue jobs."""
        everything = now >= self._look_at
        kinds = KINDS if everything else tuple(kind for kind, at in self._at.items() if at <= now)
        found = self.due.look(kinds, note_write=everything)
        if everything:
            self._look_at = now + LOOK_EVERY_S
        # On a cluster, an unavailable master has an old time.
        self._ahead_ms = max(self.due.latest.values(), default=0) - now * 1000
        self._check_step_back()
        for kind, coming in found.items():
            self._at[kind] = now + LOOK_EVERY_S if coming.next_ms is None else now + coming.next_ms / 1000
            if coming.overdue_ms is not None:
                self._enqueue_serving(kind, now)
            self._at[kind] = max(self._at[kind], self._enqueued[kind] + SHORTEST_PAUSE_S)

    def _enqueue_serving(self, kind: str, now: float) -> None:
        """Enqueue a job for what is due of this kind, unless one is already waiting, and look again soon."""
        self._at[kind] = min(self._at[kind], now + RECHECK_S)
        if now < self._enqueued[kind] + SHORTEST_PAUSE_S:
            return
        self._enqueued[kind] = now
        queue = self.queues[kind]
        with self.queue_redis.pipeline(transaction=False) as pipeline:
            pipeline.set(keys.pending_job(kind), 1, nx=True, px=PENDING_MS)
            pipeline.llen(queue.key)
            first, waiting = pipeline.execute()
        if first and waiting < MAX_PENDING:
            seconds = queues.BOOK_TIMEOUT_S if kind == "book" else queues.JOB_TIMEOUT_S
            self._enqueue(queue, jobs.SERVE, kind, seconds=seconds)

    def enqueue_archiving(self) -> bool:
        """Enqueue jobs that archive old tables, but no more than the workers can do. Return whether there were any."""
        if self.due.first(keys.SWEEPING, SWEEP_EVERY_S):
            self._enqueue(self.archive, jobs.SWEEP, seconds=SWEEP_EVERY_S, ttl=SWEEP_EVERY_S)
        if not self.due.is_filled() and self.due.first(keys.FILLING, FILL_EVERY_S):
            self._enqueue(self.archive, jobs.FILL, ttl=ARCHIVE_JOB_TTL_S)
        if len(self.archive) >= MAX_ARCHIVE_JOBS:
            return True
        old = self.due.take_retention_checks()
        for n in range(0, len(old), ARCHIVE_BATCH):
            self._enqueue(self.archive, jobs.ARCHIVE, old[n : n + ARCHIVE_BATCH], ttl=ARCHIVE_JOB_TTL_S)
        return bool(old)

    def _check_step_back(self) -> None:
        """After a step back of the system clock, due times are too far ahead: all timers are fired to correct them.

        The time of the last heartbeat is stored, so a step while no clock was running is detected too.
        """
        before, now = self._latest or {FIRST: self.due.noted_time()}, dict(self.due.latest)
        back = max(time_before - now.get(node, time_before) for node, time_before in before.items())
        if back > MAX_STEP_MS:
            log.warning("the system clock stepped back by %.1f s; firing all timers", back / 1000)
            self.due.fire_all()
            self._look_at = 0.0
        self._latest = now

    @staticmethod
    def _enqueue(
        queue: Queue, job: str, *args: str | list[str], seconds: int = queues.JOB_TIMEOUT_S, ttl: int = JOB_TTL_S
    ) -> None:
        # RQ would otherwise take two round trips.
        with queue.connection.pipeline() as pipeline:
            queue.enqueue(job, *args, result_ttl=0, failure_ttl=3600, ttl=ttl, job_timeout=seconds, pipeline=pipeline)
            pipeline.execute()

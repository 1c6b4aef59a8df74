"""The RQ queues and workers. Each kind of job has its own queue, so that slow bots and agents never delay timers, and
uploads never delay bots."""

from __future__ import annotations

import logging
import os
import time
from typing import Any, Final

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer
from rq.utils import now
from rq.worker import WorkerStatus

from service.settings import Settings
from service.storage.connection import connect
from service.storage.heartbeats import Heartbeats
from workers import jobs

BOTS: Final = "bots"
TIMERS: Final = "timers"
AGENTS: Final = "agents"
ARENAS: Final = "arenas"
ARCHIVE: Final = "archive"
BOOKS: Final = "books"
QUEUES: Final = {BOTS: (BOTS, ARCHIVE), TIMERS: (TIMERS,), AGENTS: (AGENTS,), ARENAS: (ARENAS,), BOOKS: (BOOKS,)}
"""The queues of each kind of worker, by priority: tables are archived when no bot is due."""

ARENA_NICENESS: Final = 10
JOB_TIMEOUT_S: Final = 60
BOOK_TIMEOUT_S: Final = 300
SEEN_EVERY_S: Final = 5.0
"""How often a worker reports that it is alive."""

RETRY_S: Final = 0.5
"""How long a worker waits after a Redis error."""

log = logging.getLogger(__name__)


def queue(name: str, redis: Redis) -> Queue:
    """A queue with jobs in JSON."""
    return Queue(name, connection=redis, serializer=JSONSerializer, default_timeout=JOB_TIMEOUT_S)


class Worker(SimpleWorker):
    """Runs jobs in its own process, because a fork per job would slow down bot turns, and reports that it is alive.

    A job is a hint that nobody looks for later, so RQ writes less about it than usual: while few play, each round trip
    of a job costs as much as a bot's turn.
    """

    max_connection_wait_time = 1.0
    heartbeats: Heartbeats
    kind: str
    stop_requested = False
    _seen_at = 0.0
    _noted_state = ""

    def request_stop(self, signum: Any, frame: Any) -> None:
        self.stop_requested = True
        jobs.stopping.set()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def check_for_suspension(self, burst: bool) -> None:
        """Stop, if that was requested while RQ ended a job, which treats the request as a failure of the job.

        RQ calls this before each job. Its suspension is not used: `farshore admin drain` stops new games.
        """
        if self.stop_requested:
            raise StopRequested

    def set_state(self, state: str, pipeline: Pipeline | None = None) -> None:
        """Note what the worker does, unless that is noted already."""
        if state != self._noted_state:
            super().set_state(state, pipeline)
            self._noted_state = state

    def handle_execution_ended(self, job: Job, queue: Queue, heartbeat_ttl: int) -> None:
        """Note when the job ended, but not in Redis: it is deleted next."""
        job.ended_at = now()

    def handle_job_success(self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry) -> None:
        """Delete the job. RQ would first look for results, repetitions and dependent jobs, which ours do not have."""
        with self.connection.pipeline() as pipeline:
            self.cleanup_execution(job, pipeline=pipeline)
            pipeline.delete(job.key)
            self.set_state(WorkerStatus.IDLE, pipeline)
            pipeline.execute()

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Report that the worker is alive. RQ calls this several times per job, once in the pipeline that starts it."""
        due = time.monotonic() > self._seen_at + SEEN_EVERY_S
        if due or pipeline is not None:
            super().heartbeat(timeout, pipeline)
        # During a long job, the next call may only come at its end.
        if due or (timeout or 0) > 2 * JOB_TIMEOUT_S:
            self._seen_at = time.monotonic()
            self.heartbeats.beat(self.kind, max(60, timeout or 0))


def work(kind: str, settings: Settings) -> None:
    """Run jobs until a stop is requested.

    RQ gives up if Redis refuses a write, for example because it is out of memory. Then a new worker is created in this
    process, which is faster than restarting the process.
    """
    if kind == ARENAS and hasattr(os, "nice"):
        os.nice(ARENA_NICENESS)
    redis = connect(settings.queue_url)
    heartbeats = Heartbeats(connect(settings.redis_url or ""))
    served = [queue(name, redis) for name in QUEUES[kind]]
    while True:
        worker = Worker(served, connection=redis, serializer=JSONSerializer, worker_ttl=40)
        worker.kind, worker.heartbeats = kind, heartbeats
        try:
            try:
                worker.work(logging_level="WARNING", with_scheduler=False)
            except RedisError as error:
                log.warning("%s worker: Redis error: %s", kind, error)
            if worker.stop_requested:
                return
            time.sleep(RETRY_S)
        except StopRequested:
            return

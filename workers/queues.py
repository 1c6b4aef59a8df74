"""The queues, one per kind of work: slow bots and agents never delay a timer, and arenas delay nobody."""

from __future__ import annotations

import logging
import os
import time
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.serializers import JSONSerializer
from rq.timeouts import TimerDeathPenalty

from service.settings import Settings
from service.storage.connection import connect
from service.storage.due import Due

BOTS: Final = "bots"
TIMERS: Final = "timers"
AGENTS: Final = "agents"
ARENAS: Final = "arenas"
KEEP: Final = "keep"
WORK: Final = {BOTS: (BOTS, KEEP), TIMERS: (TIMERS,), AGENTS: (AGENTS,), ARENAS: (ARENAS,)}
"""Which queues a kind of worker serves, the first ones first: old tables are moved when no bot has to think."""

NICE: Final = 10
"""Arenas are played with what the machine has to spare."""
JOB_TIMEOUT_S: Final = 60
SEEN_EVERY_S: Final = 5
RETRY_S: Final = 0.5
"""How long a worker waits before it tries again what Redis has refused."""

log = logging.getLogger(__name__)


def queue_redis(settings: Settings) -> Redis:
    """The Redis of the queues; the same one as that of the tables unless the settings part them."""
    url = settings.queue_redis_url or settings.redis_url
    if url is None:
        raise RuntimeError("REDIS_URL is not set")
    return connect(url)


def queue(name: str, redis: Redis) -> Queue:
    """A queue whose jobs are plain JSON, and whose results nobody keeps."""
    return Queue(name, connection=redis, serializer=JSONSerializer, default_timeout=JOB_TIMEOUT_S)


class Worker(SimpleWorker):
    """Runs jobs in its own process, which keeps a bot turn at a few milliseconds; it says that it is alive."""

    death_penalty_class = TimerDeathPenalty
    max_connection_wait_time = 1.0
    due: Due
    kind: str
    dismissed = False

    def request_stop(self, signum: Any, frame: Any) -> None:
        self.dismissed = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def heartbeat(self, timeout: int | None = None, pipeline: object = None) -> None:
        super().heartbeat(timeout, pipeline)  # type: ignore[arg-type]
        self.due.seen(self.kind, 60)


def work(kind: str, settings: Settings) -> None:
    """Work on one queue until told to stop.

    RQ gives up when Redis refuses what it writes for itself, as a Redis without memory does; here somebody else takes
    over at once, since a new process would take a second to come to the same end.
    """
    if kind == ARENAS and hasattr(os, "nice"):
        os.nice(NICE)
    redis = queue_redis(settings)
    due = Due(connect(settings.redis_url or ""))
    served = [queue(name, redis) for name in WORK[kind]]
    while True:
        worker = Worker(served, connection=redis, serializer=JSONSerializer, worker_ttl=40)
        worker.kind, worker.due = kind, due
        try:
            try:
                worker.work(logging_level="WARNING", with_scheduler=False)
            except RedisError as error:
                log.warning("Redis refuses %s: %s", kind, error)
            if worker.dismissed:
                return
            time.sleep(RETRY_S)
        except StopRequested:
            return

"""What operators see of queues and timers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from redis import Redis

from service.storage import keys
from service.storage.due import KINDS

if TYPE_CHECKING:
    from rq import Queue


def queue_states(redis: Redis) -> dict[str, dict[str, float]]:
    """For each queue of the workers: how many jobs wait, how long the first one has waited (seconds), and how many have
    failed recently."""
    # Imported here, because a web process does not need it otherwise.
    from rq import Queue
    from rq.serializers import JSONSerializer

    return {
        queue.name: {
            "waiting": queue.count,
            "oldest_s": _oldest_s(queue),
            "failed": queue.failed_job_registry.count,
        }
        for queue in sorted(Queue.all(connection=redis, serializer=JSONSerializer), key=lambda queue: queue.name)
    }


def _oldest_s(queue: Queue) -> float:
    for id in queue.get_job_ids(0, 5):
        # A job may have expired while it waited.
        job = queue.fetch_job(id)
        if job is not None and job.enqueued_at is not None:
            return round(max(0.0, (datetime.now(UTC) - job.enqueued_at).total_seconds()), 3)
    return 0.0


def scheduled(redis: Redis, now: int) -> dict[str, int]:
    """How many wake-ups of tables, arenas and books are scheduled, and how many of them are overdue."""
    with redis.pipeline(transaction=False) as pipe:
        for key in (keys.due(shard, kind) for shard in keys.SHARDS for kind in KINDS):
            pipe.zcard(key)
            pipe.zcount(key, "-inf", now)
        counts: list[int] = pipe.execute()
    return {"scheduled": sum(counts[::2]), "overdue": sum(counts[1::2])}

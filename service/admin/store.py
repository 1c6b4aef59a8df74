"""The audit log, and what operators see of queues and timers."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from service.storage import keys
from service.storage.store import Store


class AuditEntry(Struct, frozen=True, kw_only=True):
    """Something that an operator did or tried to do."""

    at: int
    actor: str
    """The token that was used, or the user of this machine."""
    address: str | None = None
    action: str
    target: str = ""
    detail: dict[str, Any] = {}
    refused: str | None = None
    """The code of the refusal, if the action was not carried out."""


class AuditLog(Store):
    """Every action of an operator, written before it is carried out. Entries are never changed or deleted."""

    def add(self, entry: AuditEntry) -> str:
        """Add an entry; its id."""
        id: Any = self.redis.xadd(keys.AUDIT, {"entry": msgspec.msgpack.encode(entry)})
        return str(id.decode())

    def page(self, before: str | None, limit: int) -> list[tuple[str, AuditEntry]]:
        """Entries that are older than `before`, newest first, with their ids."""
        found: Any = self.redis.xrevrange(keys.AUDIT, "+" if before is None else f"({before}", "-", limit)
        return [(id.decode(), msgspec.msgpack.decode(fields[b"entry"], type=AuditEntry)) for id, fields in found]


def queue_lengths(redis: Redis) -> dict[str, dict[str, int]]:
    """How many jobs wait in each queue of the workers, and how many have failed lately."""
    # Imported here, because a web process does not need it otherwise.
    from rq import Queue

    return {
        queue.name: {"waiting": queue.count, "failed": queue.failed_job_registry.count}
        for queue in sorted(Queue.all(connection=redis), key=lambda queue: queue.name)
    }


def scheduled(redis: Redis, now: int) -> dict[str, int]:
    """How many wake-ups of tables, arenas and books are scheduled, and how many of them are overdue."""
    with redis.pipeline(transaction=False) as pipe:
        for shard in keys.SHARDS:
            pipe.zcard(keys.due(shard))
            pipe.zcount(keys.due(shard), "-inf", now)
        counts: list[int] = pipe.execute()
    return {"scheduled": sum(counts[::2]), "overdue": sum(counts[1::2])}

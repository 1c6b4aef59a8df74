"""Finished tables in Redis: reading all of one, removing it once the database has it, and restoring it to be changed.

The database has a table's record before its keys are removed. One script removes them, if nothing has changed since. If
a worker dies in between, the table is in both places, and the one in Redis counts.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from redis import Redis

from service.archive.records import GameRecords
from service.events.log import Entry
from service.settings import Retention
from service.storage import keys
from service.storage.store import NOW_MS, Store

REMOVE = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
if redis.call('HLEN', KEYS[4]) ~= tonumber(ARGV[3]) then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
redis.call('ZREM', KEYS[6], ARGV[2])
for i = 4, #ARGV do redis.call('ZREM', KEYS[7], ARGV[i]) end
for i = 8, #KEYS do redis.call('ZREM', KEYS[i], ARGV[2]) end
return 1
"""

RESTORE = (
    NOW_MS
    + """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'table', ARGV[2])
local entries, answers = tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('ZADD', KEYS[5], now + ARGV[5], ARGV[6])
local at = 7
for i = 1, entries do
  redis.call('XADD', KEYS[2], i .. '-0', 'seqs', ARGV[at], 'entry', ARGV[at + 1])
  at = at + 2
end
for i = 1, answers do
  redis.call('RPUSH', KEYS[3], ARGV[at])
  at = at + 1
end
while ARGV[at] do
  redis.call('HSET', KEYS[4], ARGV[at], ARGV[at + 1])
  at = at + 2
end
return 1
"""
)

FORMAT: Final = 1


class Record(Struct, frozen=True, array_like=True):
    """A complete table as stored: the table with the game's state, the log, the answers and the transcripts."""

    format: int
    version: int
    table: bytes
    log: list[bytes]
    answers: list[bytes]
    transcript: dict[bytes, bytes]

    def pack(self) -> bytes:
        """The record, compressed. LZMA would be a third smaller and take twenty times as long."""
        return zlib.compress(msgspec.msgpack.encode(self), 6)

    def entries(self) -> list[Entry]:
        return [_decode_entry(raw) for raw in self.log]


_decode_entry = msgspec.msgpack.Decoder(Entry).decode
_decode_record = msgspec.msgpack.Decoder(Record).decode


class Archive(Store):
    """Finished tables, in Redis and in the database."""

    def __init__(self, redis: Redis, records: GameRecords, retention: Retention) -> None:
        super().__init__(redis)
        self.records = records
        self.retention = retention
        self._remove = redis.register_script(REMOVE)
        self._restore = redis.register_script(RESTORE)

    def read(self, id: str) -> Record | None:
        """An archived table."""
        return self.read_many([id]).get(id)

    def read_many(self, ids: Sequence[str]) -> dict[str, Record]:
        """The archived ones among these tables."""
        return {id: _decode_record(zlib.decompress(raw)) for id, raw in self.records.get_many(ids).items()}

    def gather(self, id: str) -> Record | None:
        """The record of a table in Redis."""
        # Not a script, since passing hundreds of entries through Lua is slow. `remove` detects changes meanwhile.
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.hmget(keys.table(id), "version", "table")
            pipe.xrange(keys.log(id))
            pipe.lrange(keys.answers(id), 0, -1)
            pipe.hgetall(keys.transcript(id))
            found: Any = pipe.execute()
        (version, table), log, answers, transcript = found
        if version is None:
            return None
        return Record(FORMAT, int(version), table, [fields[b"entry"] for _, fields in log], answers, transcript)

    def remove(self, id: str, record: Record, game: str, status: str) -> bool:
        """Remove an archived table from Redis. Return False if it has changed since it was read."""
        shard = keys.shard(id)
        done = self._remove(
            keys=[
                keys.table(id),
                keys.log(id),
                keys.answers(id),
                keys.transcript(id),
                keys.once_only(id),
                keys.retention(shard),
                keys.listing(shard),
                *(keys.due(shard, kind) for kind in ("bots", "timer", "agents")),
            ],
            args=[record.version, id, len(record.transcript), *keys.listed_as(id, game, status)],
        )
        return bool(done)

    def recall(self, id: str) -> bool:
        """Restore an archived table to Redis, so that it can be changed. It is archived again later."""
        record = self.read(id)
        if record is None:
            return False
        self.restore(id, record)
        return True

    def restore(self, id: str, record: Record) -> None:
        """Write all keys of a table that is over, unless it is already in Redis."""
        seqs = [",".join(map(str, entry.seqs)) for entry in record.entries()]
        log = [part for pair in zip(seqs, record.log, strict=True) for part in pair]
        lines = [part for pair in record.transcript.items() for part in pair]
        self._restore(
            keys=[keys.table(id), keys.log(id), keys.answers(id), keys.transcript(id), keys.retention(keys.shard(id))],
            args=[
                record.version,
                record.table,
                len(record.log),
                len(record.answers),
                self.retention.check_after("finished"),
                id,
                *log,
                *record.answers,
                *lines,
            ],
        )

    def waiting(self, now: int) -> tuple[int, int]:
        """How many tables are waiting for a retention check, and how many of these checks are due."""
        with self.redis.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                pipe.zcard(keys.retention(shard))
                pipe.zcount(keys.retention(shard), "-inf", now)
            found: Any = pipe.execute()
        return sum(found[::2]), sum(found[1::2])

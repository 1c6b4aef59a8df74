"""Tables of the past: moved out of hot memory into the archive, read from there, called back to be written on.

The archive has a table's record before its keys are removed, and the keys go in one script that makes sure nothing has
changed meanwhile. Whoever dies in between leaves the table in both places, where the hot one counts.
"""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec
from msgspec import Struct
from redis import Redis

from service.archive.archives import Archive
from service.events.log import Entry
from service.settings import Retention
from service.storage import keys

REMOVE = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
if redis.call('HLEN', KEYS[4]) ~= tonumber(ARGV[4]) then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
redis.call('ZREM', KEYS[6], ARGV[2])
for i = 5, #ARGV do redis.call('ZREM', KEYS[7], ARGV[i]) end
for _, kind in ipairs({'bots:', 'timer:', 'agents:'}) do redis.call('ZREM', KEYS[8], kind .. ARGV[2]) end
redis.call('HINCRBY', KEYS[9], 'tables', 1)
redis.call('HINCRBY', KEYS[9], 'bytes', ARGV[3])
return 1
"""

RECALL = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'table', ARGV[2])
local entries, answers = tonumber(ARGV[3]), tonumber(ARGV[4])
local now = redis.call('TIME')
redis.call('ZADD', KEYS[5], now[1] * 1000 + ARGV[5], ARGV[6])
if ARGV[7] ~= '' then
  redis.call('HINCRBY', KEYS[6], 'tables', -1)
  redis.call('HINCRBY', KEYS[6], 'bytes', -tonumber(ARGV[7]))
end
local at = 8
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

FORMAT: Final = 1


class Record(Struct, frozen=True, array_like=True):
    """All of a table: the envelope with the game's state, what happened, the answers, the transcripts; as stored."""

    format: int
    version: int
    table: bytes
    log: list[bytes]
    answers: list[bytes]
    transcript: dict[bytes, bytes]

    def pack(self) -> bytes:
        """Compressed. zlib: LZMA takes a third less, and twenty times as long."""
        return zlib.compress(msgspec.msgpack.encode(self), 6)

    def entries(self) -> list[Entry]:
        """What happened."""
        return [_entry(raw) for raw in self.log]


class _Told(Struct, frozen=True):
    """Of an entry only how many events everybody had been told before it."""

    seqs: list[int]


_told = msgspec.msgpack.Decoder(_Told).decode
_entry = msgspec.msgpack.Decoder(Entry).decode
_record = msgspec.msgpack.Decoder(Record).decode


class Past:
    """The way into the archive, and back."""

    def __init__(self, redis: Redis, archive: Archive, retention: Retention) -> None:
        self.redis = redis
        self.archive = archive
        self.retention = retention
        self._remove = redis.register_script(REMOVE)
        self._recall = redis.register_script(RECALL)

    def read(self, id: str) -> Record | None:
        """A table as it was archived."""
        raw = self.archive.get(id)
        return None if raw is None else _record(zlib.decompress(raw))

    def gather(self, id: str) -> Record | None:
        """A table that is still hot, all of it."""
        # No script: hundreds of entries take long to pass through Lua. What changes meanwhile is found by `remove`.
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

    def remove(self, id: str, record: Record, size: int, game: str, status: str) -> bool:
        """Take a table that is in the archive out of hot memory; False when it has changed since."""
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
                keys.due(shard),
                keys.archive_totals(shard),
            ],
            args=[record.version, id, size, len(record.transcript), *keys.listed_as(id, game, status)],
        )
        return bool(done)

    def recall(self, id: str) -> bool:
        """Bring a table back into hot memory, as it was, to be written on; it goes again after a while."""
        raw = self.archive.get(id)
        if raw is None:
            return False
        self.lay(id, _record(zlib.decompress(raw)), len(raw))
        return True

    def lay(self, id: str, record: Record, archived: int | None = None) -> None:
        """Lay a whole table that is over, unless one of this name is there."""
        shard = keys.shard(id)
        seqs = [",".join(map(str, _told(raw).seqs)) for raw in record.log]
        told = [part for pair in zip(seqs, record.log, strict=True) for part in pair]
        lines = [part for pair in record.transcript.items() for part in pair]
        self._recall(
            keys=[
                keys.table(id),
                keys.log(id),
                keys.answers(id),
                keys.transcript(id),
                keys.retention(shard),
                keys.archive_totals(shard),
            ],
            args=[
                record.version,
                record.table,
                len(record.log),
                len(record.answers),
                self.retention.check_after("finished"),
                id,
                "" if archived is None else archived,
                *told,
                *record.answers,
                *lines,
            ],
        )

    def waiting(self, now: int) -> tuple[int, int]:
        """How many tables wait for the archive, and how many of them should have gone."""
        with self.redis.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                pipe.zcard(keys.retention(shard))
                pipe.zcount(keys.retention(shard), "-inf", now)
            found: Any = pipe.execute()
        return sum(found[::2]), sum(found[1::2])

    def totals(self) -> tuple[int, int]:
        """How many tables are in the archive, and how many bytes they take."""
        with self.redis.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                pipe.hmget(keys.archive_totals(shard), "tables", "bytes")
            found: Any = pipe.execute()
        return sum(int(tables or 0) for tables, _ in found), sum(int(size or 0) for _, size in found)

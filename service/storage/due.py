"""Due entries: bot turns, timers and other work, written by the commit itself and leased by the worker that does it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.commands.core import Script
from redis.exceptions import OutOfMemoryError

from service.storage import keys
from service.storage.cluster import Cluster
from service.storage.connection import FrequentScript
from service.storage.outages import NOTE_WRITE
from service.storage.store import NOW_MS, Store

KINDS: Final = ("bots", "timer", "agents", "arena", "book", "conformance")

LEASE_MS: Final = 5000
"""How long a worker has before another one gets the same work."""

TIMER_LEASE_MS: Final = 1000
"""The same for timers, which are quick and must not be delayed much if a worker dies."""

RETENTION_LEASE_MS: Final = 60_000
"""The same for archiving finished tables, which is not urgent."""

NOW: Final = 0
"""Due immediately. The script that writes it inserts the time, so a step of the system clock cannot delay it."""

FIRST: Final = keys.SHARDS[0]


SCHEDULE: Final = """
local function wake_clocks(key, at)
  local shard, kind = string.match(key, '^({%w+}):due:(%l+)$')
  redis.call('SPUBLISH', shard .. ':notify:due', kind .. ' ' .. at)
end
local function schedule(key, id, at)
  local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
  redis.call('ZADD', key, at, id)
  if not first or tonumber(at) < tonumber(first) then wake_clocks(key, at) end
end
"""
"""Writes a due entry. The clocks know the first entry of each set, so they are only told of earlier ones."""

TAKE = (
    NOW_MS
    + SCHEDULE
    + """
local most, found = tonumber(ARGV[2]), {}
for _, key in ipairs(KEYS) do
  local first = redis.call('ZRANGE', key, '-inf', now, 'BYSCORE', 'LIMIT', 0, most + 1, 'WITHSCORES')
  for i = 1, #first, 2 do found[#found + 1] = {tonumber(first[i + 1]), first[i], key} end
end
table.sort(found, function(a, b) return a[1] < b[1] end)
local taken = {KEYS[1], now}
for i = 1, math.min(#found, most) do
  redis.call('ZADD', found[i][3], 'XX', now + ARGV[1], found[i][2])
  taken[#taken + 1] = found[i][2]
end
if #found > most and ARGV[3] == 'wake' then wake_clocks(KEYS[1], now) end
return taken
"""
)
"""Leases the oldest entries. If there are more, wakes the clocks, so that another worker takes them."""

LOOK = (
    NOTE_WRITE
    + NOW_MS
    + """
local kinds, step = tonumber(ARGV[1]), tonumber(ARGV[2])
local found = {KEYS[1], now}
for kind = 1, kinds do
  local overdue, soonest = 0, -1
  for i = kind, #KEYS, step do
    local at = tonumber(redis.call('ZRANGE', KEYS[i], 0, 0, 'WITHSCORES')[2] or -1)
    if at >= 0 and at <= now then
      overdue = math.max(overdue, now - at + 1)
      local later = redis.call('ZRANGE', KEYS[i], '(' .. now, '+inf', 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')
      at = tonumber(later[2] or -1)
    end
    if at >= 0 and (soonest < 0 or at < soonest) then soonest = at end
  end
  found[#found + 1] = overdue
  found[#found + 1] = soonest
end
if step > kinds then
  for i = step, #KEYS, step do note_write(KEYS[i], now, true) end
end
return found
"""
)
"""Reads the sets of each shard. They may be followed by the key of the shard's outages, where the write is noted."""

FIRE = (
    NOW_MS
    + SCHEDULE
    + """
for _, id in ipairs(#ARGV > 0 and ARGV or redis.call('ZRANGE', KEYS[1], 0, -1)) do schedule(KEYS[1], id, now) end
"""
)
"""Makes these entries due immediately, or all of the set."""

RESCHEDULE = (
    NOW_MS
    + SCHEDULE
    + """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
local due = ARGV[3]
if due == '0' then due = now end
if due == '' then redis.call('ZREM', KEYS[2], ARGV[2]) else schedule(KEYS[2], ARGV[2], due) end
return 1
"""
)

BRING_FORWARD = (
    SCHEDULE
    + """
local at = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or -1)
if at > tonumber(ARGV[2]) then schedule(KEYS[1], ARGV[1], ARGV[2]) end
"""
)

RUN_OF_SERVER = "return string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')"


class Coming(NamedTuple):
    """The entries of one kind: how long the oldest one has been due, and how soon the next one will be."""

    overdue_ms: int | None
    next_ms: int | None


class Due(Store):
    """When each table needs a worker, and what for: `bots`, `timer` or `agents`; also for arenas, books and tests."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self._take = redis.register_script(TAKE)
        self._look = redis.register_script(LOOK) if isinstance(redis, Cluster) else FrequentScript(redis, LOOK)
        self._reschedule = redis.register_script(RESCHEDULE)
        self._bring_forward = redis.register_script(BRING_FORWARD)
        self._fire = redis.register_script(FIRE)
        self._run_of_server = redis.register_script(RUN_OF_SERVER)
        self.latest: dict[str, int] = {}
        """The time of each server at the last `look`, by the first shard on the server."""

    def take(self, kind: str, most: int = 200, shards: Sequence[str] = keys.SHARDS) -> list[str]:
        """Lease the oldest due entries of a kind. They become due again unless they are changed."""
        lease = TIMER_LEASE_MS if kind == "timer" else LEASE_MS
        groups = [[keys.due(shard, kind)] for shard in shards]
        found = self._on_all_servers(self._take, groups, [lease, most, "wake"])
        return [id.decode() for _, _, *ids in found for id in ids]

    def give_back(self, kind: str, ids: Sequence[str]) -> None:
        """End the leases of entries that were taken but not done. They are due immediately."""
        for id in ids:
            self._fire(keys=[keys.due(keys.shard(id), kind)], args=[id])

    def wake_clocks(self, kind: str) -> None:
        """Make the clocks check whether anything of this kind is due."""
        self.redis.spublish(keys.due_channel(keys.SHARDS[0]), f"{kind} 0")

    def look(self, kinds: tuple[str, ...] = KINDS, note_write: bool = False) -> dict[str, Coming]:
        """What is due of each kind, and how soon more will be. With `note_write`, also records a write in each shard.

        One command for both, because each command wakes two processes, most of the cost on an idle machine.
        """
        groups = _looked_at(kinds, note_write)
        overdue: dict[str, list[int]] = {kind: [] for kind in kinds}
        soonest: dict[str, list[int]] = {kind: [] for kind in kinds}
        for key, now, *found in self._on_all_servers(self._look, groups, [len(kinds), len(groups[0])]):
            self.latest[key.decode().partition(":")[0]] = int(now)
            for kind, late, at in zip(kinds, found[::2], found[1::2], strict=True):
                overdue[kind] += [int(late) - 1] if late > 0 else []
                soonest[kind] += [int(at) - int(now)] if at >= 0 else []
        return {kind: Coming(max(overdue[kind], default=None), min(soonest[kind], default=None)) for kind in kinds}

    def take_retention_checks(self, most: int = 320) -> list[str]:
        """Lease tables that may be due for the archive."""
        groups = [[keys.retention(shard)] for shard in keys.SHARDS]
        found = self._on_all_servers(self._take, groups, [RETENTION_LEASE_MS, most, ""])
        return [table.decode() for _, _, *tables in found for table in tables]

    def retention_checks(self, shard: str) -> list[str]:
        """All tables of a shard that are still to be checked for the archive."""
        found: Any = self.redis.zrange(keys.retention(shard), 0, -1)
        return [table.decode() for table in found]

    def schedule_retention_check(self, table: str, due: int | None) -> None:
        """Schedule the next check of whether this table must be archived; None: never."""
        key = keys.retention(keys.shard(table))
        if due is None:
            self.redis.zrem(key, table)
        else:
            # A full Redis refuses the new time. The check is then too early, which is harmless.
            with suppress(OutOfMemoryError):
                self.redis.zadd(key, {table: due}, xx=True)

    def _on_all_servers(
        self, script: Script | FrequentScript, groups: list[list[str]], args: list[Any]
    ) -> list[list[Any]]:
        """The results of a script over the keys of all shards: one for each group on a cluster, otherwise one."""
        if isinstance(self.redis, Cluster) and isinstance(script, Script):
            return self.redis.on_each(script, groups, args)
        return [script(keys=[key for group in groups for key in group], args=args)]

    def fire_all(self, shards: Sequence[str] = keys.SHARDS) -> None:
        """Make everything due immediately, so that each table schedules its next wake-up again."""
        for shard in shards:
            for kind in KINDS:
                self._fire(keys=[keys.due(shard, kind)])

    def late(self) -> dict[str, int]:
        """How many milliseconds the oldest entry of each kind has been due without being leased."""
        return {kind: coming.overdue_ms or 0 for kind, coming in self.look().items()}

    def reschedule(self, table: str, version: int, kind: str, due: int | None) -> bool:
        """Move a wake-up that was too early, unless the table has changed since; None removes it."""
        done = self._reschedule(
            keys=[keys.table(table), keys.due(keys.shard(table), kind)],
            args=[version, table, "" if due is None else due],
        )
        return bool(done)

    def bring_forward(self, table: str, kind: str, due: int) -> None:
        """Move a wake-up to this time if it is later. Does nothing if there is none."""
        self._bring_forward(keys=[keys.due(keys.shard(table), kind)], args=[table, due])

    def put_off(self, table: str, kind: str, due: int | None) -> None:
        """Postpone the wake-up of a table where nothing can be done; None removes it."""
        key = keys.due(keys.shard(table), kind)
        if due is None:
            self.redis.zrem(key, table)
        else:
            self.redis.zadd(key, {table: due}, xx=True)

    def first(self, what: str, seconds: int) -> bool:
        """Whether the caller is the first with this key within this many seconds, and so the one to do the work."""
        return bool(self.redis.set(what, 1, nx=True, ex=seconds))

    def run_of_server(self) -> str:
        """The id of this run of the server."""
        run: bytes = self._run_of_server(keys=[keys.FILLED])
        return run.decode()

    def is_filled(self) -> bool:
        """Whether the database was copied to Redis since Redis was started."""
        found: Any = self.redis.get(keys.FILLED)
        return found is not None and found.decode() == self.run_of_server()

    def set_filled(self, run: str) -> None:
        """Record that the database was copied to this run of Redis."""
        self.redis.set(keys.FILLED, run)

    def note_time(self) -> None:
        """Store the time of the last `look`, so that a clock started later detects a step back."""
        self.redis.set(keys.CLOCK_TIME, self.latest.get(FIRST, 0))

    def noted_time(self) -> int:
        """The time of the last `look` of a clock process; 0 if it is not known."""
        found: Any = self.redis.get(keys.CLOCK_TIME)
        return 0 if found is None else int(found)


@cache
def _looked_at(kinds: tuple[str, ...], with_outages: bool) -> list[list[str]]:
    """The keys of each shard that a look reads."""
    return [
        [*(keys.due(shard, kind) for kind in kinds), *([keys.outages(shard)] if with_outages else [])]
        for shard in keys.SHARDS
    ]

"""Outages: times when nothing could be written, and pauses by an operator. The clocks of players do not run then.

Each shard stores the time of its last write: the clock processes write every 0.8 seconds (`Due.look`), and every commit
counts too. A write after more than two seconds without one records that time as an outage. All times are those of the
shard's Redis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from redis import Redis

from service.storage import keys
from service.storage.store import NOW_MS, Store

if TYPE_CHECKING:
    from service.storage.due import Due

NOTE_WRITE: Final = """
local function note_write(key, ms, begin)
  local last = tonumber(redis.call('HGET', key, 'last') or '')
  if last and ms - last > 2000 then
    local known = redis.call('HGET', key, 'outages') or ''
    redis.call('HSET', key, 'outages', string.sub(known .. ' ' .. last .. '-' .. ms, -600))
  end
  if (last or begin) and (not last or ms - last > 400 or ms < last) then redis.call('HSET', key, 'last', ms) end
end
"""
"""Records the write, and an outage if there was one before it. Nothing is recorded before a clock process starts."""

PAUSE: Final = NOW_MS + "redis.call('HSETNX', KEYS[1], 'paused', now)"

RESUME: Final = (
    NOW_MS
    + """
local paused = redis.call('HGET', KEYS[1], 'paused')
if not paused then return 0 end
local known = redis.call('HGET', KEYS[1], 'outages') or ''
redis.call('HSET', KEYS[1], 'outages', string.sub(known .. ' ' .. paused .. '-' .. now, -600))
redis.call('HDEL', KEYS[1], 'paused')
return 1
"""
)


class Outages(Store):
    """Pauses the clocks of all tables."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self._pause = redis.register_script(PAUSE)
        self._resume = redis.register_script(RESUME)

    def pause_clocks(self) -> None:
        """Pause the clocks of all tables, for maintenance. Players can still answer."""
        for shard in keys.SHARDS:
            self._pause(keys=[keys.outages(shard)])

    def resume_clocks(self, due: Due) -> None:
        """Resume all clocks where they stopped."""
        for shard in keys.SHARDS:
            self._resume(keys=[keys.outages(shard)])
        due.fire_all()

    def clocks_paused(self) -> int | None:
        """Since when the clocks have been paused; None if they are running."""
        raw: Any = self.redis.hget(keys.outages(keys.SHARDS[0]), "paused")
        return None if raw is None else int(raw)

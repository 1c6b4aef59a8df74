"""The log of events, and which once-only events each seat has received."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from redis import Redis

from service.events.log import Entry, decode_entry, viewer
from service.games.kit.decision import Seat
from service.storage import keys
from service.storage.store import Store

if TYPE_CHECKING:
    from service.archive.past import Past

AFTER = """
local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #top == 0 then return {} end
local viewer, told, low, high = tonumber(ARGV[1]), tonumber(ARGV[2]), 1, tonumber(string.match(top[1][1], '%d+'))
while low < high do
  local middle = math.floor((low + high + 1) / 2)
  local heads = redis.call('XRANGE', KEYS[1], middle .. '-0', middle .. '-0')[1][2][2]
  local n = 0
  for head in string.gmatch(heads, '%d+') do
    if n == viewer then
      if tonumber(head) <= told then low = middle else high = middle - 1 end
      break
    end
    n = n + 1
  end
end
return redis.call('XRANGE', KEYS[1], low .. '-0', '+', 'COUNT', ARGV[3])
"""

KEPT_S: Final = 30 * 24 * 3600
AGAIN_MS: Final = 15_000
"""A connection may break while an event is on its way, so a seat may ask for it again for this long."""


class EventLog(Store):
    """Read the logs of tables. Only a table's commit writes them."""

    def __init__(self, redis: Redis, past: Past | None = None) -> None:
        super().__init__(redis)
        self.past = past
        self._after = redis.register_script(AFTER)

    def after(self, table: str, seat: Seat | None, number: int, limit: int = 1000) -> list[Entry]:
        """Entries from the one that holds this viewer's event `number + 1` on."""
        found = self._after(keys=[keys.log(table)], args=[viewer(seat), number, limit])
        if not found:
            entries = self._archived(table)
            first = max(0, bisect_right(entries, number, key=lambda entry: entry.heads[viewer(seat)]) - 1)
            return entries[first : first + limit]
        return [decode_entry(fields[3]) for _, fields in found]

    def since(self, table: str, version: int) -> list[Entry]:
        """Entries newer than `version`."""
        found: Any = self.redis.xrange(keys.log(table), min=f"({version}-0")
        if not found and not self.redis.exists(keys.log(table)):
            return [entry for entry in self._archived(table) if entry.version > version]
        return [decode_entry(fields[b"entry"]) for _, fields in found]

    def _archived(self, table: str) -> list[Entry]:
        """What happened at a table that is in the archive; nothing if it is not."""
        record = None if self.past is None else self.past.read(table)
        return [] if record is None else record.entries()

    def last_received(self, table: str, seat: Seat, now: int) -> int:
        """The number of the last once-only event that this seat has received for good; it and all before are gone."""
        held: Any = self.redis.hgetall(keys.once(table))
        told = ((name.decode().split(":"), int(at)) for name, at in held.items())
        # A time in the future was noted before the clock stepped back.
        return max((int(n) for (who, n), at in told if who == str(seat) and not 0 <= now - at < AGAIN_MS), default=0)

    def mark_received(self, table: str, seat: Seat, numbers: Iterable[int], now: int) -> None:
        """The seat receives these once-only events now; the first time counts."""
        with self.redis.pipeline(transaction=False) as pipe:
            for number in numbers:
                pipe.hsetnx(keys.once(table), f"{seat}:{number}", now)
            pipe.expire(keys.once(table), KEPT_S)
            pipe.execute()

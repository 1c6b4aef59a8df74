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
    from service.archive.store import Archive

AFTER = """
local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #top == 0 then return {} end
local viewer, number, low, high = tonumber(ARGV[1]), tonumber(ARGV[2]), 1, tonumber(string.match(top[1][1], '%d+'))
while low < high do
  local middle = math.floor((low + high + 1) / 2)
  local seqs = redis.call('XRANGE', KEYS[1], middle .. '-0', middle .. '-0')[1][2][2]
  local n = 0
  for seq in string.gmatch(seqs, '%d+') do
    if n == viewer then
      if tonumber(seq) <= number then low = middle else high = middle - 1 end
      break
    end
    n = n + 1
  end
end
return redis.call('XRANGE', KEYS[1], low .. '-0', '+', 'COUNT', ARGV[3])
"""

KEPT_S: Final = 30 * 24 * 3600
AGAIN_MS: Final = 15_000
"""How long a seat may ask again for a once-only event, in case the response was lost."""


class EventLog(Store):
    """Reads the logs of tables, which are written by commits, and records which once-only events were received."""

    def __init__(self, redis: Redis, archive: Archive | None = None) -> None:
        super().__init__(redis)
        self.archive = archive
        self._after = redis.register_script(AFTER)

    def after(self, table: str, seat: Seat | None, number: int, limit: int = 1000) -> list[Entry]:
        """Entries from the one with event `number + 1` of this viewer on."""
        found = self._after(keys=[keys.log(table)], args=[viewer(seat), number, limit])
        if not found:
            entries = self._archived(table)
            first = max(0, bisect_right(entries, number, key=lambda entry: entry.seqs[viewer(seat)]) - 1)
            return entries[first : first + limit]
        return [decode_entry(fields[3]) for _, fields in found]

    def since(self, table: str, version: int) -> list[Entry]:
        """Entries newer than `version`."""
        found: Any = self.redis.xrange(keys.log(table), min=f"({version}-0")
        if not found and not self.redis.exists(keys.log(table)):
            return [entry for entry in self._archived(table) if entry.version > version]
        return [decode_entry(fields[b"entry"]) for _, fields in found]

    def _archived(self, table: str) -> list[Entry]:
        """The entries of an archived table; empty if it is not in the archive."""
        record = None if self.archive is None else self.archive.read(table)
        return [] if record is None else record.entries()

    def last_received(self, table: str, seat: Seat, now: int, after: int) -> int:
        """The number of the last once-only event that this seat cannot ask for again.

        `after` is the last number that the seat claims to have. Only a request whose `after` is at least that of the
        first one can be a repetition of it.
        """
        raw: Any = self.redis.hgetall(keys.once_only(table))
        held: dict[str, int] = {name.decode(): int(n) for name, n in raw.items()}
        numbers = (name.split(":")[1] for name in held if name.startswith(f"{seat}:") and name.count(":") == 1)
        return max((int(n) for n in numbers if not _repeats(held, f"{seat}:{n}", now, after)), default=0)

    def mark_received(self, table: str, seat: Seat, numbers: Iterable[int], now: int, after: int) -> None:
        """Record that the seat, which has all events up to `after`, receives these now. Only the first time is kept."""
        with self.redis.pipeline(transaction=False) as pipe:
            for number in numbers:
                pipe.hsetnx(keys.once_only(table), f"{seat}:{number}", now)
                pipe.hsetnx(keys.once_only(table), f"{seat}:{number}:after", after)
            pipe.expire(keys.once_only(table), KEPT_S)
            pipe.execute()


def _repeats(held: dict[str, int], name: str, now: int, after: int) -> bool:
    """Whether this may be a repeated request whose response was lost."""
    # A time in the future was written before the system clock stepped back.
    return 0 <= now - held[name] < AGAIN_MS and after >= held.get(f"{name}:after", 0)

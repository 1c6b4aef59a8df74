"""What happened at a table: one log for all, numbered for each viewer without gaps.

Each commit adds one entry under the table's version. An entry knows how many events every viewer had been told
before it, so any viewer may go on from any number, and what is hidden from one leaves no gap in their numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from redis import Redis

from service.games.kit.decision import Seat
from service.storage import keys

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


class Logged(Struct, frozen=True, omit_defaults=True):
    """One event. `to` is None for everybody who watches, else the only seats that hear it."""

    type: str
    data: dict[str, Any]
    to: tuple[Seat, ...] | None = None


class Entry(Struct, frozen=True):
    """What one commit brought: `heads` has each viewer's count of events before it (spectators, seat 0, seat 1 …)."""

    version: int
    at: int
    heads: list[int]
    events: list[Logged]

    def heard(self, seat: Seat | None) -> Iterator[tuple[int, Logged]]:
        """The events that `seat` (None: a spectator) hears, with their numbers."""
        number = self.heads[viewer(seat)]
        for event in self.events:
            if event.to is None or (seat is not None and seat in event.to):
                number += 1
                yield number, event


def viewer(seat: Seat | None) -> int:
    """The place of a viewer in `heads`."""
    return 0 if seat is None else seat + 1


def heads_after(heads: Sequence[int], events: Sequence[Logged]) -> list[int]:
    """How many events each viewer has been told, these included."""
    after = list(heads)
    for event in events:
        for place in range(len(after)) if event.to is None else [seat + 1 for seat in event.to]:
            after[place] += 1
    return after


_decode = msgspec.msgpack.Decoder(Entry).decode


def told_by(bell: bytes | None) -> Entry | None:
    """What the bell of a table brings along: its newest entry, or nothing that could be relied on."""
    try:
        return None if bell is None else _decode(bell)
    except msgspec.MsgspecError:
        return None


class Log:
    """Read the logs of tables. Only a table's commit writes them."""

    def __init__(self, redis: Redis, past: Past | None = None) -> None:
        self.redis = redis
        self.past = past
        self._after = redis.register_script(AFTER)

    def after(self, table: str, seat: Seat | None, number: int, limit: int = 1000) -> list[Entry]:
        """Entries from the one that holds this viewer's event `number + 1` on."""
        found = self._after(keys=[keys.log(table)], args=[viewer(seat), number, limit])
        if not found:
            entries = self._archived(table)
            first = max(0, bisect_right(entries, number, key=lambda entry: entry.heads[viewer(seat)]) - 1)
            return entries[first : first + limit]
        return [_decode(fields[3]) for _, fields in found]

    def since(self, table: str, version: int) -> list[Entry]:
        """Entries newer than `version`."""
        found: Any = self.redis.xrange(keys.log(table), min=f"({version}-0")
        if not found and not self.redis.exists(keys.log(table)):
            return [entry for entry in self._archived(table) if entry.version > version]
        return [_decode(fields[b"entry"]) for _, fields in found]

    def _archived(self, table: str) -> list[Entry]:
        """What happened at a table that is in the archive; nothing if it is not."""
        record = None if self.past is None else self.past.read(table)
        return [] if record is None else record.entries()

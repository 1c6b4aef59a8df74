"""Arenas: what is played, the games so far, and the ratings over all that are over.

A game is keyed by its number: whoever writes it first has written it. One worker at a time plays a slice of an arena;
a claim that is not renewed runs out, so a killed worker holds nothing up for long.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from redis import Redis

from service.arena.export import Pace, Row
from service.arena.ladder import Rung
from service.arena.plan import Plan
from service.arena.ratings import Rating
from service.storage import keys
from service.storage.store import Store

Status = Literal["running", "paused", "finished", "cancelled", "aborted"]

CLAIM_MS: Final = 5000
"""How long a worker may be silent before another one goes on with its arena."""

CLAIM = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
if redis.call('HGET', KEYS[1], 'status') ~= 'running' then return 0 end
local held = redis.call('HMGET', KEYS[1], 'slice', 'until')
local left = held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) - now or 0
-- One that seems to hold for longer than anybody may was made before the time of day stepped back.
if left > 0 and left <= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'slice', ARGV[1], 'until', now + ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[3])
return 1
"""

RELEASE = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
if redis.call('HGET', KEYS[1], 'slice') == ARGV[1] then redis.call('HDEL', KEYS[1], 'slice', 'until') end
if redis.call('HGET', KEYS[1], 'status') == 'running' then
  redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[2])
end
return 1
"""

ADD = """
if redis.call('HGET', KEYS[1], 'status') ~= 'running' then return -1 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 1 then redis.call('HSET', KEYS[3], ARGV[1], ARGV[3]) end
return redis.call('HLEN', KEYS[2])
"""

TURN = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local was = redis.call('HGET', KEYS[1], 'status')
if not was or not string.find(ARGV[1], was, 1, true) then return was end
redis.call('HSET', KEYS[1], 'status', ARGV[2], 'reason', ARGV[3])
if ARGV[2] == 'running' then redis.call('ZADD', KEYS[2], now, ARGV[4])
elseif ARGV[2] == 'finished' then redis.call('HSET', KEYS[1], 'finished', now)
else
  redis.call('ZREM', KEYS[2], ARGV[4])
  if ARGV[2] ~= 'paused' then redis.call('HSET', KEYS[1], 'finished', now) end
end
return ARGV[2]
"""

COUNT = """
if redis.call('HSETNX', KEYS[1], ARGV[1], redis.call('LLEN', KEYS[2])) == 1 then
  redis.call('RPUSH', KEYS[2], ARGV[1])
end
return redis.call('HGET', KEYS[1], ARGV[1])
"""

CLIMB = """
if tonumber(redis.call('HGET', KEYS[1], 'upto') or 0) ~= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'upto', ARGV[1] + 1, 'ladder', ARGV[2])
return 1
"""


class ArenaRecord(Struct, frozen=True, kw_only=True):
    """An arena as it was opened."""

    id: str
    owner: str
    public: bool
    created: int
    plan: Plan
    status: Status = "running"
    played: int = 0
    finished: int | None = None
    reason: str = ""
    counted: int | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more will be played."""
        return self.status in ("finished", "cancelled", "aborted")


_decode = msgspec.msgpack.Decoder(ArenaRecord).decode
_ladder = msgspec.json.Decoder(list[tuple[Rung, Rating]]).decode


class Arenas(Store):
    """The register of arenas, their games, and the ladder."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self._claim = redis.register_script(CLAIM)
        self._release = redis.register_script(RELEASE)
        self._add = redis.register_script(ADD)
        self._turn = redis.register_script(TURN)
        self._count = redis.register_script(COUNT)
        self._climb = redis.register_script(CLIMB)

    def open(self, arena: ArenaRecord) -> None:
        """Write an arena down, and wake a worker to play it, in one breath. Opened again, it is the same one."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hsetnx(keys.arena(arena.id), "arena", msgspec.msgpack.encode(arena))
            pipe.hsetnx(keys.arena(arena.id), "status", arena.status)
            pipe.zadd(keys.due(keys.shard(arena.id)), {_member(arena.id): arena.created}, nx=True)
            pipe.execute()
        self.note(arena)

    def note(self, arena: ArenaRecord) -> None:
        """Name the arena on its owner's list, and on everybody's if it is public."""
        self.redis.zadd(keys.arenas_of(arena.owner), {arena.id: 0})
        if arena.public:
            self.redis.zadd(keys.ARENAS, {arena.id: 0})

    def get(self, id: str) -> ArenaRecord | None:
        """The arena of this name, and how far it has come."""
        held: Any = self.redis.hmget(keys.arena(id), "arena", "status", "finished", "reason")
        raw, status, finished, reason = held
        if raw is None:
            return None
        played: Any = self.redis.hlen(keys.arena_games(id))
        counted: Any = self.redis.hget(keys.COUNTED, id)
        return msgspec.structs.replace(
            _decode(raw),
            status=status.decode(),
            played=played,
            finished=None if finished is None else int(finished),
            reason=(reason or b"").decode(),
            counted=None if counted is None else int(counted),
        )

    def many(self, ids: Iterable[str]) -> list[ArenaRecord]:
        """Those of these arenas that are there."""
        return [arena for id in ids if (arena := self.get(id)) is not None]

    def listed(self, player: str | None, only_mine: bool, before: str | None, limit: int) -> list[str]:
        """Own and public arenas, newest first."""
        start = "+" if before is None else f"({before}"
        places = [] if only_mine else [keys.ARENAS]
        places += [] if player is None else [keys.arenas_of(player)]
        found: set[str] = set()
        for place in places:
            page: Any = self.redis.zrevrangebylex(place, start, "-", 0, limit)
            found.update(id.decode() for id in page)
        return sorted(found, reverse=True)[:limit]

    # -- playing ------------------------------------------------------------------------

    def claim(self, id: str, who: str) -> bool:
        """Play a slice, or hold on to it; False if the arena does not run or another worker is at it."""
        args: list[Any] = [who, CLAIM_MS, _member(id)]
        return bool(self._claim(keys=[keys.arena(id), keys.due(keys.shard(id))], args=args))

    def release(self, id: str, who: str, again_ms: int = 0) -> None:
        """The slice is over; the next one begins in so many milliseconds."""
        args: list[Any] = [who, _member(id), again_ms]
        self._release(keys=[keys.arena(id), keys.due(keys.shard(id))], args=args)

    def settle(self, id: str) -> None:
        """Nothing more is due here."""
        self.redis.zrem(keys.due(keys.shard(id)), _member(id))

    def add(self, id: str, row: Row, pace: Pace) -> int | None:
        """Write a game down, unless it is there; how many there are, or None if the arena does not run any more."""
        places = [keys.arena(id), keys.arena_games(id), keys.arena_paces(id)]
        args: list[Any] = [row.game, msgspec.json.encode(row), msgspec.json.encode(pace)]
        count = int(self._add(keys=places, args=args))
        return None if count < 0 else count

    def turn(self, id: str, before: Iterable[Status], after: Status, reason: str = "") -> Status | None:
        """Go from one status to another; the status it has then, or None if there is no such arena.

        What is finished stays due, so that it is counted also if this worker dies now.
        """
        args = [" ".join(before), after, reason, _member(id)]
        found: Any = self._turn(keys=[keys.arena(id), keys.due(keys.shard(id))], args=args)
        status: Any = None if found is None else found.decode()
        return status  # type: ignore[no-any-return]

    def numbers(self, id: str) -> set[int]:
        """The numbers of the games there are."""
        found: Any = self.redis.hkeys(keys.arena_games(id))
        return {int(number) for number in found}

    def rows(self, id: str) -> list[Row]:
        """The games so far, in order."""
        found: Any = self.redis.hvals(keys.arena_games(id))
        return sorted((msgspec.json.decode(raw, type=Row) for raw in found), key=lambda row: row.game)

    def paces(self, id: str) -> dict[int, Pace]:
        """How long was thought, by game."""
        found: Any = self.redis.hvals(keys.arena_paces(id))
        return {pace.game: pace for pace in (msgspec.json.decode(raw, type=Pace) for raw in found)}

    # -- tables -------------------------------------------------------------------------

    def tables(self, id: str) -> dict[int, str]:
        """The tables at which games are played just now."""
        found: Any = self.redis.hgetall(keys.arena_tables(id))
        return {int(number): table.decode() for number, table in found.items()}

    def seat(self, id: str, game: int, table: str) -> str:
        """A game is played at this table, or at the one that was named before."""
        self.redis.hsetnx(keys.arena_tables(id), str(game), table)
        found: Any = self.redis.hget(keys.arena_tables(id), str(game))
        return str(found.decode())

    def clear(self, id: str, game: int) -> None:
        """The table of a game is not needed any more."""
        self.redis.hdel(keys.arena_tables(id), str(game))

    # -- the ladder ---------------------------------------------------------------------

    def count(self, id: str) -> int:
        """Let a finished arena count, once; its place in the order."""
        return int(self._count(keys=[keys.COUNTED, keys.COUNTED_ORDER], args=[id]))

    def ladder(self) -> tuple[int, dict[Rung, Rating]]:
        """How many arenas are counted, and the ratings after them."""
        held: Any = self.redis.hmget(keys.LADDER, "upto", "ladder")
        upto, raw = held
        return int(upto or 0), {} if raw is None else dict(_ladder(raw))

    def waiting(self, upto: int) -> str | None:
        """The next arena to be counted."""
        found: Any = self.redis.lindex(keys.COUNTED_ORDER, upto)
        return None if found is None else str(found.decode())

    def climb(self, upto: int, ladder: dict[Rung, Rating]) -> bool:
        """The ratings after one arena more; False if somebody else has counted it meanwhile."""
        raw = msgspec.json.encode(list(ladder.items()))
        return bool(self._climb(keys=[keys.LADDER], args=[upto, raw]))


def _member(id: str) -> str:
    return f"arena:{id}"

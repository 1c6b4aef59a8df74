"""Arenas in Redis: their plans and games, and the ladder.

A game is stored under its number, and the first record of it stays. One worker at a time holds the lease of an arena;
when the worker dies, the lease expires.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from redis import Redis

from service.arena.export import GameRecord, Timing
from service.arena.ladder import LadderKey
from service.arena.plan import Plan
from service.arena.ratings import Rating
from service.storage import keys
from service.storage.store import Store

Status = Literal["running", "paused", "finished", "cancelled", "aborted"]

LEASE_MS: Final = 5000
"""A lease that is not renewed expires after this time."""

TAKE_LEASE = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
if redis.call('HGET', KEYS[1], 'status') ~= 'running' then return 0 end
local held = redis.call('HMGET', KEYS[1], 'holder', 'until')
local left = held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) - now or 0
-- A lease longer than allowed was taken before the clock of Redis stepped back.
if left > 0 and left <= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'until', now + ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[3])
return 1
"""

RELEASE_LEASE = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
if redis.call('HGET', KEYS[1], 'holder') == ARGV[1] then redis.call('HDEL', KEYS[1], 'holder', 'until') end
if redis.call('HGET', KEYS[1], 'status') == 'running' then
  redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[2])
end
return 1
"""

ADD_GAME = """
if redis.call('HGET', KEYS[1], 'status') ~= 'running' then return -1 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 1 then redis.call('HSET', KEYS[3], ARGV[1], ARGV[3]) end
return redis.call('HLEN', KEYS[2])
"""

SET_STATUS = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local before = redis.call('HGET', KEYS[1], 'status')
if not before or not string.find(ARGV[1], before, 1, true) then return before end
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

SAVE_LADDER = """
if tonumber(redis.call('HGET', KEYS[1], 'counted') or 0) ~= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'counted', ARGV[1] + 1, 'ladder', ARGV[2])
return 1
"""


class ArenaRecord(Struct, frozen=True, kw_only=True):
    """An arena, its status and its progress."""

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
        """Whether no more games will be played."""
        return self.status in ("finished", "cancelled", "aborted")


_decode = msgspec.msgpack.Decoder(ArenaRecord).decode
_ladder = msgspec.json.Decoder(list[tuple[LadderKey, Rating]]).decode


class Arenas(Store):
    """All arenas, their games, and the ladder."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self._take_lease = redis.register_script(TAKE_LEASE)
        self._release_lease = redis.register_script(RELEASE_LEASE)
        self._add_game = redis.register_script(ADD_GAME)
        self._set_status = redis.register_script(SET_STATUS)
        self._count = redis.register_script(COUNT)
        self._save_ladder = redis.register_script(SAVE_LADDER)

    def open(self, arena: ArenaRecord) -> None:
        """Store an arena and schedule it, atomically. Storing it again changes nothing."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hsetnx(keys.arena(arena.id), "arena", msgspec.msgpack.encode(arena))
            pipe.hsetnx(keys.arena(arena.id), "status", arena.status)
            pipe.zadd(keys.due(keys.shard(arena.id)), {_member(arena.id): arena.created}, nx=True)
            pipe.execute()
        self.index(arena)

    def index(self, arena: ArenaRecord) -> None:
        """List the arena with its owner, and publicly if it is public."""
        self.redis.zadd(keys.arenas_of(arena.owner), {arena.id: 0})
        if arena.public:
            self.redis.zadd(keys.ARENAS, {arena.id: 0})

    def get(self, id: str) -> ArenaRecord | None:
        """The arena with this id, with its status and progress."""
        fields: Any = self.redis.hmget(keys.arena(id), "arena", "status", "finished", "reason")
        raw, status, finished, reason = fields
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

    def get_many(self, ids: Iterable[str]) -> list[ArenaRecord]:
        """Those of these arenas that exist."""
        return [arena for id in ids if (arena := self.get(id)) is not None]

    def list_ids(self, player: str | None, only_mine: bool, before: str | None, limit: int) -> list[str]:
        """The ids of the player's own and of public arenas, newest first."""
        start = "+" if before is None else f"({before}"
        indexes = [] if only_mine else [keys.ARENAS]
        indexes += [] if player is None else [keys.arenas_of(player)]
        found: set[str] = set()
        for index in indexes:
            page: Any = self.redis.zrevrangebylex(index, start, "-", 0, limit)
            found.update(id.decode() for id in page)
        return sorted(found, reverse=True)[:limit]

    # -- playing ------------------------------------------------------------------------

    def take_lease(self, id: str, holder: str) -> bool:
        """Take or renew the lease; False if the arena is not running or another worker holds it."""
        args: list[Any] = [holder, LEASE_MS, _member(id)]
        return bool(self._take_lease(keys=[keys.arena(id), keys.due(keys.shard(id))], args=args))

    def release_lease(self, id: str, holder: str, next_run_ms: int = 0) -> None:
        """Release the lease and schedule the next run."""
        args: list[Any] = [holder, _member(id), next_run_ms]
        self._release_lease(keys=[keys.arena(id), keys.due(keys.shard(id))], args=args)

    def unschedule(self, id: str) -> None:
        """There is nothing more to run."""
        self.redis.zrem(keys.due(keys.shard(id)), _member(id))

    def add_game(self, id: str, record: GameRecord, timing: Timing) -> int | None:
        """Store a game, unless it exists; return the number of games, or None if the arena is no longer running."""
        hashes = [keys.arena(id), keys.arena_games(id), keys.arena_timings(id)]
        args: list[Any] = [record.game, msgspec.json.encode(record), msgspec.json.encode(timing)]
        count = int(self._add_game(keys=hashes, args=args))
        return None if count < 0 else count

    def set_status(self, id: str, before: Iterable[Status], after: Status, reason: str = "") -> Status | None:
        """Change the status if it is one of `before`; return the resulting status, or None if there is no such arena.

        A finished arena stays scheduled, so that it is counted even if this worker dies.
        """
        args = [" ".join(before), after, reason, _member(id)]
        found: Any = self._set_status(keys=[keys.arena(id), keys.due(keys.shard(id))], args=args)
        status: Any = None if found is None else found.decode()
        return status  # type: ignore[no-any-return]

    def game_numbers(self, id: str) -> set[int]:
        """The numbers of the games played so far."""
        found: Any = self.redis.hkeys(keys.arena_games(id))
        return {int(number) for number in found}

    def games(self, id: str) -> list[GameRecord]:
        """The games played so far, in order."""
        found: Any = self.redis.hvals(keys.arena_games(id))
        return sorted((msgspec.json.decode(raw, type=GameRecord) for raw in found), key=lambda record: record.game)

    def timings(self, id: str) -> dict[int, Timing]:
        """How long the entrants took, by game."""
        found: Any = self.redis.hvals(keys.arena_timings(id))
        return {timing.game: timing for timing in (msgspec.json.decode(raw, type=Timing) for raw in found)}

    # -- tables -------------------------------------------------------------------------

    def tables(self, id: str) -> dict[int, str]:
        """The tables of games in progress, by game."""
        found: Any = self.redis.hgetall(keys.arena_tables(id))
        return {int(number): table.decode() for number, table in found.items()}

    def assign_table(self, id: str, game: int, table: str) -> str:
        """Assign a table to a game, unless it has one; return the assigned table."""
        self.redis.hsetnx(keys.arena_tables(id), str(game), table)
        found: Any = self.redis.hget(keys.arena_tables(id), str(game))
        return str(found.decode())

    def unassign_table(self, id: str, game: int) -> None:
        """Remove the table of a game."""
        self.redis.hdel(keys.arena_tables(id), str(game))

    # -- the ladder ---------------------------------------------------------------------

    def count_arena(self, id: str) -> int:
        """Add a finished arena to the list of counted arenas, once; return its position."""
        return int(self._count(keys=[keys.COUNTED, keys.COUNTED_ORDER], args=[id]))

    def ladder(self) -> tuple[int, dict[LadderKey, Rating]]:
        """How many arenas the ladder includes, and its ratings."""
        fields: Any = self.redis.hmget(keys.LADDER, "counted", "ladder")
        counted, raw = fields
        return int(counted or 0), {} if raw is None else dict(_ladder(raw))

    def next_to_count(self, counted: int) -> str | None:
        """The next arena to add to the ladder."""
        found: Any = self.redis.lindex(keys.COUNTED_ORDER, counted)
        return None if found is None else str(found.decode())

    def save_ladder(self, counted: int, ladder: dict[LadderKey, Rating]) -> bool:
        """Save the ladder after one more arena; False if another worker has done so meanwhile."""
        raw = msgspec.json.encode(list(ladder.items()))
        return bool(self._save_ladder(keys=[keys.LADDER], args=[counted, raw]))


def _member(id: str) -> str:
    return f"arena:{id}"

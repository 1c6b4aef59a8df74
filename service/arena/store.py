"""Arenas: their plans and games and the ladder, in the database; their schedule, leases and tables, in Redis.

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
from service.arena.records import ArenaRecords
from service.storage import keys
from service.storage.store import Store

Status = Literal["running", "paused", "finished", "cancelled", "aborted"]

ARENA_FIELDS: Final = ("id", "owner", "public", "created", "status", "played", "finished", "reason", "counted")
LEASE_MS: Final = 5000
"""A lease that is not renewed expires after this time."""

TAKE_LEASE = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'holder', 'until')
local left = held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) - now or 0
-- A lease longer than allowed was taken before the clock of Redis stepped back.
if left > 0 and left <= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'until', now + ARGV[2])
redis.call('PEXPIRE', KEYS[1], 2 * ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[3])
return 1
"""

RELEASE_LEASE = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
if redis.call('HGET', KEYS[1], 'holder') == ARGV[1] then redis.call('DEL', KEYS[1]) end
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[2])
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


_plan = msgspec.msgpack.Decoder(Plan).decode
_timing = msgspec.msgpack.Decoder(Timing).decode
_encode = msgspec.msgpack.Encoder().encode


class Arenas(Store):
    """All arenas, their games, and the ladder. Redis has only their schedule, leases and tables."""

    def __init__(self, redis: Redis, records: ArenaRecords) -> None:
        super().__init__(redis)
        self.records = records
        self._take_lease = redis.register_script(TAKE_LEASE)
        self._release_lease = redis.register_script(RELEASE_LEASE)

    def open(self, arena: ArenaRecord) -> None:
        """Store an arena and schedule it. Storing it again changes nothing."""
        row = {name: getattr(arena, name) for name in ARENA_FIELDS}
        self.records.add({**row, "game": arena.plan.game, "plan": msgspec.msgpack.encode(arena.plan), "rated": False})
        self.schedule(arena.id)

    def schedule(self, id: str) -> None:
        """Let a worker run the arena now, unless it is scheduled."""
        self.redis.zadd(keys.due(keys.shard(id), "arena"), {id: self.now(id)}, nx=True)

    def schedule_all(self) -> None:
        """Schedule all arenas that are not completed: Redis may have lost that."""
        for id in (*(row.id for row in self.records.with_status("running")), *self.records.not_counted()):
            self.schedule(id)

    def get(self, id: str) -> ArenaRecord | None:
        """The arena with this id, with its status and progress."""
        return next(iter(self.get_many([id])), None)

    def get_many(self, ids: Iterable[str]) -> list[ArenaRecord]:
        """Those of these arenas that exist."""
        return [
            ArenaRecord(plan=_plan(row["plan"]), **{name: row[name] for name in ARENA_FIELDS})
            for row in self.records.get_many(ids)
        ]

    def list_ids(self, player: str | None, only_mine: bool, before: str | None, limit: int) -> list[str]:
        """The ids of the player's own and of public arenas, newest first."""
        return self.records.list_ids(player, only_mine, before, limit)

    # -- playing ------------------------------------------------------------------------

    def take_lease(self, id: str, holder: str) -> bool:
        """Take or renew the lease; False if another worker holds it."""
        args: list[Any] = [holder, LEASE_MS, id]
        return bool(self._take_lease(keys=[keys.arena_lease(id), keys.due(keys.shard(id), "arena")], args=args))

    def release_lease(self, id: str, holder: str, next_run_ms: int = 0) -> None:
        """Release the lease and schedule the next run."""
        args: list[Any] = [holder, id, next_run_ms]
        self._release_lease(keys=[keys.arena_lease(id), keys.due(keys.shard(id), "arena")], args=args)

    def unschedule(self, id: str) -> None:
        """There is nothing more to run."""
        self.redis.zrem(keys.due(keys.shard(id), "arena"), id)

    def add_game(self, id: str, record: GameRecord, timing: Timing) -> int | None:
        """Store a game, unless it exists; return the number of games, or None if the arena is no longer running."""
        return self.records.add_game(id, record.game, msgspec.to_builtins(record, str_keys=True), _encode(timing))

    def set_status(self, id: str, before: Iterable[Status], after: Status, reason: str = "") -> Status | None:
        """Change the status if it is one of `before`; return the resulting status, or None if there is no such arena.

        Unless it is paused it is scheduled, so that a worker plays it or completes what follows its end.
        """
        over = after not in ("running", "paused")
        status: Any = self.records.set_status(id, before, after, reason, self.now() if over else None)
        if status == "paused":
            self.unschedule(id)
        elif status == after:
            self.schedule(id)
        return status  # type: ignore[no-any-return]

    def game_numbers(self, id: str) -> set[int]:
        """The numbers of the games played so far."""
        return self.records.game_numbers(id)

    def games(self, id: str) -> list[GameRecord]:
        """The games played so far, in order."""
        return [msgspec.convert(fields, GameRecord, str_keys=True) for fields in self.records.games(id)]

    def timings(self, id: str) -> dict[int, Timing]:
        """How long the entrants took, by game."""
        return {timing.game: timing for timing in map(_timing, self.records.timings(id))}

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

    def count_arena(self, id: str) -> int | None:
        """Add a finished arena to the list of counted arenas, once; return its position."""
        return self.records.count(id)

    def ladder(self) -> tuple[int, dict[LadderKey, Rating]]:
        """How many arenas the ladder includes, and its ratings."""
        counted, rows = self.records.ratings()
        ratings = {
            (row["game"], row["entrant"], row["role"]): Rating(row["mu"], row["sigma"], row["games"]) for row in rows
        }
        return counted, ratings

    def next_to_rate(self) -> str | None:
        """The next arena to add to the ladder."""
        return self.records.next_to_rate()

    def save_ladder(self, id: str, ladder: dict[LadderKey, Rating]) -> bool:
        """Save the ratings that follow from one more arena; False if another worker has done so meanwhile."""
        rows = (
            {"game": game, "entrant": entrant, "role": role, **msgspec.structs.asdict(rating)}
            for (game, entrant, role), rating in sorted(ladder.items())
        )
        return self.records.put_ratings(id, rows)

"""A table in Redis: a hash with its current version, a stream of its events, and a list of its answers."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field
from redis import Redis

from service.archive.store import Archive
from service.events.log import Entry
from service.games.kit.decision import Seat
from service.games.kit.game import Result
from service.settings import Retention
from service.storage import keys
from service.storage.connection import FrequentScript
from service.storage.due import SCHEDULE
from service.storage.identifiers import newest
from service.storage.outages import NOTE_WRITE
from service.storage.store import NOW_MS, Store
from service.tables.parts import (
    OVER,
    ClockRules,
    Fallback,
    Millis,
    OpenDecision,
    Passes,
    SeatRecord,
    Status,
    TakenAnswer,
    Wording,
)

LOAD = (
    NOW_MS
    + """
return {redis.call('HGET', KEYS[1], 'table'), now,
  unpack(redis.call('HMGET', KEYS[2], 'last', 'outages', 'paused'))}
"""
)

COMMIT = (
    NOW_MS
    + NOTE_WRITE
    + SCHEDULE
    + """
if (redis.call('HGET', KEYS[1], 'version') or '') ~= ARGV[1] then
  local mine = redis.call('XRANGE', KEYS[2], ARGV[2] .. '-0', ARGV[2] .. '-0')[1]
  if mine and mine[2][6] == ARGV[3] then return 1 end
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'table', ARGV[4])
redis.call('XADD', KEYS[2], ARGV[2] .. '-0', 'seqs', ARGV[5], 'entry', ARGV[6], 'nonce', ARGV[3])
note_write(KEYS[6], now, false)
for i = 1, 3 do
  local due, wake = KEYS[6 + i], ARGV[6 + i]
  if wake == '0' then wake = now end
  if wake == '' then redis.call('ZREM', due, ARGV[10])
  elseif string.sub(wake, 1, 1) == '~' then redis.call('ZADD', due, 'NX', string.sub(wake, 2), ARGV[10])
  else schedule(due, ARGV[10], wake) end
end
for member in string.gmatch(ARGV[11], '%S+') do redis.call('ZREM', KEYS[4], member) end
for member in string.gmatch(ARGV[12], '%S+') do redis.call('ZADD', KEYS[4], 0, member) end
if ARGV[13] ~= '' then redis.call('ZADD', KEYS[5], ARGV[13], ARGV[10]) end
local answers = tonumber(ARGV[14])
for i = 15, 14 + answers do redis.call('RPUSH', KEYS[3], ARGV[i]) end
redis.call('SPUBLISH', ARGV[15 + answers], ARGV[4])
redis.call('SPUBLISH', ARGV[16 + answers], ARGV[6])
for i = 17 + answers, #ARGV do redis.call('SPUBLISH', ARGV[i], ARGV[10]) end
return 1
"""
)

DELETE = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('ZREM', KEYS[4], ARGV[2])
for i = 5, #ARGV do redis.call('ZREM', KEYS[5], ARGV[i]) end
for i = 6, #KEYS do redis.call('ZREM', KEYS[i], ARGV[2]) end
redis.call('SPUBLISH', ARGV[3], ARGV[2])
redis.call('SPUBLISH', ARGV[4], ARGV[2])
return 1
"""

WAKE_UPS: Final = ("bots", "timer", "agents")
"""What a table may need a worker for, in the order that the scripts use."""

WATCHES: Final = "watch:"
"""The prefix of a watch code, used in place of a player's id: whoever has the code may see the table as a spectator."""


class Table(Struct):
    """A table as saved: the state of the game, and the seats, clocks and open decisions around it.

    `seqs` is the number of each viewer's last event. `last_fallback` is the beat at which a fallback last answered for
    a seat. `recent` has the newest answers of each seat, so that a repeated one is recognised without reading all of
    them; similarly, `said` has the ids of the newest messages, with the versions that added them. `heard` is the
    version in which each player last heard somebody else speak. `listening` are the agents being told of talk, by the
    id of the delivery, and `woken` counts how often that has happened since their last decision.
    `clocks_at` is the end of the last outage that the clocks were set back for. A bot answers for `absent` seats until
    their players return. `request` is the id of the request that was committed last.
    """

    id: str
    game: str
    rules: int
    owner: str
    visibility: Literal["public", "unlisted", "private"]
    options: dict[str, Any]
    seats: list[SeatRecord]
    clock: ClockRules
    start: Literal["owner", "full"]
    practice: bool
    seed: str
    code: str
    created: Millis
    status: Status = "open"
    started: Millis | None = None
    finished: Millis | None = None
    state: bytes = b""
    version: int = 0
    seqs: list[int] = field(default_factory=list)
    opened: dict[str, OpenDecision] = field(default_factory=dict)
    banks: list[Millis] = field(default_factory=list)
    paused: Millis | None = None
    votes: dict[str, list[Seat]] = field(default_factory=dict)
    passes: dict[Seat, Passes] = field(default_factory=dict)
    forfeits: list[Seat] = field(default_factory=list)
    result: Result | None = None
    rematch: str | None = None
    last_fallback: dict[Seat, int] = field(default_factory=dict)
    recent: dict[Seat, list[TakenAnswer]] = field(default_factory=dict)
    said: list[tuple[str, int]] = field(default_factory=list)
    heard: dict[Seat, int] = field(default_factory=dict)
    listening: dict[str, OpenDecision] = field(default_factory=dict)
    woken: dict[Seat, int] = field(default_factory=dict)
    clocks_at: Millis = 0
    absent: list[Seat] = field(default_factory=list)
    request: str = ""

    def seat_of(self, player: str | None) -> Seat | None:
        """This player's seat, if any."""
        if player is None:
            return None
        for n, seat in enumerate(self.seats):
            if seat.kind == "player" and seat.player == player:
                return n
        return None

    def agent_at(self, seat: Seat) -> SeatRecord | None:
        """The agent that answers for this seat, if any."""
        record = self.seats[seat] if 0 <= seat < len(self.seats) else None
        return record if record is not None and record.kind == "agent" and seat not in self.forfeits else None

    @property
    def over(self) -> bool:
        """Whether the table is finished or aborted."""
        return self.status in OVER

    @property
    def people(self) -> set[str]:
        """The players of this table: its owner, those with a seat, and those who are invited."""
        return {self.owner, *(seat.player for seat in self.seats if seat.player)}

    @property
    def watch_code(self) -> str | None:
        """Lets spectators watch a private table. Derived from the invite code, which cannot be computed from it."""
        return sha256(f"watch {self.code}".encode()).hexdigest()[:20] if self.code else None

    def visible_to(self, player: str | None) -> bool:
        """Whether this player may see the table. A private one is visible to its players and with its watch code."""
        if self.visibility != "private":
            return True
        if player is None:
            return False
        watched = secrets.compare_digest(player.encode(), f"{WATCHES}{self.watch_code}".encode())
        return player in self.people or (watched and self.watch_code is not None)

    @property
    def commitment(self) -> str:
        """The published hash of the secret seed."""
        return sha256(self.seed.encode()).hexdigest()


Noted = tuple[bytes | None, ...]
"""The fields of `keys.outages`: the last write, outages, and since when all clocks have been paused."""


class Conflict(Exception):
    """The table was committed by another process since it was loaded."""


decode_table = msgspec.msgpack.Decoder(Table).decode
_decode_answer = msgspec.msgpack.Decoder(TakenAnswer).decode
_encode = msgspec.msgpack.Encoder().encode


class Tables(Store):
    """Loads tables, and commits new versions."""

    def __init__(self, redis: Redis, archive: Archive | None = None, retention: Retention | None = None) -> None:
        super().__init__(redis)
        self.archive = archive
        self.retention = retention or Retention()
        self.prepare: Callable[[str, dict[str, Any]], None] = lambda game, options: None
        """Called with the game and options of each loaded table, to provide what the game needs."""
        self.check_words: Callable[[str], Wording] = lambda text: Wording(text, text)
        """Called with each message, to find the words in it that are not allowed."""
        self.fell_back: Callable[[Fallback, Millis], None] = lambda fallback, at: None
        """Called after a commit, for each decision that was answered in place of an agent."""
        self._load = FrequentScript(redis, LOAD)
        self._commit = FrequentScript(redis, COMMIT)
        self._delete = redis.register_script(DELETE)

    def load(self, id: str) -> tuple[Table, Millis, Noted] | None:
        """The table, the time of Redis, and the outages."""
        raw, now, *noted = self._load(keys=[keys.table(id), keys.outages(keys.shard(id))])
        if raw is None and self.archive is not None and (record := self.archive.read(id)) is not None:
            raw = record.table
        return None if raw is None else (decode_table(raw), now, tuple(noted))

    def load_unarchived(self, id: str) -> tuple[Table, Millis] | None:
        """The same, but not from the archive."""
        raw, now, *_ = self._load(keys=[keys.table(id), keys.outages(keys.shard(id))])
        return None if raw is None else (decode_table(raw), now)

    def load_many(self, ids: Sequence[str]) -> list[Table]:
        """The tables that exist, in the same order, with one query for all archived ones."""
        with self.redis.pipeline(transaction=False) as pipe:
            for id in ids:
                pipe.hget(keys.table(id), "table")
            in_redis = pipe.execute()
        missing = [id for id, raw in zip(ids, in_redis, strict=True) if raw is None]
        archived = {} if self.archive is None or not missing else self.archive.read_many(missing)
        found = (archived[id].table if id in archived else raw for id, raw in zip(ids, in_redis, strict=True))
        return [decode_table(raw) for raw in found if raw is not None]

    def commit(
        self,
        table: Table,
        was: Status | None,
        entry: Entry,
        taken: Iterable[TakenAnswer] = (),
        bots: Millis | None = None,
        timer: Millis | None = None,
        agents: str = "",
        notify: Iterable[str] = (),
    ) -> None:
        """Write the next version, its events, answers and wake-ups atomically, or raise Conflict.

        `agents` is when the decisions of agents must be delivered; after a `~`, a time that is already set stays.
        `notify` are the channels to publish on besides the one of the table.
        """
        before, table.version = table.version, table.version + 1
        shard = keys.shard(table.id)
        answers = [_encode(one) for one in taken]
        moved = table.visibility == "public" and was != table.status
        done = self._commit(
            keys=[
                keys.table(table.id),
                keys.log(table.id),
                keys.answers(table.id),
                keys.listing(shard),
                keys.retention(shard),
                keys.outages(shard),
                *(keys.due(shard, kind) for kind in WAKE_UPS),
            ],
            args=[
                before or "",
                table.version,
                random.randbytes(9),
                _encode(table),
                ",".join(map(str, entry.seqs)),
                _encode(entry),
                "" if bots is None else bots,
                "" if timer is None else timer,
                agents,
                table.id,
                " ".join(keys.listed_as(table.id, table.game, was)) if moved and was else "",
                " ".join(keys.listed_as(table.id, table.game, table.status)) if moved else "",
                "" if was == table.status else entry.at + self.retention.first_check_after(table.status),
                len(answers),
                *answers,
                keys.saved_channel(table.id),
                keys.table_channel(table.id),
                *notify,
            ],
        )
        if not done:
            if table.over and self.archive is not None:
                # It may not be a conflict: the table may have been archived. Restore it for the next attempt.
                self.archive.recall(table.id)
            raise Conflict(table.id)

    def add_invite(self, table: Table) -> None:
        """Make the table available by its invite code, for as long as it may wait for players."""
        self.redis.set(keys.invite(table.code), table.id, ex=(self.retention.open_days + 1) * 86400)

    def invited_to(self, code: str) -> str | None:
        """The id of the table with this invite code."""
        raw: Any = self.redis.get(keys.invite(code))
        return None if raw is None else raw.decode()

    def remove_invite(self, table: Table) -> None:
        """Make the invite code invalid."""
        self.redis.delete(keys.invite(table.code))

    def delete(self, table: Table) -> None:
        """Delete a table that never began, or raise Conflict."""
        shard = keys.shard(table.id)
        done = self._delete(
            keys=[
                keys.table(table.id),
                keys.log(table.id),
                keys.answers(table.id),
                keys.retention(shard),
                keys.listing(shard),
                *(keys.due(shard, kind) for kind in WAKE_UPS),
            ],
            args=[
                table.version,
                table.id,
                keys.table_channel(table.id),
                keys.lobby_channel(keys.notifying_shard(table.id, self.clustered)),
                *keys.listed_as(table.id, table.game, table.status),
            ],
        )
        if not done:
            raise Conflict(table.id)

    def answers(self, id: str) -> list[TakenAnswer]:
        """The answers taken so far, oldest first."""
        raw: Any = self.redis.lrange(keys.answers(id), 0, -1)
        if not raw and self.archive is not None and (record := self.archive.read(id)) is not None:
            raw = record.answers
        return [_decode_answer(one) for one in raw]

    def listed(self, game: str | None, status: Status | None, before: str | None, limit: int) -> list[str]:
        """Ids of public tables older than `before`, newest first, optionally of one game or status."""
        prefix = keys.listing_prefix(game, status)
        # "~" sorts after all ids.
        upper, lower = f"({prefix}{before or '~'}", f"[{prefix}"
        with self.redis.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                pipe.zrevrangebylex(keys.listing(shard), upper, lower, 0, limit)
            hot = [member.decode().removeprefix(prefix) for page in pipe.execute() for member in page]
        if self.archive is None or status not in (None, *OVER):
            return newest(hot, limit=limit)
        return newest(hot, self.archive.records.public_ids(game, status, before, limit), limit=limit)

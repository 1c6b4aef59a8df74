"""A table in Redis: one hash for what is, one stream for what happened, one list of answers."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field
from redis import Redis

from service.archive.archives import merged
from service.archive.past import Past
from service.events.log import Entry
from service.games.kit.decision import Picks, Seat
from service.games.kit.game import Result
from service.settings import Retention
from service.storage import keys
from service.storage.store import Store

Status = Literal["open", "running", "finished", "aborted"]
STATUSES: Final[tuple[Status, ...]] = ("open", "running", "finished", "aborted")
OVER: Final[tuple[Status, ...]] = ("finished", "aborted")
Millis = int
By = Literal["seat", "standing", "clock", "bot", "fallback"]

DEFAULT: Final = "default"
"""The fallback that needs no bot: what the clock would answer."""

LOAD = """
local now = redis.call('TIME')
return {redis.call('HGET', KEYS[1], 'table'), now[1] * 1000 + math.floor(now[2] / 1000)}
"""

COMMIT = """
if (redis.call('HGET', KEYS[1], 'version') or '') ~= ARGV[1] then
  local mine = redis.call('XRANGE', KEYS[2], ARGV[2] .. '-0', ARGV[2] .. '-0')[1]
  if mine and mine[2][6] == ARGV[3] then return 1 end
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'table', ARGV[4])
redis.call('XADD', KEYS[2], ARGV[2] .. '-0', 'heads', ARGV[5], 'entry', ARGV[6], 'nonce', ARGV[3])
local now = redis.call('TIME')
for i, kind in ipairs({'bots:', 'timer:', 'agents:'}) do
  local wake, member = ARGV[6 + i], kind .. ARGV[10]
  if wake == '0' then wake = now[1] * 1000 + math.floor(now[2] / 1000) end
  if wake == '' then redis.call('ZREM', KEYS[4], member)
  elseif string.sub(wake, 1, 1) == '~' then redis.call('ZADD', KEYS[4], 'NX', string.sub(wake, 2), member)
  else redis.call('ZADD', KEYS[4], wake, member) end
end
if KEYS[5] ~= KEYS[6] then redis.call('ZREM', KEYS[5], ARGV[10]) end
if ARGV[11] == '1' then redis.call('ZADD', KEYS[6], 0, ARGV[10]) end
if ARGV[12] ~= '' then redis.call('ZADD', KEYS[7], ARGV[12], ARGV[10]) end
local answers = tonumber(ARGV[13])
for i = 14, 13 + answers do redis.call('RPUSH', KEYS[3], ARGV[i]) end
redis.call('PUBLISH', ARGV[14 + answers], ARGV[6])
for i = 15 + answers, #ARGV do redis.call('PUBLISH', ARGV[i], ARGV[10]) end
return 1
"""

DELETE = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('ZREM', KEYS[4], 'bots:' .. ARGV[2], 'timer:' .. ARGV[2], 'agents:' .. ARGV[2])
redis.call('ZREM', KEYS[5], ARGV[2])
redis.call('ZREM', KEYS[6], ARGV[2])
redis.call('PUBLISH', ARGV[3], ARGV[2])
return 1
"""


class SeatRecord(Struct):
    """A place at a table and who sits there. `name` is the player's or agent's name when they sat down.

    Of an agent the table keeps what was agreed then: how long it may take, and what answers in its place. A bot of an
    arena has a number of thoughts instead of time.
    """

    kind: Literal["player", "open", "invite", "bot", "agent"]
    player: str | None = None
    name: str | None = None
    level: str | None = None
    agent: str | None = None
    budget: Millis | None = None
    fallback: str = DEFAULT
    thoughts: int | None = None


class ClockRules(Struct, frozen=True):
    """How long players may think, and what happens when they think longer."""

    mode: Literal["none", "realtime", "correspondence"] = "none"
    per_decision_s: int | None = None
    bank_s: int | None = None
    increment_s: int = 0
    on_timeout: Literal["default", "bot", "forfeit"] = "default"


class OpenDecision(Struct):
    """An open question: since when, until when, and when its player is warned. Of the sand also which sand it is."""

    seat: Seat
    opened: Millis
    deadline: Millis | None = None
    warn: Millis | None = None
    sand: str | None = None


class Passes(Struct, frozen=True):
    """Which windows a seat lets pass in advance: these kinds, or all; until it takes that back or has its turn."""

    kinds: tuple[str, ...]
    until: Literal["revoked", "my-turn"] = "revoked"

    def cover(self, kind: str) -> bool:
        """Whether windows of this kind pass."""
        return kind in self.kinds or "*" in self.kinds


class TakenAnswer(Struct, frozen=True):
    """One answer as it was taken: by the seat (also in advance), by the clock, by a bot, or in place of an agent."""

    name: str
    seat: Seat
    kind: str
    picks: Picks
    at: Millis
    by: By


class Table(Struct):
    """The envelope around a game's state: who sits where, and when their time runs out.

    `recent` has each seat's newest answers, so that one sent twice is recognised without reading the history; `said`
    likewise the ids of the newest messages and the versions that brought them.
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
    heads: list[int] = field(default_factory=list)
    opened: dict[str, OpenDecision] = field(default_factory=dict)
    banks: list[Millis] = field(default_factory=list)
    paused: Millis | None = None
    votes: dict[str, list[Seat]] = field(default_factory=dict)
    passes: dict[Seat, Passes] = field(default_factory=dict)
    forfeits: list[Seat] = field(default_factory=list)
    result: Result | None = None
    rematch: str | None = None
    fell: dict[Seat, int] = field(default_factory=dict)
    recent: dict[Seat, list[TakenAnswer]] = field(default_factory=dict)
    said: list[tuple[str, int]] = field(default_factory=list)

    def seat_of(self, player: str | None) -> Seat | None:
        """Where this player sits, if anywhere."""
        if player is None:
            return None
        for n, seat in enumerate(self.seats):
            if seat.kind == "player" and seat.player == player:
                return n
        return None

    def agent_at(self, seat: Seat) -> SeatRecord | None:
        """The agent that answers for this seat, if one does."""
        record = self.seats[seat] if 0 <= seat < len(self.seats) else None
        return record if record is not None and record.kind == "agent" and seat not in self.forfeits else None

    @property
    def over(self) -> bool:
        """Whether the table is finished or aborted."""
        return self.status in OVER

    @property
    def people(self) -> set[str]:
        """Whose table this is: who opened it, sits there or is invited."""
        return {self.owner, *(seat.player for seat in self.seats if seat.player)}

    def visible_to(self, player: str | None) -> bool:
        """Whether this player may know of the table: private ones are for their own people only."""
        return self.visibility != "private" or (player is not None and player in self.people)

    @property
    def commitment(self) -> str:
        """The published hash of the secret seed."""
        return sha256(self.seed.encode()).hexdigest()


class Fallback(Struct, frozen=True):
    """A decision that was answered in place of an agent, and why."""

    agent: str
    table: str
    decision: str
    reason: str


class Committed(Struct, frozen=True):
    """What a commit has brought about that matters outside the table."""

    at: Millis
    fallbacks: tuple[Fallback, ...]


class Conflict(Exception):
    """Someone else saved this table first; load it again."""


_decode = msgspec.msgpack.Decoder(Table).decode
_given = msgspec.msgpack.Decoder(TakenAnswer).decode
_encode = msgspec.msgpack.Encoder().encode


class Tables(Store):
    """Load a table, and commit its next version."""

    def __init__(self, redis: Redis, past: Past | None = None, retention: Retention | None = None) -> None:
        super().__init__(redis)
        self.past = past
        self.retention = retention or Retention()
        self.prepare: Callable[[str, dict[str, Any]], None] = lambda game, options: None
        """Called with the game and the options of each table that is loaded: provides what the game needs."""
        self.committed: Callable[[Committed], None] = lambda change: None
        """Called after each commit with what follows from it outside the table."""
        self._load = redis.register_script(LOAD)
        self._commit = redis.register_script(COMMIT)
        self._delete = redis.register_script(DELETE)

    def load(self, id: str) -> tuple[Table, Millis] | None:
        """The table, and what time it is: Redis' clock is the one clock of the service."""
        raw, now = self._load(keys=[keys.table(id)])
        if raw is None:
            raw = self._archived(id)
        return None if raw is None else (_decode(raw), now)

    def load_hot(self, id: str) -> tuple[Table, Millis] | None:
        """The same, of those that are not in the archive."""
        raw, now = self._load(keys=[keys.table(id)])
        return None if raw is None else (_decode(raw), now)

    def load_many(self, ids: Sequence[str]) -> list[Table]:
        """Those of these tables that exist, in the same order; the hot ones in one round trip."""
        with self.redis.pipeline(transaction=False) as pipe:
            for id in ids:
                pipe.hget(keys.table(id), "table")
            hot = pipe.execute()
        found = (self._archived(id) if raw is None else raw for id, raw in zip(ids, hot, strict=True))
        return [_decode(raw) for raw in found if raw is not None]

    def _archived(self, id: str) -> bytes | None:
        record = None if self.past is None else self.past.read(id)
        return None if record is None else record.table

    def commit(
        self,
        table: Table,
        was: Status | None,
        entry: Entry,
        given: Iterable[TakenAnswer] = (),
        bots: Millis | None = None,
        timer: Millis | None = None,
        agents: str = "",
        notify: Iterable[str] = (),
    ) -> None:
        """Write the next version, what happened, the answers and the wake-ups atomically, or raise Conflict.

        `agents` is when agents must be asked; with a `~` in front, an earlier time that is already set stays.
        `notify` are the channels to publish on besides the table's own.
        """
        before, table.version = table.version, table.version + 1
        shard = keys.shard(table.id)
        answers = [_encode(one) for one in given]
        done = self._commit(
            keys=[
                keys.table(table.id),
                keys.log(table.id),
                keys.answers(table.id),
                keys.due(shard),
                keys.listing(shard, table.game, was or table.status),
                keys.listing(shard, table.game, table.status),
                keys.keep(shard),
            ],
            args=[
                before or "",
                table.version,
                secrets.token_bytes(9),
                _encode(table),
                ",".join(map(str, entry.heads)),
                _encode(entry),
                "" if bots is None else bots,
                "" if timer is None else timer,
                agents,
                table.id,
                int(table.visibility == "public" and was != table.status),
                "" if was == table.status else entry.at + self.retention.stay(table.status),
                len(answers),
                *answers,
                keys.table_channel(table.id),
                *notify,
            ],
        )
        if not done:
            if table.over and self.past is not None:
                # Perhaps nobody was faster, and the table has gone to the archive: it is written on where it was.
                self.past.recall(table.id)
            raise Conflict(table.id)

    def delete(self, table: Table) -> None:
        """Take a table that never began off the house's hands, or raise Conflict."""
        shard = keys.shard(table.id)
        done = self._delete(
            keys=[
                keys.table(table.id),
                keys.log(table.id),
                keys.answers(table.id),
                keys.due(shard),
                keys.listing(shard, table.game, table.status),
                keys.keep(shard),
            ],
            args=[table.version, table.id, keys.table_channel(table.id)],
        )
        if not done:
            raise Conflict(table.id)

    def answers(self, id: str, newest: int | None = None) -> list[TakenAnswer]:
        """The answers given so far, oldest first; all of them, or the `newest` few."""
        raw: Any = self.redis.lrange(keys.answers(id), 0 if newest is None else -newest, -1)
        if not raw and self.past is not None and (record := self.past.read(id)) is not None:
            raw = record.answers if newest is None else record.answers[-newest:]
        return [_given(one) for one in raw]

    def listed(self, games: Sequence[str], statuses: Sequence[str], before: str | None, limit: int) -> list[str]:
        """Ids of public tables, newest first, that are older than `before`."""
        start = "+" if before is None else f"({before}"
        with self.redis.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                for game in games:
                    for status in statuses:
                        pipe.zrevrangebylex(keys.listing(shard, game, status), start, "-", 0, limit)
            hot = [id.decode() for page in pipe.execute() for id in page]
        if self.past is None:
            return merged(hot, limit=limit)
        ended = [f"games/{game}/{status}" for game in games for status in statuses if status in OVER]
        return merged(hot, *(self.past.archive.noted(place, before, limit) for place in ended), limit=limit)

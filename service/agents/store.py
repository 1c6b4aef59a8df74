"""Agents: players whose thinking is done outside the house. What is known of them, and how they have been lately."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from redis import Redis

from service.storage import keys

Transport = Literal["webhook", "poll"]
LOG_KEPT: Final = 1000
"""So many deliveries of an agent are kept."""

HEALTH_KEPT_S: Final = 24 * 3600
PATIENCE: Final = 3
"""So many failures in a row are forgiven."""

FIRST_REST_MS: Final = 5_000
LONGEST_REST_MS: Final = 600_000
TRIAL_KEPT_S: Final = 24 * 3600
FORGIVEN: Final = frozenset({"resting", "gone", "declined", "busy"})
"""Reasons to fall back that are no failure of the agent's address."""

SWAP = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""

FAIL = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
-- What it was asked before its rest and misses during it says nothing new: ten tables at once are one outage.
if tonumber(redis.call('HGET', KEYS[1], 'until') or 0) > now then return 0 end
local failures = redis.call('HINCRBY', KEYS[1], 'failures', 1)
local beyond = failures - tonumber(ARGV[1])
if beyond >= 0 then
  redis.call('HSET', KEYS[1], 'until', now + math.min(tonumber(ARGV[2]) * 2 ^ math.min(beyond, 20), tonumber(ARGV[3])))
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
return failures
"""


class AgentRecord(Struct, frozen=True, kw_only=True):
    """An agent as its owner has registered it."""

    id: str
    owner: str
    name: str
    transport: Transport
    games: tuple[str, ...]
    created: int
    url: str | None = None
    budget_s: float
    fallback: str
    public: bool = False
    most_tables: int
    language: str = "en"


class Secrets(Struct, frozen=True):
    """What deliveries are signed with: the secret, and for a while the one before it."""

    secret: str
    previous: str | None = None
    until: int = 0

    def good(self, now: int) -> tuple[str, ...]:
        """All secrets to sign with now, the newest first."""
        return (self.secret, self.previous) if self.previous is not None and now < self.until else (self.secret,)


class Health(Struct, frozen=True):
    """How an agent has been lately."""

    failures: int = 0
    until: int = 0

    def resting(self, now: int) -> bool:
        return now < self.until


class Delivery(Struct, frozen=True, kw_only=True):
    """One attempt to have a question answered, or the house's own answer instead."""

    at: int
    table: str
    decision: str
    outcome: str
    message: str | None = None
    attempt: int = 0
    status: int | None = None
    latency_ms: int | None = None
    detail: str | None = None


class Trial(Struct, frozen=True, kw_only=True):
    """A conformance test: what was found so far. `table` is where a polling agent is tried."""

    id: str
    agent: str
    game: str
    created: int
    status: Literal["running", "finished"] = "running"
    checks: tuple[dict[str, Any], ...] = ()
    table: str | None = None


_agent = msgspec.msgpack.Decoder(AgentRecord).decode
_secrets = msgspec.msgpack.Decoder(Secrets).decode
_delivery = msgspec.msgpack.Decoder(Delivery).decode
_encode = msgspec.msgpack.Encoder().encode


class Agents:
    """The register of agents. The keys of one agent share a shard; whoever touches two agents makes two calls."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self._swap = redis.register_script(SWAP)
        self._fail = redis.register_script(FAIL)

    def add(self, agent: AgentRecord, secret: str) -> tuple[AgentRecord, str]:
        """Enter an agent; entering the same one again changes nothing. The agent and its secret as entered."""
        self.redis.hsetnx(keys.agent(agent.id), "secrets", _encode(Secrets(secret)))
        self.redis.hsetnx(keys.agent(agent.id), "agent", _encode(agent))
        self.note(agent)
        known = self.get(agent.id) or agent
        return known, self.secrets(agent.id).secret

    def note(self, agent: AgentRecord) -> None:
        """Name the agent on its owner's list, and on everybody's if it is public."""
        self.redis.zadd(keys.agents_of(agent.owner), {agent.id: 0})
        if agent.public:
            self.redis.zadd(keys.PUBLIC_AGENTS, {agent.id: 0})
        else:
            self.redis.zrem(keys.PUBLIC_AGENTS, agent.id)

    def get(self, id: str) -> AgentRecord | None:
        """The agent of this name. What cannot be a name must not reach into other keys."""
        if not id.removeprefix("a_").isalnum():
            return None
        raw: Any = self.redis.hget(keys.agent(id), "agent")
        return None if raw is None else _agent(raw)

    def many(self, ids: Iterable[str]) -> list[AgentRecord]:
        """Those of these agents that are there."""
        with self.redis.pipeline(transaction=False) as pipe:
            for id in ids:
                pipe.hget(keys.agent(id), "agent")
            return [_agent(raw) for raw in pipe.execute() if raw is not None]

    def change(self, old: AgentRecord, new: AgentRecord) -> bool:
        """Replace what is known of an agent; False if somebody else was faster."""
        if not self._swap(keys=[keys.agent(old.id)], args=["agent", _encode(old), _encode(new)]):
            return False
        self.note(new)
        return True

    def drop(self, agent: AgentRecord) -> None:
        """The agent is no more; tables where it sits go on by its fallback."""
        self.redis.zrem(keys.PUBLIC_AGENTS, agent.id)
        self.redis.delete(
            keys.agent(agent.id),
            keys.agent_health(agent.id),
            keys.agent_tables(agent.id),
            keys.deliveries(agent.id),
        )
        self.redis.zrem(keys.agents_of(agent.owner), agent.id)

    def listed(self, player: str | None, public: bool, before: str | None, limit: int) -> list[str]:
        """Names of own agents, and of public ones, newest first."""
        start = "+" if before is None else f"({before}"
        places = ([] if player is None else [keys.agents_of(player)]) + ([keys.PUBLIC_AGENTS] if public else [])
        found: set[str] = set()
        for place in places:
            page: Any = self.redis.zrevrangebylex(place, start, "-", 0, limit)
            found.update(id.decode() for id in page)
        return sorted(found, reverse=True)[:limit]

    def count(self, player: str) -> int:
        """How many agents this player has."""
        return int(self.redis.zcard(keys.agents_of(player)))

    # -- signing -----------------------------------------------------------------------

    def secrets(self, id: str) -> Secrets:
        """What this agent's deliveries are signed with."""
        raw: Any = self.redis.hget(keys.agent(id), "secrets")
        return Secrets("") if raw is None else _secrets(raw)

    def rotate(self, id: str, secret: str, until: int) -> Secrets | None:
        """Sign with this secret from now on, and until then with the one before as well; None: it is gone."""
        while True:
            old = self.secrets(id)
            if not old.secret:
                return None
            new = Secrets(secret, old.secret, until)
            if self._swap(keys=[keys.agent(id)], args=["secrets", _encode(old), _encode(new)]):
                return new

    # -- where it plays ------------------------------------------------------------------

    def note_table(self, id: str, table: str) -> None:
        """The agent sits at this table; said before the table says so, rather too often than never."""
        self.redis.sadd(keys.agent_tables(id), table)

    def forget_tables(self, id: str, *tables: str) -> None:
        """These tables are over."""
        if tables:
            self.redis.srem(keys.agent_tables(id), *tables)

    def forget_tables_of(self, ids: Iterable[str], table: str) -> None:
        """This table is over for all of these agents."""
        for id in ids:
            self.redis.srem(keys.agent_tables(id), table)

    def tables(self, id: str) -> list[str]:
        """Tables with this agent that may not be over yet, oldest first."""
        found: Any = self.redis.smembers(keys.agent_tables(id))
        return sorted(table.decode() for table in found)

    # -- how it has been -----------------------------------------------------------------

    def health(self, id: str) -> Health:
        """How often it failed in a row, and until when it rests."""
        held: Any = self.redis.hmget(keys.agent_health(id), "failures", "until")
        failures, until = held
        return Health(int(failures or 0), int(float(until or 0)))

    def worked(self, id: str) -> None:
        """It gave a good answer: what was before is forgotten."""
        self.redis.delete(keys.agent_health(id))

    def wake(self, id: str) -> None:
        """It is there again: its rest is over, its failures are not forgotten."""
        self.redis.hdel(keys.agent_health(id), "until")

    def missed(self, id: str, table: str, decision: str, reason: str, now: int, asked: bool = True) -> None:
        """The house had to answer in its place; that is a failure only if the agent was asked."""
        if asked and reason not in FORGIVEN:
            args = [PATIENCE, FIRST_REST_MS, LONGEST_REST_MS, HEALTH_KEPT_S]
            self._fail(keys=[keys.agent_health(id)], args=args)
        self.log(id, Delivery(at=now, table=table, decision=decision, outcome="fallback", detail=reason))

    def log(self, id: str, delivery: Delivery) -> None:
        """Write a delivery down, as long as there is somebody to read it."""
        if self.redis.exists(keys.agent(id)):
            self.redis.xadd(keys.deliveries(id), {"delivery": _encode(delivery)}, maxlen=LOG_KEPT, approximate=False)

    def deliveries(self, id: str, before: str | None, limit: int) -> list[tuple[str, Delivery]]:
        """Deliveries older than `before`, newest first."""
        top = "+" if before is None else f"({before}"
        found: Any = self.redis.xrevrange(keys.deliveries(id), top, "-", limit)
        return [(name.decode(), _delivery(fields[b"delivery"])) for name, fields in found]

    # -- conformance tests -----------------------------------------------------------------

    def begin_trial(self, trial: Trial, due: bool) -> None:
        """Keep a test, and wake a worker to carry it out."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.set(keys.trial(trial.id), _encode(trial), ex=TRIAL_KEPT_S)
            if due:
                pipe.zadd(keys.due(keys.shard(trial.id)), {f"trial:{trial.id}": trial.created})
            pipe.execute()

    def trial(self, id: str) -> Trial | None:
        """A test, and what it has found."""
        raw: Any = self.redis.get(keys.trial(id)) if id.isalnum() else None
        return None if raw is None else msgspec.msgpack.decode(raw, type=Trial)

    def end_trial(self, trial: Trial) -> None:
        """The test is over."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.set(keys.trial(trial.id), _encode(trial), ex=TRIAL_KEPT_S)
            pipe.zrem(keys.due(keys.shard(trial.id)), f"trial:{trial.id}")
            pipe.execute()

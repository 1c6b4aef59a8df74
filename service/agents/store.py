"""Agents: registration, signing secrets, recent failures, delivery log and conformance tests.

The database has the agents and their secrets (`records.py`) and is written first. Redis has copies of all of them, and
short-lived data: failures, recent deliveries and tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from redis import Redis

from service.agents.records import AgentRecords
from service.storage import keys
from service.storage.leases import Leases
from service.storage.store import NOW_MS, Store
from service.tables.parts import Fallback

Transport = Literal["webhook", "poll"]
MAX_LOG_ENTRIES: Final = 1000
"""Deliveries kept per agent."""

HEALTH_TTL_S: Final = 24 * 3600
FAILURES_TO_SUSPEND: Final = 3
"""After this many failures in a row an agent is suspended."""

FIRST_SUSPENSION_MS: Final = 5_000
MAX_SUSPENSION_MS: Final = 600_000
TEST_TTL_S: Final = 24 * 3600
NOT_FAILURES: Final = frozenset({"suspended", "deleted", "declined", "busy"})
"""Reasons for a fallback that do not count as a failure of the agent."""

FAIL = (
    NOW_MS
    + """
-- Decisions sent before a suspension and missed during it do not count: ten tables at once are one outage.
if tonumber(redis.call('HGET', KEYS[1], 'until') or 0) > now then return 0 end
local failures = redis.call('HINCRBY', KEYS[1], 'failures', 1)
local extra = failures - tonumber(ARGV[1])
if extra >= 0 then
  redis.call('HSET', KEYS[1], 'until', now + math.min(tonumber(ARGV[2]) * 2 ^ math.min(extra, 20), tonumber(ARGV[3])))
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
return failures
"""
)


class AgentRecord(Struct, frozen=True, kw_only=True):
    """A registered agent."""

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
    version: str = ""
    model: str = ""
    page: bool = False
    """Whether each decision comes with the table as a page of text."""
    talk: bool = False
    """Whether it is told of talk in between its decisions."""

    def visible_to(self, player: str | None) -> bool:
        """Whether this player may see and seat the agent: their own, or a public one."""
        return self.public or self.owner == player


class Secrets(Struct, frozen=True):
    """The secret that signs deliveries, and during a rotation the previous one."""

    secret: str
    previous: str | None = None
    until: int = 0

    def valid(self, now: int) -> tuple[str, ...]:
        """All secrets to sign with now, the newest first."""
        return (self.secret, self.previous) if self.previous is not None and now < self.until else (self.secret,)


class Health(Struct, frozen=True):
    """Recent failures of an agent."""

    failures: int = 0
    suspended_until: int = 0

    def suspended(self, now: int) -> bool:
        return now < self.suspended_until


class LoggedDelivery(Struct, frozen=True, kw_only=True):
    """An entry of the delivery log: one attempt, or the fallback that answered instead."""

    at: int
    table: str
    decision: str
    outcome: str
    message: str | None = None
    attempt: int = 0
    status: int | None = None
    latency_ms: int | None = None
    detail: str | None = None


class ConformanceTest(Struct, frozen=True, kw_only=True):
    """A conformance test and its results so far. `table` is where a polling agent plays it."""

    id: str
    agent: str
    game: str
    created: int
    status: Literal["running", "finished"] = "running"
    checks: tuple[dict[str, Any], ...] = ()
    table: str | None = None


_agent = msgspec.msgpack.Decoder(AgentRecord).decode
_secrets = msgspec.msgpack.Decoder(Secrets).decode
_delivery = msgspec.msgpack.Decoder(LoggedDelivery).decode
_encode = msgspec.msgpack.Encoder().encode


class Agents(Store):
    """All agents. The keys of one agent share a shard, so each script touches one agent only."""

    def __init__(self, redis: Redis, records: AgentRecords) -> None:
        super().__init__(redis)
        self.records = records
        self.leases = Leases(redis)
        self._fail = redis.register_script(FAIL)

    def add(self, agent: AgentRecord, secret: str) -> tuple[AgentRecord, str]:
        """Add an agent and return it with its secret. Adding the same one again changes nothing."""
        record, secrets = self.records.add(agent.id, agent.owner, _encode(agent), _encode(Secrets(secret)))
        self._copy(agent.id, record, secrets)
        return _agent(record), _secrets(secrets).secret

    def _copy(self, id: str, record: bytes, secrets: bytes) -> None:
        self.redis.hset(keys.agent(id), mapping={"agent": record, "secrets": secrets})
        self._index(_agent(record))

    def fill(self) -> None:
        """Copy the agents of the database to Redis: add missing ones, correct those restored from an older backup."""
        for id, record, secrets in self.records.all():
            if self._copies(id) != [record, secrets]:
                self._correct(id)
            else:
                self._index(_agent(record))
        left = self.records.owners()
        for key in self.redis.scan_iter(keys.agent_pattern(), count=1000):
            id = key.decode().rpartition(":")[2]
            # It was deleted after the backup, or after `all` was read.
            if id not in left and self.records.get(id) is None and (agent := self.get(id)) is not None:
                self._forget(agent)

    def _copies(self, id: str) -> list[bytes | None]:
        found: Any = self.redis.hmget(keys.agent(id), "agent", "secrets")
        return list(found)

    def _correct(self, id: str) -> None:
        # If the agent is changed during the loop, the next comparison finds another difference.
        while (stored := self.records.get(id)) is not None and self._copies(id) != [*stored]:
            self._copy(id, *stored)

    def _index(self, agent: AgentRecord) -> None:
        """List the agent with its owner, and publicly if it is public."""
        self.redis.zadd(keys.agents_of(agent.owner), {agent.id: 0})
        if agent.public:
            self.redis.zadd(keys.PUBLIC_AGENTS, {agent.id: 0})
        else:
            self.redis.zrem(keys.PUBLIC_AGENTS, agent.id)

    def get(self, id: str) -> AgentRecord | None:
        """The agent with this id. An invalid id is rejected, because it could name another key."""
        if not id.removeprefix("a_").isalnum():
            return None
        raw: Any = self.redis.hget(keys.agent(id), "agent")
        return None if raw is None else _agent(raw)

    def get_many(self, ids: Iterable[str]) -> list[AgentRecord]:
        """These agents, without those that do not exist."""
        with self.redis.pipeline(transaction=False) as pipe:
            for id in ids:
                pipe.hget(keys.agent(id), "agent")
            return [_agent(raw) for raw in pipe.execute() if raw is not None]

    def replace(self, old: AgentRecord, new: AgentRecord) -> bool:
        """Replace an agent's record. Return False if it has changed in the meantime."""
        replaced = self.records.replace(old.id, _encode(old), _encode(new))
        # After a conflict this is the other writer's record; that process may have died before copying it.
        if (stored := self.records.get(old.id)) is not None:
            self._copy(old.id, *stored)
        else:
            self._forget(old)
        return replaced

    def delete(self, agent: AgentRecord) -> None:
        """Delete an agent. At its tables the fallback continues."""
        self.records.delete(agent.id)
        self._forget(agent)

    def _forget(self, agent: AgentRecord) -> None:
        self.redis.zrem(keys.PUBLIC_AGENTS, agent.id)
        self.redis.delete(
            keys.agent(agent.id), keys.agent_health(agent.id), keys.agent_tables(agent.id), keys.deliveries(agent.id)
        )
        self.redis.zrem(keys.agents_of(agent.owner), agent.id)

    def list_ids(self, player: str | None, public: bool, before: str | None, limit: int) -> list[str]:
        """The ids of the player's agents, and of public ones if `public`, newest first."""
        start = "+" if before is None else f"({before}"
        indexes = ([] if player is None else [keys.agents_of(player)]) + ([keys.PUBLIC_AGENTS] if public else [])
        found: set[str] = set()
        for index in indexes:
            page: Any = self.redis.zrevrangebylex(index, start, "-", 0, limit)
            found.update(id.decode() for id in page)
        return sorted(found, reverse=True)[:limit]

    # -- signing -----------------------------------------------------------------------

    def secrets(self, id: str) -> Secrets:
        """The secrets that sign this agent's deliveries."""
        raw: Any = self.redis.hget(keys.agent(id), "secrets")
        return Secrets("") if raw is None else _secrets(raw)

    def rotate(self, id: str, secret: str, until: int) -> Secrets | None:
        """Replace the secret; the previous one stays valid until `until`. None if the agent was deleted."""
        while (stored := self.records.get(id)) is not None:
            new = Secrets(secret, _secrets(stored[1]).secret, until)
            if self.records.replace_secrets(id, stored[1], _encode(new)):
                self.redis.hset(keys.agent(id), "secrets", _encode(new))
                return new
        return None

    # -- tables --------------------------------------------------------------------------

    def add_table(self, id: str, table: str) -> None:
        """Record that the agent has a seat at this table, before the table is committed, so that none is missed."""
        self.redis.sadd(keys.agent_tables(id), table)

    def remove_tables(self, ids: Iterable[str], *tables: str) -> None:
        """Remove tables that are over from all of these agents."""
        for id in ids if tables else ():
            self.redis.srem(keys.agent_tables(id), *tables)

    def tables(self, id: str) -> list[str]:
        """The agent's tables, oldest first; some may be over."""
        found: Any = self.redis.smembers(keys.agent_tables(id))
        return sorted(table.decode() for table in found)

    # -- failures and the delivery log -----------------------------------------------------

    def health(self, id: str) -> Health:
        """How many times in a row the agent has failed, and until when it is suspended."""
        held: Any = self.redis.hmget(keys.agent_health(id), "failures", "until")
        failures, until = held
        return Health(int(failures or 0), int(float(until or 0)))

    def record_success(self, id: str) -> None:
        """Reset the failures after a valid answer."""
        self.redis.delete(keys.agent_health(id))

    def end_suspension(self, id: str) -> None:
        """End a suspension, but keep the number of failures."""
        self.redis.hdel(keys.agent_health(id), "until")

    def notify(self, id: str, table: str) -> None:
        """Notify pollers of this agent that a decision may be open at this table."""
        self.redis.spublish(keys.agent_channel(id, keys.notifying_shard(table, self.clustered)), table)

    def record_fallback(self, fallback: Fallback, at: int) -> None:
        """Log a fallback, for the owner of the agent. It is a failure if the agent could have answered."""
        if fallback.reason not in NOT_FAILURES and self._was_sent(fallback):
            args = [FAILURES_TO_SUSPEND, FIRST_SUSPENSION_MS, MAX_SUSPENSION_MS, HEALTH_TTL_S]
            self._fail(keys=[keys.agent_health(fallback.agent)], args=args)
        table, decision, reason = fallback.table, fallback.decision, fallback.reason
        entry = LoggedDelivery(at=at, table=table, decision=decision, outcome="fallback", detail=reason)
        self.log_delivery(fallback.agent, entry)

    def _was_sent(self, fallback: Fallback) -> bool:
        """False if the decision is a webhook's and was never taken for delivery."""
        if fallback.reason != "late":
            return True
        agent = self.get(fallback.agent)
        if agent is None or agent.transport == "poll":
            return True
        return self.leases.holder(fallback.table, fallback.decision) is not None

    def log_delivery(self, id: str, delivery: LoggedDelivery) -> None:
        """Log a delivery, unless the agent was deleted."""
        if self.redis.exists(keys.agent(id)):
            self.redis.xadd(
                keys.deliveries(id), {"delivery": _encode(delivery)}, maxlen=MAX_LOG_ENTRIES, approximate=False
            )

    def deliveries(self, id: str, before: str | None, limit: int) -> list[tuple[str, LoggedDelivery]]:
        """Deliveries older than `before`, newest first."""
        top = "+" if before is None else f"({before}"
        found: Any = self.redis.xrevrange(keys.deliveries(id), top, "-", limit)
        return [(name.decode(), _delivery(fields[b"delivery"])) for name, fields in found]

    # -- conformance tests -----------------------------------------------------------------

    def save_test(self, test: ConformanceTest, due: bool) -> None:
        """Store a test and its results; `due` makes a worker run it."""
        schedule = keys.due(keys.shard(test.id), "conformance")
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.set(keys.conformance_test(test.id), _encode(test), ex=TEST_TTL_S)
            if due:
                pipe.zadd(schedule, {test.id: test.created})
            else:
                pipe.zrem(schedule, test.id)
            pipe.execute()

    def test(self, id: str) -> ConformanceTest | None:
        raw: Any = self.redis.get(keys.conformance_test(id)) if id.isalnum() else None
        return None if raw is None else msgspec.msgpack.decode(raw, type=ConformanceTest)

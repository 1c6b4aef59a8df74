"""What each account and address has: open streams, live tables, books, arenas and agents.

A sorted set per kind and holder contains the ids. The scores are sizes in bytes or, for streams, times of expiry: a
process renews its streams, so those of a dead process expire. All keys have the same hash tag, so that one script can
check the limits of the account and its address, and count for both or neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from msgspec import Struct
from redis import Redis

from service.quotas.records import LimitRecords
from service.storage import keys
from service.storage.store import NOW_MS, Store

Kind = Literal["streams", "tables", "books", "arenas", "agents"]
KINDS: Final[tuple[Kind, ...]] = ("streams", "tables", "books", "arenas", "agents")

LEASE_MS: Final = 60_000
"""How long a stream counts unless its process renews it."""

RESERVE = (
    NOW_MS
    + """
local id, weight, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local known = true
for i = 2, #KEYS do
  local at = 4 * i - 4
  if lease then redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now) end
  if not redis.call('ZSCORE', KEYS[i], id) then
    known = false
    local most = redis.call('HGET', KEYS[1], ARGV[at]) or ARGV[at + 1]
    if most ~= '' and redis.call('ZCARD', KEYS[i]) >= tonumber(most) then return {i - 2, 'count', most} end
    local bytes = redis.call('HGET', KEYS[1], ARGV[at + 2]) or ARGV[at + 3]
    if bytes ~= '' then
      local total = weight
      local held = redis.call('ZRANGE', KEYS[i], 0, -1, 'WITHSCORES')
      for n = 2, #held, 2 do total = total + held[n] end
      if total > tonumber(bytes) then return {i - 2, 'bytes', bytes} end
    end
  end
end
if known then return 1 end
for i = 2, #KEYS do
  redis.call('ZADD', KEYS[i], lease and now + lease or weight, id)
  if lease then redis.call('PEXPIRE', KEYS[i], 2 * lease) end
end
return 0
"""
)

RENEW = (
    NOW_MS
    + """
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[i + 1])
  redis.call('PEXPIRE', key, 2 * ARGV[1])
end
"""
)


class Holder(Struct, frozen=True):
    """An account or an address, and how many (and how many bytes) it may have; None: no limit."""

    kind: Literal["account", "address"]
    id: str
    most: int | None
    most_bytes: int | None = None


class Exceeded(Struct, frozen=True):
    """A limit that would be exceeded."""

    holder: Holder
    limit: int
    bytes: bool


class QuotaStore(Store):
    """Counts what accounts and addresses have."""

    def __init__(self, redis: Redis, records: LimitRecords) -> None:
        super().__init__(redis)
        self.records = records
        self._reserve = redis.register_script(RESERVE)
        self._renew = redis.register_script(RENEW)

    def reserve(
        self, kind: Kind, id: str, holders: Sequence[Holder], weight: int = 1, lease_ms: int | None = None
    ) -> bool | Exceeded:
        """Count one more for all holders, or for none if a limit would be exceeded. False: it is already counted."""
        limits = [
            ("" if limit is None else limit)
            for holder in holders
            for limit in (
                keys.quota_limit(holder.id, kind),
                holder.most,
                keys.quota_limit(holder.id, f"{kind}-bytes"),
                holder.most_bytes,
            )
        ]
        found: Any = self._reserve(
            keys=[keys.QUOTA_LIMITS, *(keys.quota(kind, holder.id) for holder in holders)],
            args=[id, weight, "" if lease_ms is None else lease_ms, *limits],
        )
        if isinstance(found, int):
            return found == 0
        place, what, limit = found
        return Exceeded(holders[place], int(limit), what == b"bytes")

    def release(self, kind: Kind, holders: Iterable[str], *ids: str) -> None:
        """Stop counting these."""
        with self.redis.pipeline(transaction=False) as pipe:
            for holder in holders:
                pipe.zrem(keys.quota(kind, holder), *ids)
            pipe.execute()

    def renew(self, kind: Kind, held: Sequence[tuple[str, str]], lease_ms: int) -> None:
        """Extend the leases of these pairs of a holder and an id."""
        self._renew(keys=[keys.quota(kind, holder) for holder, _ in held], args=[lease_ms, *(id for _, id in held)])

    def counted(self, kind: Kind, holder: str) -> list[str]:
        """The ids that are counted for this holder."""
        found: Any = self.redis.zrange(keys.quota(kind, holder), 0, -1)
        return [id.decode() for id in found]

    def may_verify(self, kind: Kind, holder: str, millis: int) -> bool:
        """Whether the last comparison of these counts with what exists was at least this long ago."""
        return bool(self.redis.set(keys.quota_verified(kind, holder), 1, nx=True, px=millis))

    def streaming(self, accounts: Sequence[str], now: int) -> set[str]:
        """Which of these accounts have an open stream or long poll."""
        with self.redis.pipeline(transaction=False) as pipe:
            for account in accounts:
                pipe.zcount(keys.quota("streams", account), f"({now}", "+inf")
            return {account for account, count in zip(accounts, pipe.execute(), strict=True) if count}

    # -- limits that an operator has set for one account ----------------------------------------

    def limit(self, account: str, kind: str) -> int | None:
        """The limit that an operator has set for this account; None: the usual one applies."""
        found: Any = self.redis.hget(keys.QUOTA_LIMITS, keys.quota_limit(account, kind))
        return None if found is None else int(found)

    def limits(self, account: str) -> dict[str, int]:
        """All limits that operators have set for this account."""
        return self.records.of(account)

    def set_limit(self, account: str, kind: str, limit: int | None) -> None:
        """Set a limit for this account; None: the usual one applies again."""
        self.records.put(account, kind, limit)
        name = keys.quota_limit(account, kind)
        if limit is None:
            self.redis.hdel(keys.QUOTA_LIMITS, name)
        else:
            self.redis.hset(keys.QUOTA_LIMITS, name, limit)

    def forget(self, account: str, *limited: str) -> None:
        """The account was closed: delete its counts and limits, including limits of these kinds."""
        self.records.delete(account)
        with self.redis.pipeline(transaction=False) as pipe:
            for kind in KINDS:
                # One by one, because the pipeline of a cluster deletes one key at a time.
                pipe.delete(keys.quota(kind, account))
                pipe.delete(keys.quota_verified(kind, account))
            pipe.hdel(keys.QUOTA_LIMITS, *(keys.quota_limit(account, kind) for kind in (*KINDS, *limited)))
            pipe.execute()

    def fill(self, owned: Iterable[tuple[Kind, str, str, int]]) -> None:
        """Copy the limits from the database to Redis, and count what accounts own, with weights."""
        copied: Any = self.redis.hgetall(keys.QUOTA_LIMITS)
        stored = {keys.quota_limit(account, kind).encode(): limit for account, kind, limit in self.records.all()}
        for name in copied.keys() - stored.keys():
            self.redis.hdel(keys.QUOTA_LIMITS, name)
        for name, limit in stored.items():
            if copied.get(name) != str(limit).encode():
                self.redis.hset(keys.QUOTA_LIMITS, name, limit)
        for kind, account, id, weight in owned:
            self.redis.zadd(keys.quota(kind, account), {id: weight})

    def usage(self, holder: str, now: int) -> dict[str, int]:
        """How many of each kind are counted for this holder."""
        with self.redis.pipeline(transaction=False) as pipe:
            for kind in KINDS:
                pipe.zcount(keys.quota(kind, holder), f"({now}" if kind == "streams" else "-inf", "+inf")
            return dict(zip(KINDS, pipe.execute(), strict=True))

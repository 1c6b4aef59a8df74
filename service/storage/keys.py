"""All keys in Redis.

The keys of a table share a *shard* as their hash tag. One script may therefore change the table, its log, its answers,
its deadlines and its place in the listing atomically, also on a Redis Cluster.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Final
from zlib import crc32

SHARDS: Final = tuple(f"{{s{n:02d}}}" for n in range(16))


@lru_cache(8192)
def shard(table: str) -> str:
    """The hash tag of all keys of this table."""
    return SHARDS[crc32(table.encode()) % len(SHARDS)]


def _in_shard(name: str) -> Callable[[str], str]:
    """Keys of records, by their ids: in the shard of each id."""
    return lambda id: f"{shard(id)}:{name}:{id}"


def _of_player(name: str) -> Callable[[str], str]:
    """Keys by the id of a player."""
    return lambda player: f"player:{player}:{name}"


def _named(name: str) -> Callable[[str], str]:
    """Other keys, by what they are found with."""
    return lambda of: f"{name}:{of}"


table = _in_shard("table")
"""Hash: `version`, and `table` (the envelope with the game's state)."""

log = _in_shard("log")
"""Stream: one entry per version, with the events, the number of each viewer's last event before, and a nonce."""

answers = _in_shard("answers")
"""List: every answer in the order it was taken."""

once_only = _in_shard("once-only")
"""Hash: `<seat>:<number>` of a once-only event to when the seat first received it."""

pending_answers = _in_shard("pending-answers")
"""Hash that expires: decision to the answer a bot has chosen, and when it is given."""

transcript = _in_shard("transcript")
"""Hash: `<seat>:<decision>` to its lines, compressed; `<seat>` to the total size of these in bytes."""


def due(shard: str, kind: str) -> str:
    """Sorted set: tables, arenas, books or tests that need a worker, by the time at which they do (milliseconds)."""
    return f"{shard}:due:{kind}"


pending_job = _named("pending-job")
"""String that expires, in the Redis of the queues: a job of this kind waits for a worker."""


def outages(shard: str) -> str:
    """Hash: the time of the shard's last write, recent outages, and since when an operator has paused all clocks."""
    return f"{shard}:outages"


def retention(shard: str) -> str:
    """Sorted set: tables, by the time at which to check whether they go to the archive (milliseconds)."""
    return f"{shard}:retention"


SWEEPING: Final = "archive:sweeping"
"""String that expires: a worker has recently deleted what is no longer kept."""

FILLING: Final = "archive:filling"
"""String that expires: a worker is copying the database to Redis."""


def listing(shard: str) -> str:
    """Sorted set: the public tables. Each has four members (`listed_as`), so that every filter is one range."""
    return f"{shard}:tables"


def listing_prefix(game: str | None, status: str | None) -> str:
    """The prefix of the ids of tables of this game and status; None: of all."""
    return f"{game or ''}:{status or ''}:"


def listed_as(table: str, game: str, status: str) -> list[str]:
    """The members of a table in the listing: under its game or all games, and under its status or all."""
    return [f"{listing_prefix(g, s)}{table}" for g in (None, game) for s in (None, status)]


book = _in_shard("book")
"""Hash: an upload that is not read yet, or was refused: `book` (its public record), `percent` and `attempts`."""

book_upload = _in_shard("upload")
"""String that expires: the bytes of an upload that waits for the reading job."""

book_text = _named("book-text")
"""String: a copy of the pages of a book that tables are played in, compressed."""

book_tables = _named("book-tables")
"""Set: tables that are played with this book. May contain tables that are over."""

uploads_of = _of_player("uploads")
"""Sorted set: the player's uploads that are not read yet or were refused. May contain some that have expired."""

SHARED_UPLOADS: Final = "uploads:shared"
"""Sorted set: the uploads of all players that everybody may use, not read yet or refused."""


def lease(table: str, name: str) -> str:
    """String that expires: who holds the lease on this decision of an agent, conformance test or arena."""
    return f"{shard(table)}:lease:{table}:{name}"


agent = _in_shard("agent")
"""Hash: `agent` (its record) and `secrets` (the keys its deliveries are signed with)."""


def agent_pattern() -> str:
    """A pattern that the keys of all agents match."""
    return "{s*}:agent:*"


agent_health = _in_shard("agent-health")
"""Hash that expires: `failures` in a row, and `until`, the end of a suspension."""

agent_tables = _in_shard("agent-tables")
"""Set: tables with this agent that may not be over yet. May contain tables that are."""

deliveries = _in_shard("deliveries")
"""Stream, bounded: the latest deliveries to this agent, and their outcomes."""

conformance_test = _in_shard("conformance")
"""String that expires: a conformance test of an agent and its results."""

agents_of = _of_player("agents")
"""Sorted set: the player's agents."""

PUBLIC_AGENTS: Final = "agents:public"
"""Sorted set: agents that everybody may seat."""


arena_tables = _in_shard("arena-tables")
"""Hash: the number of a game to the table it is played at."""

player = _named("player")
"""Hash: the record of a player."""

tables_of = _of_player("tables")
"""Sorted set: every table the player opened, sat at or was invited to. May contain others."""

live_tables_of = _of_player("live")
"""Set: the player's tables that may not be over yet. May contain tables that are."""


def digest(secret: str) -> str:
    """The digest of the secret of a token. Only this is stored."""
    return sha256(secret.encode()).hexdigest()


token = _named("token")
"""Hash: the token with this digest: its owner and scopes. Expires if nobody uses it."""

ticket = _named("ticket")
"""String that expires: a stream ticket."""

invite = _named("invite")
"""String that expires: the table with this invite code."""

tokens_of = _of_player("tokens")
"""Hash: token id to digest, or `gone` once it was revoked."""

mutes_of = _of_player("mutes")
"""Set: the players whose talk this player does not want to see."""


def quota(kind: str, holder: str) -> str:
    """Sorted set: what this account or address has of one kind; by size, or for streams by the time they expire."""
    return f"{{quotas}}:{kind}:{holder}"


def quota_verified(kind: str, holder: str) -> str:
    """String that expires: these counts were recently compared with what exists."""
    return f"{{quotas}}:verified:{kind}:{holder}"


QUOTA_LIMITS: Final = "{quotas}:limits"
"""Hash: the limits that operators have set for single accounts, by `quota_limit`."""


def quota_limit(account: str, kind: str) -> str:
    """The field of `QUOTA_LIMITS` for this account and kind."""
    return f"{kind} {account}"


idempotency = _named("idempotency")
"""String: the digest of a request sent with an Idempotency-Key, and the id of the resource it creates."""

HEARTBEATS: Final = "heartbeats"
"""Sorted set: workers and clocks by kind, host and process id, with the time until which each counts as alive."""

CLOCK_TIME: Final = "clock-time"
"""String: the time of Redis that a clock process has seen last."""


def probe(shard: str) -> str:
    """String that expires: written by health checks, to see whether this shard can be written to."""
    return f"probe:{{{shard}}}"


RULES: Final = "rules"
"""Hash: the newest version of the rules of each game that tables were checked for."""

DRAINING: Final = "draining"
"""String: since when no new games can be started, and the operator's message."""

FILLED: Final = "filled"
"""String: the run of the server in which the database was copied to Redis. It is missing after Redis has lost its data,
and different after Redis was restarted, possibly with older data."""

FORMAT: Final = "format"
"""String: the number of the format of all this data."""

SECRET: Final = "secret"  # noqa: S105
"""String: the key that tokens are derived with."""


def due_channel(shard: str) -> str:
    """Channel: something is due earlier than the clocks know. The message is its kind and the time."""
    return f"{shard}:notify:due"


table_channel = _in_shard("notify:table")
"""Channel: the table has a new version. The message is its entry of the log."""

saved_channel = _in_shard("notify:saved")
"""Channel: the same. The message is the table as it was saved; only streams with views subscribe to it."""


def notifying_shard(table: str, clustered: bool) -> str:
    """The shard whose channels notify players and agents about this table.

    On a cluster, the script that changes a table can only publish in the slot of the table.
    """
    return shard(table) if clustered else SHARDS[0]


def player_channel(id: str, shard: str) -> str:
    """Channel: something at a table of this shard concerns this player."""
    return f"{shard}:notify:player:{id}"


def agent_channel(id: str, shard: str) -> str:
    """Channel: a table of this shard has a decision for this agent."""
    return f"{shard}:notify:agent:{id}"


def lobby_channel(shard: str) -> str:
    """Channel: a public table of this shard was opened or deleted, or its status or a seat has changed."""
    return f"{shard}:notify:lobby"


MUTE_CHANNEL: Final = "notify:mutes"
"""Channel: this player has muted or unmuted somebody."""

TOKEN_CHANNEL: Final = "notify:tokens"  # noqa: S105
"""Channel: a token was revoked."""

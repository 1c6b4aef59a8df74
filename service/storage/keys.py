"""Every key in Redis, on one page.

A table's keys share a *shard* as their hash tag, so that one script may change the table, its log, its answers,
its deadlines and its place in the listing together, also on a Redis Cluster.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from hashlib import sha256
from typing import Final
from zlib import crc32

SHARDS: Final = tuple(f"{{s{n:02d}}}" for n in range(16))
_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
LAST: Final = 253_402_300_800_000
"""The end of the year 9999: no name is made later, and calendars end there."""


def new_id(now: int) -> str:
    """A name that nobody can guess and that sorts by the time it was made (milliseconds)."""
    word = now << 80 | secrets.randbits(80)
    return "".join(_ALPHABET[word >> shift & 31] for shift in range(125, -1, -5))


def is_id(word: str) -> bool:
    """Whether this is a name as `new_id` gives it: what comes from outside may be anything."""
    return len(word) == 26 and all(letter in _ALPHABET for letter in word) and made(word) < LAST


def made(id: str) -> int:
    """When this name was made (milliseconds)."""
    word = 0
    for letter in id[:10]:
        word = word << 5 | _ALPHABET.index(letter)
    return word


@lru_cache(8192)
def shard(table: str) -> str:
    """The hash tag of all keys of this table; asked for many times while one table is in hand."""
    return SHARDS[crc32(table.encode()) % len(SHARDS)]


def table(id: str) -> str:
    """Hash: `version`, and `table` (the envelope with the game's state)."""
    return f"{shard(id)}:table:{id}"


def log(id: str) -> str:
    """Stream: one entry per version, with what happened, how far each viewer had been told before, and who wrote it."""
    return f"{shard(id)}:log:{id}"


def answers(id: str) -> str:
    """List: every answer in the order it was taken."""
    return f"{shard(id)}:answers:{id}"


def once(id: str) -> str:
    """Hash: `<seat>:<number>` of an event that is told only once, to when the seat was told it first."""
    return f"{shard(id)}:once:{id}"


def chosen(id: str) -> str:
    """Hash that expires: decision to what a bot has chosen, and when it is given."""
    return f"{shard(id)}:chosen:{id}"


def transcript(id: str) -> str:
    """Hash: `<seat>:<decision>` to what was thought and said over it, compressed; `<seat>` to their bytes together."""
    return f"{shard(id)}:transcript:{id}"


def due(shard: str) -> str:
    """Sorted set: what a worker must do, and from when on (milliseconds)."""
    return f"{shard}:due"


def keep(shard: str) -> str:
    """Sorted set: tables, and from when on they are no longer kept in hot memory (milliseconds)."""
    return f"{shard}:keep"


def archived(id: str) -> str:
    """String: the record of a table that was moved here from its other keys, compressed."""
    return f"{shard(id)}:archived:{id}"


def archive_totals(shard: str) -> str:
    """Hash: how many `tables` were moved to the archive, and how many `bytes` they take there."""
    return f"{shard}:archive-totals"


def archive_page(place: str, page: str) -> str:
    """String: names of archived tables, each on a line."""
    return f"{{archive:{place}}}:{page}"


def archive_pages(place: str) -> str:
    """Set: which pages there are of this list."""
    return f"{{archive:{place}}}:pages"


ARCHIVE: Final = "archive:name"
"""String: the name of the folder that tables are moved to, so that nobody takes another for it."""

ARCHIVE_IN_REDIS: Final = "archive:in-redis"
"""String: there are records in Redis, perhaps from before there was a folder."""

SWEEPING: Final = "archive:sweeping"
"""String that expires: somebody has gone through the archive for what is too old."""


def listing(shard: str, game: str, status: str) -> str:
    """Sorted set: the public tables of a game that are in this status."""
    return f"{shard}:tables:{game}:{status}"


def book(id: str) -> str:
    """Hash: `book` (what may be known of an upload) and `percent`, how far its reading has come."""
    return f"{shard(id)}:book:{id}"


def book_upload(id: str) -> str:
    """String that expires: the bytes of an upload that is still to be read."""
    return f"{shard(id)}:upload:{id}"


def book_text(fingerprint: str) -> str:
    """String: the pages, compressed."""
    return f"book-text:{fingerprint}"


def book_names(fingerprint: str) -> str:
    """Set: the uploads that have these pages."""
    return f"book-names:{fingerprint}"


def book_tables(fingerprint: str) -> str:
    """Set: tables that are played in this book. May hold more than is true."""
    return f"book-tables:{fingerprint}"


def books_of(player: str) -> str:
    """Sorted set: the player's uploads."""
    return f"player:{player}:books"


SHARED_BOOKS: Final = "books:shared"
"""Sorted set: uploads that everybody may play in."""

MEANINGS: Final = "{meanings}:wall"
"""Hash: what hangs on the wall of hidden meanings, by name."""

MEANINGS_ORDER: Final = "{meanings}:order"
"""Sorted set: the same names, which sort by time."""

MEANINGS_OF_TABLES: Final = "{meanings}:tables"
"""Hash: table to the name of its meaning."""


def lease(table: str, name: str) -> str:
    """String that expires: who has this question of an agent in hand."""
    return f"{shard(table)}:lease:{table}:{name}"


def agent(id: str) -> str:
    """Hash: `agent` (what is known of it) and `secrets` (what its deliveries are signed with)."""
    return f"{shard(id)}:agent:{id}"


def agent_health(id: str) -> str:
    """Hash that expires: `failures` in a row, and `until` when the agent rests."""
    return f"{shard(id)}:agent-health:{id}"


def agent_tables(id: str) -> str:
    """Set: tables with this agent that may not be over yet. May hold more than is true."""
    return f"{shard(id)}:agent-tables:{id}"


def deliveries(id: str) -> str:
    """Stream, bounded: what was asked of this agent lately, and what became of it."""
    return f"{shard(id)}:deliveries:{id}"


def trial(id: str) -> str:
    """String that expires: a conformance test of an agent, and how far it has come."""
    return f"{shard(id)}:trial:{id}"


def agents_of(player: str) -> str:
    """Sorted set: the player's agents."""
    return f"player:{player}:agents"


PUBLIC_AGENTS: Final = "agents:public"
"""Sorted set: agents that everybody may seat."""


def arena(id: str) -> str:
    """Hash: `arena` (what is played), `status`, `finished`, `reason`, and who plays a slice of it until when."""
    return f"{shard(id)}:arena:{id}"


def arena_games(id: str) -> str:
    """Hash: the number of a game to its row."""
    return f"{shard(id)}:arena-games:{id}"


def arena_paces(id: str) -> str:
    """Hash: the number of a game to how long its players thought."""
    return f"{shard(id)}:arena-paces:{id}"


def arena_tables(id: str) -> str:
    """Hash: the number of a game to the table it is played at."""
    return f"{shard(id)}:arena-tables:{id}"


def arenas_of(player: str) -> str:
    """Sorted set: the player's arenas."""
    return f"player:{player}:arenas"


ARENAS: Final = "arenas:public"
"""Sorted set: arenas that everybody may see."""

COUNTED: Final = "{ratings}:counted"
"""Hash: a finished arena to its place in the order in which they count."""

COUNTED_ORDER: Final = "{ratings}:order"
"""List: the same arenas in that order."""

LADDER: Final = "{ratings}:ladder"
"""Hash: `upto` (so many arenas are counted) and `ladder`, all ratings after them."""


def player(id: str) -> str:
    """Hash: who this is."""
    return f"player:{id}"


def tables_of(player: str) -> str:
    """Sorted set: every table the player opened, sat at or was invited to. May hold more than is true."""
    return f"player:{player}:tables"


def live_tables_of(player: str) -> str:
    """Set: those of them that may not be over yet. May hold more than is true."""
    return f"player:{player}:live"


def digest(secret: str) -> str:
    """What stands for the secret of a token: only this is stored."""
    return sha256(secret.encode()).hexdigest()


def token(digest: str) -> str:
    """Hash: whose token has this digest, and what it may do."""
    return f"token:{digest}"


def tokens_of(player: str) -> str:
    """Hash: token id to digest, or `gone` once it was taken back."""
    return f"player:{player}:tokens"


def idempotency(digest: str) -> str:
    """String: the plan, and later the response, of a request sent with an Idempotency-Key."""
    return f"idempotency:{digest}"


def alive(kind: str) -> str:
    """String that expires: a process of this kind was seen lately."""
    return f"alive:{kind}"


SECRET: Final = "secret"  # noqa: S105
"""String: the key with which repeatable tokens are derived."""


def table_channel(id: str) -> str:
    """Channel: the table has a new version. The message is what happened, as it lies in the log."""
    return f"notify:table:{id}"


def player_channel(id: str) -> str:
    """Channel: something at a table concerns this player."""
    return f"notify:player:{id}"


def agent_channel(id: str) -> str:
    """Channel: a table asks this agent something."""
    return f"notify:agent:{id}"


TOKEN_CHANNEL: Final = "notify:tokens"  # noqa: S105
"""Channel: a token was taken back."""

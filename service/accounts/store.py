"""Players and their tokens. Of a token only the digest is stored.

The database is the source of truth (`records.py`) and is written first. Redis has copies of those that were used, and
the lists of each player's tables. So games continue without the database, and no account is lost if Redis is emptied.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import Struct
from redis import Redis
from redis.exceptions import RedisError

from service.accounts.records import PAGE, AccountRecords
from service.archive.records import GameRecords
from service.database.engine import DatabaseUnavailable
from service.storage import keys
from service.storage.format import FORMAT
from service.storage.identifiers import newest
from service.storage.store import Store
from service.tables.views import stamp

SCOPES: Final = ("play", "read", "agents")
ADMIN: Final = "admin"
"""The scope of operators. A new player does not have it: `python -m service admin token` makes such tokens."""

PREFIX: Final = "fs_"
TICKET_PREFIX: Final = "ft_"
TICKET_S: Final = 60
"""How long a stream can be opened with a ticket."""

UNUSED_S: Final = 180 * 24 * 3600
"""A token expires if it is not used for this long."""

DAY_S: Final = 24 * 3600

GONE: Final = b"gone"
"""Replaces the digest of a revoked token, so that a repeated request cannot create it again."""


class Player(Struct, frozen=True):
    """An account that can sit at tables."""

    id: str
    name: str
    created: int
    gone: bool = False
    """Whether the account is closed; its id is kept, so that a repeated request cannot open it again."""
    research: bool = False
    """Whether the player has agreed that exports of finished games name them."""


class Token(Struct, frozen=True):
    """A token of a player: its scopes and when it expires."""

    id: str
    player: str
    scopes: tuple[str, ...]
    label: str
    created: int
    expires: int | None = None

    def alive(self, now: int) -> bool:
        """Whether it has not expired."""
        return self.expires is None or now < self.expires


class Ticket(Struct, frozen=True):
    """Opens the stream of one table as its player, for clients that cannot send headers; `token` is the digest of the
    token that it was made with, and without which the stream ends."""

    player: str
    table: str
    token: str


class Accounts(Store):
    """Players, their tokens, and the lists of their tables."""

    def __init__(self, redis: Redis, records: AccountRecords, games: GameRecords) -> None:
        super().__init__(redis)
        self.records = records
        self.games = games
        self.on_revoked: list[Callable[[bytes], None]] = []
        """Called with the digest of a token that this process has revoked. Other processes get a notification."""

    def add(self, player: Player) -> Player:
        """Add a player, unless there is one with this id. Return the player as stored."""
        self.records.add_player(player.id, msgspec.msgpack.encode(player))
        # The first record that is written. The format may be missing if Redis was down when this process started.
        self.redis.setnx(keys.FORMAT, FORMAT)
        return self.get(player.id) or player

    def get(self, id: str) -> Player | None:
        """The player with this id. Anything that cannot be an id is rejected, because it could name another key."""
        if not _plain(id):
            return None
        raw: Any = self.redis.hget(keys.player(id), "player")
        if raw is None and (raw := self.records.player(id)) is not None:
            self.redis.hsetnx(keys.player(id), "player", raw)
        found = None if raw is None else msgspec.msgpack.decode(raw, type=Player)
        return None if found is None or found.gone else found

    def get_many(self, ids: Iterable[str]) -> list[Player]:
        """Those of these players whose accounts exist and are open."""
        wanted = [id for id in dict.fromkeys(ids) if _plain(id)]
        with self.redis.pipeline(transaction=False) as pipe:
            for id in wanted:
                pipe.hget(keys.player(id), "player")
            found: dict[str, bytes | None] = dict(zip(wanted, pipe.execute(), strict=True))
        if missing := [id for id, raw in found.items() if raw is None]:
            found |= self.records.players_with(missing)
        players = [msgspec.msgpack.decode(raw, type=Player) for raw in found.values() if raw is not None]
        return [player for player in players if not player.gone]

    def rename(self, player: Player, name: str) -> None:
        self._put(msgspec.structs.replace(player, name=name))

    def set_research(self, player: Player, agreed: bool) -> None:
        """Set whether exports of finished games may name the player."""
        self._put(msgspec.structs.replace(player, research=agreed))

    def remove(self, player: Player) -> None:
        """Delete the name and the tables of a player. The id is kept, marked as closed."""
        self._put(Player(player.id, "", 0, gone=True))
        self.records.remove_recovery_codes(player.id)
        self.redis.delete(keys.tables_of(player.id))
        self.redis.delete(keys.live_tables_of(player.id))

    def _put(self, player: Player) -> None:
        raw = msgspec.msgpack.encode(player)
        self.records.put_player(player.id, raw)
        self.redis.hset(keys.player(player.id), "player", raw)

    def secret_for(self, text: str) -> str:
        """A token derived from this text and a secret key: the same text always gives the same token."""
        secret: Any = self.redis.get(keys.SECRET)
        if secret is None:
            secret = self.records.secret("tokens", secrets.token_bytes(32))
            self.redis.setnx(keys.SECRET, secret)
        return PREFIX + blake2b(text.encode(), key=secret, digest_size=24).hexdigest()

    def add_token(self, token: Token, secret: str) -> Token:
        """Add a token, unless it exists or was revoked. Return the token as stored."""
        stored = self.records.add_token(
            token.player, token.id, keys.digest(secret), msgspec.msgpack.encode(token), int(time.time())
        )
        if stored is None:
            return token
        self._copy_token(*stored)
        return self.token(secret) or token

    def _copy_token(self, digest: str, raw: bytes) -> None:
        """Copy a token to Redis, unless it has been revoked in the meantime."""
        token = msgspec.msgpack.decode(raw, type=Token)
        self.redis.hsetnx(keys.tokens_of(token.player), token.id, digest)
        if self.redis.hget(keys.tokens_of(token.player), token.id) != GONE:
            self.redis.hsetnx(keys.token(digest), "token", raw)
            self.redis.expire(keys.token(digest), UNUSED_S)

    def token(self, secret: str) -> Token | None:
        """The token with this secret. Using it keeps it from expiring."""
        return self.token_with(keys.digest(secret))

    def token_with(self, digest: str) -> Token | None:
        """The token with this digest: from Redis, or from the database if Redis has no copy."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.hget(keys.token(digest), "token")
            pipe.ttl(keys.token(digest))
            raw, left = pipe.execute()
        if raw is None:
            raw = self.records.token(digest, used_since=int(time.time()) - UNUSED_S)
        if raw is not None and left < UNUSED_S - DAY_S:
            self._keep_token(digest, raw)
        return None if raw is None else msgspec.msgpack.decode(raw, type=Token)

    def _keep_token(self, digest: str, raw: bytes) -> None:
        """Record that a token was used, at most once a day. Reading must work even when nothing can be written."""
        with suppress(RedisError, DatabaseUnavailable):
            self._copy_token(digest, raw)
            self.records.use_token(digest, int(time.time()))

    def add_ticket(self, ticket: Ticket) -> str:
        """Add a ticket. Return the secret that its holder presents."""
        secret = TICKET_PREFIX + secrets.token_urlsafe(24)
        self.redis.set(keys.ticket(keys.digest(secret)), msgspec.msgpack.encode(ticket), ex=TICKET_S)
        return secret

    def ticket(self, secret: str) -> Ticket | None:
        """The ticket with this secret, unless it has expired."""
        raw: Any = self.redis.get(keys.ticket(keys.digest(secret)))
        return None if raw is None else msgspec.msgpack.decode(raw, type=Ticket)

    def tokens(self, player: str) -> list[Token]:
        """All tokens of a player, oldest first."""
        found = [msgspec.msgpack.decode(raw, type=Token) for raw in self.records.tokens(player)]
        return sorted(found, key=lambda token: token.created)

    def revoke_token(self, player: str, id: str) -> bool:
        """Revoke a token immediately in all processes. Return False if there is no such token."""
        digest = self.records.revoke_token(player, id) if _plain(id) else None
        if digest is None or self.redis.hget(keys.tokens_of(player), id) == GONE:
            return False
        self._forget_token(player, id, digest)
        return True

    def _forget_token(self, player: str, id: str, digest: str) -> None:
        self.redis.hset(keys.tokens_of(player), id, GONE)
        self.redis.delete(keys.token(digest))
        self.redis.publish(keys.TOKEN_CHANNEL, digest.encode())
        for forget in self.on_revoked:
            forget(digest.encode())

    # -- a Redis with older data than the database -------------------------------------

    def correct(self) -> None:
        """Correct the copies in a Redis that was restored from an older backup than the database."""
        self.forget_revoked_tokens()
        for page in self.records.players():
            with self.redis.pipeline(transaction=False) as pipe:
                for id, _ in page:
                    pipe.hget(keys.player(id), "player")
                copies = pipe.execute()
            for (id, record), copy in zip(page, copies, strict=True):
                if copy is not None and copy != record:
                    self._correct_player(id)

    def _correct_player(self, id: str) -> None:
        # If the player is changed during the loop, the next comparison finds another difference.
        while (record := self.records.player(id)) is not None and self.redis.hget(keys.player(id), "player") != record:
            self.redis.hset(keys.player(id), "player", record)

    def forget_revoked_tokens(self) -> None:
        """Delete copies of tokens that were revoked after the backup of Redis was made."""
        revoked = self.records.revoked_tokens(used_since=int(time.time()) - UNUSED_S - DAY_S)
        for n in range(0, len(revoked), PAGE):
            page = revoked[n : n + PAGE]
            with self.redis.pipeline(transaction=False) as pipe:
                for row in page:
                    pipe.exists(keys.token(row.digest))
                copied = pipe.execute()
            for row, exists in zip(page, copied, strict=True):
                if exists:
                    self._forget_token(row.player, row.id, row.digest)

    # -- the tables of a player --------------------------------------------------------

    def add_table(self, player: str, table: str) -> None:
        """Add a table to the lists of a player. Called before the table is committed, so that it is never missing."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zadd(keys.tables_of(player), {table: 0})
            pipe.sadd(keys.live_tables_of(player), table)
            pipe.execute()

    def remove_table(self, player: str, table: str) -> None:
        """Remove a table that was deleted, or that the archive lists now."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zrem(keys.tables_of(player), table)
            pipe.srem(keys.live_tables_of(player), table)
            pipe.execute()

    def remove_live_table(self, player: str, *tables: str) -> None:
        """Remove tables that are over from the list of live ones."""
        if tables:
            self.redis.srem(keys.live_tables_of(player), *tables)

    def tables(self, player: str, before: str | None, limit: int, archived: bool = True) -> list[str]:
        """Ids of the player's tables older than `before`, newest first, with or without archived ones."""
        if not _plain(player):
            return []
        start = "+" if before is None else f"({before}"
        found: Any = self.redis.zrevrangebylex(keys.tables_of(player), start, "-", 0, limit)
        live = [id.decode() for id in found]
        return newest(live, self.games.ids_of(player, before, limit) if archived else [], limit=limit)

    def live_tables(self, player: str) -> list[str]:
        """Ids of the player's tables that may not be over yet, oldest first."""
        found: Any = self.redis.smembers(keys.live_tables_of(player))
        return sorted(id.decode() for id in found)


def player_data(player: Player) -> dict[str, Any]:
    """A player as others see them."""
    return {"id": player.id, "name": player.name, "created_at": stamp(player.created)}


def token_data(token: Token) -> dict[str, Any]:
    """A token without its secret."""
    return {
        "id": token.id,
        "label": token.label,
        "scopes": token.scopes,
        "created_at": stamp(token.created),
        "expires_at": stamp(token.expires),
    }


def _plain(id: str) -> bool:
    """Whether this can be an id. Other strings could name other keys in Redis, and PostgreSQL rejects some of them."""
    return id.isascii() and id.removeprefix("p_").isalnum()

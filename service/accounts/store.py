"""Players and their tokens. Of a token only the digest is stored."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import Struct
from redis import Redis

from service.archive.records import GameRecords
from service.storage import keys
from service.storage.format import FORMAT
from service.storage.identifiers import newest
from service.storage.store import Store

SCOPES: Final = ("play", "read", "agents")
PREFIX: Final = "fs_"
TICKET_PREFIX: Final = "ft_"
TICKET_S: Final = 60
"""How long a stream can be opened with a ticket."""

UNUSED_S: Final = 180 * 24 * 3600
"""After how long a token expires that nobody uses."""

GONE: Final = b"gone"
"""Replaces the digest of a revoked token, so that a repeated request cannot create it again."""


class Player(Struct, frozen=True):
    """Somebody who may sit at tables."""

    id: str
    name: str
    created: int
    gone: bool = False
    """Whether the account is closed; its id is kept, so that a repeated request cannot open it again."""


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

    def __init__(self, redis: Redis, games: GameRecords | None = None) -> None:
        super().__init__(redis)
        self.games = games

    def add(self, player: Player) -> Player:
        """Add a player, unless there is one with this id; the player as stored."""
        with self.redis.pipeline(transaction=False) as pipe:
            # Nothing is written before there is a player. The format may be missing if Redis was down at the start.
            pipe.setnx(keys.FORMAT, FORMAT)
            pipe.hsetnx(keys.player(player.id), "player", msgspec.msgpack.encode(player))
            pipe.execute()
        return self.get(player.id) or player

    def get(self, id: str) -> Player | None:
        """The player with this id. Anything that cannot be an id is rejected, as it could name another key."""
        if not id.removeprefix("p_").isalnum():
            return None
        raw: Any = self.redis.hget(keys.player(id), "player")
        found = None if raw is None else msgspec.msgpack.decode(raw, type=Player)
        return None if found is None or found.gone else found

    def rename(self, player: Player, name: str) -> None:
        """Change the name of a player."""
        self._put(msgspec.structs.replace(player, name=name))

    def remove(self, player: Player) -> None:
        """Delete the name and the tables of a player; the id stays, marked as closed."""
        self._put(Player(player.id, "", 0, gone=True))
        self.redis.delete(keys.tables_of(player.id))
        self.redis.delete(keys.live_tables_of(player.id))

    def _put(self, player: Player) -> None:
        self.redis.hset(keys.player(player.id), "player", msgspec.msgpack.encode(player))

    def secret_for(self, text: str) -> str:
        """A token derived from this text and a secret key: the same text always gives the same token."""
        self.redis.setnx(keys.SECRET, secrets.token_bytes(32))
        secret: Any = self.redis.get(keys.SECRET)
        return PREFIX + blake2b(text.encode(), key=secret, digest_size=24).hexdigest()

    def add_token(self, token: Token, secret: str) -> Token:
        """Add a token, unless it exists or was revoked; the token as stored."""
        hashed = keys.digest(secret)
        self.redis.hsetnx(keys.tokens_of(token.player), token.id, hashed)
        if self.redis.hget(keys.tokens_of(token.player), token.id) == GONE:
            return token
        self.redis.hsetnx(keys.token(hashed), "token", msgspec.msgpack.encode(token))
        return self.token(secret) or token

    def token(self, secret: str) -> Token | None:
        """The token with this secret. Using it keeps it from expiring."""
        return self.token_with(keys.digest(secret))

    def token_with(self, digest: str) -> Token | None:
        """The token with this digest."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.hget(keys.token(digest), "token")
            pipe.expire(keys.token(digest), UNUSED_S)
            raw, _ = pipe.execute()
        return None if raw is None else msgspec.msgpack.decode(raw, type=Token)

    def add_ticket(self, ticket: Ticket) -> str:
        """Add a ticket; the secret that its holder shows."""
        secret = TICKET_PREFIX + secrets.token_urlsafe(24)
        self.redis.set(keys.ticket(keys.digest(secret)), msgspec.msgpack.encode(ticket), ex=TICKET_S)
        return secret

    def ticket(self, secret: str) -> Ticket | None:
        """The ticket with this secret, unless it has expired."""
        raw: Any = self.redis.get(keys.ticket(keys.digest(secret)))
        return None if raw is None else msgspec.msgpack.decode(raw, type=Ticket)

    def tokens(self, player: str) -> list[Token]:
        """All tokens of a player, oldest first."""
        digests: Any = self.redis.hvals(keys.tokens_of(player))
        with self.redis.pipeline(transaction=False) as pipe:
            for one in digests:
                pipe.hget(keys.token(one.decode()), "token")
            found = [msgspec.msgpack.decode(raw, type=Token) for raw in pipe.execute() if raw]
        return sorted(found, key=lambda token: token.created)

    def revoke_token(self, player: str, id: str) -> bytes | None:
        """Revoke a token at once in all processes; its digest, or None if there is no such token."""
        found: Any = self.redis.hget(keys.tokens_of(player), id)
        if found is None or found == GONE:
            return None
        self.redis.hset(keys.tokens_of(player), id, GONE)
        self.redis.delete(keys.token(found.decode()))
        self.redis.publish(keys.TOKEN_CHANNEL, found)
        return bytes(found)

    # -- the tables of a player --------------------------------------------------------

    def add_table(self, player: str, table: str) -> None:
        """Add a table to the lists of a player. Called before the table is committed, so that it is never missing."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zadd(keys.tables_of(player), {table: 0})
            pipe.sadd(keys.live_tables_of(player), table)
            pipe.execute()

    def remove_table(self, player: str, table: str) -> None:
        """Remove a table that was deleted, or that the archive lists."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zrem(keys.tables_of(player), table)
            pipe.srem(keys.live_tables_of(player), table)
            pipe.execute()

    def remove_live_table(self, player: str, *tables: str) -> None:
        """Remove tables that are over from the list of live ones."""
        if tables:
            self.redis.srem(keys.live_tables_of(player), *tables)

    def tables(self, player: str, before: str | None, limit: int) -> list[str]:
        """Ids of the player's tables, newest first, that are older than `before`."""
        start = "+" if before is None else f"({before}"
        found: Any = self.redis.zrevrangebylex(keys.tables_of(player), start, "-", 0, limit)
        live = [id.decode() for id in found]
        archived = [] if self.games is None else self.games.ids_of(player, before, limit)
        return newest(live, archived, limit=limit)

    def live_tables(self, player: str) -> list[str]:
        """Ids of the player's tables that may not be over yet, oldest first."""
        found: Any = self.redis.smembers(keys.live_tables_of(player))
        return sorted(id.decode() for id in found)

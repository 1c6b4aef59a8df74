"""Players and their tokens. A token is shown once; only its digest is kept."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import Struct
from redis import Redis

from service.archive.archives import Archive, merged
from service.storage import keys
from service.storage.store import Store

SCOPES: Final = ("play", "read", "agents")
PREFIX: Final = "fs_"
GONE: Final = b"gone"
"""Stands where the digest of a token stood that was taken back, so that a repeated request cannot bring it back."""


class Player(Struct, frozen=True):
    """Somebody who may sit at tables."""

    id: str
    name: str
    created: int
    gone: bool = False
    """Whether the account is closed; its id is kept, so that a repeated request cannot open it again."""


class Token(Struct, frozen=True):
    """A key to a player's account."""

    id: str
    player: str
    scopes: tuple[str, ...]
    label: str
    created: int
    expires: int | None = None

    def alive(self, now: int) -> bool:
        return self.expires is None or now < self.expires


class Accounts(Store):
    """The register of players."""

    def __init__(self, redis: Redis, archive: Archive | None = None) -> None:
        super().__init__(redis)
        self.archive = archive

    def add(self, player: Player) -> Player:
        """Enter a player; entering the same one again changes nothing. The player as entered."""
        self.redis.hsetnx(keys.player(player.id), "player", msgspec.msgpack.encode(player))
        return self.get(player.id) or player

    def get(self, id: str) -> Player | None:
        """The player of this id. What cannot be an id must not reach into the keys beside the players'."""
        if not id.removeprefix("p_").isalnum():
            return None
        raw: Any = self.redis.hget(keys.player(id), "player")
        found = None if raw is None else msgspec.msgpack.decode(raw, type=Player)
        return None if found is None or found.gone else found

    def rename(self, player: Player, name: str) -> None:
        """From now on the player is called this."""
        self._enter(msgspec.structs.replace(player, name=name))

    def remove(self, player: Player) -> None:
        """Close an account: nobody is called anything any more, and no list names their tables."""
        self._enter(Player(player.id, "", 0, gone=True))
        self.redis.delete(keys.tables_of(player.id))
        self.redis.delete(keys.live_tables_of(player.id))

    def _enter(self, player: Player) -> None:
        self.redis.hset(keys.player(player.id), "player", msgspec.msgpack.encode(player))

    def secret_for(self, plan: str) -> str:
        """A token that only this plan gives, and gives again: so a repeated request can be answered alike."""
        self.redis.setnx(keys.SECRET, secrets.token_bytes(32))
        secret: Any = self.redis.get(keys.SECRET)
        return PREFIX + blake2b(plan.encode(), key=secret, digest_size=24).hexdigest()

    def add_token(self, token: Token, secret: str) -> Token:
        """Let this secret open the account; once only, also if it was taken back since. The token as it was added."""
        mark = keys.digest(secret)
        self.redis.hsetnx(keys.tokens_of(token.player), token.id, mark)
        if self.redis.hget(keys.tokens_of(token.player), token.id) == GONE:
            return token
        self.redis.hsetnx(keys.token(mark), "token", msgspec.msgpack.encode(token))
        return self.token(secret) or token

    def token(self, secret: str) -> Token | None:
        """What this secret opens."""
        raw: Any = self.redis.hget(keys.token(keys.digest(secret)), "token")
        return None if raw is None else msgspec.msgpack.decode(raw, type=Token)

    def tokens(self, player: str) -> list[Token]:
        """All tokens of a player, oldest first."""
        marks: Any = self.redis.hvals(keys.tokens_of(player))
        with self.redis.pipeline(transaction=False) as pipe:
            for mark in marks:
                pipe.hget(keys.token(mark.decode()), "token")
            found = [msgspec.msgpack.decode(raw, type=Token) for raw in pipe.execute() if raw]
        return sorted(found, key=lambda token: token.created)

    def drop_token(self, player: str, id: str) -> bytes | None:
        """Take a token back, at once and in every process; its digest, if there was one."""
        mark: Any = self.redis.hget(keys.tokens_of(player), id)
        if mark is None or mark == GONE:
            return None
        self.redis.hset(keys.tokens_of(player), id, GONE)
        self.redis.delete(keys.token(mark.decode()))
        self.redis.publish(keys.TOKEN_CHANNEL, mark)
        return bytes(mark)

    # -- which tables are mine ---------------------------------------------------------

    def note_table(self, player: str, table: str) -> None:
        """Remember that this table concerns the player; said before the table says so, rather too often than never."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zadd(keys.tables_of(player), {table: 0})
            pipe.sadd(keys.live_tables_of(player), table)
            pipe.execute()

    def forget_table(self, player: str, table: str) -> None:
        """This table is gone, or the archive's list of the player has it."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zrem(keys.tables_of(player), table)
            pipe.srem(keys.live_tables_of(player), table)
            pipe.execute()

    def forget_live(self, player: str, *tables: str) -> None:
        """These tables are over."""
        if tables:
            self.redis.srem(keys.live_tables_of(player), *tables)

    def tables(self, player: str, before: str | None, limit: int) -> list[str]:
        """Ids of the player's tables, newest first, that are older than `before`."""
        start = "+" if before is None else f"({before}"
        found: Any = self.redis.zrevrangebylex(keys.tables_of(player), start, "-", 0, limit)
        hot = [id.decode() for id in found]
        cold = [] if self.archive is None else self.archive.noted(f"players/{player}", before, limit)
        return merged(hot, cold, limit=limit)

    def live_tables(self, player: str) -> list[str]:
        """Ids of the player's tables that may not be over yet, oldest first."""
        found: Any = self.redis.smembers(keys.live_tables_of(player))
        return sorted(id.decode() for id in found)

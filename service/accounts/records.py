"""Players, tokens and recovery codes in the database. It is the source of truth; Redis caches players and tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Row, or_, select

from service.database.engine import Database, put_all
from service.database.schema import PLAYERS, RECOVERY_CODES, SECRETS, TOKENS

PAGE: Final = 1000


class AccountRecords:
    """Writes and reads players, tokens, recovery codes and the key that tokens are derived with.

    Records are as in Redis.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    def add_player(self, id: str, record: bytes) -> None:
        """Add a player, unless there is one with this id."""
        self.database.add(PLAYERS, {"id": id, "record": record})

    def player(self, id: str) -> bytes | None:
        """The player with this id, also if the account is closed."""
        return self.database.scalar(select(PLAYERS.c.record).where(PLAYERS.c.id == id))

    def players_with(self, ids: Sequence[str]) -> dict[str, bytes]:
        """The records of those of these players who exist."""
        return {row.id: row.record for row in self.database.rows(select(PLAYERS).where(PLAYERS.c.id.in_(ids)))}

    def players(self) -> Iterator[list[tuple[str, bytes]]]:
        """All players, page by page."""
        last = ""
        while page := self.database.rows(select(PLAYERS).where(PLAYERS.c.id > last).order_by(PLAYERS.c.id).limit(PAGE)):
            last = page[-1].id
            yield [(row.id, row.record) for row in page]

    def put_player(self, id: str, record: bytes) -> None:
        self.database.put(PLAYERS, {"id": id, "record": record})

    def secret(self, name: str, new: bytes) -> bytes:
        """The secret with this name; stores `new` if there is none."""
        query = select(SECRETS.c.value).where(SECRETS.c.name == name)
        if (found := self.database.scalar(query)) is None:
            self.database.add(SECRETS, {"name": name, "value": new})
            found = self.database.scalar(query)
        return found or new

    def add_token(self, player: str, id: str, digest: str, record: bytes, used: int) -> tuple[str, bytes] | None:
        """Add a token, unless it exists. Return the digest and record as stored, or None if it was revoked."""
        row = {"player": player, "id": id, "digest": digest, "revoked": False, "used": used, "record": record}
        self.database.add(TOKENS, row)
        query = select(TOKENS).where(TOKENS.c.player == player, TOKENS.c.id == id, ~TOKENS.c.revoked)
        return next(((row.digest, row.record) for row in self.database.rows(query)), None)

    def token(self, digest: str, used_since: int) -> bytes | None:
        """The token with this digest, unless it was revoked or has not been used since then."""
        valid = (TOKENS.c.digest == digest, ~TOKENS.c.revoked, TOKENS.c.used >= used_since)
        return self.database.scalar(select(TOKENS.c.record).where(*valid))

    def use_token(self, digest: str, used: int) -> None:
        self.database.execute(TOKENS.update().where(TOKENS.c.digest == digest).values(used=used))

    def tokens(self, player: str) -> list[bytes]:
        """All tokens of a player that are not revoked."""
        return self.database.scalars(select(TOKENS.c.record).where(TOKENS.c.player == player, ~TOKENS.c.revoked))

    def revoke_token(self, player: str, id: str) -> str | None:
        """Revoke a token. Return its digest, or None if there is no such token. Safe to repeat."""
        here = (TOKENS.c.player == player, TOKENS.c.id == id)
        self.database.execute(TOKENS.update().where(*here).values(revoked=True))
        return self.database.scalar(select(TOKENS.c.digest).where(*here))

    def revoked_tokens(self, used_since: int) -> Sequence[Row[Any]]:
        """The player, id and digest of tokens that were revoked, if they were used since then."""
        columns = (TOKENS.c.player, TOKENS.c.id, TOKENS.c.digest)
        return self.database.rows(select(*columns).where(TOKENS.c.revoked, TOKENS.c.used >= used_since))

    # -- recovery codes ------------------------------------------------------------------

    def set_recovery_code(self, player: str, digest: str, old_until: int) -> None:
        """Replace the recovery code of a player. The previous code works until `old_until`; older ones stop working."""
        code = RECOVERY_CODES
        with self.database.write() as connection:
            connection.execute(code.delete().where(code.c.player == player, code.c.expires.is_not(None)))
            old = code.update().where(code.c.player == player, code.c.expires.is_(None))
            connection.execute(old.values(expires=old_until))
            put_all(connection, code, [{"digest": digest, "player": player, "expires": None}])

    def remove_recovery_codes(self, player: str) -> None:
        """Delete the player's recovery codes."""
        self.database.execute(RECOVERY_CODES.delete().where(RECOVERY_CODES.c.player == player))

    def with_recovery_code(self, digest: str, now: int) -> str | None:
        """The player whose recovery code has this digest, if it is valid now."""
        works = or_(RECOVERY_CODES.c.expires.is_(None), RECOVERY_CODES.c.expires > now)
        return self.database.scalar(select(RECOVERY_CODES.c.player).where(RECOVERY_CODES.c.digest == digest, works))

    def has_recovery_code(self, player: str) -> bool:
        newest = (RECOVERY_CODES.c.player == player, RECOVERY_CODES.c.expires.is_(None))
        return self.database.scalar(select(RECOVERY_CODES.c.digest).where(*newest)) is not None

"""Players, tokens and recovery codes in the database, which has all of them. Redis has copies of players and tokens."""

from __future__ import annotations

from sqlalchemy import or_, select

from service.database.engine import Database, insert
from service.database.schema import PLAYERS, RECOVERY_CODES, SECRETS, TOKENS


class AccountRecords:
    """Writes and reads players, tokens, recovery codes and the key that tokens are derived with.

    Records are as in Redis.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    def add_player(self, id: str, record: bytes) -> None:
        """Add a player, unless there is one with this id."""
        with self.database.write() as connection:
            connection.execute(insert(connection, PLAYERS).on_conflict_do_nothing(), [{"id": id, "record": record}])

    def player(self, id: str) -> bytes | None:
        """The player with this id, also if the account is closed."""
        with self.database.read() as connection:
            found: bytes | None = connection.scalar(select(PLAYERS.c.record).where(PLAYERS.c.id == id))
            return found

    def put_player(self, id: str, record: bytes) -> None:
        """Add or replace a player."""
        with self.database.write() as connection:
            adding = insert(connection, PLAYERS)
            replacing = adding.on_conflict_do_update(index_elements=["id"], set_={"record": adding.excluded.record})
            connection.execute(replacing, [{"id": id, "record": record}])

    def secret(self, name: str, new: bytes) -> bytes:
        """The secret of this name: this one, unless there is one already."""
        query = select(SECRETS.c.value).where(SECRETS.c.name == name)
        with self.database.read() as connection:
            found: bytes | None = connection.scalar(query)
        if found is not None:
            return found
        with self.database.write() as connection:
            connection.execute(insert(connection, SECRETS).on_conflict_do_nothing(), [{"name": name, "value": new}])
            found = connection.scalar(query)
        return found or new

    def add_token(self, player: str, id: str, digest: str, record: bytes, used: int) -> tuple[str, bytes] | None:
        """Add a token, unless it exists; digest and record as stored, or None if it was revoked."""
        row = {"player": player, "id": id, "digest": digest, "revoked": False, "used": used, "record": record}
        with self.database.write() as connection:
            connection.execute(insert(connection, TOKENS).on_conflict_do_nothing(), [row])
            found = connection.execute(select(TOKENS).where(TOKENS.c.player == player, TOKENS.c.id == id)).first()
        return None if found is None or found.revoked else (found.digest, found.record)

    def token(self, digest: str, used_since: int) -> bytes | None:
        """The token with this digest, unless it was revoked or not used since then."""
        with self.database.read() as connection:
            query = select(TOKENS.c.record).where(
                TOKENS.c.digest == digest, ~TOKENS.c.revoked, TOKENS.c.used >= used_since
            )
            found: bytes | None = connection.scalar(query)
            return found

    def use_token(self, digest: str, used: int) -> None:
        """Record that a token was used."""
        with self.database.write() as connection:
            connection.execute(TOKENS.update().where(TOKENS.c.digest == digest).values(used=used))

    def tokens(self, player: str) -> list[bytes]:
        """All tokens of a player that are not revoked."""
        with self.database.read() as connection:
            query = select(TOKENS.c.record).where(TOKENS.c.player == player, ~TOKENS.c.revoked)
            return list(connection.scalars(query))

    def revoke_token(self, player: str, id: str) -> str | None:
        """Revoke a token; its digest, or None if there is no such token. It may be repeated."""
        here = (TOKENS.c.player == player, TOKENS.c.id == id)
        with self.database.write() as connection:
            digest: str | None = connection.scalar(select(TOKENS.c.digest).where(*here))
            connection.execute(TOKENS.update().where(*here).values(revoked=True))
        return digest

    # -- recovery codes ------------------------------------------------------------------

    def set_recovery_code(self, player: str, digest: str, old_until: int) -> None:
        """Replace the recovery code of a player; the old one works until then, those before it do not."""
        code, row = RECOVERY_CODES, {"digest": digest, "player": player, "expires": None}
        with self.database.write() as connection:
            connection.execute(code.delete().where(code.c.player == player, code.c.expires.is_not(None)))
            old = code.update().where(code.c.player == player, code.c.expires.is_(None))
            connection.execute(old.values(expires=old_until))
            adding = insert(connection, code)
            connection.execute(adding.on_conflict_do_update(index_elements=["digest"], set_={"expires": None}), [row])

    def remove_recovery_codes(self, player: str) -> None:
        """The player can come back with no code any more."""
        with self.database.write() as connection:
            connection.execute(RECOVERY_CODES.delete().where(RECOVERY_CODES.c.player == player))

    def with_recovery_code(self, digest: str, now: int) -> str | None:
        """The player whose recovery code has this digest, if it works now."""
        works = or_(RECOVERY_CODES.c.expires.is_(None), RECOVERY_CODES.c.expires > now)
        query = select(RECOVERY_CODES.c.player).where(RECOVERY_CODES.c.digest == digest, works)
        with self.database.read() as connection:
            found: str | None = connection.scalar(query)
            return found

    def has_recovery_code(self, player: str) -> bool:
        """Whether the player has a recovery code."""
        query = select(RECOVERY_CODES.c.digest).where(
            RECOVERY_CODES.c.player == player, RECOVERY_CODES.c.expires.is_(None)
        )
        with self.database.read() as connection:
            return connection.scalar(query) is not None

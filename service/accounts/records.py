"""Players and tokens in the database, which has all of them. Redis has copies, so that requests need no SQL."""

from __future__ import annotations

from sqlalchemy import select

from service.database.engine import Database, insert
from service.database.schema import PLAYERS, SECRETS, TOKENS


class AccountRecords:
    """Writes and reads players, tokens and the key that tokens are derived with. Records are as in Redis."""

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

"""Agents in the database, which has all of them. Redis has copies, so that play goes on without the database."""

from __future__ import annotations

from sqlalchemy import select

from service.database.engine import Database, insert
from service.database.schema import AGENTS

Stored = tuple[bytes, bytes]
"""The record of an agent, and its secrets."""


class AgentRecords:
    """Writes and reads agents. Records and secrets are as in Redis."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, id: str, owner: str, record: bytes, secrets: bytes) -> Stored:
        """Add an agent, unless there is one with this id; the agent as stored."""
        row = {"id": id, "owner": owner, "record": record, "secrets": secrets}
        with self.database.write() as connection:
            connection.execute(insert(connection, AGENTS).on_conflict_do_nothing(), [row])
        return self.get(id) or (record, secrets)

    def get(self, id: str) -> Stored | None:
        """The agent with this id."""
        with self.database.read() as connection:
            found = connection.execute(select(AGENTS.c.record, AGENTS.c.secrets).where(AGENTS.c.id == id)).first()
            return None if found is None else (found.record, found.secrets)

    def replace(self, id: str, old: bytes, new: bytes) -> bool:
        """Replace the record of an agent; False if it has changed meanwhile."""
        with self.database.write() as connection:
            here = AGENTS.update().where(AGENTS.c.id == id, AGENTS.c.record == old)
            return bool(connection.execute(here.values(record=new)).rowcount)

    def replace_secrets(self, id: str, old: bytes, new: bytes) -> bool:
        """Replace the secrets of an agent; False if they have changed meanwhile."""
        with self.database.write() as connection:
            here = AGENTS.update().where(AGENTS.c.id == id, AGENTS.c.secrets == old)
            return bool(connection.execute(here.values(secrets=new)).rowcount)

    def delete(self, id: str) -> None:
        """Delete an agent."""
        with self.database.write() as connection:
            connection.execute(AGENTS.delete().where(AGENTS.c.id == id))

    def all(self) -> list[tuple[str, bytes, bytes]]:
        """Every agent: its id, record and secrets."""
        with self.database.read() as connection:
            found = connection.execute(select(AGENTS.c.id, AGENTS.c.record, AGENTS.c.secrets))
            return [(row.id, row.record, row.secrets) for row in found]

    def owners(self) -> dict[str, str]:
        """The owner of every agent."""
        with self.database.read() as connection:
            return {row.id: row.owner for row in connection.execute(select(AGENTS.c.id, AGENTS.c.owner))}

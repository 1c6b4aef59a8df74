"""Agents in the database, the source of truth. Redis has copies, so that games continue without the database."""

from __future__ import annotations

from sqlalchemy import select

from service.database.engine import Records
from service.database.schema import AGENTS

Stored = tuple[bytes, bytes]
"""The record of an agent, and its secrets."""


class AgentRecords(Records):
    """Writes and reads agents. Records and secrets are as in Redis."""

    def add(self, id: str, owner: str, record: bytes, secrets: bytes) -> Stored:
        """Add an agent, unless there is one with this id. Return the agent as stored."""
        self.database.add(AGENTS, {"id": id, "owner": owner, "record": record, "secrets": secrets})
        return self.get(id) or (record, secrets)

    def get(self, id: str) -> Stored | None:
        found = self.database.rows(select(AGENTS.c.record, AGENTS.c.secrets).where(AGENTS.c.id == id))
        return next(((row.record, row.secrets) for row in found), None)

    def replace(self, id: str, old: bytes, new: bytes) -> bool:
        """Replace the record of an agent. Return False if it has changed in the meantime."""
        here = AGENTS.update().where(AGENTS.c.id == id, AGENTS.c.record == old)
        return bool(self.database.execute(here.values(record=new)))

    def replace_secrets(self, id: str, old: bytes, new: bytes) -> bool:
        """Replace the secrets of an agent. Return False if they have changed in the meantime."""
        here = AGENTS.update().where(AGENTS.c.id == id, AGENTS.c.secrets == old)
        return bool(self.database.execute(here.values(secrets=new)))

    def delete(self, id: str) -> None:
        self.database.execute(AGENTS.delete().where(AGENTS.c.id == id))

    def all(self) -> list[tuple[str, bytes, bytes]]:
        """Every agent: its id, record and secrets."""
        found = self.database.rows(select(AGENTS.c.id, AGENTS.c.record, AGENTS.c.secrets))
        return [(row.id, row.record, row.secrets) for row in found]

    def owners(self) -> dict[str, str]:
        return {row.id: row.owner for row in self.database.rows(select(AGENTS.c.id, AGENTS.c.owner))}

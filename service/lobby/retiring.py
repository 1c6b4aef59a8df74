"""After an upgrade: ends the tables whose rules are gone, so that nobody waits at a table that cannot be played."""

from __future__ import annotations

from typing import Final

from service.games import REGISTRY
from service.storage import keys
from service.storage.due import Due
from service.storage.maintenance import Maintenance
from service.tables import changes
from service.tables.session import RETIRED, TableSession, transact
from service.tables.store import Tables

SOME: Final = 50
"""How many tables are loaded together."""


def end_retired_tables(tables: Tables, due: Due, maintenance: Maintenance) -> int:
    """End all tables whose rules this version of the service no longer has. Return how many.

    Does nothing if the rules have not changed since the last check, or if the last check was made by a newer process:
    the rules that this process does not know are newer then.
    """
    versions, before = {name: game.rules_version for name, game in REGISTRY.items()}, maintenance.known_rules()
    if versions == before or any(version < before.get(game, 0) for game, version in versions.items()):
        return 0
    ended = 0
    for shard in keys.SHARDS:
        ids = due.retention_checks(shard)
        for n in range(0, len(ids), SOME):
            for table in tables.load_many(ids[n : n + SOME]):
                if not table.over and table.rules != versions.get(table.game):
                    ended += transact(tables, table.id, _end, settle=False).entry is not None
    maintenance.set_known_rules(versions)
    return ended


def _end(session: TableSession) -> bool:
    """If the game still exists in a newer version, `transact` has already ended the table."""
    if session.table.over or session.table.game in REGISTRY:
        return False
    changes.abort(session, RETIRED)
    return True

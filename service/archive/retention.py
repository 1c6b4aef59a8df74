"""What becomes of old tables: finished ones go to the archive, those that nobody plays at are given up."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Final

import msgspec

from service.archive.archives import ended_place
from service.archive.past import Record
from service.books import uploads
from service.events.log import Logged
from service.storage import keys
from service.stores import Stores
from service.tables import changes
from service.tables.session import TableSession, transact
from service.tables.store import Table

FORMER: Final = "Former player · Ancien joueur"
"""Stands where the name of somebody stood who has closed their account. Names are kept as they are, not translated, so
this one is in both languages."""


def look_after(stores: Stores, ids: Iterable[str]) -> int:
    """Do what time has made due with these tables; how many went to the archive. Doing it again does no harm."""
    over: dict[str, Table] = {}
    for id in ids:
        found = stores.tables.load_unarchived(id)
        if found is None:
            stores.due.schedule_retention_check(id, None)
            continue
        table, now = found
        if not table.over:
            give_up(stores, table, now)
        elif table.started is None:
            forget(stores, table)
        elif table.finished is not None and table.finished + stores.past.retention.check_after(table.status) <= now:
            over[id] = table
        else:
            stores.due.schedule_retention_check(
                id, (table.finished or now) + stores.past.retention.check_after(table.status)
            )
    return store(stores, over)


def give_up(stores: Stores, table: Table, now: int) -> None:
    """A table that waits for players, or for an answer, for very long is ended, and everybody is told."""
    last = stores.log.since(table.id, table.version - 1)
    due = (last[-1].at if last else table.created) + stores.past.retention.check_after(table.status)
    if due > now:
        stores.due.schedule_retention_check(table.id, due)
        return

    def end(session: TableSession) -> bool:
        if session.table.version != table.version:
            # Somebody came back after all.
            return False
        changes.abort(session, "expired" if table.status == "open" else "abandoned")
        return True

    transact(stores.tables, table.id, end, settle=False)


def forget(stores: Stores, table: Table) -> None:
    """A table that never began leaves nothing behind."""

    def remove(session: TableSession) -> bool:
        session.delete = session.table.version == table.version
        return session.delete

    if transact(stores.tables, table.id, remove, settle=False).delete:
        _off_all_lists(stores, table)


def store(stores: Stores, tables: dict[str, Table]) -> int:
    """Move tables that are over to the archive: first there, then on its lists, then away from here."""
    found = {id: record for id in tables if (record := stores.past.gather(id)) is not None}
    packed = {id: unnamed(record, tables[id]).pack() for id, record in found.items()}
    stores.past.archive.put(packed)
    for place, ids in belonging(tables[id] for id in found).items():
        stores.past.archive.note(place, ids)
    return sum(_let_go(stores, tables[id], record, len(packed[id])) for id, record in found.items())


def unnamed(record: Record, table: Table) -> Record:
    """The record of a table without the names of those who have closed their accounts, wherever they were told."""
    gone = {n: seat.player for n, seat in enumerate(table.seats) if seat.name == FORMER}
    if not gone:
        return record
    entries = [
        msgspec.structs.replace(entry, events=[_unnamed(event, gone) for event in entry.events])
        for entry in record.entries()
    ]
    encode = msgspec.msgpack.encode
    return msgspec.structs.replace(record, table=encode(table), log=[encode(entry) for entry in entries])


def _unnamed(event: Logged, gone: dict[int, str | None]) -> Logged:
    data = event.data
    if event.type == "talk" and data["seat"] in gone:
        return msgspec.structs.replace(event, data={**data, "name": FORMER})
    if event.type == "seat" and (who := data["player"]) is not None and who["id"] in gone.values():
        return msgspec.structs.replace(event, data={**data, "player": {**who, "name": FORMER}})
    return event


def _let_go(stores: Stores, table: Table, record: Record, size: int) -> bool:
    """The table goes last: until then all of this is done again."""
    _off_all_lists(stores, table)
    uploads.give_back(stores.books, table.game, table.options, table.id)
    return stores.past.remove(table.id, record, size, table.game, table.status)


def _off_all_lists(stores: Stores, table: Table) -> None:
    for player in table.people:
        stores.accounts.remove_table(player, table.id)
    stores.agents.remove_table((seat.agent for seat in table.seats if seat.agent), table.id)
    stores.quotas.release("tables", [table.owner], table.id)


def belonging(tables: Iterable[Table]) -> dict[str, list[str]]:
    """On which lists of the archive these tables belong."""
    places: dict[str, list[str]] = {}
    for table in tables:
        if table.visibility == "public":
            for game, status in product((None, table.game), (None, table.status)):
                places.setdefault(ended_place(game, status), []).append(table.id)
        for player in table.people:
            places.setdefault(f"players/{player}", []).append(table.id)
    return places


def tidy(stores: Stores, some: int = 50) -> int:
    """Look after all tables at once, by the retention that is set now; how many went to the archive."""
    moved = 0
    for shard in keys.SHARDS:
        ids = stores.due.retention_checks(shard)
        for n in range(0, len(ids), some):
            moved += look_after(stores, ids[n : n + some])
    return moved

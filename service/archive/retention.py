"""Retention: tables that are over go to the database and later leave Redis; abandoned tables are ended."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from service.archive.rows import rows_of
from service.archive.store import Record
from service.books import uploads
from service.events.log import Logged
from service.settings import DAY_MS
from service.storage import keys
from service.stores import Stores
from service.tables import changes
from service.tables.parts import FORMER
from service.tables.session import TableSession, session_of, transact
from service.tables.store import Table

BATCH: Final = 50
"""How many tables are checked together."""


def look_after(stores: Stores, ids: Iterable[str]) -> int:
    """Archive or end the tables that are due. Return how many left Redis. Safe to repeat at any point."""
    over: dict[str, Table] = {}
    leave: dict[str, int] = {}
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
        else:
            over[id] = table
            due = (table.finished or now) + stores.archive.retention.check_after(table.status)
            if due > now:
                leave[id] = due
    records = write(stores, over, stores.archive.records.versions(over))
    for id, due in leave.items():
        stores.due.schedule_retention_check(id, due)
    return sum(_remove(stores, over[id], record) for id, record in records.items() if id not in leave)


def give_up(stores: Stores, table: Table, now: int) -> None:
    """End a table that has waited too long for players or an answer."""
    last = stores.log.since(table.id, table.version - 1)
    due = (last[-1].at if last else table.created) + stores.archive.retention.check_after(table.status)
    if due > now:
        stores.due.schedule_retention_check(table.id, due)
        return

    def end(session: TableSession) -> bool:
        if session.table.version != table.version:
            # Somebody has returned in the meantime.
            return False
        changes.abort(session, "expired" if table.status == "open" else "abandoned")
        return True

    transact(stores.tables, table.id, end, settle=False)


def forget(stores: Stores, table: Table) -> None:
    """Delete a table that never began."""

    def remove(session: TableSession) -> bool:
        session.delete = session.table.version == table.version
        return session.delete

    if transact(stores.tables, table.id, remove, settle=False).delete:
        _remove_from_lists(stores, table)


def store(stores: Stores, tables: dict[str, Table]) -> int:
    """Archive tables that are over: write them to the database, then remove them from Redis. Return how many."""
    return sum(_remove(stores, tables[id], record) for id, record in write(stores, tables).items())


def write(
    stores: Stores, tables: dict[str, Table], written: Mapping[str, tuple[int, int]] = MappingProxyType({})
) -> dict[str, Record]:
    """Write tables that are over to the database, unless that was done already. Return their records in Redis."""
    found = {id: record for id in tables if (record := stores.archive.gather(id)) is not None}
    new = {id: record for id, record in found.items() if written.get(id) != (record.version, len(record.transcript))}
    people, now = {player for id in new for player in tables[id].people}, stores.tables.now()
    agreed = {player.id for player in stores.accounts.get_many(people) if player.research}

    def put(records: Mapping[str, Record]) -> None:
        stores.archive.records.put(
            rows_of(session_of(stores.tables, tables[id], now), unnamed(record, tables[id]), now, agreed)
            for id, record in records.items()
        )

    put(new)
    # Who closed their account, agreed, or took that back before these rows were there found nothing to change.
    accounts = stores.accounts.get_many(people)
    closed = people.difference(player.id for player in accounts if player.name != FORMER)
    put({id: record for id, record in new.items() if unname(tables[id], closed)})
    for player in accounts:
        if player.research != (player.id in agreed):
            stores.history.set_consent(player.id, player.research)
    return found


def unname(table: Table, players: Container[str | None]) -> bool:
    """Remove the names of these players from the seats of a table; whether there were any."""
    named = [seat for seat in table.seats if seat.player in players and seat.name != FORMER]
    for seat in named:
        seat.name = FORMER
    return bool(named)


def unnamed(record: Record, table: Table) -> Record:
    """The record of a table without the names of players who have closed their accounts."""
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


def drop_older(stores: Stores) -> int:
    """Remove running tables that the database has as finished: they are from an older backup. Return how many."""
    dropped = 0
    for ids in _batches(stores):
        for id in stores.archive.records.versions(ids):
            found, record = stores.tables.load_unarchived(id), stores.archive.gather(id)
            if found is not None and record is not None and not found[0].over:
                dropped += _remove(stores, found[0], record)
    return dropped


def _batches(stores: Stores) -> Iterator[list[str]]:
    """The ids of all tables that wait for a retention check."""
    for shard in keys.SHARDS:
        ids = stores.due.retention_checks(shard)
        yield from (ids[n : n + BATCH] for n in range(0, len(ids), BATCH))


def _remove(stores: Stores, table: Table, record: Record) -> bool:
    """Remove a table from Redis. The table itself goes last: as long as it exists, all of this is repeated."""
    _remove_from_lists(stores, table)
    uploads.give_back(stores.books, table.game, table.options, table.id)
    return stores.archive.remove(table.id, record, table.game, table.status)


def _remove_from_lists(stores: Stores, table: Table) -> None:
    stores.tables.remove_invite(table)
    for player in table.people:
        stores.accounts.remove_table(player, table.id)
    stores.agents.remove_tables((seat.agent for seat in table.seats if seat.agent), table.id)
    stores.quotas.release("tables", [table.owner], table.id)


def sweep(stores: Stores) -> int:
    """Delete archived games whose retention has ended. Return how many."""
    days = stores.archive.retention.days
    return 0 if days is None else stores.archive.records.sweep(stores.tables.now() - days * DAY_MS)


def tidy(stores: Stores) -> int:
    """Check all tables now by the current settings of retention. Return how many were archived."""
    return sum(look_after(stores, ids) for ids in _batches(stores))

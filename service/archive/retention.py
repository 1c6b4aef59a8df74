"""What becomes of old tables: finished ones go to the archive, those that nobody plays at are given up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from service.archive.past import Record
from service.events.log import Logged
from service.storage import keys
from service.stores import House, people_of
from service.tables.session import Live
from service.tables.store import Conflict, Table

FORMER: Final = "Former player · Ancien joueur"
"""Stands where the name of somebody stood who has closed their account. Names are kept as they are, not translated, so
this one is in both languages."""


def look_after(house: House, ids: Iterable[str]) -> int:
    """Do what time has made due with these tables; how many went to the archive. Doing it again does no harm."""
    over: dict[str, Table] = {}
    for id in ids:
        found = house.tables.load_hot(id)
        if found is None:
            house.deadlines.look_again(id, None)
            continue
        table, now = found
        if not table.over:
            give_up(house, table, now)
        elif table.started is None:
            forget(house, table)
        elif table.finished is not None and table.finished + house.retention.stay(table.status) <= now:
            over[id] = table
        else:
            house.deadlines.look_again(id, (table.finished or now) + house.retention.stay(table.status))
    return store(house, over)


def give_up(house: House, table: Table, now: int) -> None:
    """A table that waits for players, or for an answer, for very long is ended, and everybody is told."""
    last = house.log.since(table.id, table.version - 1)
    due = (last[-1].at if last else table.created) + house.retention.stay(table.status)
    if due > now:
        house.deadlines.look_again(table.id, due)
        return
    live = Live(table, now)
    live.abort("expired" if table.status == "open" else "abandoned")
    try:
        live.commit(house.tables)
    except Conflict:
        # Somebody came after all.
        return


def forget(house: House, table: Table) -> None:
    """A table that never began leaves nothing behind."""
    try:
        house.tables.delete(table)
    except Conflict:
        return
    _off_all_lists(house, table)


def store(house: House, tables: dict[str, Table]) -> int:
    """Move tables that are over to the archive: first there, then on its lists, then away from here."""
    found = {id: record for id in tables if (record := house.past.gather(id)) is not None}
    packed = {id: unnamed(record, tables[id]).pack() for id, record in found.items()}
    house.past.archive.put(packed)
    for place, ids in belonging(tables[id] for id in found).items():
        house.past.archive.note(place, ids)
    return sum(_let_go(house, tables[id], record, len(packed[id])) for id, record in found.items())


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


def _let_go(house: House, table: Table, record: Record, size: int) -> bool:
    """The table goes last: until then all of this is done again."""
    _off_all_lists(house, table)
    if isinstance(book := table.options.get("book"), str):
        house.books.give_back(book, table.id)
    return house.past.remove(table.id, record, size, table.game, table.status)


def _off_all_lists(house: House, table: Table) -> None:
    for player in people_of(table):
        house.people.forget_table(player, table.id)
    house.agents.forget_tables_of((seat.agent for seat in table.seats if seat.agent), table.id)


def belonging(tables: Iterable[Table]) -> dict[str, list[str]]:
    """On which lists of the archive these tables belong."""
    places: dict[str, list[str]] = {}
    for table in tables:
        if table.visibility == "public":
            places.setdefault(f"games/{table.game}/{table.status}", []).append(table.id)
        for player in people_of(table):
            places.setdefault(f"players/{player}", []).append(table.id)
    return places


def tidy(house: House, some: int = 50) -> int:
    """Look after all tables at once, by the retention that is set now; how many went to the archive."""
    moved = 0
    for shard in keys.SHARDS:
        ids = house.deadlines.kept(shard)
        for n in range(0, len(ids), some):
            moved += look_after(house, ids[n : n + some])
    return moved

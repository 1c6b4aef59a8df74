"""Hidden meanings: the sentences that winners found in a text and published (`Game.hidden_meaning`)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from service.books.records import HiddenMeaningRecord, HiddenMeanings
from service.refusals import NotFinished, NotFound
from service.storage.identifiers import new_id
from service.tables.play import present
from service.tables.session import TableSession
from service.tables.store import Tables
from service.tables.views import stamp

LONGEST: Final = 500
"""Longer sentences are cut."""

Data = dict[str, Any]


def publish(tables: Tables, hidden_meanings: HiddenMeanings, id: str, player: str, named: bool) -> Data:
    """Publish the hidden meaning won at this table, with or without the caller's name."""
    session = present(tables, id, player)
    name = session.table.seats[session.must_seat(player)].name or ""
    if not session.table.over:
        raise NotFinished()
    published = hidden_meanings.of_table(id) or _won(session)
    others = tuple(one for one in published.players if one != name)
    published = msgspec.structs.replace(published, players=(*others, name) if named else others)
    hidden_meanings.put(published)
    return hidden_meaning_data(published)


def withdraw(tables: Tables, hidden_meanings: HiddenMeanings, id: str, player: str) -> None:
    """Withdraw the published hidden meaning of a table. Any of its players may."""
    session = present(tables, id, player)
    session.must_seat(player)
    published = hidden_meanings.of_table(id)
    if published is None:
        raise NotFound(what="hidden-meaning")
    hidden_meanings.delete(published)


def remove(hidden_meanings: HiddenMeanings, id: str) -> None:
    """Remove a hidden meaning, as an operator."""
    published = hidden_meanings.get(id)
    if published is None:
        raise NotFound(what="hidden-meaning")
    hidden_meanings.delete(published)


def page(
    hidden_meanings: HiddenMeanings, book: str | None, language: str | None, before: str | None, limit: int
) -> tuple[list[Data], str | None]:
    """One page, newest first, optionally of one book or language; and where the next page starts."""
    found = hidden_meanings.page(book, language, before, limit)
    return [hidden_meaning_data(one) for one in found], found[-1].id if len(found) == limit else None


def _won(session: TableSession) -> HiddenMeaningRecord:
    won = session.game.hidden_meaning(session.state)
    if won is None:
        raise NotFound(what="hidden-meaning")
    return HiddenMeaningRecord(
        **{**msgspec.structs.asdict(won), "sentence": won.sentence[:LONGEST]},
        id=new_id(session.now),
        table=session.table.id,
        game=session.table.game,
        at=session.now,
    )


def hidden_meaning_data(published: HiddenMeaningRecord) -> Data:
    shown: Data = msgspec.to_builtins(published)
    del shown["table"]
    return {**shown, "at": stamp(published.at)}

"""Books and published hidden meanings in the database. Redis has copies of pages that running tables need."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Select, or_, select

from service.database.engine import Records, given, insert, page_of
from service.database.schema import BOOK_PAGES, BOOKS, HIDDEN_MEANINGS
from service.games.kit.texts import HiddenMeaning
from service.storage.identifiers import is_id

State = Literal["reading", "ready", "refused"]


class BookRecord(Struct, frozen=True, kw_only=True):
    """An upload for one game. `wish` is what the uploader said about it; the rest is known once it has been read."""

    id: str
    game: str
    owner: str
    shared: bool
    public_domain: bool
    created: int
    wish: dict[str, Any]
    size: int
    state: State = "reading"
    percent: int = 0
    title: str = ""
    author: str = ""
    language: str | None = None
    pages: int = 0
    layout: str = ""
    fingerprint: str | None = None
    problem: dict[str, Any] | None = None

    def visible_to(self, player: str | None) -> bool:
        """Whether this player may see the book and play in it: their own, or a shared one."""
        return self.shared or self.owner == player


decode_book = msgspec.msgpack.Decoder(BookRecord).decode

UNUSED: Final = BOOK_PAGES.c.fingerprint.not_in(select(BOOKS.c.fingerprint))
"""The condition for pages that do not belong to any upload."""


class BookRecords(Records):
    """Writes and reads uploads that have been read, and their pages."""

    def put(self, book: BookRecord, pages: bytes) -> None:
        """Add a book with its pages, which may exist already from another upload. Safe to repeat."""
        row = {name: getattr(book, name) for name in ("id", "owner", "shared", "fingerprint", "size")}
        with self.database.write() as connection:
            adding = insert(connection, BOOK_PAGES).on_conflict_do_nothing()
            connection.execute(adding, [{"fingerprint": book.fingerprint, "pages": pages}])
            adding = insert(connection, BOOKS).on_conflict_do_nothing()
            connection.execute(adding, [{**row, "record": msgspec.msgpack.encode(book)}])

    def get(self, id: str) -> BookRecord | None:
        found = self._books(select(BOOKS.c.record).where(BOOKS.c.id == id)) if is_id(id) else []
        return next(iter(found), None)

    def with_fingerprint(self, fingerprint: str) -> list[BookRecord]:
        """All books with these pages, oldest first."""
        query = select(BOOKS.c.record).where(BOOKS.c.fingerprint == fingerprint).order_by(BOOKS.c.id)
        return self._books(query) if _is_word(fingerprint) else []

    def listed(self, player: str | None, before: str | None, limit: int) -> list[BookRecord]:
        """Shared books and those of a player that are older than `before`, newest first."""
        mine = BOOKS.c.shared if player is None else or_(BOOKS.c.shared, BOOKS.c.owner == player)
        return self._books(page_of(select(BOOKS.c.record).where(mine), BOOKS.c.id, before, limit))

    def _books(self, query: Select[Any]) -> list[BookRecord]:
        return [decode_book(raw) for raw in self.database.scalars(query)]

    def owned(self) -> list[tuple[str, str, int]]:
        """The owner, the id and the size of every book."""
        found = self.database.rows(select(BOOKS.c.owner, BOOKS.c.id, BOOKS.c.size))
        return [(row.owner, row.id, row.size) for row in found]

    def delete(self, id: str) -> None:
        """Delete a book, but not its pages."""
        self.database.execute(BOOKS.delete().where(BOOKS.c.id == id))

    # -- pages -------------------------------------------------------------------------

    def pages(self, fingerprint: str) -> bytes | None:
        """The pages of a book, compressed."""
        if not _is_word(fingerprint):
            return None
        return self.database.scalar(select(BOOK_PAGES.c.pages).where(BOOK_PAGES.c.fingerprint == fingerprint))

    def unused_pages(self) -> list[str]:
        """The fingerprints of pages that no longer belong to any upload."""
        return self.database.scalars(select(BOOK_PAGES.c.fingerprint).where(UNUSED))

    def delete_pages(self, fingerprint: str) -> None:
        """Delete pages, unless a book uses them."""
        self.database.execute(BOOK_PAGES.delete().where(BOOK_PAGES.c.fingerprint == fingerprint, UNUSED))


def _is_word(text: str) -> bool:
    """Whether this can be a fingerprint. (PostgreSQL rejects some strings.)"""
    return text.isascii() and text.isprintable()


class HiddenMeaningRecord(HiddenMeaning, frozen=True, kw_only=True):
    """A published hidden meaning: the table where it was won, and the players who want to be named."""

    id: str
    table: str
    game: str
    players: tuple[str, ...] = ()
    at: int


_hidden_meaning = msgspec.msgpack.Decoder(HiddenMeaningRecord).decode


class HiddenMeanings(Records):
    """The published hidden meanings."""

    def put(self, published: HiddenMeaningRecord) -> None:
        """Publish the hidden meaning of a table, or replace it."""
        row = {
            "id": published.id,
            "table_id": published.table,
            "book": published.book,
            "language": published.language,
            "record": msgspec.msgpack.encode(published),
        }
        with self.database.write() as connection:
            adding = insert(connection, HIDDEN_MEANINGS)
            changed = {"record": adding.excluded.record, "id": adding.excluded.id}
            connection.execute(adding.on_conflict_do_update(index_elements=["table_id"], set_=changed), [row])

    def get(self, id: str) -> HiddenMeaningRecord | None:
        return self._one(HIDDEN_MEANINGS.c.id == id) if is_id(id) else None

    def of_table(self, table: str) -> HiddenMeaningRecord | None:
        return self._one(HIDDEN_MEANINGS.c.table_id == table) if is_id(table) else None

    def _one(self, condition: ColumnElement[bool]) -> HiddenMeaningRecord | None:
        raw = self.database.scalar(select(HIDDEN_MEANINGS.c.record).where(condition))
        return None if raw is None else _hidden_meaning(raw)

    def delete(self, published: HiddenMeaningRecord) -> None:
        """Remove a hidden meaning."""
        self.database.execute(HIDDEN_MEANINGS.delete().where(HIDDEN_MEANINGS.c.id == published.id))

    def page(self, book: str | None, language: str | None, before: str | None, limit: int) -> list[HiddenMeaningRecord]:
        """Hidden meanings older than `before`, newest first, optionally of one book or language."""
        wanted = given({HIDDEN_MEANINGS.c.book: book, HIDDEN_MEANINGS.c.language: language})
        query = select(HIDDEN_MEANINGS.c.record).where(*wanted)
        found = self.database.scalars(page_of(query, HIDDEN_MEANINGS.c.id, before, limit))
        return [_hidden_meaning(raw) for raw in found]

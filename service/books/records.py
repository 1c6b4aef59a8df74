"""Books and published hidden meanings in the database. Redis has copies of the pages that running tables need."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select

from service.database.engine import Database, insert
from service.database.schema import BOOK_PAGES, BOOKS, HIDDEN_MEANINGS
from service.storage.identifiers import is_id


class BookRecords:
    """Writes and reads uploads that have been read, and their pages."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def put(self, id: str, owner: str, shared: bool, fingerprint: str, size: int, record: bytes, pages: bytes) -> None:
        """Add a book with its pages, which another upload may have brought already. It may be repeated."""
        row = {"id": id, "owner": owner, "shared": shared, "fingerprint": fingerprint, "size": size, "record": record}
        with self.database.write() as connection:
            adding = insert(connection, BOOK_PAGES).on_conflict_do_nothing()
            connection.execute(adding, [{"fingerprint": fingerprint, "pages": pages}])
            connection.execute(insert(connection, BOOKS).on_conflict_do_nothing(), [row])

    def get(self, id: str) -> bytes | None:
        """The book with this id."""
        return next(iter(self._records(BOOKS.c.id == id)), None) if is_id(id) else None

    def with_fingerprint(self, fingerprint: str) -> list[bytes]:
        """All books with these pages, oldest first."""
        return self._records(BOOKS.c.fingerprint == fingerprint) if _is_word(fingerprint) else []

    def _records(self, condition: ColumnElement[bool]) -> list[bytes]:
        with self.database.read() as connection:
            return list(connection.scalars(select(BOOKS.c.record).where(condition).order_by(BOOKS.c.id)))

    def listed(self, player: str | None, before: str | None, limit: int) -> list[tuple[str, bytes]]:
        """Shared books and those of a player, newest first, that are older than `before`."""
        mine = BOOKS.c.shared if player is None else or_(BOOKS.c.shared, BOOKS.c.owner == player)
        query = select(BOOKS.c.id, BOOKS.c.record).where(mine).order_by(BOOKS.c.id.desc()).limit(limit)
        with self.database.read() as connection:
            return [(row.id, row.record) for row in connection.execute(_older(query, BOOKS.c.id, before))]

    def owned(self) -> list[tuple[str, str, int]]:
        """The owner, the id and the size of every book."""
        with self.database.read() as connection:
            found = connection.execute(select(BOOKS.c.owner, BOOKS.c.id, BOOKS.c.size))
            return [(row.owner, row.id, row.size) for row in found]

    def delete(self, id: str) -> None:
        """Delete a book, but not its pages."""
        with self.database.write() as connection:
            connection.execute(BOOKS.delete().where(BOOKS.c.id == id))

    # -- pages -------------------------------------------------------------------------

    def pages(self, fingerprint: str) -> bytes | None:
        """The pages of a book, compressed."""
        if not _is_word(fingerprint):
            return None
        with self.database.read() as connection:
            query = select(BOOK_PAGES.c.pages).where(BOOK_PAGES.c.fingerprint == fingerprint)
            found: bytes | None = connection.scalar(query)
            return found

    def unused_pages(self) -> list[str]:
        """The fingerprints of pages that belong to no upload any more."""
        query = select(BOOK_PAGES.c.fingerprint).where(BOOK_PAGES.c.fingerprint.not_in(select(BOOKS.c.fingerprint)))
        with self.database.read() as connection:
            return list(connection.scalars(query))

    def delete_pages(self, fingerprint: str) -> None:
        """Delete pages, unless a book has them."""
        unused = BOOK_PAGES.c.fingerprint.not_in(select(BOOKS.c.fingerprint))
        with self.database.write() as connection:
            connection.execute(BOOK_PAGES.delete().where(BOOK_PAGES.c.fingerprint == fingerprint, unused))


class HiddenMeaningRecords:
    """Writes and reads published hidden meanings."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def put(self, id: str, table: str, book: str, language: str, record: bytes) -> None:
        """Publish the hidden meaning of a table, or replace it."""
        row = {"id": id, "table_id": table, "book": book, "language": language, "record": record}
        with self.database.write() as connection:
            adding = insert(connection, HIDDEN_MEANINGS)
            changed = {"record": adding.excluded.record, "id": adding.excluded.id}
            connection.execute(adding.on_conflict_do_update(index_elements=["table_id"], set_=changed), [row])

    def get(self, id: str) -> bytes | None:
        """The hidden meaning with this id."""
        return self._one(HIDDEN_MEANINGS.c.id == id) if is_id(id) else None

    def of_table(self, table: str) -> bytes | None:
        """What was published of this table."""
        return self._one(HIDDEN_MEANINGS.c.table_id == table) if is_id(table) else None

    def _one(self, condition: ColumnElement[bool]) -> bytes | None:
        with self.database.read() as connection:
            found: bytes | None = connection.scalar(select(HIDDEN_MEANINGS.c.record).where(condition))
            return found

    def delete(self, id: str) -> None:
        """Remove a hidden meaning."""
        with self.database.write() as connection:
            connection.execute(HIDDEN_MEANINGS.delete().where(HIDDEN_MEANINGS.c.id == id))

    def page(self, book: str | None, language: str | None, before: str | None, limit: int) -> list[bytes]:
        """The newest hidden meanings that are older than `before`, of one book or language, or of all."""
        query = select(HIDDEN_MEANINGS.c.record).order_by(HIDDEN_MEANINGS.c.id.desc()).limit(limit)
        for column, value in ((HIDDEN_MEANINGS.c.book, book), (HIDDEN_MEANINGS.c.language, language)):
            if value is not None:
                query = query.where(column == value)
        with self.database.read() as connection:
            return list(connection.scalars(_older(query, HIDDEN_MEANINGS.c.id, before)))


def _older(query: Select[Any], id: ColumnElement[str], before: str | None) -> Select[Any]:
    return query.where(id < before) if before is not None and is_id(before) else query


def _is_word(text: str) -> bool:
    """Whether this may be a fingerprint; PostgreSQL refuses some texts."""
    return text.isascii() and text.isprintable()

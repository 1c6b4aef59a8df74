"""Uploaded books.

Redis has uploads until they are read, and refused ones for a while. The database has the others, with their pages
(`records.py`). Redis has copies of the pages that running tables need.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from redis import Redis

from service.books.records import BookRecord, BookRecords, decode_book
from service.storage import keys
from service.storage.identifiers import newest
from service.storage.store import Store

UPLOAD_KEPT_S: Final = 3600
REFUSAL_KEPT_S: Final = 3600


class Books(Store):
    """Uploads and their pages."""

    def __init__(self, redis: Redis, records: BookRecords) -> None:
        super().__init__(redis)
        self.records = records

    def upload(self, book: BookRecord, raw: bytes, now: int) -> None:
        """Add an upload to its owner's list of unread uploads, or everybody's, and schedule its reading by a worker."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zadd(keys.uploads_of(book.owner), {book.id: 0})
            if book.shared:
                pipe.zadd(keys.SHARED_UPLOADS, {book.id: 0})
            pipe.execute()
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.set(keys.book_upload(book.id), raw, ex=UPLOAD_KEPT_S)
            pipe.hset(keys.book(book.id), "book", msgspec.msgpack.encode(book))
            pipe.zadd(keys.due(keys.shard(book.id), "book"), {book.id: now})
            pipe.execute()

    def uploaded(self, id: str) -> bytes | None:
        """The bytes of an upload that has not been read yet."""
        raw: Any = self.redis.get(keys.book_upload(id))
        return raw if isinstance(raw, bytes) else None

    def count_attempt(self, id: str) -> int:
        """Count an attempt to read this upload. Return how many there have been."""
        started: Any = self.redis.hincrby(keys.book(id), "attempts", 1)
        return int(started)

    def progress(self, id: str, percent: int, again: int) -> None:
        """Store the progress of reading. No other worker gets the upload before `again`."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hset(keys.book(id), "percent", percent)
            pipe.zadd(keys.due(keys.shard(id), "book"), {id: again}, xx=True)
            pipe.execute()

    def keep(self, book: BookRecord, pages: bytes) -> None:
        """Move an upload that was read to the database, with its pages."""
        self.records.put(book, zlib.compress(pages, 6))
        self._remove_upload(book)

    def refuse(self, book: BookRecord) -> None:
        """Store the reason why an upload could not be read, for a while, and delete its bytes."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hset(keys.book(book.id), "book", msgspec.msgpack.encode(book))
            pipe.delete(keys.book_upload(book.id))
            pipe.zrem(keys.due(keys.shard(book.id), "book"), book.id)
            pipe.expire(keys.book(book.id), REFUSAL_KEPT_S)
            pipe.execute()

    def get(self, id: str) -> BookRecord | None:
        """The upload with this id, and its progress."""
        held: Any = self.redis.hmget(keys.book(id), "book", "percent")
        raw, percent = held
        if raw is None:
            return self.records.get(id)
        book = decode_book(raw)
        return book if percent is None else msgspec.structs.replace(book, percent=int(percent))

    def many(self, ids: Iterable[str]) -> list[BookRecord]:
        """These uploads, without those that do not exist."""
        return [book for id in ids if (book := self.get(id)) is not None]

    def listed(self, player: str | None, before: str | None, limit: int) -> list[BookRecord]:
        """The player's own and shared uploads, newest first."""
        start = "+" if before is None else f"({before}"
        places = [keys.SHARED_UPLOADS] if player is None else [keys.SHARED_UPLOADS, keys.uploads_of(player)]
        found = {book.id: book for book in self.records.listed(player, before, limit)}
        for place in places:
            page: Any = self.redis.zrevrangebylex(place, start, "-", 0, limit)
            for id in (id.decode() for id in page if id.decode() not in found):
                book = self.get(id)
                if book is None:
                    # A refused upload that has expired.
                    self.redis.zrem(place, id)
                else:
                    found[id] = book
        return [found[id] for id in newest(found, limit=limit)]

    def drop(self, book: BookRecord) -> None:
        """Delete an upload. Its pages are kept until no other upload or table needs them."""
        self.records.delete(book.id)
        self._remove_upload(book)

    def _remove_upload(self, book: BookRecord) -> None:
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zrem(keys.uploads_of(book.owner), book.id)
            pipe.zrem(keys.SHARED_UPLOADS, book.id)
            pipe.zrem(keys.due(keys.shard(book.id), "book"), book.id)
            pipe.delete(keys.book_upload(book.id))
            pipe.delete(keys.book(book.id))
            pipe.execute()

    # -- pages --------------------------------------------------------------------------

    def pages(self, fingerprint: str) -> bytes | None:
        """The pages of a book: from Redis while tables need them, so that these continue without the database."""
        raw: Any = self.redis.get(keys.book_text(fingerprint))
        if raw is None and (raw := self.records.pages(fingerprint)) is not None and self.lent(fingerprint):
            self.redis.set(keys.book_text(fingerprint), raw)
        return zlib.decompress(raw) if isinstance(raw, bytes) else None

    def lend(self, fingerprint: str, table: str) -> None:
        """Record that a table is played in this book. Called before the table is stored."""
        self.redis.sadd(keys.book_tables(fingerprint), table)
        if not self.redis.exists(keys.book_text(fingerprint)):
            self.pages(fingerprint)

    def give_back(self, fingerprint: str, table: str) -> None:
        """Record that this table is over and no longer needs the pages."""
        self.redis.srem(keys.book_tables(fingerprint), table)
        if not self.lent(fingerprint):
            self.redis.delete(keys.book_text(fingerprint))

    def lent(self, fingerprint: str) -> list[str]:
        """The tables that may still be played in this book."""
        found: Any = self.redis.smembers(keys.book_tables(fingerprint))
        return sorted(id.decode() for id in found)

    def delete_pages(self, fingerprint: str) -> None:
        """Delete pages that nobody needs."""
        self.records.delete_pages(fingerprint)
        for key in (keys.book_text(fingerprint), keys.book_tables(fingerprint)):
            self.redis.delete(key)

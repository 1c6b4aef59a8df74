"""What Redis holds of books: the uploads, the pages of those that are read, and the published hidden meanings."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from service.games.kit.texts import HiddenMeaning
from service.storage import keys
from service.storage.store import Store

UPLOAD_KEPT_S: Final = 3600
REFUSAL_KEPT_S: Final = 3600
State = Literal["reading", "ready", "refused"]


class BookRecord(Struct, frozen=True, kw_only=True):
    """An upload for one game. `wish` is what the uploader said about it; the rest is known once it is read."""

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


class HiddenMeaningRecord(HiddenMeaning, frozen=True, kw_only=True):
    """A published hidden meaning: the table where it was won, and the players who want to be named."""

    id: str
    table: str
    game: str
    players: tuple[str, ...] = ()
    at: int


_book = msgspec.msgpack.Decoder(BookRecord).decode
_hidden_meaning = msgspec.msgpack.Decoder(HiddenMeaningRecord).decode


class Books(Store):
    """Uploads and their pages."""

    def upload(self, book: BookRecord, raw: bytes, now: int) -> None:
        """Store an upload and schedule its reading by a worker, atomically."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.set(keys.book_upload(book.id), raw, ex=UPLOAD_KEPT_S)
            pipe.hset(keys.book(book.id), "book", msgspec.msgpack.encode(book))
            pipe.zadd(keys.due(keys.shard(book.id)), {f"book:{book.id}": now})
            pipe.execute()

    def uploaded(self, id: str) -> bytes | None:
        """The bytes that are still to be read."""
        raw: Any = self.redis.get(keys.book_upload(id))
        return raw if isinstance(raw, bytes) else None

    def note(self, book: BookRecord) -> None:
        """Add the upload to its owner's list, and to everybody's if it is shared."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zadd(keys.books_of(book.owner), {book.id: 0})
            if book.shared:
                pipe.zadd(keys.SHARED_BOOKS, {book.id: 0})
            pipe.execute()

    def count_attempt(self, id: str) -> int:
        """How often the reading of this upload has been started, this time included."""
        started: Any = self.redis.hincrby(keys.book(id), "attempts", 1)
        return int(started)

    def progress(self, id: str, percent: int, again: int) -> None:
        """Store how far the reading has come; no other worker is given the upload before `again`."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hset(keys.book(id), "percent", percent)
            pipe.zadd(keys.due(keys.shard(id)), {f"book:{id}": again}, xx=True)
            pipe.execute()

    def settle(self, book: BookRecord, pages: bytes | None) -> None:
        """Store the pages, or for a while the reason why there are none, and delete the uploaded bytes."""
        if pages is not None and book.fingerprint is not None:
            self.redis.sadd(keys.book_names(book.fingerprint), book.id)
            self.redis.set(keys.book_text(book.fingerprint), zlib.compress(pages, 6))
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hset(keys.book(book.id), "book", msgspec.msgpack.encode(book))
            pipe.delete(keys.book_upload(book.id))
            pipe.zrem(keys.due(keys.shard(book.id)), f"book:{book.id}")
            if book.state == "refused":
                pipe.expire(keys.book(book.id), REFUSAL_KEPT_S)
            pipe.execute()

    def get(self, id: str) -> BookRecord | None:
        """The upload with this id, and how far it has been read."""
        held: Any = self.redis.hmget(keys.book(id), "book", "percent")
        raw, percent = held
        if raw is None:
            return None
        book = _book(raw)
        reading = book.state == "reading" and percent is not None
        return msgspec.structs.replace(book, percent=int(percent)) if reading else book

    def many(self, ids: Iterable[str]) -> list[BookRecord]:
        """Those of these uploads that exist."""
        return [book for id in ids if (book := self.get(id)) is not None]

    def listed(self, player: str | None, before: str | None, limit: int) -> list[str]:
        """Own and shared uploads, newest first."""
        start = "+" if before is None else f"({before}"
        places = [keys.SHARED_BOOKS] if player is None else [keys.SHARED_BOOKS, keys.books_of(player)]
        found: set[str] = set()
        for place in places:
            page: Any = self.redis.zrevrangebylex(place, start, "-", 0, limit)
            found.update(id.decode() for id in page)
        return sorted(found, reverse=True)[:limit]

    def with_fingerprint(self, fingerprint: str) -> list[BookRecord]:
        """All uploads with these pages."""
        names: Any = self.redis.smembers(keys.book_names(fingerprint))
        return self.many(sorted(name.decode() for name in names))

    def drop(self, book: BookRecord) -> None:
        """Delete an upload; its pages stay until no other upload and no table needs them."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zrem(keys.books_of(book.owner), book.id)
            pipe.zrem(keys.SHARED_BOOKS, book.id)
            pipe.delete(keys.book(book.id))
            pipe.delete(keys.book_upload(book.id))
            if book.fingerprint is not None:
                pipe.srem(keys.book_names(book.fingerprint), book.id)
            pipe.execute()

    # -- pages --------------------------------------------------------------------------

    def pages(self, fingerprint: str) -> bytes | None:
        """The pages of a book."""
        raw: Any = self.redis.get(keys.book_text(fingerprint))
        return zlib.decompress(raw) if isinstance(raw, bytes) else None

    def lend(self, fingerprint: str, table: str) -> None:
        """Note that a table is played in this book, before the table is stored."""
        self.redis.sadd(keys.book_tables(fingerprint), table)

    def give_back(self, fingerprint: str, table: str) -> None:
        """Note that this table is over and does not need its pages any more."""
        self.redis.srem(keys.book_tables(fingerprint), table)

    def lent(self, fingerprint: str) -> list[str]:
        """Tables that may be played in this book."""
        found: Any = self.redis.smembers(keys.book_tables(fingerprint))
        return sorted(id.decode() for id in found)

    def delete_pages(self, fingerprint: str) -> None:
        """Delete pages that nobody needs."""
        for key in (keys.book_text(fingerprint), keys.book_tables(fingerprint), keys.book_names(fingerprint)):
            self.redis.delete(key)


class HiddenMeanings(Store):
    """The published hidden meanings."""

    def put(self, published: HiddenMeaningRecord) -> None:
        """Publish a hidden meaning, or replace it."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hset(keys.HIDDEN_MEANINGS, published.id, msgspec.msgpack.encode(published))
            pipe.zadd(keys.HIDDEN_MEANINGS_ORDER, {published.id: 0})
            pipe.hset(keys.HIDDEN_MEANINGS_OF_TABLES, published.table, published.id)
            pipe.execute()

    def of_table(self, table: str) -> HiddenMeaningRecord | None:
        """What was published of this table."""
        id: Any = self.redis.hget(keys.HIDDEN_MEANINGS_OF_TABLES, table)
        return None if id is None else self.get(id.decode())

    def get(self, id: str) -> HiddenMeaningRecord | None:
        """The hidden meaning with this id."""
        raw: Any = self.redis.hget(keys.HIDDEN_MEANINGS, id)
        return None if raw is None else _hidden_meaning(raw)

    def delete(self, published: HiddenMeaningRecord) -> None:
        """Remove a hidden meaning."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hdel(keys.HIDDEN_MEANINGS, published.id)
            pipe.zrem(keys.HIDDEN_MEANINGS_ORDER, published.id)
            pipe.hdel(keys.HIDDEN_MEANINGS_OF_TABLES, published.table)
            pipe.execute()

    def page(self, before: str | None, limit: int) -> list[HiddenMeaningRecord]:
        """The newest hidden meanings that are older than `before`."""
        start = "+" if before is None else f"({before}"
        ids: Any = self.redis.zrevrangebylex(keys.HIDDEN_MEANINGS_ORDER, start, "-", 0, limit)
        raw: Any = self.redis.hmget(keys.HIDDEN_MEANINGS, ids) if ids else []
        return [_hidden_meaning(one) for one in raw if one is not None]

"""Uploaded books: what may be known of them, how far their reading has come, and, apart from that, their pages."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from redis import Redis

from service.storage import keys

UPLOAD_KEPT_S: Final = 3600
REFUSAL_KEPT_S: Final = 3600
State = Literal["reading", "ready", "refused"]


class BookRecord(Struct, frozen=True, kw_only=True):
    """An upload. `wish` is what the uploader said of it; title to fingerprint are known once it is read."""

    id: str
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


_decode = msgspec.msgpack.Decoder(BookRecord).decode


class Books:
    """The register of uploads."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis

    def upload(self, book: BookRecord, raw: bytes, now: int) -> None:
        """Take an upload in, and wake a worker to read it, in one breath."""
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
        """Name the upload on its owner's list, and on everybody's if it is shared."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zadd(keys.books_of(book.owner), {book.id: 0})
            if book.shared:
                pipe.zadd(keys.SHARED_BOOKS, {book.id: 0})
            pipe.execute()

    def progress(self, id: str, percent: int, again: int) -> None:
        """How far the reading has come; nobody else is sent to read it before `again`."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hset(keys.book(id), "percent", percent)
            pipe.zadd(keys.due(keys.shard(id)), {f"book:{id}": again}, xx=True)
            pipe.execute()

    def settle(self, book: BookRecord, pages: bytes | None) -> None:
        """The reading is over: keep the pages, or for a while the reason why there are none, and drop the upload."""
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
        """The upload of this name, and how far it has come."""
        held: Any = self.redis.hmget(keys.book(id), "book", "percent")
        raw, percent = held
        if raw is None:
            return None
        book = _decode(raw)
        reading = book.state == "reading" and percent is not None
        return msgspec.structs.replace(book, percent=int(percent)) if reading else book

    def many(self, ids: Iterable[str]) -> list[BookRecord]:
        """Those of these uploads that are there."""
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
        """Take an upload off all lists; its pages go when no other upload and no table needs them."""
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
        """A table is played in this book; said before the table says so."""
        self.redis.sadd(keys.book_tables(fingerprint), table)

    def give_back(self, fingerprint: str, table: str) -> None:
        """This table is over, and asks for its pages only to be looked at."""
        self.redis.srem(keys.book_tables(fingerprint), table)

    def lent(self, fingerprint: str) -> list[str]:
        """Tables that may be played in this book."""
        found: Any = self.redis.smembers(keys.book_tables(fingerprint))
        return sorted(id.decode() for id in found)

    def burn(self, fingerprint: str) -> None:
        """Nobody needs these pages any more."""
        for key in (keys.book_text(fingerprint), keys.book_tables(fingerprint), keys.book_names(fingerprint)):
            self.redis.delete(key)

"""Books to play in: take an upload, read it, lend it to tables, and let it go when nobody needs it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from service.books.store import BookRecord, Books
from service.games import REGISTRY
from service.games.new_lands import library
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.books.upload import Upload, read
from service.refusals import BookMissing, BookRefusal, NotFound, NotOwner
from service.storage import keys
from service.tables.store import Tables
from service.tables.views import stamp

AT_ONCE: Final = 256 * 1024
"""An upload up to this size is read while its sender waits; a larger one by a worker."""

READING_MS: Final = 60_000
"""A worker that shows no progress for so long is taken for dead."""

Data = dict[str, Any]


def upload(
    tables: Tables, books: Books, owner: str, raw: bytes, wish: Upload, shared: bool, free: bool, plan: str | None
) -> BookRecord:
    """Take an upload. A short one is read at once, so that its sender hears at once if it is refused."""
    now = tables.now()
    if plan is not None and (known := books.get(plan)) is not None:
        return known
    book = BookRecord(
        id=plan or keys.new_id(now),
        owner=owner,
        shared=shared,
        public_domain=free,
        created=now,
        wish=msgspec.to_builtins(wish),
        size=len(raw),
        title=wish.title,
        author=wish.author,
        language=wish.language,
    )
    if len(raw) > AT_ONCE:
        books.note(book)
        books.upload(book, raw, now)
        return book
    book = _finish(tables, books, book, raw, quiet=True)
    if book.problem is not None:
        raise BookRefusal(**book.problem)
    books.note(book)
    return book


def read_upload(tables: Tables, books: Books, id: str) -> None:
    """A worker reads an upload. Called again, it begins again, or finds that all is done."""
    book = books.get(id)
    raw = None if book is None else books.uploaded(id)
    if book is None or book.state != "reading":
        return
    if raw is None:
        problem = {"reason": "upload-lost", "message": "the upload was gone before it could be read"}
        books.settle(msgspec.structs.replace(book, state="refused", problem=problem), None)
        return
    _finish(tables, books, book, raw)


def _finish(tables: Tables, books: Books, book: BookRecord, raw: bytes, quiet: bool = False) -> BookRecord:
    def progress(percent: int) -> None:
        if not quiet:
            books.progress(book.id, percent, tables.now(book.id) + READING_MS)

    try:
        found = read(raw, msgspec.convert(book.wish, Upload), progress)
    except BookRefused as wrong:
        problem = {"reason": wrong.code, "message": str(wrong), **wrong.params}
        refused = msgspec.structs.replace(book, state="refused", problem=problem)
        if not quiet:
            books.settle(refused, None)
        return refused
    card = found.card()
    ready = msgspec.structs.replace(
        book,
        state="ready",
        percent=100,
        title=card.title,
        author=card.author,
        language=card.language,
        pages=card.pages,
        layout=card.layout,
        fingerprint=card.fingerprint,
    )
    books.settle(ready, found.pack())
    return ready


def may_use(book: BookRecord, player: str | None) -> bool:
    """Own and shared books may be seen and played in."""
    return book.shared or book.owner == player


def get(books: Books, player: str | None, id: str) -> Data:
    """What may be known of a book."""
    for name, original in library.built_in().items():
        if id in (name, original.fingerprint):
            return built_in_data(name)
    book = books.get(id)
    if book is None or not may_use(book, player):
        raise NotFound(what="book")
    return book_data(book)


def page(books: Books, player: str | None, before: str | None, limit: int) -> tuple[list[Data], str | None]:
    """Built-in books first, then own and shared ones, newest first."""
    ids = books.listed(player, before, limit)
    items = [book_data(book) for book in books.many(ids) if may_use(book, player)]
    if before is None:
        items = [*map(built_in_data, library.built_in()), *items]
    return items, ids[-1] if len(ids) == limit else None


def delete(tables: Tables, books: Books, player: str, id: str) -> None:
    """Take one's own book away. Tables that are played in it go on; no new ones begin."""
    book = books.get(id)
    if book is None or not may_use(book, player):
        raise NotFound(what="book")
    if book.owner != player:
        raise NotOwner()
    books.drop(book)
    if book.fingerprint is not None:
        sweep(tables, books, book.fingerprint)


def sweep(tables: Tables, books: Books, fingerprint: str) -> None:
    """Let pages go that no upload names and no table needs."""
    if books.with_fingerprint(fingerprint):
        return
    if all(table.over for table in tables.load_many(books.lent(fingerprint))):
        books.burn(fingerprint)
        library.forget(fingerprint)


def lend(books: Books, player: str, wanted: str, table: str) -> str | None:
    """The fingerprint of a book that this player may open a table in, lent to the table; None if there is none."""
    if wanted in library.built_in() or any(wanted == book.fingerprint for book in library.built_in().values()):
        return wanted
    known = books.get(wanted)
    for book in books.with_fingerprint(wanted) if known is None else [known]:
        if may_use(book, player) and book.fingerprint is not None:
            books.lend(book.fingerprint, table)
            return book.fingerprint
    return None


def book_data(book: BookRecord) -> Data:
    """An upload as it is shown: everything but its text."""
    return {
        "id": book.id,
        "kind": "shared" if book.shared else "own",
        "status": book.state,
        "percent": book.percent,
        "title": book.title,
        "author": book.author,
        "language": book.language,
        "pages": book.pages,
        "layout": book.layout,
        "fingerprint": book.fingerprint,
        "public_domain": book.public_domain,
        "problem": book.problem,
        "created_at": stamp(book.created),
    }


def built_in_data(name: str) -> Data:
    """A book that came with the game."""
    card = library.built_in()[name].card()
    facts = {"title": card.title, "author": card.author, "language": card.language, "pages": card.pages}
    about = {"id": name, "kind": "built-in", "status": "ready", "percent": 100, "problem": None, "created_at": None}
    return {**about, **facts, "layout": card.layout, "fingerprint": card.fingerprint, "public_domain": True}


def provide(books: Books, name: str, options: dict[str, Any]) -> None:
    """Give a game what it needs for these options: the texts that it is played in, once per process."""
    game = REGISTRY.get(name)
    if game is None:
        return
    for book in game.needs(options):
        raw = books.pages(book)
        if raw is None:
            raise BookMissing(book=book)
        game.provide(book, raw)

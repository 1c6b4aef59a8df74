"""Books to play in: take an upload, read it, lend it to tables, and let it go when nobody needs it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from service.books.store import BookRecord
from service.games.new_lands import library
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.books.upload import Upload, read
from service.refusals import BookRefusal, NotFound, NotOwner
from service.storage import keys
from service.stores import House
from service.tables.wire import stamp

AT_ONCE: Final = 256 * 1024
"""An upload up to this size is read while its sender waits; a larger one by a worker."""

READING_MS: Final = 60_000
"""A worker that shows no progress for so long is taken for dead."""

Data = dict[str, Any]


def upload(
    house: House, owner: str, raw: bytes, wish: Upload, shared: bool, free: bool, plan: str | None
) -> BookRecord:
    """Take an upload. A short one is read at once, so that its sender hears at once if it is refused."""
    now = house.deadlines.now()
    if plan is not None and (known := house.books.get(plan)) is not None:
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
        house.books.note(book)
        house.books.upload(book, raw, now)
        return book
    book = _finish(house, book, raw, quiet=True)
    if book.problem is not None:
        raise BookRefusal(**book.problem)
    house.books.note(book)
    return book


def read_upload(house: House, id: str) -> None:
    """A worker reads an upload. Called again, it begins again, or finds that all is done."""
    book = house.books.get(id)
    raw = None if book is None else house.books.uploaded(id)
    if book is None or book.state != "reading":
        return
    if raw is None:
        problem = {"reason": "upload-lost", "message": "the upload was gone before it could be read"}
        house.books.settle(msgspec.structs.replace(book, state="refused", problem=problem), None)
        return
    _finish(house, book, raw)


def _finish(house: House, book: BookRecord, raw: bytes, quiet: bool = False) -> BookRecord:
    def progress(percent: int) -> None:
        if not quiet:
            house.books.progress(book.id, percent, house.deadlines.now(book.id) + READING_MS)

    try:
        found = read(raw, msgspec.convert(book.wish, Upload), progress)
    except BookRefused as wrong:
        problem = {"reason": wrong.code, "message": str(wrong), **wrong.params}
        refused = msgspec.structs.replace(book, state="refused", problem=problem)
        if not quiet:
            house.books.settle(refused, None)
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
    house.books.settle(ready, found.pack())
    return ready


def may_use(book: BookRecord, player: str | None) -> bool:
    """Own and shared books may be seen and played in."""
    return book.shared or book.owner == player


def get(house: House, player: str | None, id: str) -> Data:
    """What may be known of a book."""
    for name, original in library.built_in().items():
        if id in (name, original.fingerprint):
            return built_in_data(name)
    book = house.books.get(id)
    if book is None or not may_use(book, player):
        raise NotFound(what="book")
    return book_data(book)


def page(house: House, player: str | None, before: str | None, limit: int) -> tuple[list[Data], str | None]:
    """Built-in books first, then own and shared ones, newest first."""
    ids = house.books.listed(player, before, limit)
    items = [book_data(book) for book in house.books.many(ids) if may_use(book, player)]
    if before is None:
        items = [*map(built_in_data, library.built_in()), *items]
    return items, ids[-1] if len(ids) == limit else None


def delete(house: House, player: str, id: str) -> None:
    """Take one's own book away. Tables that are played in it go on; no new ones begin."""
    book = house.books.get(id)
    if book is None or not may_use(book, player):
        raise NotFound(what="book")
    if book.owner != player:
        raise NotOwner()
    house.books.drop(book)
    if book.fingerprint is not None:
        sweep(house, book.fingerprint)


def sweep(house: House, fingerprint: str) -> None:
    """Let pages go that no upload names and no table needs."""
    if house.books.with_fingerprint(fingerprint):
        return
    if all(table.over for table in house.tables.load_many(house.books.lent(fingerprint))):
        house.books.burn(fingerprint)
        library.forget(fingerprint)


def lend(house: House, player: str, wanted: str, table: str) -> str | None:
    """The fingerprint of a book that this player may open a table in, lent to the table; None if there is none."""
    if wanted in library.built_in() or any(wanted == book.fingerprint for book in library.built_in().values()):
        return wanted
    known = house.books.get(wanted)
    for book in house.books.with_fingerprint(wanted) if known is None else [known]:
        if may_use(book, player) and book.fingerprint is not None:
            house.books.lend(book.fingerprint, table)
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

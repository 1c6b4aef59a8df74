"""Books to play in: accepting an upload, reading it, lending it to tables, and deleting it when nobody needs it.

Any game can be played in books. How a book is read is up to the game's library (service/games/kit/texts.py).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from service.books.records import BookRecord
from service.books.store import Books
from service.games import REGISTRY
from service.games.kit.game import BadOptions, Game
from service.games.kit.texts import Library, Progress, TextCard, TextRefused, Upload
from service.refusals import BookMissing, NotFound, NotOwner
from service.storage.identifiers import new_id
from service.tables.store import Tables
from service.tables.views import stamp

log = logging.getLogger(__name__)

LIBRARIES: Final[dict[str, Library]] = {
    name: game.library for name, game in REGISTRY.items() if game.library is not None
}
"""The libraries of the games that are played in books."""

MOST_BYTES: Final = max((library.most_bytes for library in LIBRARIES.values()), default=0)
"""The largest upload that any library accepts."""

MOST_ATTEMPTS: Final = 5
"""An upload is refused after this many failed attempts to read it."""

READING_MS: Final = 60_000
"""A worker that reports no progress for this long is considered dead."""

Data = dict[str, Any]


class ReadText(Struct, tag=True):
    """A text that has been read: its public description and its pages."""

    card: TextCard
    packed: bytes


class ReadingFailed(Exception):
    """The process that was reading an upload ended without a result."""


Read = Callable[[str, bytes, Upload, Progress], ReadText]
"""Reads an upload for a game, or raises TextRefused or ReadingFailed."""


def upload(
    tables: Tables,
    books: Books,
    owner: str,
    game: str,
    raw: bytes,
    wish: Upload,
    shared: bool,
    free: bool,
    plan: str | None,
) -> BookRecord:
    """Store an upload, to be read by a worker. It is untrusted, so nothing else parses it."""
    now = tables.now()
    if plan is not None and (known := books.get(plan)) is not None:
        return known
    book = BookRecord(
        id=plan or new_id(now),
        game=game,
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
    books.upload(book, raw, now)
    return book


def read_here(game: str, raw: bytes, wish: Upload, progress: Progress) -> ReadText:
    """Read an upload in this process. The workers use one with limits instead."""
    found = LIBRARIES[game].read(raw, wish, progress)
    return ReadText(found.card(), found.pack())


def read_upload(tables: Tables, books: Books, id: str, read: Read = read_here) -> None:
    """Read an upload, as a job. It may run twice: it then starts over, or finds nothing left to do."""
    book = books.get(id)
    raw = None if book is None else books.uploaded(id)
    if book is None or book.state != "reading":
        return
    if raw is None:
        _refuse(books, book, TextRefused("upload-lost", "the upload expired before it could be read"))
        return
    if books.count_attempt(id) > MOST_ATTEMPTS:
        _refuse(books, book, TextRefused("too-costly", "reading the file takes too much time or memory"))
        return
    try:
        found = read(
            book.game,
            raw,
            msgspec.convert(book.wish, Upload),
            lambda percent: books.progress(id, percent, tables.now(id) + READING_MS),
        )
    except TextRefused as wrong:
        _refuse(books, book, wrong)
    except ReadingFailed as error:
        log.warning("reading the book %s was postponed: %s", id, error)
    else:
        _keep(books, book, found)


def _refuse(books: Books, book: BookRecord, wrong: TextRefused) -> None:
    problem = {"reason": wrong.code, "message": str(wrong), **wrong.params}
    books.refuse(msgspec.structs.replace(book, state="refused", problem=problem))


def _keep(books: Books, book: BookRecord, found: ReadText) -> None:
    ready = msgspec.structs.replace(book, state="ready", percent=100, **_text_data(found.card))
    books.keep(ready, found.packed)


def get(books: Books, player: str | None, id: str, language: str) -> Data:
    """The public description of a book."""
    for built_in in built_in_books():
        if id in (built_in["id"], built_in["fingerprint"]):
            return built_in
    book = books.get(id)
    if book is None or not book.visible_to(player):
        raise NotFound(what="book")
    return book_data(book, language)


def page(
    books: Books, player: str | None, before: str | None, limit: int, language: str
) -> tuple[list[Data], str | None]:
    """Built-in books first, then own and shared ones, newest first."""
    found = books.listed(player, before, limit)
    items = [book_data(book, language) for book in found if book.visible_to(player)]
    if before is None:
        items = [*built_in_books(), *items]
    return items, found[-1].id if len(found) == limit else None


def delete(tables: Tables, books: Books, player: str, id: str) -> None:
    """Delete one of the player's books. Tables that are played in it continue; no new ones can start."""
    book = books.get(id)
    if book is None or not book.visible_to(player):
        raise NotFound(what="book")
    if book.owner != player:
        raise NotOwner()
    books.drop(book)
    if book.fingerprint is not None:
        sweep(tables, books, book.fingerprint)


def sweep(tables: Tables, books: Books, fingerprint: str) -> None:
    """Delete pages that no upload and no table needs."""
    if books.records.with_fingerprint(fingerprint):
        return
    if all(table.over for table in tables.load_many(books.lent(fingerprint))):
        books.delete_pages(fingerprint)
        for library in LIBRARIES.values():
            library.forget(fingerprint)


def sweep_unused(tables: Tables, books: Books) -> None:
    """Delete pages of deleted uploads that were kept for a table."""
    for fingerprint in books.records.unused_pages():
        sweep(tables, books, fingerprint)


# -- tables and their books ------------------------------------------------------------------


def lend(books: Books, player: str, game: Game[Any, Any, Any], options: Data, table: str) -> Data:
    """The options with the fingerprints of the books that they name, lent to the table and loaded into this process.

    BadOptions names the option whose book does not exist or may not be used by this player.
    """
    lent = {option: _lent(books, player, game, wanted, table) for option, wanted in game.texts(options).items()}
    for option, fingerprint in lent.items():
        if fingerprint is None:
            raise BadOptions(option, "unknown book, or it is still being read")
    options = {**options, **lent}
    provide(books, game.name, options)
    return options


def _lent(books: Books, player: str, game: Game[Any, Any, Any], wanted: str, table: str) -> str | None:
    built_in = LIBRARIES[game.name].built_in()
    if wanted in built_in or any(wanted == text.card().fingerprint for text in built_in.values()):
        return wanted
    known = books.get(wanted)
    for book in books.records.with_fingerprint(wanted) if known is None else [known]:
        if book.game == game.name and book.visible_to(player) and book.fingerprint is not None:
            books.lend(book.fingerprint, table)
            return book.fingerprint
    return None


def give_back(books: Books, game: str, options: Data, table: str) -> None:
    """The table is over: it no longer needs the books in its options."""
    known = REGISTRY.get(game)
    for fingerprint in known.texts(options).values() if known is not None else ():
        books.give_back(fingerprint, table)


def provide(books: Books, name: str, options: Data) -> None:
    """Load the books that these options name into this process, unless it has them already."""
    game = REGISTRY.get(name)
    if game is None or game.library is None:
        return
    for fingerprint in game.missing_texts(options):
        raw = books.pages(fingerprint)
        if raw is None:
            raise BookMissing(book=fingerprint)
        game.library.add(raw)


# -- as data ---------------------------------------------------------------------------------

TEXT_FIELDS: Final = ("title", "author", "language", "pages", "layout", "fingerprint")


def book_data(book: BookRecord, language: str) -> Data:
    """An upload as the API returns it: everything but its text."""
    problem = book.problem
    if problem is not None:
        words = REGISTRY[book.game].words(language).refuse(problem["reason"], problem)
        problem = {**problem, "message": words or problem["message"]}
    return {
        **{name: getattr(book, name) for name in ("id", "game", "percent", "public_domain", *TEXT_FIELDS)},
        "kind": "shared" if book.shared else "own",
        "status": book.state,
        "problem": problem,
        "created_at": stamp(book.created),
    }


def built_in_books() -> list[Data]:
    """The books that come with the games."""
    facts = {"kind": "built-in", "status": "ready", "percent": 100, "public_domain": True}
    return [
        {"id": name, "game": game, **facts, "problem": None, "created_at": None, **_text_data(text.card())}
        for game, library in LIBRARIES.items()
        for name, text in library.built_in().items()
    ]


def _text_data(card: TextCard) -> Data:
    return {name: getattr(card, name) for name in TEXT_FIELDS}

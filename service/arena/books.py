"""Books from files, for an arena without a service."""

from __future__ import annotations

from pathlib import Path

from service.arena.plan import InvalidPlan
from service.games.new_lands import library
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.books.upload import Upload, read


def load_book(file: Path) -> str:
    """Load a text or an EPUB into this process. Its fingerprint is the value of the option `book`."""
    try:
        book = read(file.read_bytes(), Upload(title=file.stem))
    except BookRefused as refused:
        raise InvalidPlan("options.book", str(refused)) from None
    library.shelve(book)
    return book.fingerprint

"""A book to play in that lies in a file, for an arena without a server."""

from __future__ import annotations

from pathlib import Path

from service.arena.plan import BadPlan
from service.games.new_lands import library
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.books.upload import Upload, read


def shelve(file: Path) -> str:
    """Read a text or an EPUB and put it on the shelf of this process; its fingerprint is the option `book`."""
    try:
        book = read(file.read_bytes(), Upload(title=file.stem))
    except BookRefused as refused:
        raise BadPlan("options.book", str(refused)) from None
    library.shelve(book)
    return book.fingerprint

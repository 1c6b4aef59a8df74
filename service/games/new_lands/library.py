"""The books in this process: the library of the game (kit/texts.py).

The state of a table holds a fingerprint; the text is looked up here.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from service.games.kit.texts import Progress, Upload
from service.games.new_lands.books import upload as uploads
from service.games.new_lands.books.book import Book, unpack
from service.games.new_lands.books.plain import MOST_BYTES
from service.games.new_lands.originals import ORIGINALS, write

most_bytes: Final = MOST_BYTES

MOST_SHELVED: Final = 64
"""So many uploaded books stay in memory; the one unused for longest makes room."""

_shelved: OrderedDict[str, Book] = OrderedDict()
_built_in: dict[str, Book] = {}


class MissingBook(LookupError):
    """No book of this fingerprint or name is on the shelf of this process."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no book {name!r} is on the shelf")
        self.name = name


def read(raw: bytes, upload: Upload, progress: Progress = lambda percent: None) -> Book:
    """RULES D2: the book in an upload; BookRefused says why there is none."""
    return uploads.read(raw, upload, progress)


def add(raw: bytes) -> None:
    """Shelve a packed book."""
    shelve(unpack(raw))


def shelve(book: Book) -> None:
    """Put a book where the tables that are played in it find it."""
    _shelved[book.fingerprint] = book
    _shelved.move_to_end(book.fingerprint)
    while len(_shelved) > MOST_SHELVED:
        _shelved.popitem(last=False)


def forget(fingerprint: str) -> None:
    """Take an uploaded book off the shelf."""
    _shelved.pop(fingerprint, None)


def shelved(fingerprint: str) -> bool:
    """Whether the book is at hand, so that nobody need fetch it."""
    return fingerprint in _shelved or fingerprint in _by_fingerprint()


def at_hand(name: str) -> bool:
    """The same for a fingerprint or the name of a built-in book."""
    return name in ORIGINALS or shelved(name)


def book(name: str) -> Book:
    """The book of this fingerprint, or the built-in one of this name; MissingBook where there is none."""
    if found := _shelved.get(name) or _built_in.get(name):
        return found
    if name in ORIGINALS:
        return _original(name)
    if name in _by_fingerprint():
        return _original(_by_fingerprint()[name])
    raise MissingBook(name)


def built_in() -> dict[str, Book]:
    """The books that were written for this game, by name."""
    return {name: _original(name) for name in ORIGINALS}


def _original(name: str) -> Book:
    if name not in _built_in:
        found = write(name)
        _built_in[name] = _built_in[found.fingerprint] = found
    return _built_in[name]


def _by_fingerprint() -> dict[str, str]:
    return {original.fingerprint: name for name, original in ORIGINALS.items()}

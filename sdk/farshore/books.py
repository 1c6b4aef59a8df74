"""Books to play in, and the hidden meanings that were published."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote
from uuid import uuid4

from farshore.models import Model
from farshore.resources import Resource

POLL_S: Final = 0.3
"""How often the progress of an upload is checked."""


class Book(Model):
    """A novel to play `game` in, without its text. `id` is the value for the table option `book`."""

    id: str = ""
    game: str = ""
    kind: str = "own"
    status: str = "reading"
    percent: int = 0
    title: str = ""
    author: str = ""
    language: str | None = None
    pages: int = 0
    layout: str = ""
    fingerprint: str | None = None
    public_domain: bool = False
    problem: dict[str, Any] | None = None
    created_at: str | None = None


class HiddenMeaning(Model):
    """A sentence that was won in a book."""

    id: str = ""
    game: str = ""
    sentence: str = ""
    title: str = ""
    author: str = ""
    language: str = ""
    book: str = ""
    page: int = 0
    theme: str = ""
    players: tuple[str, ...] = ()
    at: str | None = None


class Books(Resource):
    """`client.books`: novels to play in."""

    def upload(
        self,
        book: Path | str | bytes,
        *,
        wait: bool = True,
        progress: Callable[[int], None] = lambda percent: None,
        **details: Any,
    ) -> Book:
        """Upload a text or an EPUB, as a file or bytes; `details` may give title, author, language, layout, shared …

        The service reads a long book in the background: with `wait` this returns when it is ready, and
        `progress` is called with the percentage.
        """
        raw = book if isinstance(book, bytes) else Path(book).read_bytes()
        name = "book" if isinstance(book, bytes) else Path(book).name
        form = {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in details.items()}
        found = Book.read(self._json("POST", "/books", data=form, files={"file": (name, raw)}, key=uuid4().hex))
        while wait and found.status == "reading":
            progress(found.percent)
            time.sleep(POLL_S)
            found = self.get(found.id)
        progress(found.percent)
        return found

    def get(self, book: str) -> Book:
        """A book's details; its text is never returned."""
        return Book.read(self._get(f"/books/{quote(book)}"))

    def list(self) -> Iterator[Book]:
        """Built-in books, then shared ones and the caller's own, newest first."""
        return map(Book.read, self._pages("/books", limit=50))

    def delete(self, book: str) -> None:
        self._delete(f"/books/{quote(book)}")


class HiddenMeanings(Resource):
    """`client.hidden_meanings`: the published hidden meanings."""

    def list(self, book: str | None = None, language: str | None = None) -> Iterator[HiddenMeaning]:
        """The published sentences, newest first; of one book (its fingerprint) or one language."""
        return map(HiddenMeaning.read, self._pages("/hidden-meanings", book=book, language=language, limit=50))

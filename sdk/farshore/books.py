"""Books to play New Lands in, and the wall of the sentences that were found there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from uuid import uuid4

from farshore.models import Book, HiddenMeaning
from farshore.operations import operation

if TYPE_CHECKING:
    from farshore.client import Client

POLL_S = 0.3
"""How often one looks how far the reading of an upload has come."""


class Books:
    """`client.books`: what novels can be played in."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("uploadBook")
    def upload(
        self,
        book: Path | str | bytes,
        *,
        wait: bool = True,
        progress: Callable[[int], None] = lambda percent: None,
        **said: Any,
    ) -> Book:
        """Upload a text or an EPUB, a file or its bytes; `said` may name title, author, language, layout, shared …

        A long book is read by the service in the background: with `wait` this returns when it is ready, and
        `progress` is told how many percent are read.
        """
        raw = book if isinstance(book, bytes) else Path(book).read_bytes()
        name = "book" if isinstance(book, bytes) else Path(book).name
        form = {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in said.items()}
        sent = self._client.request("POST", "/books", form=form, files={"file": (name, raw)}, key=uuid4().hex)
        found = Book.read(sent.json())
        while wait and found.status == "reading":
            progress(found.percent)
            time.sleep(POLL_S)
            found = self.get(found.id)
        progress(found.percent)
        return found

    @operation("getBook")
    def get(self, book: str) -> Book:
        """What may be known of a book; its text never is."""
        return Book.read(self._client.request("GET", f"/books/{quote(book)}").json())

    @operation("listBooks")
    def list(self) -> Iterator[Book]:
        """Built-in books, then shared ones and one's own, newest first."""
        cursor = None
        while True:
            page = self._client.request("GET", "/books", params={"cursor": cursor, "limit": 50}).json()
            yield from map(Book.read, page["items"])
            cursor = page["next"]
            if cursor is None:
                return

    @operation("deleteBook")
    def delete(self, book: str) -> None:
        """Take one's own book away."""
        self._client.request("DELETE", f"/books/{quote(book)}")


class HiddenMeanings:
    """`client.meanings`: the wall of hidden meanings."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("listMeanings")
    def list(self, book: str | None = None, language: str | None = None) -> Iterator[HiddenMeaning]:
        """The sentences on the wall, newest first; of one book (its fingerprint) or one language."""
        cursor = None
        while True:
            params = {"book": book, "language": language, "cursor": cursor, "limit": 50}
            page = self._client.request("GET", "/hidden-meanings", params=params).json()
            yield from map(HiddenMeaning.read, page["items"])
            cursor = page["next"]
            if cursor is None:
                return

    @operation("removeMeaning")
    def remove(self, meaning: str) -> None:
        """Take a sentence down; only the operator may."""
        self._client.request("DELETE", f"/hidden-meanings/{quote(meaning)}")

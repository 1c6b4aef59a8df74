"""The books that tests read: the bundled ones, and with FARSHORE_NOVELS the novels in that folder."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import pytest

from service.games.new_lands import library
from service.games.new_lands.books.book import Book, from_text
from service.games.new_lands.facts import Language
from service.games.new_lands.originals import ORIGINALS

T = TypeVar("T")
FOLDER: Final = os.environ.get("FARSHORE_NOVELS")
"""A folder with the nine public-domain novels that the rules were measured on, as text files."""
NOVELS: Final = {path.stem: path for path in sorted(Path(FOLDER).glob("*.txt"))} if FOLDER else {}
BOOKS: Final = (*ORIGINALS, *NOVELS)


@cache
def book(name: str) -> Book:
    """A bundled book, or one of the novels."""
    if name in ORIGINALS:
        return library.book(name)
    language: Language = "fr" if name.startswith("fr") else "en"
    return from_text(NOVELS[name].read_text(encoding="utf-8"), name, language=language)


def at_hand(rows: dict[str, T]) -> list[tuple[str, T]]:
    """The rows of a table of test vectors whose book can be read."""
    return [(name, row) for name, row in rows.items() if name in ORIGINALS or FOLDER]


needs_novels = pytest.mark.skipif(not FOLDER, reason="FARSHORE_NOVELS names no folder of novels")

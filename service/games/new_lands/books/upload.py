"""RULES D2: any upload, plain text or EPUB, becomes a book or is refused."""

from __future__ import annotations

from typing import Final

from service.games.kit.texts import Progress, Upload
from service.games.new_lands.books.archive import Archive
from service.games.new_lands.books.book import Book, check_lines, from_blocks
from service.games.new_lands.books.language import tagged
from service.games.new_lands.books.package import package
from service.games.new_lands.books.plain import check_size, read_text
from service.games.new_lands.books.xhtml import Documents

ZIP_MARK: Final = b"PK\x03\x04"
LONGEST_NAME: Final = 200
"""Titles and authors are cut here."""


def read(raw: bytes, upload: Upload, progress: Progress = lambda percent: None) -> Book:
    """The book behind these bytes; BookRefused says why there is none."""
    check_size(len(raw))
    check_lines(upload.lines)
    progress(0)
    book = read_epub(raw, upload, progress) if raw.startswith(ZIP_MARK) else _read_plain(raw, upload)
    progress(100)
    return book


def _read_plain(raw: bytes, upload: Upload) -> Book:
    return read_text(
        raw,
        _name(upload.title) or "Untitled",
        _name(upload.author),
        upload.language,
        upload.charset,
        upload.layout,
        upload.lines,
    )


def read_epub(raw: bytes, upload: Upload, progress: Progress = lambda percent: None) -> Book:
    """RULES D3: an EPUB 2 or 3, document by document in the order of its spine."""
    archive = Archive(raw)
    contents = package(archive)
    documents = Documents(upload.layout)
    for n, name in enumerate(contents.documents, 1):
        documents.read(archive.read(name), name)
        progress(90 * n // len(contents.documents))
    return from_blocks(
        documents.book(),
        _name(upload.title or contents.title) or "Untitled",
        _name(upload.author or contents.author),
        upload.language,
        upload.lines,
        tagged(contents.language),
    )


def _name(text: str) -> str:
    """A title or an author on one line, without control characters."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:LONGEST_NAME]

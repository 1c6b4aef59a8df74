"""RULES D2: plain text, UTF-8 or Latin-1 unless the upload says otherwise. What is neither is refused."""

from __future__ import annotations

import codecs
from typing import Final

from service.games.new_lands.books.blocks import Layout
from service.games.new_lands.books.book import Book, from_text
from service.games.new_lands.books.pages import LINES
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.facts import Language

MOST_BYTES: Final = 20_000_000
"""No upload may be larger."""

_CHARSETS: Final = frozenset(
    ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "iso8859-1", "iso8859-15", "cp1252", "cp850", "mac-roman", "ascii"]
)
"""Character sets that are texts and nothing else: Python knows codecs that unpack archives."""

_WESTERN: Final = frozenset("àâäæçéèêëîïôöœùûüÿÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸñÑáíóúåøßÅØ«»“”‘’„…–—·°£§€\u00a0\u00ad")
"""What a French or English text in Latin-1 holds besides ASCII."""


def read_text(
    raw: bytes,
    title: str,
    author: str = "",
    language: Language | None = None,
    charset: str | None = None,
    layout: Layout = "prose",
    lines: int = LINES,
) -> Book:
    """A book from the bytes of a text file."""
    check_size(len(raw))
    return from_text(decoded(raw, charset), title, author, language, layout, lines)


def check_size(size: int) -> None:
    """RULES D2: at most 20 MB."""
    if size > MOST_BYTES:
        raise BookRefused("too-large", f"{size} bytes, the most is {MOST_BYTES}", bytes=size, most=MOST_BYTES)


def decoded(raw: bytes, charset: str | None = None) -> str:
    """The text behind the bytes; a leading byte order mark is dropped."""
    name = known_charset(charset or "utf-8")
    try:
        text = raw.decode("utf-8-sig" if name == "utf-8" else name)
    except UnicodeDecodeError as wrong:
        found = western(raw) if charset is None else None
        if found is None:
            raise BookRefused(
                "undecodable", f"byte {wrong.start} is not {name}", charset=name, position=wrong.start
            ) from None
        text = found
    if "\0" in text:
        raise BookRefused("not-text", "the file holds null characters, so it is no text")
    return text.removeprefix("\ufeff")


def western(raw: bytes) -> str | None:
    """RULES D2: an older text in Latin-1 or its Windows form; None where its accents would make no words of ours."""
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError:
        return None
    strange = sum(not (letter.isascii() or letter in _WESTERN) for letter in text)
    accents = sum(not letter.isascii() for letter in text)
    return text if strange * 20 <= accents else None


def known_charset(name: str) -> str:
    """The character set by its proper name, or a refusal."""
    try:
        proper = codecs.lookup(name).name
    except (LookupError, ValueError):
        proper = ""
    if proper not in _CHARSETS:
        raise BookRefused("unknown-charset", f"{name!r} is no character set for texts", charset=name)
    return proper

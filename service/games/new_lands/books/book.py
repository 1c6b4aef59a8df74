"""A book: numbered pages of body lines, and the fingerprint that says exactly which."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from service.games.new_lands.books.blocks import Block, Layout, blocks
from service.games.new_lands.books.language import guess
from service.games.new_lands.books.normalise import normalise
from service.games.new_lands.books.pages import FEWEST_LINES, LINES, MOST_LINES, Page, layout_name, paginate, ready_made
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.cards import BOX, NUMBERS
from service.games.new_lands.facts import Language

SHORTEST: Final = BOX.modes["excursion"].min_pages
"""No expedition fits into a book with fewer pages."""


class Card(Struct, frozen=True):
    """D5: what may be known of a book by anybody: everything but its text."""

    fingerprint: str
    title: str
    author: str
    language: Language
    pages: int
    layout: str


class Book(Struct, frozen=True):
    """RULES 2.1: pages are numbered from 1; the right-hand ones are odd."""

    fingerprint: str
    title: str
    author: str
    language: Language
    layout: str
    pages: tuple[Page, ...]

    @property
    def last(self) -> int:
        """The number of the last page."""
        return len(self.pages)

    def page(self, number: int) -> Page:
        """The body lines of a page; beyond the end there are none."""
        return self.pages[number - 1] if 1 <= number <= len(self.pages) else ()

    def readable(self, number: int) -> bool:
        """Whether the page has the six body lines of a passage."""
        return len(self.page(number)) >= NUMBERS.passage_lines

    def card(self) -> Card:
        """The book without its text."""
        return Card(self.fingerprint, self.title, self.author, self.language, self.last, self.layout)

    def pack(self) -> bytes:
        """The book as bytes, to be kept."""
        return msgspec.msgpack.encode(self)


_unpack: Final = msgspec.msgpack.Decoder(Book)


def unpack(raw: bytes) -> Book:
    """A kept book, back in the hand."""
    return _unpack.decode(raw)


def from_text(
    text: str,
    title: str,
    author: str = "",
    language: Language | None = None,
    layout: Layout = "prose",
    lines: int = LINES,
) -> Book:
    """RULES 2.3 and 2.4: a text is normalised, cut into blocks and paged; form feeds keep the pages it has (D8)."""
    check_lines(lines)
    plain = normalise(text)
    if "\f" in plain:
        pages, name = ready_made(plain), "ready-made"
    else:
        pages, name = paginate(blocks(plain, layout), lines), _layout(layout, lines)
    return bound(pages, fingerprint(plain, name), name, title, author, language or guess(plain))


def from_blocks(
    found: Iterable[Block], title: str, author: str = "", language: Language | None = None, lines: int = LINES
) -> Book:
    """The same for a source that already knows its blocks."""
    check_lines(lines)
    kept = list(found)
    plain = "\n\n".join("\n".join((f"[{block.kind}]", *block.lines)) for block in kept)
    name = layout_name(lines)
    spoken = language or guess(" ".join(line for block in kept for line in block.lines))
    return bound(paginate(kept, lines), fingerprint(plain, name), name, title, author, spoken)


def fingerprint(text: str, layout: str) -> str:
    """D5: SHA-256 of the normalised text and the name of the layout."""
    return sha256(f"{text}\n{layout}".encode()).hexdigest()


def check_lines(lines: int) -> None:
    """D7: 20 to 40 lines a page."""
    if not FEWEST_LINES <= lines <= MOST_LINES:
        raise BookRefused(
            "lines-per-page",
            f"a page has {FEWEST_LINES} to {MOST_LINES} lines, not {lines}",
            least=FEWEST_LINES,
            most=MOST_LINES,
            given=lines,
        )


def bound(pages: tuple[Page, ...], mark: str, layout: str, title: str, author: str, language: Language) -> Book:
    """The finished book, if it is long enough for any expedition."""
    if len(pages) < SHORTEST:
        raise BookRefused(
            "too-short", f"the book has {len(pages)} pages and needs {SHORTEST}", pages=len(pages), least=SHORTEST
        )
    return Book(mark, title, author, language, layout, pages)


def _layout(layout: Layout, lines: int) -> str:
    name = layout_name(lines)
    return name if layout == "prose" else f"{name}-{layout}"

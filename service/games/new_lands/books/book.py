"""A book: numbered pages of body lines, and the fingerprint that says exactly which."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from service.games.kit.texts import TextCard
from service.games.new_lands.books.blocks import Block, Layout, blocks
from service.games.new_lands.books.language import recognise
from service.games.new_lands.books.normalise import normalise
from service.games.new_lands.books.pages import FEWEST_LINES, LINES, MOST_LINES, Page, layout_name, paginate
from service.games.new_lands.books.printed import ready_made
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.cards import BOX, NUMBERS
from service.games.new_lands.facts import Language

SHORTEST: Final = BOX.modes["excursion"].min_pages
"""No expedition fits into a book with fewer pages."""


class Card(TextCard, frozen=True):
    """RULES D5: what may be known of a book by anybody: everything but its text.

    `recognised` is false where the uploader chose a language that the words of the text do not show (RULES D4).
    """

    recognised: bool


class Book(Struct, frozen=True):
    """RULES 2.2, D1: pages are numbered from 1; the right-hand ones are odd, and only they are read."""

    fingerprint: str
    title: str
    author: str
    language: Language
    layout: str
    pages: tuple[Page, ...]
    recognised: bool = True

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
        return Card(self.fingerprint, self.title, self.author, self.language, self.last, self.layout, self.recognised)

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
    """A text is normalised, cut into blocks and paged (RULES D6, D7); form feeds keep its own pages (RULES D8)."""
    check_lines(lines)
    plain = normalise(text)
    if "\f" in plain:
        pages, name = ready_made(plain, layout), _suffixed("ready-made", layout)
    else:
        pages, name = paginate(blocks(plain, layout), lines), _suffixed(layout_name(lines), layout)
    return bound(pages, fingerprint(plain, name), name, title, author, spoken(language, None, plain))


def from_blocks(
    found: Iterable[Block],
    title: str,
    author: str = "",
    language: Language | None = None,
    lines: int = LINES,
    tag: Language | None = None,
) -> Book:
    """The same for a source that already knows its blocks, and may say in which language it is."""
    check_lines(lines)
    kept = list(found)
    plain = "\n\n".join("\n".join((f"[{block.kind}]", *block.lines)) for block in kept)
    name = layout_name(lines)
    said = spoken(language, tag, " ".join(line for block in kept for line in block.lines))
    return bound(paginate(kept, lines), fingerprint(plain, name), name, title, author, said)


class Spoken(Struct, frozen=True):
    """The language whose checks apply, and whether the text is recognised as being in it."""

    language: Language | None
    recognised: bool


def spoken(chosen: Language | None, tag: Language | None, text: str) -> Spoken:
    """RULES D4: as the uploader says; else as the file or its words say, if it is in one of our languages at all."""
    recognised = recognise(text)
    if chosen is not None:
        return Spoken(chosen, recognised == chosen)
    return Spoken(None if recognised is None else tag or recognised, True)


def fingerprint(text: str, layout: str) -> str:
    """RULES D5: SHA-256 of the normalised text and the name of the layout."""
    return sha256(f"{text}\n{layout}".encode()).hexdigest()


def check_lines(lines: int) -> None:
    """RULES D7: 20 to 40 lines a page."""
    if not FEWEST_LINES <= lines <= MOST_LINES:
        raise BookRefused(
            "lines-per-page",
            f"a page has {FEWEST_LINES} to {MOST_LINES} lines, not {lines}",
            least=FEWEST_LINES,
            most=MOST_LINES,
            given=lines,
        )


def bound(pages: tuple[Page, ...], mark: str, layout: str, title: str, author: str, spoken: Spoken) -> Book:
    """The finished book, if an expedition can be made in it."""
    if len(pages) < SHORTEST:
        raise BookRefused(
            "too-short", f"the book has {len(pages)} pages and needs {SHORTEST}", pages=len(pages), least=SHORTEST
        )
    right = pages[::2]
    readable = sum(len(page) >= NUMBERS.passage_lines for page in right)
    if readable * 2 < len(right):
        # RULES D10: a Scout who always has to go back would get nowhere.
        raise BookRefused(
            "short-pages",
            f"only {readable} of {len(right)} right-hand pages have {NUMBERS.passage_lines} lines to read",
            pages=readable,
            of=len(right),
            lines=NUMBERS.passage_lines,
        )
    if spoken.language is None:
        raise BookRefused("unknown-language", "the text is neither French nor English; name the language to play in")
    return Book(mark, title, author, spoken.language, layout, pages, spoken.recognised)


def _suffixed(name: str, layout: Layout) -> str:
    return name if layout == "prose" else f"{name}-{layout}"

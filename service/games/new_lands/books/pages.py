"""RULES D7: from blocks to pages, layout `nl-60x30-v1`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from service.games.new_lands.books.blocks import Block

WIDTH: Final = 60
LINES: Final = 30
FEWEST_LINES: Final = 20
MOST_LINES: Final = 40
_STICKS_BEFORE: Final = re.compile(r"[!?;:»…%]+[.,]?")
_STICKS_AFTER: Final = re.compile(r"[«–—-]+")
_PUNCTUATION: Final = re.compile(r"[.!?…,;:]")


class Line(Struct, frozen=True, array_like=True):
    """A body line as printed. `start`: a paragraph begins here; `ends`: a paragraph or its kin ends here.

    `verse`: the line belongs to a poem without punctuation, where each verse is a sentence (RULES 2.8).
    """

    text: str
    start: bool = False
    ends: bool = False
    verse: bool = False


Page = tuple[Line, ...]
"""The body lines of one page; what else is printed on it is never read."""


def layout_name(lines: int = LINES) -> str:
    """The name that stands in the fingerprint."""
    return f"nl-{WIDTH}x{lines}-v1"


class _Press:
    """Sets line after line, and turns the page when it is full."""

    def __init__(self, height: int) -> None:
        self.height = height
        self.pages: list[list[Line]] = []
        self.used = height

    def turn(self) -> None:
        """Begin a new page."""
        self.pages.append([])
        self.used = 0

    def room(self) -> int:
        """The lines left on this page."""
        return self.height - self.used

    def space(self, lines: int = 1) -> None:
        """Take lines that are no body: headings, ornaments, signatures, blanks."""
        for _ in range(lines):
            if not self.room():
                self.turn()
            self.used += 1

    def body(self, line: Line) -> None:
        """Set one line that may be read."""
        self.space()
        self.pages[-1].append(line)

    def blank(self) -> None:
        """One blank line, but never at the head of a page."""
        if self.room() and self.used:
            self.used += 1


def paginate(blocks: Iterable[Block], height: int = LINES) -> tuple[Page, ...]:
    """The pages of a book."""
    press, after_heading = _Press(height), False
    for block, bare in unpunctuated(blocks):
        heading = block.kind in ("chapter", "title")
        if after_heading and not heading:
            press.blank()
        match block.kind:
            case "chapter" | "title":
                _heading(press, block, after_heading)
            case "ornament":
                press.space()
            case "signature":
                press.space(len(block.lines))
            case _:
                for line in set_lines(block, bare):
                    press.body(line)
        after_heading = heading
    return tuple(tuple(page) for page in press.pages)


def _heading(press: _Press, block: Block, after_heading: bool) -> None:
    lines = len(list(fill(" ".join(block.lines))))
    if not after_heading:
        if block.kind == "chapter":
            if press.used:
                press.turn()
        elif press.room() < lines + 4:
            press.turn()
        else:
            press.blank()
    press.space(lines)


def unpunctuated(blocks: Iterable[Block]) -> Iterator[tuple[Block, bool]]:
    """Every block, and whether it is of a poem without punctuation: all stanzas between other blocks (RULES D6)."""
    poem: list[Block] = []
    for block in blocks:
        if block.kind == "verse":
            poem.append(block)
            continue
        yield from _poem(poem)
        poem = []
        yield block, False
    yield from _poem(poem)


def _poem(stanzas: list[Block]) -> Iterator[tuple[Block, bool]]:
    bare = is_bare(line for stanza in stanzas for line in stanza.lines)
    return ((stanza, bare) for stanza in stanzas)


def is_bare(verses: Iterable[str]) -> bool:
    """RULES 2.8: not one mark of punctuation in the poem; apostrophes and hyphens belong to words."""
    return not any(_PUNCTUATION.search(verse) for verse in verses)


def set_lines(block: Block, bare: bool = False) -> Iterator[Line]:
    """The body lines of a paragraph or a stanza; in a bare poem each verse ends a sentence."""
    for source in block.lines:
        filled = list(fill(source))
        for n, text in enumerate(filled):
            ends = n == len(filled) - 1 and (bare or source is block.lines[-1])
            yield Line(text, start=n == 0, ends=ends, verse=bare)


def fill(text: str) -> Iterator[str]:
    """Lines of at most 60 characters, filled greedily, without hyphenation; a longer piece is cut."""
    line = ""
    for piece in _pieces(text):
        if line and len(line) + 1 + len(piece) <= WIDTH:
            line = f"{line} {piece}"
            continue
        if line:
            yield line
        # Cut by position, not bit by bit: a piece may be as long as a book.
        last = max(0, (len(piece) - 1) // WIDTH * WIDTH)
        yield from (piece[at : at + WIDTH] for at in range(0, last, WIDTH))
        line = piece[last:]
    if line:
        yield line


def _pieces(text: str) -> Iterator[str]:
    """What stands between spaces; lone marks stick to their neighbour, as a printer sets them."""
    held: list[str] = []
    for word in text.split():
        if held and not _STICKS_BEFORE.fullmatch(word) and not _STICKS_AFTER.fullmatch(held[-1]):
            yield " ".join(held)
            held = []
        held.append(word)
    if held:
        yield " ".join(held)

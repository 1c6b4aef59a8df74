"""RULES 2.4: from blocks to pages, layout `nl-60x30-v1`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from service.games.new_lands.books.blocks import Block, is_chapter, is_title
from service.games.new_lands.books.refusals import BookRefused

WIDTH: Final = 60
LINES: Final = 30
FEWEST_LINES: Final = 20
MOST_LINES: Final = 40
MOST_PRINTED: Final = 200
WIDEST_PRINTED: Final = 300
"""The lines of a ready-made page, and the characters of such a line."""

_STICKS_BEFORE: Final = re.compile(r"[!?;:»…%]+[.,]?")
_STICKS_AFTER: Final = re.compile(r"[«–—-]+")


class Line(Struct, frozen=True, array_like=True):
    """A body line as printed. `start`: a paragraph begins here; `ends`: a paragraph or its kin ends here.

    `verse`: the line belongs to a verse without punctuation, where each line is a sentence (D12).
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
    for block in blocks:
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
                for line in set_lines(block):
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


def set_lines(block: Block) -> Iterator[Line]:
    """The body lines of a paragraph or a verse."""
    bare = block.kind == "verse" and not any(mark in line for line in block.lines for mark in ".!?…")
    for source in block.lines:
        filled = list(fill(source))
        for n, text in enumerate(filled):
            yield Line(
                text, start=n == 0, ends=n == len(filled) - 1 and (bare or source is block.lines[-1]), verse=bare
            )


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


# -- D8: ready-made pages ----------------------------------------------------------


def ready_made(text: str) -> tuple[Page, ...]:
    """A text with form feeds is already paged: its lines are kept as they are."""
    return tuple(tuple(_printed(_page_lines(page))) for page in text.split("\f"))


def _page_lines(page: str) -> list[str]:
    """The lines of a printed page; nothing larger than a page can be is taken for one."""
    lines = page.split("\n")
    if len(lines) > MOST_PRINTED or max(map(len, lines)) > WIDEST_PRINTED:
        raise BookRefused(
            "no-page",
            f"a ready-made page has at most {MOST_PRINTED} lines of {WIDEST_PRINTED} characters",
            lines=MOST_PRINTED,
            characters=WIDEST_PRINTED,
        )
    return lines


def _printed(lines: list[str]) -> Iterator[Line]:
    body: list[tuple[str, bool]] = []
    ends: list[bool] = []
    after_blank = False
    for raw in lines:
        text = raw.strip()
        if not text or text.isdigit() or is_chapter((text,)) or is_title(text):
            if ends:
                ends[-1] = True
            after_blank = after_blank or not text
            continue
        indented = len(raw) - len(raw.lstrip(" ")) >= 2
        start = after_blank or indented
        if start and ends:
            ends[-1] = True
        body.append((text, start))
        ends.append(False)
        after_blank = False
    for (text, start), end in zip(body, ends, strict=True):
        yield Line(text, start, end)

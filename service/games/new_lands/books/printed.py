"""RULES D8: a text with form feeds is already paged; its lines are kept as they are printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, zip_longest
from typing import Final, Literal

from msgspec import Struct

from service.games.new_lands.books.blocks import Layout, check_blocks, is_chapter, is_subtitle, is_title
from service.games.new_lands.books.hyphens import Hyphens
from service.games.new_lands.books.pages import Line, Page, is_bare
from service.games.new_lands.books.refusals import BookRefused

MOST_PRINTED: Final = 200
WIDEST_PRINTED: Final = 300
"""The lines of a ready-made page, and the characters of such a line."""
FAR_RIGHT: Final = 20
"""A signature is indented by so much."""
RUNNING: Final = 3
"""A heading that stands on so many pages is the book's, and interrupts nothing."""

_PAGE_NUMBER: Final = re.compile(r"[-–—\[( ]*\d{1,4}[-–—\]). ]*")

Kind = Literal["body", "blank", "edge", "ornament", "heading"]
"""What a printed line is; at the edge of a page stand its number and the name of the book."""


class Row(Struct):
    """One printed line."""

    text: str
    indent: int
    kind: Kind = "body"


def ready_made(text: str, layout: Layout = "prose") -> tuple[Page, ...]:
    """The pages of a text with form feeds."""
    check_blocks(text.count("\f"))
    sheets = [_rows(page) for page in text.split("\f")]
    if len(sheets) > 1 and not any(row.text for row in sheets[-1]):
        # A form feed after the last page begins no other.
        sheets.pop()
    for sheet in sheets:
        _sort_out(sheet, layout)
    _find_running_heads(sheets)
    return tuple(_set(sheets, layout, Hyphens(text)))


def _rows(page: str) -> list[Row]:
    """The lines of a printed page; nothing larger than a page can be is taken for one."""
    lines = page.split("\n")
    if len(lines) > MOST_PRINTED or max(map(len, lines)) > WIDEST_PRINTED:
        raise BookRefused(
            "no-page",
            f"a ready-made page has at most {MOST_PRINTED} lines of {WIDEST_PRINTED} characters",
            lines=MOST_PRINTED,
            characters=WIDEST_PRINTED,
        )
    return [Row(line.strip(), len(line) - len(line.lstrip(" "))) for line in lines]


# -- what each line is --------------------------------------------------------------


def _sort_out(sheet: list[Row], layout: Layout) -> None:
    """RULES 2.6: page numbers, ornaments and headings are not read. A heading stands alone, so no ordinary line is."""
    for row in sheet:
        if not row.text:
            row.kind = "blank"
        elif not any(letter.isalnum() for letter in row.text):
            row.kind = "ornament"
    printed = [row for row in sheet if row.kind != "blank"]
    for row in printed[:1] + printed[-1:]:
        if row.kind == "body" and _PAGE_NUMBER.fullmatch(row.text):
            row.kind = "edge"
    margin = min((row.indent for row in sheet if row.kind == "body"), default=0)
    for at, run in list(_runs(sheet)):
        if _heads(sheet, at, run, layout):
            for row in run:
                row.kind = "heading"
        elif layout == "prose" and len(run) <= 2 and all(row.indent - margin >= FAR_RIGHT for row in run):
            # A signature.
            for row in run:
                row.kind = "ornament"


def _runs(sheet: list[Row]) -> Iterator[tuple[int, list[Row]]]:
    """The lines that stand together, with the place of the first."""
    at = 0
    for body, rows in groupby(sheet, key=lambda row: row.kind == "body"):
        run = list(rows)
        if body:
            yield at, run
        at += len(run)


def _heads(sheet: list[Row], at: int, run: list[Row], layout: Layout) -> bool:
    """At most three lines that stand alone, each of them a heading or the title under one."""
    lines = [row.text for row in run]
    if len(lines) > 3:
        return False
    numbered = [is_chapter((line,)) for line in lines]
    match layout:
        case "theatre":
            return all(numbered)
        case "verse" if len(lines) == 1 and is_subtitle(lines[0]) and _apart(sheet, at):
            return True
    titled = zip(lines, numbered, [False, *numbered], strict=False)
    return all(number or is_title(line) or (below and is_subtitle(line)) for line, number, below in titled)


def _apart(sheet: list[Row], n: int) -> bool:
    """Two blank lines before it; or, at the head of a page, after it."""
    first = next(k for k, row in enumerate(sheet) if row.kind == "body")
    gap = sheet[n + 1 : n + 3] if n == first else sheet[max(0, n - 2) : n]
    return len(gap) == 2 and all(row.kind == "blank" for row in gap)


def _find_running_heads(sheets: list[list[Row]]) -> None:
    heads = [row for sheet in sheets if (row := next((r for r in sheet if r.text), None)) and row.kind == "heading"]
    often = Counter(_without_number(row.text) for row in heads)
    for row in heads:
        if often[_without_number(row.text)] >= RUNNING and _without_number(row.text):
            row.kind = "edge"


def _without_number(text: str) -> str:
    return re.sub(r"\d+", "", text).strip()


# -- lines ---------------------------------------------------------------------------


def _set(sheets: list[list[Row]], layout: Layout, hyphens: Hyphens) -> Iterator[Page]:
    bare = _bare_poems(sheets) if layout == "verse" else set()
    pages = [list(_lines(sheet, layout, bare)) for sheet in sheets]
    for page, following in zip(pages, [*pages[1:], []], strict=True):
        # RULES D27: only what follows can tell that a paragraph ended with the page; nothing at its foot can.
        if page and following and following[0].start:
            page[-1] = Line(page[-1].text, page[-1].start, True, page[-1].verse)
        yield tuple(
            Line(hyphens.marked(line.text, below.text) if below else line.text, line.start, line.ends, line.verse)
            for line, below in zip_longest(page, page[1:])
        )


def _lines(sheet: list[Row], layout: Layout, bare: set[int]) -> Iterator[Line]:
    """The body lines of a page with their paragraphs."""
    margin = min((row.indent for row in sheet if row.kind == "body"), default=0)
    held: Line | None = None
    apart = False
    for row in sheet:
        if row.kind != "body":
            # At the head of a page only a heading begins something new.
            apart = apart or row.kind == "heading" or (held is not None and row.kind != "edge")
            continue
        start = apart or row.indent - margin >= 2 or layout == "verse"
        if held is not None:
            yield Line(held.text, held.start, held.verse or (apart if layout == "verse" else start), held.verse)
        held, apart = Line(row.text, start, False, id(row) in bare), False
    if held is not None:
        yield Line(held.text, held.start, held.verse, held.verse)


def _bare_poems(sheets: list[list[Row]]) -> set[int]:
    """RULES 2.8: the verses of poems without punctuation; a poem goes from heading to heading."""
    found: set[int] = set()
    poem: list[Row] = []
    for row in [*(row for sheet in sheets for row in sheet), Row("", 0, "heading")]:
        if row.kind == "body":
            poem.append(row)
        elif row.kind == "heading":
            if is_bare(verse.text for verse in poem):
                found |= {id(verse) for verse in poem}
            poem = []
    return found

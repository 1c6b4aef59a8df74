"""Pages in windows narrower than they were written for, and sections of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from textwrap import wrap as _wrap
from typing import Final

wrap = partial(_wrap, break_long_words=False, break_on_hyphens=False)
PAGE_WIDTH: Final = 78
"""How wide the service writes its pages."""

_DRAWN: Final = re.compile(r"[|+]|==|#|\S.*\S {4,}\S|\s{11,}")
"""Lines that are no sentences: parts of a sketch or a table, headings."""
_FIRST: Final = re.compile(
    r"\s*(\[[^\[\]]{1,24}\]|(?:\S*\b\d{1,2} )?\S+(?: [:;!?»—]\S*| \(\d+\)\S*| \d+(?: ?[.,:;!?)]\S*|$))*)"
)
"""What no line ends within: a note in brackets, a number with what it counts or numbers, a word and punctuation."""
_ITEM: Final = re.compile(r"\s+\S+  \S|\s*(?:[-*+]|\d+\.) ")
"""How an option or another item of a list begins: its id, and what it is called."""
_LABELLED: Final = re.compile(r"\S+(?:\s\S+)?\s?:\s\S")
"""How a line about a player, or about something else that is named first, begins: `Ada: row 23`."""


def page(text: str, width: int) -> Iterator[str]:
    """The lines of a page, in a window that may be narrower than the page was written for."""
    lines = text.rstrip().splitlines()
    if width >= PAGE_WIDTH:
        yield from lines
        return
    for first, hang, joined in _sentences(lines):
        yield from wrap(joined, width, initial_indent=first, subsequent_indent=hang) or [""]


def _sentences(lines: list[str]) -> Iterator[tuple[str, str, str]]:
    """Each sentence with its indent and that of its further lines."""
    n = 0
    while n < len(lines):
        line = lines[n]
        parts = [line.strip()]
        first = hang = _indent(line)
        while n + 1 < len(lines) and _continues(lines[n], lines[n + 1]):
            n += 1
            hang = _indent(lines[n])
            parts.append(lines[n].strip())
        if len(parts) == 1 and not _DRAWN.match(line):
            hang = first + "    " if first else ""
        yield first, hang, " ".join(parts)
        n += 1


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _continues(line: str, after: str) -> bool:
    """Whether a line ends only because the next word did not fit."""
    if line.endswith((".", ")")) and _LABELLED.match(after):
        return False
    if not line.strip() or not after.strip() or _DRAWN.match(line) or _DRAWN.match(after) or _ITEM.match(after):
        return False
    first = _FIRST.match(after)
    width = len(first[1]) if first else 0
    return len(line) + 1 + width > PAGE_WIDTH and len(_indent(after)) >= len(_indent(line))


def section(text: str, wanted: str) -> str:
    """The sections of a Markdown text whose headings contain a word; if there are none, the paragraphs that do."""
    word = wanted.casefold()
    parts = [part.partition("\n") for part in re.split(r"(?m)^(?=#)", text)]
    headed = "".join("".join(part) for part in parts if word in part[0].casefold())
    if headed:
        return headed
    found = []
    for heading, _, body in parts:
        mentions = [each for each in body.split("\n\n") if word in each.casefold()]
        if mentions:
            found.append("\n\n".join([heading, *(each.strip("\n") for each in mentions)]) + "\n")
    return "\n".join(found)

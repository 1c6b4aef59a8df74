"""Text laid out for one width, laid out again for another: pages in a narrow window, rules in any."""

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
_STARTS: Final = re.compile(r"\s*(?:[-*|#>]|\d+\.|```)")
"""How a line of Markdown begins that does not continue the one before it."""
_MARKER: Final = re.compile(r"\s*(?:[-*]|\d+\.)\s+")


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


def markdown(text: str, width: int) -> Iterator[str]:
    """The lines of a Markdown text, its paragraphs, list items and wide tables filled; code stays as it is."""
    paragraph = ""
    code = False
    table: list[str] = []
    for line in [*text.rstrip().splitlines(), ""]:
        fence = line.lstrip().startswith("```")
        line = line if code or fence else line.replace("**", "")
        if not code and line.startswith("|"):
            table.append(line)
            continue
        yield from _table(table, width)
        table = []
        if paragraph and (fence or code or not line.strip() or _STARTS.match(line)):
            marker = _MARKER.match(paragraph)
            yield from wrap(paragraph, width, subsequent_indent=" " * (marker.end() if marker else 0))
            paragraph = ""
        if fence or code or not line.strip() or line.startswith("#"):
            yield line
            code = code != fence
        else:
            paragraph = f"{paragraph} {line.strip()}" if paragraph else line


def _table(rows: list[str], width: int) -> Iterator[str]:
    """The rows of a table; if one is too wide, each is filled as an item of a list."""
    if all(len(row) <= width for row in rows):
        yield from rows
        return
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if any(cell.strip("-: ") for cell in cells):
            yield from wrap(" | ".join(cells), width, initial_indent="- ", subsequent_indent="  ")


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

"""A parser for the markup inside EPUBs: no DTD, nothing external, no network, no deep nesting, no endless document."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.entities import name2codepoint
from typing import Final, Protocol
from xml.parsers import expat

from service.games.new_lands.books.refusals import BookRefused

DEEPEST: Final = 500
MOST_ELEMENTS: Final = 1_000_000
"""Of one document, and of all documents of a book. A long novel has about a hundred thousand."""

_NAMED: Final = re.compile(rb"&([A-Za-z][A-Za-z0-9]*);")
_XML_OWN: Final = frozenset([b"amp", b"lt", b"gt", b"quot", b"apos"])


class Reader(Protocol):
    """Whoever wants to know what stands in a document. Names come without their namespace prefix."""

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def closed(self, name: str) -> None:
        """An element ends."""

    def said(self, text: str) -> None:
        """Text between the elements."""


def parse(raw: bytes, reader: Reader, what: str) -> None:
    """Read one document to the end, or refuse it."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    depth = elements = 0

    def opened(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, elements
        depth, elements = depth + 1, elements + 1
        check_elements(elements)
        if depth > DEEPEST:
            raise BookRefused("broken-epub", f"{what} is nested too deeply", entry=what)
        reader.opened(_local(name), {_local(key): value for key, value in attributes.items()})

    def closed(name: str) -> None:
        nonlocal depth
        depth -= 1
        reader.closed(_local(name))

    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.CharacterDataHandler = reader.said
    parser.StartDoctypeDeclHandler = _refuse_declarations(what)
    try:
        parser.Parse(_NAMED.sub(_numbered, raw), True)
    except (expat.ExpatError, LookupError, UnicodeError, ValueError) as wrong:
        if isinstance(wrong, BookRefused):
            raise
        raise BookRefused("broken-epub", f"{what} cannot be read: {wrong}", entry=what) from None


def _local(name: str) -> str:
    return name.rpartition(":")[2].lower()


def _numbered(found: re.Match[bytes]) -> bytes:
    """HTML's named characters as numbers: XML does not know them, and books are full of them."""
    point = name2codepoint.get(found[1].decode("ascii"))
    return found[0] if point is None or found[1] in _XML_OWN else b"&#%d;" % point


def check_elements(count: int) -> None:
    """RULES D2: at most a million elements."""
    if count > MOST_ELEMENTS:
        raise BookRefused("too-many-elements", f"the book has more than {MOST_ELEMENTS} elements", most=MOST_ELEMENTS)


def _refuse_declarations(what: str) -> Callable[[str, str | None, str | None, bool], None]:
    """A document may name its type, as every EPUB 2 does; the DTD of that name is never read. It may declare nothing:
    entities and default attributes would expand a small file to any size."""

    def refuse(name: str, system: str | None, public: str | None, declares: bool) -> None:
        if declares:
            raise BookRefused("dtd", f"{what} has a DTD of its own, which is not allowed", entry=what)

    return refuse

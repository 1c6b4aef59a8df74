"""RULES D3: from the documents of an EPUB to blocks."""

from __future__ import annotations

from typing import Final

from service.games.new_lands.books.blocks import Block, Kind, Layout, check_blocks, marked_up
from service.games.new_lands.books.markup import check_elements, parse
from service.games.new_lands.books.normalise import tidied

_HEADINGS: Final[dict[str, Kind]] = {
    "h1": "chapter",
    "h2": "chapter",
    "h3": "title",
    "h4": "title",
    "h5": "title",
    "h6": "title",
}
_BLOCKS: Final = frozenset(
    [
        "p",
        "li",
        "div",
        "blockquote",
        "pre",
        "dd",
        "dt",
        "dl",
        "ul",
        "ol",
        "section",
        "article",
        "aside",
        "header",
        "footer",
        "main",
        "figure",
        "figcaption",
        "body",
        "table",
        "caption",
        "tr",
        "td",
        "th",
        "address",
        "center",
        "hr",
    ]
) | frozenset(_HEADINGS)
_SILENT: Final = frozenset(
    ["head", "script", "style", "svg", "math", "nav", "audio", "video", "iframe", "object", "template", "rt", "rp"]
)
_DROPPED: Final = frozenset(
    [
        "footnote",
        "footnotes",
        "endnote",
        "endnotes",
        "rearnote",
        "rearnotes",
        "note",
        "noteref",
        "doc-footnote",
        "doc-endnote",
        "doc-endnotes",
        "doc-noteref",
        "toc",
        "landmarks",
        "page-list",
        "copyright-page",
        "cover",
        "pagebreak",
        "doc-toc",
        "doc-pagebreak",
        "doc-cover",
    ]
)


class Documents:
    """Takes elements and text, and gives blocks. One reader for all documents of a book."""

    def __init__(self, layout: Layout = "prose") -> None:
        self.layout = layout
        self.blocks: list[Block] = []
        self._open: list[str] = []
        self._lines: list[list[str]] = [[]]
        self._ignored = 0
        self._elements = 0

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        check_elements(self._elements)
        types = {*attributes.get("type", "").split(), *attributes.get("role", "").split()}
        if self._ignored or name in _SILENT or types & _DROPPED:
            self._ignored += 1
            return
        if name in _BLOCKS:
            self.flush()
        if name == "hr":
            self.blocks.append(Block("ornament", ("*",)))
        elif name == "br":
            self._lines.append([])
        self._open.append(name)

    def closed(self, name: str) -> None:
        if self._ignored:
            self._ignored -= 1
            return
        if name in _BLOCKS:
            self.flush()
        self._open.pop()

    def said(self, text: str) -> None:
        if self._ignored:
            return
        if "pre" not in self._open:
            self._lines[-1].append(text)
            return
        first, *rest = text.split("\n")
        self._lines[-1].append(first)
        self._lines += [[line] for line in rest]

    def flush(self) -> None:
        """What was said since the last block began or ended is a block."""
        said = [" ".join(tidied("".join(line)).split()) for line in self._lines]
        self._lines = [[]]
        lines = tuple(line for line in said if line)
        if not lines:
            return
        heading = next((_HEADINGS[name] for name in reversed(self._open) if name in _HEADINGS), None)
        if heading is not None and any(letter.isalnum() for letter in "".join(lines)):
            self.blocks.append(Block(heading, lines))
        else:
            after_chapter = bool(self.blocks) and self.blocks[-1].kind == "chapter"
            self.blocks += marked_up(lines, self.layout, after_chapter)
        check_blocks(len(self.blocks))

    def read(self, raw: bytes, name: str) -> None:
        """One more document."""
        self._open, self._ignored = [], 0
        parse(raw, self, name)
        self.flush()

    def book(self) -> list[Block]:
        """All blocks, without a known licence before and after the text."""
        start = next((n + 1 for n, block in enumerate(self.blocks) if _says(block, "START OF")), 0)
        end = next(
            (n for n, block in enumerate(self.blocks) if n >= start and _says(block, "END OF")), len(self.blocks)
        )
        return self.blocks[start:end]


def _says(block: Block, mark: str) -> bool:
    return block.lines[0].startswith((f"*** {mark}", f"***{mark}"))

"""RULES D13: a word cut at the end of a line is one word; the book itself shows whether it has a hyphen elsewhere."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from service.games.new_lands.words import CUT, WORD

# Bounded, so that no text makes them slow; nobody writes longer words.
_CUT_WORD: Final = re.compile(r"([^\W_]{1,40}(?:['’-][^\W_]{1,40}){0,4})-\n(?=([^\W\d_]{1,40}))")
_CUT_LINE: Final = re.compile(r"([^\W_]{1,40}(?:['’-][^\W_]{1,40}){0,4})-$")
_HEAD: Final = re.compile(r"[^\W\d_]+")


class Hyphens:
    """How a book writes its words where they are not cut. The words are collected when the first cut is met."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def written(self) -> frozenset[str]:
        """Every word that stands on one line, in lower case."""
        return frozenset(word.lower() for word in WORD.findall(self.text))

    def solid(self, head: str, tail: str) -> bool:
        """The book writes it without a hyphen elsewhere."""
        return (head + tail).lower() in self.written and not self.compound(head, tail)

    def compound(self, head: str, tail: str) -> bool:
        """The book writes it with a hyphen elsewhere."""
        return f"{head}-{tail}".lower() in self.written

    def mended(self, text: str) -> str:
        """Running text put together again; the hyphen stays unless the book writes the word without one."""
        return _CUT_WORD.sub(lambda cut: cut[1] + ("" if self.solid(cut[1], cut[2]) else "-"), text)

    def marked(self, line: str, following: str) -> str:
        """A printed line: the hyphen of a word that was merely cut is told apart from that of a compound."""
        cut, tail = _CUT_LINE.search(line), _HEAD.match(following)
        if cut is None or tail is None or "-" in cut[1] or self.compound(cut[1], tail[0]):
            return line
        return line[:-1] + CUT

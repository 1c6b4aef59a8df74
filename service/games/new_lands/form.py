"""RULES 12: the form of a passage: its words, their parts, its marks and its names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Final

from service.games.new_lands.books.blocks import CLOSING_QUOTES
from service.games.new_lands.books.pages import Line
from service.games.new_lands.cards import BOX
from service.games.new_lands.facts import Language
from service.games.new_lands.words import APOSTROPHES, WORD, letters, parts, running, words

_MARKS: Final = re.compile(r"…|\.{3,}|[,;:?!.]")
_KIND_OF_MARK: Final = {",": "comma", ";": "semicolon", ":": "colon", "?": "question", "!": "exclamation"}
_LAST_WORD: Final = re.compile(r"([^\W_]+)$")
CLOSERS: Final = CLOSING_QUOTES + ")]} "
_SENTENCE_BREAK: Final = re.compile(r"[!?…«“„\"—–]|--|\.|(?:^|\s)[‘'-]")


@cache
def listed(name: str, language: Language) -> frozenset[str]:
    """A word list of the cards, its entries folded like the words they are compared with."""
    return frozenset(letters(word) for word in BOX.lists[name][language])


class Reading:
    """The lines read, seen as words, parts and marks. Built once per check, and thrown away."""

    def __init__(self, lines: Sequence[Line], language: Language) -> None:
        self.lines = lines
        self.language = language
        self.text = running([line.text for line in lines])

    @cached_property
    def words(self) -> list[str]:
        """The words as printed."""
        return words(self.text)

    @cached_property
    def letters(self) -> list[str]:
        """The letters of each word."""
        return [letters(word) for word in self.words]

    @cached_property
    def parts(self) -> list[str]:
        """The letters of each part of each word."""
        return [letters(part) for word in self.words for part in parts(word)]

    @cached_property
    def opening(self) -> set[int]:
        """The numbers of the words that begin a paragraph."""
        found, count = set(), 0
        for n, line in enumerate(self.lines):
            if line.start:
                found.add(count)
            # A word cut by the line's end is counted with its first half.
            cut = line.text.endswith("-") and n + 1 < len(self.lines)
            count += len(words(line.text)) - int(cut and len(words(running([line.text, "x"]))) == len(words(line.text)))
        return found

    def ends_with_dot_of_its_own(self, before: str) -> bool:
        """Whether a dot after this text belongs to an abbreviation or to somebody's initial."""
        found = _LAST_WORD.search(before)
        if found is None:
            return False
        word = found[1]
        if len(word) == 1 and word.isupper() and not (word == "I" and self.language == "en"):
            return True
        return letters(word) in listed("abbreviation", self.language)

    def marks(self) -> Iterator[str]:
        """Every punctuation mark by its kind."""
        for mark in _MARKS.finditer(self.text):
            if kind := _KIND_OF_MARK.get(mark[0]):
                yield kind
            elif mark[0] != ".":
                yield "ellipsis"
            elif not self._no_period(mark.start()):
                yield "period"

    def _no_period(self, at: int) -> bool:
        inside_number = self.text[at - 1 : at].isdigit() and self.text[at + 1 : at + 2].isdigit()
        return inside_number or self.ends_with_dot_of_its_own(self.text[:at])

    def proper(self) -> set[int]:
        """The numbers of the words that are proper names."""
        found, end = set(), 0
        for n, word in enumerate(WORD.finditer(self.text)):
            starts_sentence = n == 0 or n in self.opening or self._breaks(end, word.start())
            end = word.end()
            if self._is_name(word[0], starts_sentence):
                found.add(n)
        return found

    def _breaks(self, end: int, start: int) -> bool:
        """Whether a new sentence or speech begins between two words."""
        between = self.text[end:start]
        found = _SENTENCE_BREAK.search(between)
        if found is None:
            return False
        return not (
            found[0] == "." and between.count(".") == 1 and self.ends_with_dot_of_its_own(self.text[:end])
        ) or bool(_SENTENCE_BREAK.search(between.replace(".", "")))

    def _is_name(self, word: str, starts_sentence: bool) -> bool:
        pieces = re.split(f"[{APOSTROPHES}]", word)
        elided = self.language == "fr" and len(pieces) > 1 and len(pieces[0]) <= 2
        piece = pieces[-1] if self.language == "fr" else word
        folded = letters(word)
        return (
            piece[:1].isupper()
            and len(letters(piece)) >= 2
            and letters(piece) not in listed("abbreviation", self.language)
            and folded not in listed("not_a_name", self.language)
            and (not starts_sentence or elided)
        )

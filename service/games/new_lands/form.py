"""RULES D44: the form of a passage: its words, their parts, its marks and its names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Final

from service.games.new_lands.books.blocks import CLOSING_QUOTES
from service.games.new_lands.books.book import Book
from service.games.new_lands.books.pages import Line
from service.games.new_lands.cards import BOX
from service.games.new_lands.facts import Language
from service.games.new_lands.names import common
from service.games.new_lands.words import APOSTROPHES, CUT, HYPHENS, WORD, letters, parts, plain, running, words

_MARKS: Final = re.compile(r"…|\.{3,}|[,;:?!.]")
_KIND_OF_MARK: Final = {",": "comma", ";": "semicolon", ":": "colon", "?": "question", "!": "exclamation"}
_LAST_WORD: Final = re.compile(r"([^\W_]+)$")
CLOSERS: Final = CLOSING_QUOTES + ")]} "
_SENTENCE_BREAK: Final = re.compile(r"[!?…«“„\"—–]|--|\.|(?:^|\s)[‘'-]")


@cache
def listed(name: str, language: Language) -> frozenset[str]:
    """A word list of the cards, its entries written like the words they are compared with."""
    return frozenset(plain(word) for word in BOX.lists[name][language])


class Reading:
    """The lines read, seen as words, parts and marks. Built once per check, and thrown away."""

    def __init__(self, lines: Sequence[Line], language: Language, book: Book | None = None) -> None:
        self.lines = lines
        self.language = language
        self.book = book
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
        return [folded for word in self.words for part in parts(word) if (folded := letters(part))]

    @cached_property
    def opening(self) -> set[int]:
        """The numbers of the words that begin a paragraph."""
        found, count = set(), 0
        for n, line in enumerate(self.lines):
            if line.start:
                found.add(count)
            # A word cut by the line's end is counted with its first half.
            cut = line.text.endswith(("-", CUT)) and n + 1 < len(self.lines)
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

    def names(self) -> list[str]:
        """RULES D61: the letters of every proper name, without the article or the possessive that is joined to it."""
        found, end = [], 0
        for n, word in enumerate(WORD.finditer(self.text)):
            starts_sentence = n == 0 or n in self.opening or self._breaks(end, word.start())
            end = word.end()
            if (name := self._name(word[0], starts_sentence)) is not None:
                found.append(letters(name))
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

    def _name(self, word: str, starts_sentence: bool) -> str | None:
        """A capital within a sentence makes a name; at its start too, unless the book writes the word small as well."""
        pieces = re.split(f"[{APOSTROPHES}]", word)
        if self.language == "fr":
            elided, name = len(pieces) > 1 and len(pieces[0]) <= 2, pieces[-1]
        else:
            elided, name = False, pieces[0] if pieces[1:] == ["s"] else word
        proper = (
            name[:1].isupper()
            and len(letters(name)) >= 2
            and letters(name) not in listed("abbreviation", self.language)
            and plain(word) not in listed("not_a_name", self.language)
            and (not starts_sentence or elided or not self._written_small(name))
        )
        return name if proper else None

    def _written_small(self, word: str) -> bool:
        """Whether a word is an ordinary one that has its capital from the start of the sentence."""
        first, *others = parts(word)
        if others and all(part[:1].isupper() for part in others):
            return False
        small = first.lower()
        return (
            any(hyphen in word for hyphen in HYPHENS)
            or plain(first) in listed("sentence_opener", self.language)
            or any(small == other for other in self.words)
            or (self.book is not None and small in common(self.book))
        )

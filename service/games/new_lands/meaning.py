"""RULES 6.5, D27: sentences, and the first one that is written entirely on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from service.games.new_lands.books.blocks import CLOSING_QUOTES, DASHES, OPENING_QUOTES
from service.games.new_lands.books.book import Book
from service.games.new_lands.books.pages import Line, Page
from service.games.new_lands.facts import Language
from service.games.new_lands.form import listed
from service.games.new_lands.words import letters, running

_END: Final = re.compile(rf"(?:[.!?…]+)[{re.escape(CLOSING_QUOTES)})\]]*(?:\s+»)?")
_LAST_WORD: Final = re.compile(r"([^\W_]+)$")
_OPENERS: Final = OPENING_QUOTES + DASHES


class Sentence(Struct, frozen=True):
    """The Hidden Meaning: a sentence, and the right-hand page it was found on."""

    page: int
    text: str


def hidden_meaning(book: Book, page: int, language: Language) -> Sentence | None:
    """The first sentence written entirely on this right-hand page, or on the next that has one."""
    for number in range(page, book.last + 1, 2):
        before = next((found for n in range(number - 1, 0, -1) if (found := book.page(n))), ())
        for text in whole_sentences(book.page(number), before, language):
            return Sentence(number, text)
    return None


def whole_sentences(page: Page, before: Page, language: Language) -> Iterator[str]:
    """The sentences that begin and end on a page; `before` is the page before it."""
    for n, paragraph in enumerate(_paragraphs(page)):
        text = running([line.text for line in paragraph])
        pieces = list(sentences(text, language))
        begun = n > 0 or _opens(paragraph[0], before, language)
        for place, piece in enumerate(pieces):
            last = place == len(pieces) - 1
            if (place > 0 or begun) and (not last or paragraph[-1].ends or _closed(piece, language)):
                yield piece


def _paragraphs(page: Page) -> Iterator[list[Line]]:
    """The lines of the page, cut where a paragraph ends, or a verse of a poem without punctuation (RULES 2.8)."""
    held: list[Line] = []
    for line in page:
        held.append(line)
        if line.ends:
            yield held
            held = []
    if held:
        yield held


def _opens(first: Line, before: Page, language: Language) -> bool:
    """Whether the first words of a page begin a sentence: with a capital, a digit, a quotation mark or a dash."""
    if first.start or not before or before[-1].ends:
        return True
    return _begins(first.text) and _closed(before[-1].text, language)


def sentences(text: str, language: Language) -> Iterator[str]:
    """A paragraph's sentences; the last may lack its end mark."""
    start = 0
    for end in _END.finditer(text):
        if _ends_here(text, end, language):
            yield text[start : end.end()].strip()
            start = end.end()
    if rest := text[start:].strip():
        yield rest


def _ends_here(text: str, end: re.Match[str], language: Language) -> bool:
    if end[0].startswith(".") and not end[0].startswith("..") and _short_form(text[: end.start()], language):
        return False
    following = text[end.end() :]
    if not following:
        return True
    # "3.14" and "p.m" go on; a sentence is followed by a space.
    return following[0].isspace() and _begins(following.lstrip())


def _begins(following: str) -> bool:
    first = following[:1]
    return first.isupper() or first.isdigit() or first in tuple(_OPENERS)


def _short_form(before: str, language: Language) -> bool:
    """Whether the dot that follows belongs to an abbreviation or an initial."""
    found = _LAST_WORD.search(before)
    if found is None:
        return False
    word = found[1]
    lone = len(word) == 1 and word.isupper() and not (word == "I" and language == "en")
    return lone or letters(word) in listed("abbreviation", language)


def _closed(text: str, language: Language) -> bool:
    """Whether the text stops with the end of a sentence."""
    ends = list(_END.finditer(text))
    return (
        bool(ends)
        and ends[-1].end() == len(text.rstrip())
        and not (
            ends[-1][0].startswith(".")
            and not ends[-1][0].startswith("..")
            and _short_form(text[: ends[-1].start()], language)
        )
    )

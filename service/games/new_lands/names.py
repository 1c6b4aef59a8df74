"""RULES D61: which words a book writes small, so that a capital at the start of a sentence makes no name of them."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from service.games.new_lands.books.book import Book
from service.games.new_lands.words import running

_SMALL: Final = re.compile(r"(?<![^\W_])[^\W\d_A-ZÀ-ÖØ-ÞŒ][^\W\d_]+")
_CAPITAL_INSIDE: Final = re.compile(r"(?<=[a-zà-öø-ÿœ,;] )[A-ZÀ-ÖØ-ÞŒ][^\W\d_]+")
_MOST_KEPT: Final = 64
"""So many books keep their words in memory."""

_kept: dict[str, frozenset[str]] = {}


def common(book: Book) -> frozenset[str]:
    """The words that stand in the book more often small than with a capital inside a sentence."""
    if book.fingerprint not in _kept:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[book.fingerprint] = _counted(book)
    return _kept[book.fingerprint]


def _counted(book: Book) -> frozenset[str]:
    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for page in book.pages:
        text = running([line.text for line in page])
        small.update(_SMALL.findall(text))
        capital.update(word.lower() for word in _CAPITAL_INSIDE.findall(text))
    return frozenset(word for word, count in small.items() if count > capital[word])

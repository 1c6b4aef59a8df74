"""RULES 2.6 and 12: words, their parts and their letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

JOINERS: Final = "'’ʼ\\-‐‑"
WORD: Final = re.compile(rf"[^\W_]+(?:[{JOINERS}][^\W_]+)*")
JOINER: Final = re.compile(rf"[{JOINERS}]")
APOSTROPHES: Final = "'’ʼ"
HYPHENS: Final = "-‐‑"

_LIGATURES: Final = str.maketrans({"œ": "oe", "æ": "ae", "Œ": "OE", "Æ": "AE", "ß": "ss"})
_CUT_WORD: Final = re.compile(r"(?<=[^\W\d_]-)\n(?=[^\W\d_])")


def words(text: str) -> list[str]:
    """The words of a text: what hyphens and apostrophes join is one word, two hyphens or a dash separate (D13)."""
    return WORD.findall(text)


def parts(word: str) -> list[str]:
    """A word cut at its apostrophes and hyphens."""
    return JOINER.split(word)


def opened(text: str) -> str:
    """The text with its ligatures opened."""
    return text.translate(_LIGATURES)


@lru_cache(maxsize=65536)
def letters(word: str) -> str:
    """How letters are compared: lower case, ligatures opened, no accents, joiners dropped."""
    if word.isascii() and word.isalnum():
        return word.lower()
    plain = unicodedata.normalize("NFD", opened(word).lower())
    return "".join(letter for letter in plain if letter.isalnum())


def running(lines: Sequence[str]) -> str:
    """The lines as one text; a word cut by a hyphen at a line's end is one word."""
    return _CUT_WORD.sub("", "\n".join(lines)).replace("\n", " ")

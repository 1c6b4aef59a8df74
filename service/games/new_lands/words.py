"""RULES 2.10, D13: words, their parts and their letters."""

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
_STRAIGHT: Final = str.maketrans({"’": "'", "ʼ": "'", "‐": "-", "‑": "-"})
CUT: Final = "‐"
"""Ends a printed line within a word that has no hyphen of its own (U+2010, RULES D13)."""
_CUT_WORD: Final = re.compile(r"(?<=[^\W\d_])(?:‐\n|(-)\n)(?=[^\W\d_])")


def words(text: str) -> list[str]:
    """RULES 2.10: what a hyphen or an apostrophe joins is one word; two hyphens or a dash separate (RULES D13)."""
    return WORD.findall(text)


def parts(word: str) -> list[str]:
    """A word cut at its apostrophes and hyphens."""
    return JOINER.split(word)


def opened(text: str) -> str:
    """The text with its ligatures opened."""
    return text.translate(_LIGATURES)


@lru_cache(maxsize=65536)
def letters(word: str) -> str:
    """How letters are compared: lower case, ligatures opened, no accents; digits are no letters (RULES D55)."""
    if word.isascii() and word.isalpha():
        return word.lower()
    plain = unicodedata.normalize("NFD", opened(word).lower())
    return "".join(letter for letter in plain if letter.isalpha())


def plain(word: str) -> str:
    """A word as word lists write it: lower case, no accents, ligatures opened, its joiners straight."""
    flat = unicodedata.normalize("NFD", opened(word).lower())
    return "".join(letter for letter in flat if not unicodedata.combining(letter)).translate(_STRAIGHT)


def running(lines: Sequence[str]) -> str:
    """The lines as one text; a word cut by a hyphen at a line's end is one word (RULES D13)."""
    return _CUT_WORD.sub(lambda cut: cut[1] or "", "\n".join(lines)).replace("\n", " ")

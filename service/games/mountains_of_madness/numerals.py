"""The numbers in a text, with the place where they stand (RULES D22)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from service.games.mountains_of_madness.cards import SPACES
from service.games.mountains_of_madness.lexicon import LEXICON, fold, pattern, readings


class Found(NamedTuple):
    """A number in a text."""

    start: int
    end: int
    value: int


def _with_plurals(numbers: dict[str, int]) -> dict[str, int]:
    """Fours, sixes and tens are numbers too."""
    plurals = {word + ("es" if word.endswith("x") else "s"): value for word, value in numbers.items()}
    return plurals | numbers


_TENS, _ONES = ("", "X", "XX"), ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_ROMAN: Final = {_TENS[n // 10] + _ONES[n % 10]: n for n in range(2, 21)}
_LONG: Final = "|".join(sorted((sign for sign in _ROMAN if len(sign) > 1), key=len, reverse=True))
_ROMANS: Final = re.compile(rf"(?<!\w)(?:(?i:{_LONG})|V|X)(?!\w)")
_WORDS: Final = _with_plurals({fold(word): value for word, value in LEXICON.numbers.words.items()})
_NUMBERS: Final = re.compile(r"\d+|" + pattern(_WORDS).pattern + r"|([|/*•#])(?:\s*\1)+")
_SPACE: Final = "(?:" + "|".join(sorted(map(fold, SPACES), key=len, reverse=True)) + ")(?![a-z0-9])"
_BEFORE: Final = (
    "to|at|in|from|on|via|near|towards|over|for|or|and|tile|space|vers|en|a|sur|de|depuis|par|ou|et|tuile|case"
)
SPACE: Final = re.compile(rf"(?<![a-z0-9]){_SPACE}")
"""The name of a space: C8."""
_WAY: Final = re.compile(rf"(?<![a-z])(?:{_BEFORE})\s+({_SPACE})")


def numbers(text: str) -> Iterator[Found]:
    """Every number: digits, number words, roman numerals, rows of strokes; but M2 in "let's go to M2" is a space."""
    folded = fold(text)
    taken = {place for hit in _WAY.finditer(folded) for place in range(*hit.span(1))}
    found = [
        Found(hit.start(), hit.end(), _value(hit)) for hit in _NUMBERS.finditer(folded) if hit.start() not in taken
    ]
    taken |= {place for number in found for place in range(number.start, number.end)}
    found += [
        Found(hit.start(), hit.end(), _ROMAN[hit[0].upper()])
        for hit in _ROMANS.finditer(text)
        if hit.start() not in taken
    ]
    return iter(sorted(found))


def _value(hit: re.Match[str]) -> int:
    sign = hit[0]
    if sign.isdigit():
        return int(sign)
    return sign.count(hit[1]) if hit[1] else _WORDS[sign]


def has_numbers(text: str) -> bool:
    """Whether the text states a number, in whatever spelling."""
    return any(True for reading in (text, *readings(text)) for _ in numbers(reading))

"""In which of the two languages of the checks a book is written (RULES D4)."""

from __future__ import annotations

from typing import Final

from service.games.new_lands.facts import Language
from service.games.new_lands.words import words

FRENCH: Final = frozenset(
    ["le", "les", "et", "une", "dans", "qui", "du", "des", "est", "pas", "il", "elle", "au", "je", "vous", "avec"]
)
ENGLISH: Final = frozenset(
    ["the", "and", "of", "to", "that", "was", "it", "his", "her", "with", "had", "not", "you", "she", "he", "as"]
)
"""Common words that the languages next to them do not share."""

FIRST_WORDS: Final = 5000
LEAST_SHARE: Final = 0.07
"""A French or English novel has at least 14 % of these words; Italian, Dutch or Spanish at most 5 %."""


def recognise(text: str) -> Language | None:
    """RULES D4: the language with more of its common words among the first 5,000; None where neither has enough."""
    # Words are short: this much text has 5,000 of them in either language.
    first = [word.lower() for word in words(text[: FIRST_WORDS * 12])[:FIRST_WORDS]]
    french, english = sum(word in FRENCH for word in first), sum(word in ENGLISH for word in first)
    if max(french, english) < LEAST_SHARE * max(1, len(first)) or not first:
        return None
    return "fr" if french > english else "en"


def tagged(tag: str | None) -> Language | None:
    """The language of a tag such as `fr-CA`, if it is one of ours."""
    match (tag or "").strip().lower().replace("_", "-").split("-")[0]:
        case "fr" | "fra" | "fre":
            return "fr"
        case "en" | "eng":
            return "en"
    return None

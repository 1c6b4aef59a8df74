"""D4: in which of the two languages a book is, when nobody says."""

from __future__ import annotations

from typing import Final

from service.games.new_lands.facts import Language
from service.games.new_lands.words import words

FRENCH: Final = frozenset(["le", "la", "les", "et", "de", "un", "une", "que", "dans", "qui"])
ENGLISH: Final = frozenset(["the", "and", "of", "to", "a", "in", "that", "was", "he", "it"])
FIRST_WORDS: Final = 5000


def guess(text: str) -> Language:
    """Whichever language has more of its commonest words among the first 5,000."""
    # Words are short: this much text has 5,000 of them in either language.
    first = [word.lower() for word in words(text[: FIRST_WORDS * 12])[:FIRST_WORDS]]
    french = sum(word in FRENCH for word in first)
    return "fr" if french > sum(word in ENGLISH for word in first) else "en"


def tagged(tag: str | None) -> Language | None:
    """The language of a tag such as `fr-CA`, if it is one of ours."""
    match (tag or "").strip().lower().replace("_", "-").split("-")[0]:
        case "fr" | "fra" | "fre":
            return "fr"
        case "en" | "eng":
            return "en"
    return None

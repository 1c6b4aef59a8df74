"""RULES D45: which theme a text is about, by the word lists of the cards."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import log
from typing import Any, Final

from service.games.new_lands.books.book import Book
from service.games.new_lands.cards import BOX
from service.games.new_lands.facts import Language
from service.games.new_lands.words import opened, parts, words

_STRAIGHT: Final = str.maketrans({"’": "'", "ʼ": "'", "‐": "-", "‑": "-"})
_NOWHERE: Final = 3.0
"""What a word weighs that stands nowhere in the book."""
_MOST_WEIGHED: Final = 64
"""So many books keep their weights in memory."""

Weights = Mapping[str, float]


def folded(text: str) -> str:
    """How lexicons are compared: lower case, ligatures opened, apostrophes straight, accents kept."""
    return opened(text).lower().translate(_STRAIGHT)


# -- lexicons ----------------------------------------------------------------------


@cache
def index(language: Language) -> dict[str, tuple[str, ...]]:
    """The explorations that each inflected word belongs to."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    never = set(BOX.bot_matching["never_match"][language])
    for card in BOX.explorations:
        forms = {form for word in card.lexicon[language] for form in inflections(folded(word), language)}
        for form in forms - never:
            found[form].append(card.id)
    return {form: tuple(cards) for form, cards in found.items()}


def inflections(word: str, language: Language) -> Iterator[str]:
    """The word and its forms, by rule of thumb."""
    yield word
    yield word + "s"
    if language == "en":
        yield from _english(word)
    else:
        yield from _french(word)


def _english(word: str) -> Iterator[str]:
    if len(word) >= 4:
        yield from (word + ending for ending in ("ed", "es", "ing"))
    if word.endswith("e"):
        yield word + "d"
        yield word[:-1] + "ing"
    if word.endswith("y"):
        yield from (word[:-1] + ending for ending in ("ies", "ied", "ily"))


def _french(word: str) -> Iterator[str]:
    rules: dict[str, Any] = BOX.bot_matching["inflections"]["fr"]
    if word.endswith(("au", "eu", "ou")):
        yield word + "x"
    elif word.endswith("al"):
        yield from (word[:-2] + "aux", word + "e", word + "es")
    elif word.endswith("eux"):
        yield from (word[:-1] + "se", word[:-1] + "ses")
    elif word.endswith("é") or (len(word) >= 5 and not re.search(r"[aeiouyàâéèêëîïôùûxs]$", word)):
        yield from (word + "e", word + "es")
    for group in ("er", "ir", "re"):
        if word.endswith(group) and len(word) >= rules[f"{group}_verbs_min_len"]:
            yield from (word[:-2] + ending for ending in rules[f"{group}_endings"])


def matching(text: str, language: Language) -> Iterator[str]:
    """The words of a text that are in some lexicon; of a joined word, its parts."""
    known = index(language)
    for word in words(folded(text)):
        if word in known:
            yield word
        else:
            yield from (part for part in parts(word) if part in known)


# -- a book's own weights ----------------------------------------------------------


_weighed: dict[tuple[str, Language], Weights] = {}


def weights(book: Book, language: Language) -> Weights:
    """How telling each word of the lexicons is in this book: the rarer, the more."""
    key = (book.fingerprint, language)
    if key not in _weighed:
        if len(_weighed) >= _MOST_WEIGHED:
            _weighed.clear()
        _weighed[key] = _weigh(book, language)
    return _weighed[key]


def _weigh(book: Book, language: Language) -> Weights:
    held: Counter[str] = Counter()
    for page in book.pages:
        held.update(set(matching(" ".join(line.text for line in page), language)))
    return {word: log(1 + book.last / count) for word, count in held.items()}


def scores(text: str, cards: Iterable[str], language: Language, weights: Weights) -> dict[str, float]:
    """How much the text speaks of each of these explorations' themes."""
    found = dict.fromkeys(cards, 0.0)
    known = index(language)
    for word in matching(text, language):
        weight = weights.get(word, _NOWHERE)
        for card in known[word]:
            if card in found:
                found[card] += weight
    return found

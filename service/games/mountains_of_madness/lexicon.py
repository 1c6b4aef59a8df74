"""What the words of a message are, in English and French at once (RULES D22).

Texts are compared without capitals and accents. A folded text is as long as the text itself, so a word found in
the one can be replaced in the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from unicodedata import normalize

from service.games.mountains_of_madness.cards import BOX, EQUIPMENT, MADNESS, Madness
from service.games.mountains_of_madness.vocabulary import Kind, Require

LEXICON: Final = BOX.lexicon

_PLAIN: Final = {
    **dict.fromkeys("’‘´`", "'"),
    **dict.fromkeys("«»“”„", '"'),
    **dict.fromkeys("–—", "-"),
    **dict.fromkeys("\u00a0\u202f\u2009", " "),
    **dict(zip("øØœŒæÆßðÐþÞ", "ooooaasddtt", strict=True)),
}
"""Signs that do not come apart into a plain letter and its accent."""


def fold(text: str) -> str:
    """The text in small letters without accents, letter for letter."""
    if text.isascii():
        return text.lower()
    return "".join(_PLAIN.get(letter) or normalize("NFD", letter)[0].lower()[0] for letter in text)


# -- words -------------------------------------------------------------------------

_WORD: Final = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_ELIDED: Final = re.compile(r"(?:[a-z]{1,2}|[a-z]*qu|aujourd)'[a-z0-9]+|[a-z]+'(?:t|s|m|d|ll|re|ve)")
_WHOLE: Final = frozenset(LEXICON.compounds) | {fold(word) for word in LEXICON.numbers.words if "-" in word}


def words(text: str) -> list[str]:
    """The words of a text, folded. A chain of words joined by hyphens or apostrophes counts as its words."""
    return [word for chain in _WORD.findall(fold(text)) for word in _parts(chain)]


def _parts(chain: str) -> Iterator[str]:
    if chain in _WHOLE:
        yield chain
        return
    for part in chain.split("-"):
        if _ELIDED.fullmatch(part):
            yield part
        else:
            yield from part.split("'")


# -- classes of words --------------------------------------------------------------


def pattern(members: Iterable[str]) -> re.Pattern[str]:
    """Any of these words, standing by itself: no letter before it, and none behind it unless it is elided."""
    ordered = sorted({fold(member) for member in members}, key=len, reverse=True)
    forms = [re.escape(word) + ("" if word.endswith("'") else r"(?![a-z])") for word in ordered]
    return re.compile(r"(?<![a-z])(?:" + "|".join(forms) + ")")


def _loose(names: Iterable[str]) -> re.Pattern[str]:
    """Names of several words, however they are joined."""
    ordered = sorted({fold(name) for name in names}, key=len, reverse=True)
    forms = [r"[ '\-]+".join(map(re.escape, re.split(r"[ '\-]+", name))) for name in ordered]
    return re.compile(r"(?<![a-z])(?:" + "|".join(forms) + r")(?![a-z])")


def _members(lists: Mapping[Kind, tuple[str, ...]]) -> list[str]:
    return [word for members in lists.values() for word in members]


ITEMS: Final = _loose(name for card in EQUIPMENT.values() for name in card.name.values())

CLASSES: Final[dict[str, re.Pattern[str]]] = {
    "kinds": pattern(_members(LEXICON.kinds)),
    "kind_colours": pattern(_members(LEXICON.kind_colours)),
    "colours": pattern(LEXICON.colours),
    "animals": pattern(LEXICON.animals),
    "polite": pattern(LEXICON.polite),
    "first_person": pattern(LEXICON.first_person),
    "yes": pattern(LEXICON.yes),
    "no": pattern(LEXICON.no),
    "items": ITEMS,
}

# -- disguises ---------------------------------------------------------------------

_SPELLED: Final = re.compile(r"(?<![a-z])[a-z](?:[-. ][a-z]){2,}(?![a-z])")
_MIXED: Final = re.compile(r"[a-z0-9]*[a-z][0-9]+[a-z][a-z0-9]*")
_DIGITS: Final = str.maketrans("013457", "oleast")
_JOINED: Final = re.compile(r"(?<=[a-zà-öø-ÿ])(?=[A-Z])")
_NUMBER_WORDS: Final = "|".join(sorted(map(fold, LEXICON.numbers.words), key=len, reverse=True))
_KIND_WORDS: Final = "|".join(sorted(map(fold, _members(LEXICON.kinds)), key=len, reverse=True))
_GLUED: Final = re.compile(rf"(?<![a-z])(?:({_KIND_WORDS})({_NUMBER_WORDS})|({_NUMBER_WORDS})({_KIND_WORDS}))(?![a-z])")


def readings(text: str) -> Iterator[str]:
    """The folded text, and what it reads as where words are spelled out, glued, or written with digits."""
    folded = fold(text)
    yield folded
    other = _SPELLED.sub(lambda hit: re.sub("[-. ]", "", hit[0]), fold(_JOINED.sub(" ", text)))
    other = _MIXED.sub(lambda hit: hit[0].translate(_DIGITS), other)
    other = _GLUED.sub(lambda hit: " ".join(filter(None, hit.groups())), other)
    if other != folded:
        yield other


def has(words_of: str, text: str) -> bool:
    """Whether the text holds a member of this class, in whatever spelling."""
    return any(CLASSES[words_of].search(reading) for reading in readings(text))


# -- names -------------------------------------------------------------------------


def _unsayable(card: Madness) -> list[str]:
    """The names of a card; but who must say "are you sure?" may say it, although the card is called so."""
    wanted = {fold(ending) for rule in card.enforce if isinstance(rule, Require) for ending in rule.literal}
    return [name for name in card.name.values() if fold(name) not in wanted]


_MADNESS_NAMES: Final = {card.id: [_loose([name]) for name in _unsayable(card)] for card in MADNESS.values()}


def names_any(names: Iterable[str], text: str) -> bool:
    """Whether the text calls one of these players."""
    called = {fold(name) for name in names}
    return bool(called) and pattern(called).search(fold(text)) is not None


def names_card(card: str, text: str) -> bool:
    """Whether the text holds the name of a madness card."""
    return any(name.search(fold(text)) for name in _MADNESS_NAMES[card])


def only_yes(text: str) -> bool:
    """Whether the text is a yes and nothing else."""
    said = words(text)
    return len(said) == 1 and said[0] in LEXICON.yes

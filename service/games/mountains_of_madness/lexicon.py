"""RULES 12.2: what the words of a message are, in English and French at once.

Texts are compared without capitals and accents. A folded text is as long as the text itself, so a word found in
the one can be replaced in the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple
from unicodedata import normalize

from service.games.mountains_of_madness.cards import BOX, EQUIPMENT, MADNESS, Madness
from service.games.mountains_of_madness.vocabulary import Kind, Require

LEXICON: Final = BOX.lexicon

_WORD: Final = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")


def fold(text: str) -> str:
    """The text in small letters without accents, letter for letter."""
    if text.isascii():
        return text.lower()
    return "".join(normalize("NFD", letter)[0].lower()[0] for letter in text.replace("’", "'"))


def words(text: str) -> list[str]:
    """The words of a text, folded; an apostrophe or hyphen inside belongs to the word."""
    return _WORD.findall(fold(text))


def _pattern(members: Iterable[str]) -> re.Pattern[str]:
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
    "kinds": _pattern(_members(LEXICON.kinds)),
    "kind_colours": _pattern(_members(LEXICON.kind_colours)),
    "colours": _pattern(LEXICON.colours),
    "animals": _pattern(LEXICON.animals),
    "polite": _pattern(LEXICON.polite),
    "first_person": _pattern(LEXICON.first_person),
    "yes": _pattern(LEXICON.yes),
    "no": _pattern(LEXICON.no),
    "madness_talk": _pattern(LEXICON.madness_talk),
    "items": ITEMS,
}


def _unsayable(card: Madness) -> list[str]:
    """The names of a card; but who must say "are you sure?" may say it, although the card is called so."""
    wanted = {fold(ending) for rule in card.enforce if isinstance(rule, Require) for ending in rule.literal}
    return [name for name in card.name.values() if fold(name) not in wanted]


_MADNESS_NAMES: Final = {card.id: [_loose([name]) for name in _unsayable(card)] for card in MADNESS.values()}


def has(words_of: str, text: str) -> bool:
    """Whether the text holds a member of this class."""
    if words_of == "numbers":
        return any(True for _ in numbers(text))
    return CLASSES[words_of].search(fold(text)) is not None


def names_any(names: Iterable[str], text: str) -> bool:
    """Whether the text calls one of these players."""
    called = {fold(name) for name in names}
    return bool(called) and _pattern(called).search(fold(text)) is not None


def names_card(card: str, text: str) -> bool:
    """Whether the text holds the name of a madness card."""
    return any(name.search(fold(text)) for name in _MADNESS_NAMES[card])


def only_yes(text: str) -> bool:
    """Whether the text is a yes and nothing else."""
    said = words(text)
    return len(said) == 1 and said[0] in LEXICON.yes


# -- numbers and kinds, with the place where they stand ---------------------------------


class Found(NamedTuple):
    """A number in a text."""

    start: int
    end: int
    value: int


_TENS, _ONES = ("", "X", "XX"), ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_ROMAN: Final = {_TENS[n // 10] + _ONES[n % 10]: n for n in range(2, 21)}
_ROMANS: Final = re.compile(r"(?<!\w)(?:" + "|".join(sorted(_ROMAN, key=len, reverse=True)) + r")(?!\w)")
_NUMBER_WORDS: Final = {fold(word): value for word, value in LEXICON.numbers.words.items()}
_NUMBERS: Final = re.compile(r"\d+|" + _pattern(_NUMBER_WORDS).pattern + r"|([|/*•#])(?:\s*\1)+")


def numbers(text: str) -> Iterator[Found]:
    """Every number: digits, number words, roman numerals in capitals, and rows of strokes."""
    found = []
    for hit in _NUMBERS.finditer(fold(text)):
        sign = hit[0]
        if sign.isdigit():
            value = int(sign)
        elif hit[1]:
            value = sign.count(hit[1])
        else:
            value = _NUMBER_WORDS[sign]
        found.append(Found(hit.start(), hit.end(), value))
    taken = {place for number in found for place in range(number.start, number.end)}
    found += [
        Found(hit.start(), hit.end(), _ROMAN[hit[0]]) for hit in _ROMANS.finditer(text) if hit.start() not in taken
    ]
    return iter(sorted(found))


_KIND_OF: Final[dict[str, Kind]] = {
    fold(word): kind
    for lists in (LEXICON.kinds, LEXICON.kind_colours)
    for kind, members in lists.items()
    for word in members
}
_KIND_WORDS: Final = _pattern(_KIND_OF)

_WORD_FORMS: Final[dict[Kind, tuple[str, str, str, str]]] = {
    "tools": ("tool", "tools", "outil", "outils"),
    "books": ("book", "books", "livre", "livres"),
    "weapons": ("weapon", "weapons", "arme", "armes"),
    "crates": ("crate", "crates", "caisse", "caisses"),
}
_SINGULAR: Final = {"gun": 0, "box": 0, "pistolet": 2}
_PLURAL: Final = {"guns": 1, "boxes": 1, "supplies": 1, "pistolets": 3, "vivres": 3}
_FORM: Final[dict[str, int]] = (
    {form: n for forms in _WORD_FORMS.values() for n, form in enumerate(forms)} | _SINGULAR | _PLURAL
)
_COLOUR_FORMS: Final[dict[Kind, tuple[str, str, str]]] = {
    "tools": ("yellow", "jaune", "jaunes"),
    "books": ("blue", "bleu", "bleus"),
    "weapons": ("red", "rouge", "rouges"),
    "crates": ("green", "vert", "verts"),
}


def kinds_replaced(text: str, becomes: Mapping[Kind, Kind]) -> str:
    """The text with every word for a kind turned into that of another: same language, same number."""
    folded, parts, at = fold(text), [], 0
    for hit in _KIND_WORDS.finditer(folded):
        parts += [text[at : hit.start()], _other_word(hit[0], text[hit.start() : hit.end()], becomes[_KIND_OF[hit[0]]])]
        at = hit.end()
    return "".join(parts) + text[at:]


def _other_word(word: str, written: str, kind: Kind) -> str:
    if word in _FORM:
        other = _WORD_FORMS[kind][_FORM[word]]
    else:
        english, *french = _COLOUR_FORMS[kind]
        is_english = word in (forms[0] for forms in _COLOUR_FORMS.values())
        other = english if is_english else french[word.endswith("s")]
    if written.isupper():
        return other.upper()
    return other.capitalize() if written[0].isupper() else other


def items_lost(text: str) -> str:
    """The text with every name of an object turned into dots: it would give kind and number away."""
    parts, at = [], 0
    for hit in ITEMS.finditer(fold(text)):
        parts += [text[at : hit.start()], "…"]
        at = hit.end()
    return "".join(parts) + text[at:]

"""Words for the four kinds of equipment, turned into each other where madness exchanges them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from service.games.mountains_of_madness.lexicon import ITEMS, LEXICON, fold, pattern
from service.games.mountains_of_madness.vocabulary import Kind

_KIND_OF: Final[dict[str, Kind]] = {
    fold(word): kind
    for lists in (LEXICON.kinds, LEXICON.kind_colours)
    for kind, members in lists.items()
    for word in members
}
_KIND_WORDS: Final = pattern(_KIND_OF)
_FRENCH: Final = re.compile(
    "outils?|livres?|bouquins?|grimoires?|armes?|pistolets?|fusils?|couteaux?|flingues?|munitions"
    "|caisses?|vivres|boites?|coffres?"
)
_FORMS: Final[dict[Kind, tuple[str, str, str, str]]] = {
    "tools": ("tool", "tools", "outil", "outils"),
    "books": ("book", "books", "livre", "livres"),
    "weapons": ("weapon", "weapons", "arme", "armes"),
    "crates": ("crate", "crates", "caisse", "caisses"),
}
_COLOURS: Final[dict[Kind, tuple[str, str, str]]] = {
    "tools": ("yellow", "jaune", "jaunes"),
    "books": ("blue", "bleu", "bleus"),
    "weapons": ("red", "rouge", "rouges"),
    "crates": ("green", "vert", "verts"),
}
_COLOUR_WORDS: Final = frozenset(fold(word) for members in LEXICON.kind_colours.values() for word in members)


def kinds_replaced(text: str, becomes: Mapping[Kind, Kind]) -> str:
    """The text with every word for a kind turned into that of another: same language, same number."""
    folded, parts, at = fold(text), [], 0
    for hit in _KIND_WORDS.finditer(folded):
        parts += [text[at : hit.start()], _other_word(hit[0], text[hit.start() : hit.end()], becomes[_KIND_OF[hit[0]]])]
        at = hit.end()
    return "".join(parts) + text[at:]


def _other_word(word: str, written: str, kind: Kind) -> str:
    several = word.endswith(("s", "z", "x")) and word != "box"
    if word in _COLOUR_WORDS:
        english, *french = _COLOURS[kind]
        other = english if word in (forms[0] for forms in _COLOURS.values()) else french[several]
    else:
        other = _FORMS[kind][2 * bool(_FRENCH.fullmatch(word)) + several]
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

"""The kinds, names of cards and numbers in a clause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from service.games.mountains_of_madness.bots.groups import Token
from service.games.mountains_of_madness.cards import EQUIPMENT
from service.games.mountains_of_madness.lexicon import LEXICON, fold
from service.games.mountains_of_madness.vocabulary import Kind

_KIND_OF: Final[dict[str, Kind]] = {
    fold(word): kind
    for lists in (LEXICON.kinds, LEXICON.kind_colours)
    for kind, members in lists.items()
    for word in members
}
_ITEM_OF: Final = {fold(name): card for card in EQUIPMENT.values() for name in card.name.values()}
_NUMBER_OF: Final = {fold(word): value for word, value in LEXICON.numbers.words.items()} | {
    **dict.fromkeys(("deuce",), 2),
    **dict.fromkeys(("threes",), 3),
    **dict.fromkeys(("fives", "fiver"), 5),
    **dict.fromkeys(("tenner",), 10),
}
_COUNTS: Final = {"pair", "couple", "paire", "double"}
_SINGLE: Final = {"one", "un", "une", "a", "an"}


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_TOKEN: Final = re.compile(
    rf"(?<![a-z])(?:(?P<item>{_any(_ITEM_OF)})(?![a-z])"
    rf"|(?P<kind>{_any(_KIND_OF)})(?=[\d\W]|$)"
    rf"|(?P<word>{_any(_NUMBER_OF)})(?P<plural>e?s)?(?![a-z])|(?P<one>{_any(_SINGLE)})(?![a-z']))"
    r"|(?P<digits>\d+)(?P<many>'?s(?![a-z]))?"
)
KIND: Final = _any(_KIND_OF)
NUMBER: Final = rf"\d+|{_any(_NUMBER_OF)}"
"""What any kind and any number look like."""


def tokens(clause: str) -> list[Token]:
    """The kinds and numbers of a clause, with how far each stands from the one before it."""
    found: list[Token] = []
    at = named = 0
    for hit in _TOKEN.finditer(clause):
        between = clause[at : hit.start()]
        gap = len(re.findall(r"[a-z']+", between)) + 4 * len(
            re.findall(r"[,:](?!\s*(?:a|an|un|une|it|\d)(?![a-z]))", between)
        )
        comma = "," in between
        at = hit.end()
        if hit["item"]:
            card = _ITEM_OF[hit["item"]]
            if {(each.kind, each.number) for each in found[-2:]} == {(card.kind, None), (None, card.value)}:
                # "Tools 6 (Rock Drill)" is one card, too.
                continue
            found += [Token(gap, comma, kind=card.kind), Token(0, False, number=card.value)]
            named = card.value
        elif hit["kind"]:
            found.append(Token(gap, comma, kind=_KIND_OF[hit["kind"]]))
            named = 0
        elif hit["one"] or hit["digits"] == "1":
            # No card is worth 1.
            found.append(Token(gap, comma, single=True))
        else:
            word = hit["word"] or ""
            value = _NUMBER_OF[word] if word else int(hit["digits"])
            if named == value and gap <= 3:
                # "A revolver of 4" is one card.
                named = 0
                continue
            found.append(
                Token(
                    gap,
                    comma,
                    number=value,
                    worded=bool(word),
                    plural=word in _COUNTS or bool(hit["plural"] or hit["many"]),
                )
            )
    return found

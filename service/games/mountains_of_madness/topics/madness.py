"""RULES 7.6, D20: talk about one's own madness. What others suffer from is free to guess."""

from __future__ import annotations

import re
from typing import Final

from service.games.mountains_of_madness.lexicon import LEXICON, readings
from service.games.mountains_of_madness.topics import any_of, phrases

_MAD: Final = any_of(*LEXICON.mad)
_MADNESS: Final = any_of(*LEXICON.madness)

_PLACES: Final = re.compile(
    phrases(
        "(?:gates?|mountains?) of madness",
        "(?:portes?|montagnes?) de la folie",
        "montagnes hallucinees",
    )
)
"""Names that hold the word and mean a place."""

_AM: Final = phrases(
    "i(?: am|'m|m| was| will be|'ll be| feel| seem| look| must be| might be| may be| go| went| became)",
    "i(?: have|'ve) (?:been|become|gone|got)",
    "(?:am|was) i",
    "we(?: are|'re| were| all are)",
    "are we",
    "je (?:suis|serais?|deviens|me sens|parais|semble)",
    "(?:j'suis|chuis|j'etais|suis-je|j'ai l'air|nous sommes|sommes-nous|on est|on devient)",
    "(?:makes?|made|drives?|drove|driving|calls?) me",
    "me rend(?:ent)?",
)
"""Ways to begin: I am (mad)."""

_HAVE: Final = phrases(
    "i(?: have|'ve| hold| got| drew| took| suffer| carry| keep| had)",
    "we(?: have|'ve)",
    "(?:have i|do i have)",
    "j'(?:ai|avais)",
    "je (?:n'ai|tiens|pioche|souffre|subis|garde|recois)",
    "(?:ai-je|nous avons|on a)",
)
"""Ways to begin: I have (a madness card)."""

_MY: Final = any_of("my our mine ma mon mes notre nos")

_BETWEEN: Final = any_of(
    "a an the all both not so very quite rather really truly totally completely bit little going getting gone still",
    "too",
    "as probably certainly now already own new old former current latest first second third one two three level",
    "number",
    "card cards of from got been this that drawn secret 1 2 3 i ii iii",
    "un une la le les de du des pas plus tres vraiment completement totalement bien tout toute tous toutes devenu",
    "devenue peu sans doute deja propre carte cartes nouvelle ancienne petite niveau quelle d'une cette",
)
"""Words that may stand between the beginning and the madness without changing whose it is."""
_GAP: Final = rf"\s+(?:{_BETWEEN}[\s-]+){{0,5}}"

_OWN_MADNESS: Final = re.compile(
    "(?<![a-z])"
    + phrases(
        _AM + _GAP + _MAD,
        _HAVE + _GAP + _MADNESS,
        _MY + _GAP + _MADNESS,
        _MADNESS + " (?:cards? )?(?:of mine|is mine|i (?:have|hold|drew|got)|que j'ai|qui m|est la mienne|a moi)",
    )
)


def of_own_madness(text: str) -> bool:
    """Whether somebody talks about his own madness."""
    return any(_OWN_MADNESS.search(re.sub("[,;:]", "", _PLACES.sub("there", reading))) for reading in readings(text))

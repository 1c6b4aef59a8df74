"""RULES 5.6, D21: talk about the cards in somebody's hand, which has its place in the discussion only.

A kind of equipment, an object, a wound or a number tells of a hand, unless it plainly means what lies open to all: what
a place asks for, the discard, tokens, turns, spaces.
"""

from __future__ import annotations

import re
from typing import Final

from service.games.mountains_of_madness.lexicon import CLASSES, LEXICON, readings
from service.games.mountains_of_madness.numerals import SPACE, numbers
from service.games.mountains_of_madness.topics import any_of, phrases

# -- what tells of a hand ----------------------------------------------------------

_CARDS: Final = any_of("card cards carte cartes")
_HAND: Final = any_of("hand hands main mains")
_WHOSE: Final = any_of("my your our his her their whose ma ta sa mes tes ses notre votre nos vos leur leurs")
_HOLD: Final = phrases(
    r"(?:i|we|you|they|who|he|she)\s+(?:\w+\s+)?(?:have|has|hold|holds|got|keep|keeps|had|held)",
    "(?:i've|we've|you've|i'm holding)",
    "(?:j'ai|j'en ai|je n'ai|je n'en ai|je tiens|je garde|nous avons|on a)",
    "(?:tu as|t'as|tu n'as|vous avez|il a|elle a|ils ont|qui a)",
)
_SORT: Final = any_of(
    "odd even low lower lowest high higher highest strong weak good great bad poor useless rubbish small big nice",
    "equipment",
    "pair pairs paire paires impair impairs impaire impaires faible faibles fort forte forts fortes haut haute",
    "hautes bas",
    "basse basses bon bonne bonnes mauvais mauvaise mauvaises nul nulle nulles petite petites grosse grosses",
    "equipement",
)
_ONLY: Final = phrases(
    "only", "just", "nothing but", "all", "mostly", "(?:rien )?que des?", "uniquement", "tou(?:tes?|s)"
)
_COLOUR: Final = any_of(*(word for members in LEXICON.kind_colours.values() for word in members))
_HANDS: Final = re.compile(
    "(?<![a-z])"
    + phrases(
        rf"{_WHOSE}\s+(?:\w+\s+)?{_HAND}(?! limit)",
        rf"{_WHOSE}\s+(?:\w+\s+)?{_CARDS}",
        rf"(?:in|en)\s+{_HAND}",
        rf"{_HOLD}\s+(?:\S+\s+){{0,4}}?{_CARDS}",
        rf"{_SORT}\s+{_CARDS}",
        rf"{_CARDS}\s+{_SORT}",
        rf"{_ONLY}\s+{_SORT}",
        rf"{_HOLD}\s+(?:\S+\s+){{0,2}}?{_COLOUR}",
        rf"{_COLOUR}\s+(?:ones?|{_CARDS}|\d)",
        rf"(?:the|all|only|just|les?|des?)\s+{_COLOUR}",
    )
)
_CONTENT: Final = re.compile(
    "(?<![a-z])"
    + any_of(
        "esoteric esoterics esoterique esoteriques wound wounds blessure blessures injury injuries equipment equipement"
    )
)

# -- what lies open ----------------------------------------------------------------

_PUBLIC: Final = re.compile(
    "(?<![a-z])"
    + any_of(
        "ask asks asked demand demands demanded needs printed trial trials tile tiles pile piles discard discarded",
        "heal",
        "healed demande demandait demandent epreuve epreuves tuile tuiles defausse pioche soigner soigne soignons",
        "soignez",
    )
)
_HOLDER: Final = re.compile(rf"(?<![a-z])(?:{_HOLD}|{any_of('has have hold holds got')}|{_WHOSE}\s+(?:\w+\s+)?{_HAND})")
_BOX: Final = re.compile(r"(?:in|into|to|from|of) the box(?![a-z])|(?:dans|de|a) la boite(?![a-z])")
_COUNTED: Final = any_of(
    "token tokens turn turns round rounds tile tiles space spaces place places relic relics row rows step steps move",
    "moves",
    "time times second seconds minute minutes hour hours player players seat seats level levels trial trials failure",
    "failures success successes point points left us o'clock way ways option options route routes percent region",
    "regions",
    "jeton jetons tour tours tuile tuiles case cases lieu lieux relique reliques rangee rangees pas coup coups fois",
    "seconde",
    "secondes heure heures joueur joueurs siege sieges niveau niveaux epreuve epreuves echec echecs chemin chemins",
    "d'entre",
)
_FURTHER: Final = any_of(
    "more other last next empty of leadership autre autres dernier derniers derniere dernieres prochains de des"
)
_THEN: Final = re.compile(
    rf"\s*%|(?:st|nd|rd|th|er?|eme)(?![a-z])|\s*(?:(?:or|to|and|ou|a|et|-)\s*\w+\s+)?(?:{_FURTHER}\s+){{0,2}}{_COUNTED}"
)
_NUMBERED: Final = re.compile(
    any_of("level levels niveau turn tour row rangee player seat joueur siege timer sablier trial epreuve number")
    + r"\s+(?:\w+\s+(?:or|and|ou|et)\s+)?$"
)


def of_hands(text: str) -> bool:
    """Whether a text tells of cards in somebody's hand, or of what they are worth."""
    return any(_tells(reading) for reading in readings(text))


def _tells(reading: str) -> bool:
    said = _BOX.sub(" ", SPACE.sub("there", reading))
    if _HANDS.search(said):
        return True
    if _PUBLIC.search(said) and not _HOLDER.search(said):
        return False
    things = _CONTENT.search(said) or CLASSES["kinds"].search(said) or CLASSES["items"].search(said)
    return things is not None or any(not _counts_open_things(said, found.start, found.end) for found in numbers(said))


def _counts_open_things(said: str, start: int, end: int) -> bool:
    """A number of tokens, turns or tiles, or a level or seat that is named by its number."""
    return _THEN.match(said, end) is not None or _NUMBERED.search(said[:start]) is not None

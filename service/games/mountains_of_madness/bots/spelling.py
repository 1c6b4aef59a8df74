"""Slang, contractions and slips of the keyboard, put into the words that `prose` reads. The text is folded already."""

from __future__ import annotations

import re
from typing import Final

from service.games.mountains_of_madness.lexicon import LEXICON, fold

CONTRACTIONS: Final = {
    **dict.fromkeys(("gonna", "goin to"), "going to"),
    **dict.fromkeys(("imma", "ima", "i'mma"), "i'll"),
    **dict.fromkeys(("gotta", "got to", "hafta"), "need"),
    **dict.fromkeys(("ain't", "aint"), "not"),
    **dict.fromkeys(("any1", "ne1"), "anyone"),
    **dict.fromkeys(("u", "ya", "yall", "y'all"), "you"),
    **dict.fromkeys(("ur", "yer"), "your"),
    **dict.fromkeys(("i wanna", "i'd like to"), "i'll"),
    **dict.fromkeys(("how bout", "wbu", "hbu"), "what about"),
    **dict.fromkeys(("whos", "who's"), "who has"),
    **dict.fromkeys(("lemme",), "let me"),
    **dict.fromkeys(
        ("gimme", "give me", "pass me", "hand me", "donne-moi", "donnez-moi", "file-moi", "filez-moi"), "need"
    ),
    **dict.fromkeys(("wat", "wut", "wot", "wats", "whaddya", "whatcha"), "what"),
    **dict.fromkeys(("koi", "kwa"), "quoi"),
    **dict.fromkeys(("ki",), "qui"),
    **dict.fromkeys(("keske", "kesk", "kess", "qu'est ce", "quest ce"), "qu'est-ce"),
    **dict.fromkeys(("pr",), "pour"),
    **dict.fromkeys(("vs",), "vous"),
    **dict.fromkeys(("weps", "weaps", "wpns", "flingues"), "weapons"),
    **dict.fromkeys(("bouquin", "bouquins"), "books"),
    **dict.fromkeys(
        ("nada", "zilch", "nil", "nuthin", "nothin", "nuffin", "jack", "jack squat", "squat", "diddly"), "none"
    ),
    **dict.fromkeys(("que dalle", "quedalle", "nib", "walou", "peanuts", "keud", "queud"), "none"),
    **dict.fromkeys(("out of", "ran out of", "short of", "short on", "a court de", "a court d"), "no"),
    **dict.fromkeys(
        ("yup", "yeh", "yea", "aye", "kk", "lgtm", "ouaip", "ouep", "oue", "yop", "carrement", "ca roule", "banco"),
        "yes",
    ),
    **dict.fromkeys(("nan", "naan", "nuh", "noo", "nop", "nn", "que nenni"), "no"),
    **dict.fromkeys(("hold on", "hold up", "hang on", "one sec", "un instant", "une seconde", "une minute"), "wait"),
    **dict.fromkeys(("no problem", "no prob", "no worries", "no sweat", "why not", "pourquoi pas"), "yes"),
    **dict.fromkeys(("pas de souci", "pas de soucis", "pas de probleme", "pas de pb"), "yes"),
    **dict.fromkeys(("qqn", "qqun", "qq1", "kelkun", "quelquun"), "quelqu'un"),
    **dict.fromkeys(("daccord", "dakor", "dac"), "d'accord"),
    **dict.fromkeys(("faudrait", "faudra", "fo"), "faut"),
}
"""Short forms of everyday speech, and what they stand for."""

REAL_WORDS: Final = frozenset(
    {
        *("create", "created", "creates", "craters", "craves", "boots", "boos", "tolls", "weapon"),
        *(
            "carte",
            "cartes",
            "armee",
            "armees",
            "livrer",
            "livree",
            "arme",
            "armer",
            "libre",
            "libres",
            "litre",
            "litres",
            "baisse",
        ),
    }
)
"""Words that are one letter away from a kind of equipment and mean something else."""

_SHORT: Final = re.compile(
    rf"(?<![a-z'])(?:{'|'.join(sorted(map(re.escape, CONTRACTIONS), key=len, reverse=True))})(?![a-z'])"
)
_ELIDED: Final = re.compile(r"(?<![a-z'])j'?(?=[b-df-hj-np-tv-z])")
"""In French no word begins with `j` and a consonant: `jmets` is `je mets`."""

_ELIDED_VOWEL: Final = re.compile(r"(?<![a-z'])j(?=(?:ajout|apport|envoi|utilis|engag|avanc|offr)[a-z]*)")
"""The same before verbs with a vowel: `jajoute`."""

_STRETCHED: Final = re.compile(r"([a-z])\1{2,}")
"""Three times the same letter is once too often in both languages: `nooo`."""

_NEIGHBOURS: Final = {
    letter: frozenset(near)
    for board in (("qwertyuiop", "asdfghjkl", "zxcvbnm"), ("azertyuiop", "qsdfghjklm", "wxcvbn"))
    for row, keys in enumerate(board)
    for n, letter in enumerate(keys)
    for near in ["".join(other[max(0, n - 1) : n + 2] for other in board[max(0, row - 1) : row + 2])]
}
"""The keys around a key."""

_KIND_WORDS: Final = frozenset(fold(word) for words in LEXICON.kinds.values() for word in words)
_GLUED_ARTICLE: Final = re.compile(
    rf"(?<![a-z'])([ld])(?=(?:{'|'.join(sorted(word for word in _KIND_WORDS if word[0] in 'aeo'))})(?![a-z]))"
)
"""A French article written into the word: `larme`."""

_LETTERS: Final = {
    "t": "tools",
    "o": "tools",
    "b": "books",
    "l": "books",
    "w": "weapons",
    "a": "weapons",
    "c": "crates",
}
_CODED: Final = re.compile(r"[\s,;.+]*(?:(?:[a-z]\d+|\d+[a-z])(?:[\s,;.+]+|$))+")
_CODE: Final = re.compile(rf"([{''.join(_LETTERS)}])(\d+)|(\d+)([{''.join(_LETTERS)}])")
_SPACE: Final = re.compile(r"\W*c\d+\W*")
"""A message of one such code may mean a space of the mountain."""

_NUMBER: Final = rf"\d+|{'|'.join(sorted(map(fold, LEXICON.numbers.words), key=len, reverse=True))}"
_BOTH: Final = re.compile(
    r"(?<![a-z])(?:both|(?:les |toutes les |tous les )deux(?: (?:a|sont|font|en|des?))?|tou(?:te)?s deux(?: a)?)"
    rf"(?: are| worth| of| in| de)* ({_NUMBER})(?:'?s)?(?![a-z])"
)
_ALL_OF: Final = re.compile(
    rf"(?<![a-z0-9])(?P<many>2|3|two|three|deux|trois) (?P<kind>{'|'.join(sorted(_KIND_WORDS, key=len, reverse=True))})"
    rf"(?: are| sont| of| de)(?: all| both| tous| toutes| des)* (?P<value>{_NUMBER})(?:'?s)?"
    r"(?![a-z]|,? (?:and|et|\d)|/)"
)
"""In "my two tools are 5s", every one of them is."""
_BOTH_OF: Final = re.compile(
    rf"(?<![a-z])both (?:of )?(?:my |the )?(?=(?:{'|'.join(sorted(_KIND_WORDS, key=len, reverse=True))}) are)"
)
_BOTH_KINDS: Final = re.compile(
    r",? (?:both|toutes? les deux|tous les deux|toutes deux|tous deux|les deux)"
    r"(?: (?:of them|are|en|des?|in))*(?= [a-z])"
)
"""In "a 3 and a 5, both books", `both` counts the values that are told already."""
_TWICE: Final = re.compile(
    rf"(?<![a-z0-9])(?:(?:(?:twice|two times|deux fois|2 fois)(?: a| un| le)? |2 ?x ?)({_NUMBER})"
    rf"|({_NUMBER}) (?:twice|deux fois))(?![a-z])"
)
_KINDS: Final = tuple(
    {fold(word) for words in LEXICON.kinds.values() for word in words if len(word) >= 5 and " " not in word}
)
_VOWELS: Final = re.compile("[aeiouy]")
_DOUBLED: Final = re.compile(r"([a-z])\1+")
_SHORTENED: Final = {
    short: word
    for word in sorted(_KIND_WORDS, key=len)
    if " " not in word and len(word) >= 4
    for short in (_VOWELS.sub("", word), _DOUBLED.sub(r"\1", word))
    if len(short) >= 3 and short not in _KIND_WORDS
}
"""Kinds without their vowels, and with every doubled letter written once: `crts`, `bok`."""


def plain(text: str) -> str:
    """The text with everyday short forms written out and the kinds of equipment spelled right."""
    text = _GLUED_ARTICLE.sub(r"\1'", _coded(_STRETCHED.sub(r"\1", text)))
    text = _SHORT.sub(lambda hit: CONTRACTIONS[hit[0]], _ELIDED.sub("je ", _ELIDED_VOWEL.sub("j'", text)))
    text = _TWICE.sub(lambda hit: f"{hit[1] or hit[2]} and {hit[1] or hit[2]}", text)
    text = _ALL_OF.sub(_each, _BOTH_OF.sub("2 ", text))
    text = _BOTH_KINDS.sub("", _BOTH.sub(r"\1 and \1", text))
    return re.sub(r"(?<![a-z])(?<![a-z]{2}')[a-z]{3,}(?![a-z'])", lambda hit: _kind(hit[0]), text)


def _each(hit: re.Match[str]) -> str:
    many = 2 if hit["many"] in ("2", "two", "deux") else 3
    return f"{hit['kind']} {' and '.join([hit['value']] * many)}"


def _coded(text: str) -> str:
    """A message of nothing but letters with numbers names kinds by their first letter: `T5 W3`."""
    if _CODED.fullmatch(text) is None or _SPACE.fullmatch(text):
        return text
    return _CODE.sub(lambda hit: f"{_LETTERS[hit[1] or hit[4]]} {hit[2] or hit[3]},", text)


def _kind(word: str) -> str:
    """The kind that is meant by a word with one slip: a letter too many, missing, from the next key, or two swapped."""
    if word in _KIND_WORDS or word in REAL_WORDS:
        return word
    if word in _SHORTENED:
        return _SHORTENED[word]
    if len(word) < 4:
        return word
    return next((kind for kind in _KINDS if kind[0] == word[0] and _one_slip(word, kind)), word)


def _one_slip(word: str, kind: str) -> bool:
    if len(word) == len(kind):
        apart = [n for n, (one, other) in enumerate(zip(word, kind, strict=True)) if one != other]
        if len(apart) == 1:
            return word[apart[0]] in _NEIGHBOURS[kind[apart[0]]]
        return (
            len(apart) == 2
            and word[apart[0]] == kind[apart[1]]
            and word[apart[1]] == kind[apart[0]]
            and apart[1] == apart[0] + 1
        )
    longer, shorter = sorted((word, kind), key=len, reverse=True)
    return len(longer) == len(shorter) + 1 and any(longer[:n] + longer[n + 1 :] == shorter for n in range(len(longer)))

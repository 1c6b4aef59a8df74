"""Sentences with blanks: forms for zero, one and many, joined lists, and the French à and de.

    {count:one card|# cards}           one | other; # is the number
    {count:no card|one card|# cards}   zero | one | other
    {seats:# wins|# win}               of a list: its length chooses the form, # is the joined list
    {character:à}  {character:de}      the French preposition, contracted with the name that follows it
    {place:the}                        the name with a small article: "Ada explores the Rover", not "The Rover"
    {choices:same}                     a list whose items are all the same as one of them
    {cards:by seats}                   a list, each item under who it belongs to: "Ada: a rope; Ben: a lamp and a map"
    {lines:' / '}                      a list with this between its items instead of commas and "and"

In French zero takes the singular, in English the plural. An empty list without a form for zero is a dash.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final

DASH: Final = "–"
AND: Final = {"en": "and", "fr": "et"}

_CONTRACTED: Final = {
    "à": {"le ": "au ", "les ": "aux ", "la ": "à la ", "l’": "à l’", "l'": "à l’"},
    "de": {"le ": "du ", "les ": "des ", "la ": "de la ", "l’": "de l’", "l'": "de l’"},
}

_ARTICLES: Final = ("The ", "A ", "An ", "Le ", "La ", "Les ", "L’", "L'", "Un ", "Une ")

Name = Callable[[str, Any], str]
"""What a value is called, by the blank it stands in."""


def fill(sentence: str, language: str, said: Mapping[str, Any], name: Name | None = None) -> str:
    """The sentence with its blanks filled in; a blank that nothing is known about is a dash."""
    return sentence.format_map(_Blanks(said, language, name or _plain))


def join(parts: list[str], language: str) -> str:
    """Several names as one: with commas, and with a word before the last."""
    if len(parts) < 2:
        return parts[0] if parts else DASH
    return f"{', '.join(parts[:-1])} {AND.get(language, 'and')} {parts[-1]}"


def contract(preposition: str, name: str) -> str:
    """`à` or `de` before a name: au Majordome, aux Gitans, du Chasseur, d’Anna."""
    for article, contracted in _CONTRACTED[preposition].items():
        if name.lower().startswith(article):
            return contracted + name[len(article) :]
    first = unicodedata.normalize("NFD", name[:1]).lower()[:1]
    if preposition == "de" and first and first in "aeiouœæ":
        return f"d’{name}"
    return f"{preposition} {name}"


def small_article(name: str) -> str:
    """A name in the middle of a sentence: the Rover, l’Antre."""
    return name[0].lower() + name[1:] if name.startswith(_ARTICLES) else name


def _plain(key: str, value: Any) -> str:
    return str(value)


class _Blanks:
    """What the blanks of one sentence are filled with."""

    def __init__(self, said: Mapping[str, Any], language: str, name: Name) -> None:
        self._said, self._language, self._name = said, language, name

    def __getitem__(self, key: str) -> _Blank:
        value = self._said.get(key, ())
        return _Blank(value, self._texts(key, value), self._language, self.by)

    def by(self, texts: list[str], key: str) -> str:
        """The items of a list under the names of those in the list `key` they belong to."""
        owned: dict[str, list[str]] = {}
        for text, owner in zip(texts, self._texts(key, self._said.get(key, ())), strict=True):
            owned.setdefault(owner, []).append(text)
        colon, semicolon = (" :", " ;") if self._language == "fr" else (":", ";")
        return f"{semicolon} ".join(f"{owner}{colon} {join(some, self._language)}" for owner, some in owned.items())

    def _texts(self, key: str, value: Any) -> list[str]:
        if isinstance(value, list | tuple):
            return [join(self._texts(key, each), self._language) for each in value]
        return [] if value is None else [self._name(key, value)]


class _Blank:
    """One blank: a number, or one or several names."""

    def __init__(self, value: Any, texts: list[str], language: str, by: Callable[[list[str], str], str]) -> None:
        self._value, self._texts, self._language, self._by = value, texts, language, by

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            return self._form(spec.split("|"))
        if spec in _CONTRACTED:
            return join([contract(spec, text) for text in self._texts], self._language)
        if spec.startswith("by "):
            return self._by(self._texts, spec[3:])
        if spec == "the":
            return join([small_article(text) for text in self._texts], self._language)
        if spec == "same":
            return join(self._texts[:1] if len(set(self._texts)) == 1 else self._texts, self._language)
        if len(spec) > 1 and spec[0] == spec[-1] == "'":
            return spec[1:-1].join(self._texts) or DASH
        return format(self._value, spec) if spec else join(self._texts, self._language)

    def _form(self, forms: list[str]) -> str:
        # A seat is an int too, but it is called by the player's name and not counted.
        counted = isinstance(self._value, int) and self._texts == [str(self._value)]
        count = abs(self._value) if counted else len(self._texts)
        if count == 0 and len(forms) == 2 and not counted:
            return DASH
        if len(forms) == 3 and count == 0:
            chosen = forms[0]
        else:
            few = count < 2 if self._language == "fr" else count == 1
            chosen = forms[-2] if few else forms[-1]
        return chosen.replace("#", str(self._value) if counted else join(self._texts, self._language))

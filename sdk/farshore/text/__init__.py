"""The messages of the SDK in English and French, and the texts that a game brings along."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from farshore.text.sentences import Name, fill

LANGUAGES: Final = ("en", "fr")


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of this machine if it is one of ours, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


class Messages:
    """The messages of the SDK in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._text: dict[str, str] = json.loads(files(__name__).joinpath(f"{language}.json").read_text("utf-8"))

    def __call__(self, key: str, **params: Any) -> str:
        """A message with its parameters filled in."""
        return self._text[key].format(**params)

    def get(self, key: str, default: str, **params: Any) -> str:
        """The same for a value that a newer service may send; `default` if there is no message for it."""
        return self(key, **params) if key in self._text else default


class GameText:
    """The texts of one game, as `GET /games/{game}/text/{language}` returns them."""

    def __init__(self, text: Mapping[str, Any]) -> None:
        self.title: str = text.get("name", "")
        self.about: str = text.get("about", "")
        self.ids: Mapping[str, str] = text.get("ids") or {}
        self.terms: Mapping[str, str] = text.get("terms") or {}
        self.story: Mapping[str, str] = text.get("story") or {}
        self.decisions: Mapping[str, str] = text.get("decisions") or {}
        self.cards: Mapping[str, Mapping[str, str]] = text.get("cards") or {}
        self.language: str = text.get("language") or "en"

    def name(self, id: str) -> str:
        """The name of a card or another option."""
        known = self.ids.get(id) or self.cards.get(id, {}).get("name")
        return known or self.terms.get(id) or id

    def full(self, id: str) -> str:
        """The name of a card with its text."""
        text = self.cards.get(id, {}).get("text")
        return f"{self.name(id)} ({text})" if text else self.name(id)

    def term(self, word: str) -> str:
        """A word of the game's vocabulary."""
        return self.terms.get(word, word)

    def prompt(self, kind: str, about: Mapping[str, Any], default: str) -> str:
        """The prompt of a decision; `default` if this text has none for it."""
        sentence = self.decisions.get(kind)
        return default if sentence is None else fill(sentence, self.language, about, self._namer((), self.name))

    def sentence(
        self, kind: str, data: Mapping[str, Any], names: Sequence[str], name: Callable[[str], str] | None = None
    ) -> str:
        """An event as a sentence, with the players' names; `name` replaces the usual names of cards."""
        sentence = self.story.get(kind)
        if sentence is None:
            # A kind of event without a text: show the raw data rather than nothing.
            sentence = kind + ": " + ", ".join(f"{key} {{{key}}}" for key in data)
        return fill(sentence, self.language, data, self._namer(names, name or self.name))

    def _namer(self, names: Sequence[str], name: Callable[[str], str]) -> Name:
        def text_of(key: str, value: Any) -> str:
            if isinstance(value, int) and key in ("seat", "seats") and 0 <= value < len(names):
                return names[value]
            return name(value) if isinstance(value, str) else str(value)

        return text_of

"""Everything the terminal says: its own words, and those the game brings along."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("en", "fr")


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language the person's machine speaks, as far as it is one of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if spoken := environment.get(name):
            return "fr" if spoken.lower().startswith("fr") else "en"
    return "en"


class Words:
    """The terminal's own sentences in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        text = files("farshore.cli").joinpath("text", f"{language}.json").read_text("utf-8")
        self._text: dict[str, str] = json.loads(text)

    def __call__(self, key: str, **params: Any) -> str:
        """A sentence with its blanks filled in."""
        return self._text[key].format(**params)

    def maybe(self, key: str, otherwise: str, **params: Any) -> str:
        """The same for what a newer service may say; its own word has to do where we have none."""
        return self(key, **params) if key in self._text else otherwise


class GameWords:
    """The words of one game, as `GET /games/{game}/text/{language}` gives them."""

    def __init__(self, text: Mapping[str, Any]) -> None:
        self.title: str = text.get("name", "")
        self.about: str = text.get("about", "")
        self.ids: Mapping[str, str] = text.get("ids") or {}
        self.terms: Mapping[str, str] = text.get("terms") or {}
        self.story: Mapping[str, str] = text.get("story") or {}

    def call(self, id: str) -> str:
        """What a card or another option is called."""
        return self.ids.get(id) or self.terms.get(id) or id

    def term(self, word: str) -> str:
        """A word of the game's vocabulary."""
        return self.terms.get(word, word)

    def tell(
        self, kind: str, data: Mapping[str, Any], names: Sequence[str], call: Callable[[str], str] | None = None
    ) -> str:
        """An event as a sentence, with the players' names filled in; `call` names the cards in another way."""
        said = {key: self._say(key, value, names, call or self.call) for key, value in data.items()}
        sentence = self.story.get(kind)
        if sentence is None:
            # A kind of event this server's text does not know yet: better a raw fact than none.
            return kind + ": " + ", ".join(f"{key} {value}" for key, value in said.items())
        return sentence.format_map(_Blanks(said))

    def _say(self, key: str, value: Any, names: Sequence[str], call: Callable[[str], str]) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(self._say(key, each, names, call) for each in value) or "–"
        if isinstance(value, int) and key in ("seat", "seats") and 0 <= value < len(names):
            return names[value]
        return call(value) if isinstance(value, str) else str(value)


class _Blanks(dict[str, str]):
    """A blank that cannot be filled stays a blank; it must not stop a game."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"

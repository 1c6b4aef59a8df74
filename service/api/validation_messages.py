"""What is wrong with a field, in the caller's language.

Whoever checks a field says it in English, the libraries too. Here the sentence is found again among those that are
known, in which `{0}` and `{1}` stand for what was named, and is said anew; one that is not known stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from service.api.context import language
from service.games import REGISTRY

PLACES: Final = ("json", "query", "headers")
LONGEST: Final = 500
"""What is longer quotes somebody at length, and to look for sentences in it could take for ever."""

WHOLE: Final = "_schema"
"""What marshmallow calls the object itself, where not one of its fields is wrong."""


def flat(messages: Any, path: tuple[str, ...] = ()) -> Iterator[dict[str, str]]:
    """marshmallow's nested messages as one list; the place (json, query) is only said where it helps."""
    if isinstance(messages, dict):
        for key, value in messages.items():
            place = () if (not path and key in PLACES) or key == WHOLE else (str(key),)
            yield from flat(value, (*path, *place))
    elif isinstance(messages, list):
        for message in messages:
            yield from flat(message, path)
    else:
        yield complaint(".".join(path), str(messages))


def complaint(field: str, message: str) -> dict[str, str]:
    """One field and what is wrong with it."""
    return {"field": field, "message": said(message, language())}


def said(message: str, language: str) -> str:
    """The same in this language."""
    if len(message) > LONGEST:
        return message
    for sentence, words in _sentences(language):
        if found := sentence.fullmatch(message):
            return words.format(*found.groups())
    return message


def sources(language: str) -> list[Path]:
    """Where the sentences are: those about requests here, those about the options of a game with the game."""
    games = (game.folder / "text" / f"wrong.{language}.json" for game in REGISTRY.values())
    return [Path(__file__).parent / "text" / "fields" / f"{language}.json", *filter(Path.exists, games)]


@cache
def _sentences(language: str) -> list[tuple[re.Pattern[str], str]]:
    known: dict[str, str] = {}
    for path in sources(language):
        known |= msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    # The one with the most words of its own comes first: `{0} plays {1}` would fit others as well.
    order = sorted(known, key=lambda sentence: len(re.sub(r"\{\d\}", "", sentence)), reverse=True)
    return [(re.compile(re.sub(r"\\\{\d\\\}", "(.+?)", re.escape(one)), re.DOTALL), known[one]) for one in order]

"""The words a player reads, one file per language and game; rules speak in ids and kinds only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from service.games.kit.sentences import fill

LANGUAGES: Final = ("en", "fr")
IN_BRACKETS: Final = re.compile(r" \([^()]*\)$")


class CardText(Struct, frozen=True, forbid_unknown_fields=True):
    """A card or a bot in words: what it is called, and what it does."""

    name: str
    text: str


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything one game says in one language.

    `decisions` ask a question by its kind, `story` tells an event by its kind and `refusals` explain a refused answer
    by its code, each with data in braces (`kit.sentences` says what may stand there). `cards` are the cards with what
    they do, `ids` name the cards and all other options in full, and `names` in a few words; `page` has the sentences of
    the text page. `terms` are the
    game's vocabulary (wonders, biomes …) and what the fields of a view are called. `options` explain what may be chosen
    when a table is opened, `titles` are their short names and those of their values (`mode=timed`). `levels` are the
    bots.
    """

    name: str
    about: str
    decisions: dict[str, str]
    story: dict[str, str]
    ids: dict[str, str]
    terms: dict[str, str]
    options: dict[str, str]
    titles: dict[str, str] = {}
    levels: dict[str, CardText] = {}
    names: dict[str, str] = {}
    refusals: dict[str, str] = {}
    cards: dict[str, CardText] = {}
    page: dict[str, str] = {}
    language: str = "en"

    def ask(self, kind: str, about: Mapping[str, Any], names: Sequence[str] = ()) -> str:
        """The sentence that asks a question of this kind, with what it is about."""
        return self._fill(self.decisions.get(kind, kind), about, names)

    def call(self, option: str) -> str:
        """What an option is called."""
        return self.ids.get(option, option)

    def tell(self, kind: str, told: Mapping[str, Any], names: Sequence[str]) -> str:
        """One event as a sentence; `names` are the players by seat. A field `seat` or `seats` names players."""
        sentence = self.story.get(kind, kind)
        text = self._fill(sentence, told, names)
        # A player's name is written as they write it.
        return text if sentence.startswith("{seat") else text[:1].upper() + text[1:]

    def line(self, key: str, **said: Any) -> str:
        """A sentence or label of the text page. What is said is text already, so nothing is called by another name."""
        return fill(self.page[key], self.language, said)

    def refuse(self, code: str, params: Mapping[str, Any]) -> str | None:
        """Why an answer was refused, or None if this game has no words for it.

        A refusal about a range may have two further sentences: one for an exact number, one for "at most".
        """
        form = code
        if "least" in params and params["least"] == params.get("most"):
            form = f"{code}-exactly"
        elif params.get("least") == 0:
            form = f"{code}-at-most"
        sentence = self.refusals.get(form) or self.refusals.get(code)
        return None if sentence is None else self._fill(sentence, params)

    def _fill(self, sentence: str, said: Mapping[str, Any], names: Sequence[str] = ()) -> str:
        def name(key: str, value: Any) -> str:
            if key in ("seat", "seats") and isinstance(value, int) and 0 <= value < len(names):
                return names[value]
            return self.call(str(value))

        return fill(sentence, self.language, said, name)


class Shared(Struct, frozen=True, forbid_unknown_fields=True):
    """What many games show, and what the kit itself refuses."""

    terms: dict[str, str]
    levels: dict[str, CardText]
    refusals: dict[str, str]
    page: dict[str, str]


@cache
def words(folder: Path, language: str) -> Words:
    """The words of the game in `folder`, and those of the kit that the game does not replace by its own.

    A card needs no second name among the ids: there it is called as in `cards`, unless the game says otherwise. A short
    name is the one among the ids without what follows in brackets, unless the game has a shorter one.
    """
    own = msgspec.json.decode((folder / "text" / f"{language}.json").read_bytes(), type=Words)
    shared = msgspec.json.decode((Path(__file__).parent / "text" / f"{language}.json").read_bytes(), type=Shared)
    ids = {id: card.name for id, card in own.cards.items()} | own.ids
    return msgspec.structs.replace(
        own,
        language=language,
        ids=ids,
        names={id: IN_BRACKETS.sub("", name) for id, name in ids.items()} | own.names,
        levels=shared.levels | own.levels,
        terms=shared.terms | own.terms,
        refusals=shared.refusals | own.refusals,
        page=shared.page | own.page,
    )

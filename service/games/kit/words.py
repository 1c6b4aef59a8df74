"""The words a player reads, one file per language and game; rules speak in ids and kinds only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

LANGUAGES: Final = ("en", "fr")


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything one game says in one language.

    `decisions` ask a question by its kind, `story` tells an event by its kind with the event's data in
    braces, `ids` name the cards and other options, `terms` are the game's vocabulary (wonders, biomes …) and what the
    fields of a view are called, `options` explain what may be chosen when a table is opened.
    """

    name: str
    about: str
    decisions: dict[str, str]
    story: dict[str, str]
    ids: dict[str, str]
    terms: dict[str, str]
    options: dict[str, str]
    refusals: dict[str, str] = {}

    def ask(self, kind: str) -> str:
        """The sentence that asks a question of this kind."""
        return self.decisions.get(kind, kind)

    def call(self, option: str) -> str:
        """What an option is called."""
        return self.ids.get(option, option)

    def tell(self, kind: str, told: Mapping[str, Any], names: Sequence[str]) -> str:
        """One event as a sentence; `names` are the players by seat. A field `seat` or `seats` names players."""
        said = {key: self._say(key, value, names) for key, value in told.items()}
        return self.story.get(kind, kind).format_map(said)

    def _say(self, key: str, value: Any, names: Sequence[str]) -> str:
        match value:
            case list() | tuple():
                return ", ".join(self._say(key, each, names) for each in value) or "–"
            case int() if key in ("seat", "seats"):
                return names[value]
            case _:
                return self.call(str(value))


@cache
def words(folder: Path, language: str) -> Words:
    """The words of the game in `folder`; what many games show, and call the same, stands in the kit once."""
    own = msgspec.json.decode((folder / "text" / f"{language}.json").read_bytes(), type=Words)
    shared = (Path(__file__).parent / "text" / f"{language}.json").read_bytes()
    return msgspec.structs.replace(own, terms=msgspec.json.decode(shared, type=dict[str, str]) | own.terms)

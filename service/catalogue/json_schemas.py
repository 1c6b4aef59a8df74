"""The JSON Schemas of a game, for programs with a user interface: they say what each string is, and have titles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from inspect import cleandoc
from typing import Any

import msgspec

from service.games import REGISTRY
from service.games.kit.decision import Decision
from service.games.kit.game import Game
from service.games.kit.words import Words

Data = dict[str, Any]
OPTION_FIELDS = {"options": "option", "default": "option"}


@cache
def json_schemas(name: str, language: str) -> Data:
    """The JSON Schemas of a game, from the Structs its rules use."""
    game = REGISTRY[name]
    kinds = {field: kind for kind, fields in game.kinds.items() for field in fields}
    return {
        "options": options_schema(game, language),
        "view": _marked(msgspec.json.schema(game.view_type), kinds),
        "story": {kind: _event_schema(game, kind, kinds) for kind in game.story},
        "decision": _decision_schema(kinds),
        "ids": {id: _kind_of(game.words(language), id) for id in game.words(language).ids},
    }


def options_schema(game: Game[Any, Any, Any], language: str) -> Data:
    """The options with titles and descriptions. `x-titles` has the titles of values."""
    raw = msgspec.json.schema(game.options_type)
    definitions = raw["$defs"]
    schema: Data = definitions.pop(raw["$ref"].rpartition("/")[2])
    words = game.words(language)
    schema["title"] = words.name
    schema.pop("description", None)
    for field, part in schema["properties"].items():
        part["title"] = words.titles.get(field, field)
        part["description"] = words.options.get(field, "")
        values = {key.partition("=")[2]: title for key, title in words.titles.items() if key.startswith(f"{field}=")}
        if values:
            part["x-titles"] = values
    return {**schema, "$defs": definitions} if definitions else schema


def _event_schema(game: Game[Any, Any, Any], kind: str, kinds: Mapping[str, str]) -> Data:
    own = {field.partition(".")[2]: found for field, found in kinds.items() if field.startswith(f"{kind}.")}
    return _marked(msgspec.json.schema(game.story[kind]), {**kinds, **own})


def _decision_schema(kinds: Mapping[str, str]) -> Data:
    """An open decision. The possible fields of its `about` are marked by name."""
    schema = _marked(msgspec.json.schema(Decision), OPTION_FIELDS)
    about = {
        field: {"x-kind": kind}
        for field, kind in {"seat": "seat", "seats": "seat", **kinds}.items()
        if "." not in field
    }
    schema["$defs"]["Decision"]["properties"]["about"] = {"type": "object", "properties": about}
    return schema


def _marked(schema: Data, kinds: Mapping[str, str]) -> Data:
    """The schema with an `x-kind` for every string whose field is known."""
    for definition in schema.get("$defs", {}).values():
        if "description" in definition:
            definition["description"] = cleandoc(definition["description"])
        for field, part in definition.get("properties", {}).items():
            _mark(part, kinds.get(field))
    return schema


def _mark(part: Data, kind: str | None) -> None:
    if kind is not None and part.get("type") == "string":
        part["x-kind"] = kind
    inside = [*part.get("anyOf", ()), *part.get("prefixItems", ()), part.get("items"), part.get("additionalProperties")]
    for one in inside:
        if isinstance(one, dict):
            _mark(one, kind)


def _kind_of(words: Words, id: str) -> str:
    """What an option is: a card, a seat, or just a choice."""
    if id in words.cards:
        return "card"
    return "seat" if id.removeprefix("seat-").isdecimal() else "choice"

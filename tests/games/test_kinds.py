"""JSON Schemas say what strings and integers are (`x-kind`), so that programs can show views of any game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from service.catalogue.json_schemas import json_schemas
from service.games import REGISTRY
from service.games.kit.words import LANGUAGES, Words
from tests.games.play import AnyGame, Setting, every_setting, playthrough

Schema = dict[str, Any]
SEATS = ("seat", "seats", "leader", "creature", "scout", "navigator", "active", "dirigible", "first", "voted")
every_game = pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.name)


def schemas(game: AnyGame) -> dict[str, Schema]:
    found = json_schemas(game.name, "en")
    return {"view": found["view"], "decision": found["decision"], **found["story"]}


def leaves(part: Any, field: str = "") -> Iterator[tuple[str, Schema]]:
    """Every string and integer of a schema, with the name of its field."""
    if isinstance(part, dict):
        if part.get("type") in ("string", "integer"):
            yield field, part
        for name, inside in part.items():
            if name in ("properties", "$defs"):
                for key, value in inside.items():
                    yield from leaves(value, key)
            else:
                yield from leaves(inside, field)
    elif isinstance(part, list):
        for one in part:
            yield from leaves(one, field)


@every_game
def test_every_string_says_what_it_is(game: AnyGame) -> None:
    unmarked = {
        f"{name}.{field}"
        for name, schema in schemas(game).items()
        for field, leaf in leaves(schema)
        if leaf["type"] == "string" and "x-kind" not in leaf and field not in ("kind", "propertyNames")
    }
    assert unmarked == set()


@every_game
def test_every_seat_says_that_it_is_one(game: AnyGame) -> None:
    for name, schema in schemas(game).items():
        for field, leaf in leaves(schema):
            if leaf["type"] == "integer" and field in SEATS:
                assert leaf.get("x-kind") == "seat", (name, field)


@every_setting
def test_what_is_marked_has_words_unless_it_is_text(setting: Setting) -> None:
    game, found = setting.game, schemas(setting.game)
    words = game.words("en")
    for s, answer in playthrough(setting):
        for seat in (None, 0):
            check(words, "view", found["view"], msgspec.to_builtins(game.view(s, seat)))
        for event in game.apply(game.copy(s), answer):
            check(words, event.kind, found[event.kind], msgspec.to_builtins(event.data))


def check(words: Words, name: str, schema: Schema, data: Any) -> None:
    for kind, value in marked(schema, schema.get("$defs", {}), data):
        if kind not in ("text", "book") and isinstance(value, str) and value:
            assert value in words.ids or value in words.terms, (name, kind, value)
        assert kind != "seat" or isinstance(value, int), (name, value)


def marked(schema: Schema, definitions: Schema, data: Any) -> Iterator[tuple[str, Any]]:
    """What is marked in this data."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    if "x-kind" in schema and data is not None:
        yield schema["x-kind"], data
    for one in schema.get("anyOf", ()):
        if (data is None) == (one.get("type") == "null"):
            yield from marked(one, definitions, data)
    if isinstance(data, dict):
        for key, value in data.items():
            part = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            if isinstance(part, dict):
                yield from marked(part, definitions, value)
    elif isinstance(data, list | tuple) and isinstance(schema.get("items"), dict):
        for value in data:
            yield from marked(schema["items"], definitions, value)


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_options_are_described_in_the_language_of_the_reader(game: AnyGame, language: str) -> None:
    schema = json_schemas(game.name, language)["options"]
    assert schema["title"] == game.words(language).name
    for field, part in schema["properties"].items():
        assert part["title"] != field
        assert part["description"]
        for values in (one["enum"] for one in (part, *part.get("anyOf", ())) if "enum" in one):
            assert set(part["x-titles"]) == set(values)


@every_game
def test_every_option_is_a_card_a_seat_or_a_choice(game: AnyGame) -> None:
    kinds = json_schemas(game.name, "en")["ids"]
    assert set(kinds) == set(game.words("en").ids)
    assert set(kinds.values()) <= {"card", "seat", "choice"}

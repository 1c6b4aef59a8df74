"""Examples for the OpenAPI document, built from the examples of the fields and from a real table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from service.games import REGISTRY

PLAIN = {"string": "…", "integer": 0, "number": 0.5, "boolean": False, "null": None}
METHODS = ("get", "post", "put", "patch", "delete")
JSON = ("application/json", "application/x-ndjson")


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every operation of the document with its path and method."""
    for path, item in document["paths"].items():
        yield from ((path, method, item[method]) for method in METHODS if method in item)


def illustrate(document: dict[str, Any]) -> None:
    """Give every request body and every successful JSON response of the document an example."""
    schemas = document["components"]["schemas"]
    for _, _, operation in operations(document):
        contents = [operation.get("requestBody", {}).get("content", {})]
        contents += [reply.get("content", {}) for code, reply in operation["responses"].items() if code[0] == "2"]
        for content in contents:
            for kind in JSON:
                if "schema" in content.get(kind, {}):
                    content[kind].setdefault("example", sample(content[kind]["schema"], schemas))


def sample(schema: dict[str, Any], schemas: dict[str, Any]) -> Any:
    """A value that fits the schema."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _views().get(name) or sample(schemas[name], schemas)
    for key in ("example", "default", "const"):
        if key in schema:
            return schema[key]
    for key in ("examples", "enum"):
        if key in schema:
            return schema[key][0]
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return sample(schema[key][0], schemas)
    kind = schema.get("type", "object")
    if isinstance(kind, list):
        kind = kind[0]
    if kind == "array":
        return [sample(schema["items"], schemas)] if schema.get("items") else []
    if kind == "object":
        return {name: sample(part, schemas) for name, part in schema.get("properties", {}).items()}
    return PLAIN[kind]


def _views() -> dict[str, Any]:
    """What the first seat sees when a game begins, by the name of the view's schema."""
    found = {}
    for name, game in REGISTRY.items():
        view = game.view(game.new(game.seats[0], "example"), 0)
        found[title(name) + game.view_type.__name__] = msgspec.to_builtins(view)
    return found


def title(game: str) -> str:
    """A game's name as a prefix for the names of its schemas."""
    return "".join(part.title() for part in game.split("_"))

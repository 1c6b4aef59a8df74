"""The OpenAPI document: flask-smorest's, completed with the views and events of the games."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any, Final

import msgspec
from apispec import APISpec

from service.agents.schemas import WebhookReplySchema, WebhookSchema
from service.api.curl import add_examples
from service.api.errors import STATUS, problem_body
from service.api.samples import illustrate, operations, title
from service.games import REGISTRY
from service.replays.replay import Replay

CONFIG: Final = {
    "API_TITLE": "Farshore",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": None,
}
ABOUT: Final = (
    "Exploration board games for programs and people. Open a table, take a seat, answer your open decisions. "
    "Every error is a problem (RFC 9457) with a code, the reason, and for refused answers your open decisions."
)
CONTACT: Final = {"name": "The operator of this server"}
REF: Final = "#/components/schemas/{name}"


def describe() -> dict[str, Any]:
    """The head of the document."""
    return {
        "info": {"description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}, "contact": CONTACT},
        "servers": [{"url": "/", "description": "This server"}],
        "security": [],
    }


def complete(spec: APISpec) -> None:
    """Add the schemas that come from Structs: each game's view and events, and the replay."""
    spec.components.security_scheme("token", {"type": "http", "scheme": "bearer", "description": "fs_…"})
    for code in STATUS:
        spec.components.example(code, {"value": problem_body(code, "en", "/v1/…", "5f1c0a9e")})
    for name, schema in _components([Replay], "")[1].items():
        spec.components.schema(name, schema)
    _describe_webhook(spec)
    for game in REGISTRY.values():
        kinds = list(game.story.items())
        refs, parts = _components([game.view_type, *(struct for _, struct in kinds)], title(game.name))
        for name, schema in parts.items():
            spec.components.schema(name, schema)
        told = []
        for (kind, _), ref in zip(kinds, refs[1:], strict=True):
            name = title(game.name) + "Story" + "".join(part.title() for part in kind.split("-"))
            properties = {"kind": {"type": "string", "enum": [kind]}, "data": ref}
            spec.components.schema(name, {"type": "object", "properties": properties, "required": ["kind", "data"]})
            told.append({"$ref": REF.format(name=name)})
        about = f"The `story` events of {game.name}."
        spec.components.schema(f"{title(game.name)}Story", {"description": about, "anyOf": told})


def _describe_webhook(spec: APISpec) -> None:
    """What is sent to webhook agents, and the reply expected from them."""
    spec.components.schema("Webhook", schema=WebhookSchema)
    spec.components.schema("WebhookReply", schema=WebhookReplySchema)
    headers = {
        "webhook-id": "Identifies the delivery; a repeated delivery has the same id.",
        "webhook-timestamp": "Seconds since 1970; part of the signed content.",
        "webhook-signature": "`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; separated by spaces if several.",
    }
    spec.options["webhooks"] = {
        "decision": {
            "post": {
                "summary": "A decision for a seat of your agent.",
                "description": "Signed as Standard Webhooks; answer in the response (docs/ai/webhooks.md).",
                "operationId": "decide",
                "parameters": [
                    {"in": "header", "name": name, "required": True, "description": about, "schema": {"type": "string"}}
                    for name, about in headers.items()
                ],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": REF.format(name="Webhook")}}},
                },
                "responses": {
                    "200": {
                        "description": "The answer.",
                        "content": {"application/json": {"schema": {"$ref": REF.format(name="WebhookReply")}}},
                    },
                    "4XX": {"description": "The signature is wrong or the delivery is too old."},
                },
            }
        }
    }


def _cleaned(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with its docstring without indentation, as Python 3.13 and later compile it."""
    return schema | {"description": cleandoc(schema["description"])} if "description" in schema else schema


def _components(structs: list[Any], prefix: str) -> tuple[list[Any], dict[str, Any]]:
    """The JSON Schemas of Structs, with the name of the game as prefix.

    msgspec names a Struct with its whole module where two have the same name; the last part of the module is enough.
    """
    refs, parts = msgspec.json.schema_components(structs, ref_template=REF.replace("{name}", prefix + "{name}"))
    named = {name: prefix + _without_module(name) for name in parts}
    renamed = {REF.format(name=prefix + name): REF.format(name=new) for name, new in named.items()}
    found = {named[name]: {**_cleaned(schema), "title": named[name]} for name, schema in parts.items()}
    return _with_references(list(refs), renamed), _with_references(found, renamed)


def _without_module(name: str) -> str:
    module, _, own = name.rpartition(".")
    return own + module.rpartition(".")[2].title()


def _with_references(part: Any, renamed: dict[str, str]) -> Any:
    """The same with other names in references."""
    if isinstance(part, dict):
        return {key: _with_references(value, renamed) for key, value in part.items()}
    if isinstance(part, list):
        return [_with_references(one, renamed) for one in part]
    return renamed.get(part, part) if isinstance(part, str) else part


def finished(document: dict[str, Any]) -> dict[str, Any]:
    """The document with references to every game's view and events wherever there is a view or an event."""
    views = [{"$ref": REF.format(name=f"{title(name)}{game.view_type.__name__}")} for name, game in REGISTRY.items()]
    stories = [{"$ref": REF.format(name=f"{title(name)}Story")} for name in REGISTRY]
    for schema in document["components"]["schemas"].values():
        for field in schema.get("properties", {}).values():
            if field.pop("x-view", False):
                field["anyOf"] = [*views, {"type": "null"}]
                field.pop("type", None)
            if field.pop("x-story", False):
                # Other types of events have other fields.
                other = {"type": "object", "additionalProperties": field.pop("additionalProperties")}
                field["anyOf"] = [*stories, other]
                field.pop("type", None)
    for _, _, operation in operations(document):
        operation["responses"] = dict(sorted(operation["responses"].items()))
        told = " ".join(filter(None, [operation["summary"], operation.get("description")]))
        operation["summary"], operation["description"] = told.partition(". ")[0].rstrip("."), told
    illustrate(document)
    add_examples(document)
    _drop_unused(document)
    _say_defaults(document)
    return document


def _drop_unused(document: dict[str, Any]) -> None:
    """Drop schemas that flask-smorest adds for its own errors and pagination, which are not used here."""
    text = msgspec.json.encode(document).decode()
    for name in ("Error", "PaginationMetadata"):
        if f'"{REF.format(name=name)}"' not in text:
            document["components"]["schemas"].pop(name, None)
    examples = document["components"]["examples"]
    for name in [name for name in examples if f'"#/components/examples/{name}"' not in text]:
        del examples[name]


def _say_defaults(document: dict[str, Any]) -> None:
    """Move defaults into descriptions: generators take a property with a default for one that is always there."""
    for schema in document["components"]["schemas"].values():
        for field in schema.get("properties", {}).values():
            if isinstance(field, dict) and "default" in field:
                default = msgspec.json.encode(field.pop("default")).decode()
                field["description"] = f"{field.get('description', '')} Default: `{default}`.".strip()

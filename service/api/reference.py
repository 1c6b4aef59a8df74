"""The reference page at `/docs`: every operation of the OpenAPI document in its group, with an example."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any, Final

import msgspec
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

PAGES: Final = Path(__file__).parent / "pages"
METHODS: Final = ("get", "post", "put", "patch", "delete")
MAX_EXAMPLE: Final = 6000
"""The most characters of an example that are shown; views of a whole table are longer."""


@dataclass(frozen=True)
class Field:
    """A parameter, or a field of a body."""

    name: str
    kind: str
    required: bool
    about: str


@dataclass(frozen=True)
class Operation:
    """An operation as the page shows it."""

    id: str
    method: str
    path: str
    summary: str
    about: str
    token: str
    command: str
    parameters: list[Field]
    body: list[Field]
    status: str
    reply: str
    problems: list[tuple[str, str]]


def render(document: dict[str, Any]) -> str:
    """The page."""
    groups = [(tag["name"], tag["description"], _operations(document, tag["name"])) for tag in document["tags"]]
    environment = Environment(loader=FileSystemLoader(PAGES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["marked"] = marked
    return environment.get_template("docs.html").render(about=document["info"]["description"], groups=groups)


def marked(text: str) -> Markup:
    """Text with `code` in backquotes."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False)))  # noqa: S704


def _operations(document: dict[str, Any], tag: str) -> list[Operation]:
    return [
        _operation(document, method, path, item)
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item and tag in item[method]["tags"]
    ]


def _operation(document: dict[str, Any], method: str, path: str, item: dict[str, Any]) -> Operation:
    operation, schemas = item[method], document["components"]["schemas"]
    body: dict[str, Any] = next(iter(operation.get("requestBody", {}).get("content", {}).values()), {})
    status, reply = next((code, reply) for code, reply in operation["responses"].items() if code[0] == "2")
    problems = [
        found
        for code, reply in operation["responses"].items()
        if code[0] in "45"
        for found in re.findall(r"`([\w-]+)` (.*?)(?: · |$)", reply["description"])
    ]
    security = operation["security"]
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        about=operation["description"].partition(". ")[2],
        token="" if not security else "optional" if {} in security else "required",
        command=operation["x-codeSamples"][0]["source"],
        parameters=[
            Field(each["name"], f"{each['in']}, {_kind(each['schema'])}", each.get("required", False), _about(each))
            for each in (*item.get("parameters", ()), *operation.get("parameters", ()))
        ],
        body=_fields(body.get("schema", {}), schemas),
        status=status,
        reply=_example(reply),
        problems=problems,
    )


def _fields(schema: dict[str, Any], schemas: dict[str, Any]) -> list[Field]:
    """The fields of a body, and those of the objects in it (`seats[].kind`)."""
    body = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    found = []
    for name, part in body.get("properties", {}).items():
        found.append(Field(name, _kind(part), name in body.get("required", ()), part.get("description", "")))
        inner = part.get("items", part)
        named = [each for each in (inner, *inner.get("anyOf", ())) if "$ref" in each]
        if len(named) == 1:
            within = f"{name}[]" if "items" in part else name
            found += [replace(each, name=f"{within}.{each.name}") for each in _fields(named[0], schemas)]
    return found


def _kind(schema: dict[str, Any]) -> str:
    """The type of a value in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(str(each) for each in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_kind, schema["anyOf"])))
    kind = schema.get("type", "any")
    kinds = kind if isinstance(kind, list) else [kind]
    return " | ".join(f"list of {_kind(schema.get('items', {}))}" if each == "array" else each for each in kinds)


def _about(parameter: dict[str, Any]) -> str:
    default = parameter["schema"].get("default")
    said = "" if default is None else f"Default: `{msgspec.json.encode(default).decode()}`."
    return " ".join(filter(None, [parameter.get("description", ""), said]))


def _example(reply: dict[str, Any]) -> str:
    """The example of a response; long ones are cut."""
    for kind, content in reply.get("content", {}).items():
        if "example" in content:
            text = msgspec.json.format(msgspec.json.encode(content["example"]), indent=2).decode()
            return text if len(text) <= MAX_EXAMPLE else text[:MAX_EXAMPLE].rpartition("\n")[0] + "\n…"
        if "json" not in kind:
            return f"({kind})"
    return ""

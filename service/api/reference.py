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

from service.api.samples import operations

PAGES: Final = Path(__file__).parent / "pages"
MAX_EXAMPLE: Final = 6000
"""The most characters of an example that are shown; views of a whole table are longer."""


@dataclass(frozen=True)
class Field:
    """A parameter, or a field of a body."""

    name: str
    kind: str
    required: bool
    about: str


def render(document: dict[str, Any]) -> str:
    """The page."""
    groups = [(tag, [one for one in operations(document) if tag["name"] in one[2]["tags"]]) for tag in document["tags"]]
    environment = Environment(loader=FileSystemLoader(PAGES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["marked"] = marked
    return environment.get_template("docs.html").render(
        document=document, groups=groups, parameters=_parameters, body=_body, success=_success, problems=_problems
    )


def marked(text: str) -> Markup:
    """Text with `code` in backquotes."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False)))  # noqa: S704


def _parameters(document: dict[str, Any], path: str, operation: dict[str, Any]) -> list[Field]:
    return [
        Field(each["name"], f"{each['in']}, {_kind(each['schema'])}", each.get("required", False), _about(each))
        for each in (*document["paths"][path].get("parameters", ()), *operation.get("parameters", ()))
    ]


def _body(document: dict[str, Any], operation: dict[str, Any]) -> list[Field]:
    body: dict[str, Any] = next(iter(operation.get("requestBody", {}).get("content", {}).values()), {})
    return _fields(body.get("schema", {}), document["components"]["schemas"])


def _success(operation: dict[str, Any]) -> tuple[str, str]:
    """The status and the example of the usual response."""
    return next((code, _example(reply)) for code, reply in operation["responses"].items() if code[0] == "2")


def _problems(operation: dict[str, Any]) -> list[tuple[str, str]]:
    """The codes and titles of the problems, as the descriptions of the responses list them."""
    errors = [reply for code, reply in operation["responses"].items() if code[0] in "45"]
    return [found for reply in errors for found in re.findall(r"`([\w-]+)` (.*?)(?: · |$)", reply["description"])]


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

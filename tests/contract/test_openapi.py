"""The OpenAPI document: true, complete, committed, and understood by other people's tools."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from service.api import openapi
from service.api.errors import STATUS
from tools import web_types

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "openapi" / "openapi.json"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return openapi.document()


def operations(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method.upper()} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in ("get", "put", "post", "patch", "delete")
    ]


def test_the_committed_document_is_what_the_service_serves(document: dict[str, Any]) -> None:
    assert json.loads(COMMITTED.read_text()) == document, "run `make openapi`"


def test_the_types_of_the_web_pages_are_those_of_the_document(document: dict[str, Any]) -> None:
    assert web_types.TYPES.read_text("utf-8") == web_types.written(document["components"]["schemas"]), "`make openapi`"


def test_the_document_is_valid_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    validate(document)


def test_every_operation_has_a_name_a_summary_and_its_refusals(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in operations(document)]
    assert len(set(names)) == len(names)
    for where, operation in operations(document):
        assert operation.get("summary") or operation.get("description"), where
        refused = [code for code in operation["responses"] if code[0] in "45"]
        assert {"500", "503"} <= set(refused), where
        for code in refused:
            kinds = set(operation["responses"][code]["content"])
            assert "application/problem+json" in kinds or where == "GET /readyz", where


def test_every_example_fits_its_schema(document: dict[str, Any]) -> None:
    checked = 0
    for where, operation in operations(document):
        contents = [operation.get("requestBody", {}).get("content", {})]
        contents += [reply.get("content", {}) for code, reply in operation["responses"].items() if code[0] == "2"]
        for content in contents:
            for kind, body in content.items():
                if "json" in kind:
                    schema = {**body["schema"], "components": document["components"]}
                    wrong = [error.message for error in Draft202012Validator(schema).iter_errors(body["example"])]
                    assert not wrong, (where, wrong)
                    checked += 1
    assert checked > 30


def test_every_refusal_has_an_example_that_is_a_problem(document: dict[str, Any]) -> None:
    schema = {"$ref": "#/components/schemas/Problem", "components": document["components"]}
    for code in STATUS:
        if code in document["components"]["examples"]:
            Draft202012Validator(schema).validate(document["components"]["examples"][code]["value"])


def test_openapi_python_client_makes_a_client_of_it(tmp_path: Path) -> None:
    tools = Path(sys.executable).parent
    done = subprocess.run(
        [tools / "openapi-python-client", "generate", "--path", COMMITTED, "--output-path", tmp_path / "client"],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stdout + done.stderr
    assert (tmp_path / "client" / "farshore_client" / "api" / "play" / "answer.py").exists()


def test_patterns_mean_the_same_in_every_language(document: dict[str, Any]) -> None:
    patterns = list(found_under(document, "pattern"))
    assert patterns
    for pattern in patterns:
        assert pattern.startswith("^"), pattern
        assert pattern.endswith("$"), pattern
        assert not re.search(r"\\[AZGz]|\(\?[P<]", pattern), pattern


def found_under(part: Any, key: str) -> Iterator[str]:
    """All strings under this key."""
    if isinstance(part, dict):
        if isinstance(part.get(key), str):
            yield part[key]
        for value in part.values():
            yield from found_under(value, key)
    elif isinstance(part, list):
        for value in part:
            yield from found_under(value, key)


def test_names_are_plain_words(document: dict[str, Any]) -> None:
    assert [name for name in document["components"]["schemas"] if not re.fullmatch(r"[A-Za-z0-9]+", name)] == []
    references = set(found_under(document, "$ref"))
    known = {f"#/components/{kind}/{name}" for kind, parts in document["components"].items() for name in parts}
    assert references <= known


def test_every_operation_is_grouped_and_described(document: dict[str, Any]) -> None:
    groups = {tag["name"] for tag in document["tags"]}
    for where, operation in operations(document):
        assert len(operation["tags"]) == 1, where
        assert operation["tags"][0] in groups, where
        assert operation["summary"], where
        assert operation["description"], where


def test_every_component_is_used(document: dict[str, Any]) -> None:
    used = set(found_under(document, "$ref"))
    for kind in ("schemas", "examples", "responses", "parameters"):
        for name in document["components"].get(kind, {}):
            assert f"#/components/{kind}/{name}" in used, name


def test_no_two_paths_fit_the_same_address(document: dict[str, Any]) -> None:
    paths = [path.split("/") for path in document["paths"]]
    for first, second in combinations(paths, 2):
        if len(first) == len(second):
            pairs = list(zip(first, second, strict=True))
            apart = [one != other and "{" not in one + other for one, other in pairs]
            # `/a/b` beside `/a/{x}` is clear; `/{x}/b` beside `/a/{y}` is not.
            specific = {("{" in one) - ("{" in other) for one, other in pairs} - {0}
            assert any(apart) or len(specific) == 1, (first, second)


def request_bodies() -> list[tuple[str, Any]]:
    """The request bodies in the README's shell commands, each with the operation it is sent to."""
    operation_of = {
        (method, re.sub(r"{\w+}", "{}", path)): operation["operationId"]
        for path, methods in json.loads(COMMITTED.read_text())["paths"].items()
        for method, operation in methods.items()
        if method in ("put", "post", "patch")
    }
    found = []
    for shell in re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL):
        for method, address, body in re.findall(r"-X (\w+) \$API(\S+).*? -d '(.*?)'", shell):
            path = "/v1" + re.sub(r"\$\w+|(?<=decisions/)[\w-]+", "{}", address)
            found.append((operation_of[method.lower(), path], json.loads(body)))
    return found


def test_the_request_bodies_of_the_readme_fit_the_document(document: dict[str, Any]) -> None:
    schemas = {
        operation["operationId"]: operation["requestBody"]["content"]["application/json"]["schema"]
        for _, operation in operations(document)
        if "application/json" in operation.get("requestBody", {}).get("content", {})
    }
    bodies = request_bodies()
    assert [operation for operation, _ in bodies] == ["createPlayer", "openTable", "answer"]
    for operation, body in bodies:
        Draft202012Validator({**schemas[operation], "components": document["components"]}).validate(body)


def test_only_operations_with_several_formats_refuse_to_send_another(document: dict[str, Any]) -> None:
    for where, operation in operations(document):
        formats = {
            kind
            for code, reply in operation["responses"].items()
            if code[0] == "2"
            for kind in reply.get("content", {})
        }
        assert ("406" in operation["responses"]) == (len(formats) > 1), where


def test_what_may_be_left_out_is_optional_in_generated_types(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        for field, part in schema.get("properties", {}).items():
            assert not isinstance(part, dict) or "default" not in part, (name, field)
    assert document["components"]["schemas"]["NewSeat"]["required"] == ["kind"]
    assert set(document["components"]["schemas"]["NewTable"]["required"]) == {"game", "seats"}

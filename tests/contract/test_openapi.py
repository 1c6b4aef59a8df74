"""The OpenAPI document: true, complete, committed, and understood by other people's tools."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from service.api import openapi
from service.api.errors import STATUS

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
        example = document["components"]["examples"][code]["value"]
        Draft202012Validator(schema).validate(example)


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


def test_only_operations_with_several_formats_refuse_to_send_another(document: dict[str, Any]) -> None:
    for where, operation in operations(document):
        formats = {
            kind
            for code, reply in operation["responses"].items()
            if code[0] == "2"
            for kind in reply.get("content", {})
        }
        assert ("406" in operation["responses"]) == (len(formats) > 1), where

"""The SDK matches the API: every operation has a method, every error code a class."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import farshore
import pytest
from farshore.errors import error_class
from farshore.models import TableFacts
from farshore.resources import Resource

from service.api.errors import STATUS
from service.api.openapi import document

SAMPLES = {"book": b"text", "replay": {}, "limits": {}, "entrants": (), "lines": ()}


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    return document()


def test_every_operation_has_a_method_and_every_method_an_operation(spec: dict[str, Any]) -> None:
    described = {
        (verb.upper(), re.sub(r"{\w+}", "[^/]+", path))
        for path, operations in spec["paths"].items()
        for verb in operations
        if verb in ("get", "put", "post", "delete", "patch")
    }
    sent = {name: _first_request(method) for name, method in _methods()}
    performed = {name: _operation(request, described) for name, request in sent.items()}

    assert {name: sent[name] for name, found in performed.items() if found is None} == {
        "Health.openapi": ("GET", "/openapi.json")
    }
    assert {found for found in performed.values() if found} == described


def _methods() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public methods of the client that send a request."""
    client = farshore.Client(token="me")
    table = farshore.Table(client, TableFacts(id="t", my_seat=0))
    resources = [each for each in vars(client).values() if isinstance(each, Resource)]
    yield "Client.events", client.events
    for resource in (*resources, client.me.tokens, client.me.mutes, table):
        for name, method in inspect.getmembers(resource, inspect.ismethod):
            if not name.startswith("_"):
                yield f"{type(resource).__name__}.{name}", method


def _first_request(method: Callable[..., Any]) -> tuple[str, str]:
    """The verb and the path of the first request of a method; it is not sent."""
    sent: list[tuple[str, str]] = []

    def request(verb: str, path: str, *, versioned: bool = True, **_: Any) -> Any:
        sent.append((verb, f"/v1{path}" if versioned else path))
        raise farshore.NotFound("not sent")

    owner = method.__self__  # type: ignore[attr-defined]
    client = owner if isinstance(owner, farshore.Client) else owner._client
    client.request = request
    required = [
        each
        for each in inspect.signature(method).parameters.values()
        if each.default is each.empty and each.kind in (each.POSITIONAL_OR_KEYWORD, each.POSITIONAL_ONLY)
    ]
    try:
        found = method(*(SAMPLES.get(each.name, 1 if each.annotation == "int" else "x") for each in required))
        next(iter(found)) if isinstance(found, Iterator) else None
    except farshore.NotFound:
        pass
    return sent[0]


def _operation(request: tuple[str, str], described: set[tuple[str, str]]) -> tuple[str, str] | None:
    """The operation that a request performs: of several that fit, the most specific."""
    fits = [each for each in described if each[0] == request[0] and re.fullmatch(each[1], request[1])]
    return min(fits, key=lambda each: each[1].count("[^/]+"), default=None)


@pytest.mark.parametrize("code", STATUS)
def test_every_code_has_the_class_of_its_status_or_a_subclass_of_it(code: str) -> None:
    found = error_class(code, STATUS[code])

    assert found is not farshore.FarshoreError
    assert getattr(farshore, found.__name__) is found
    assert issubclass(found, error_class("a-code-of-tomorrow", STATUS[code]))


def test_there_are_a_dozen_classes() -> None:
    found, kinds = [farshore.FarshoreError], []
    while found:
        kinds.append(found.pop())
        found += kinds[-1].__subclasses__()

    assert len(kinds) == 13

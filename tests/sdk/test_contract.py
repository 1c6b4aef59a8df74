"""The SDK matches the API: every operation has a method, every error code a class."""

from __future__ import annotations

from typing import Any

import farshore
import pytest
from farshore.errors import error_class

from service.api.errors import STATUS
from service.api.openapi import document


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    return document()


def test_every_operation_has_a_method_and_every_method_an_operation(spec: dict[str, Any]) -> None:
    described = {
        operation["operationId"]
        for path in spec["paths"].values()
        for verb, operation in path.items()
        if verb in ("get", "put", "post", "delete", "patch")
    }

    assert set(farshore.OPERATIONS) == described


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

"""The SDK and the API know each other: every operation has a method, every refusal a class."""

from __future__ import annotations

from typing import Any

import farshore
import pytest
from farshore.refusals import word_for

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
def test_every_refusal_has_a_class_that_bears_its_name(code: str) -> None:
    word = word_for(code, STATUS[code])

    if code not in ("internal", "method-not-allowed"):
        assert word.__name__ == "".join(part.title() for part in code.split("-"))
        assert getattr(farshore, word.__name__) is word
    assert issubclass(word, farshore.FarshoreError)

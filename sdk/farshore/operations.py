"""Which method speaks which operation of the API, so that nothing is forgotten on either side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

OPERATIONS: Final[dict[str, str]] = {}
"""The operationIds of openapi.json, and the method of this package that performs each of them."""


def operation(name: str) -> Callable[[F], F]:
    """Mark a method as the one that performs this operation of the API."""

    def mark(method: F) -> F:
        OPERATIONS[name] = f"{method.__module__}.{method.__qualname__}"
        return method

    return mark

"""What all resources of the client share: small helpers around `request()`, and the list of operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import uuid4

if TYPE_CHECKING:
    from farshore.client import Client

F = TypeVar("F", bound=Callable[..., Any])

OPERATIONS: Final[dict[str, str]] = {}
"""The operationIds of openapi.json, each with the method of this package that performs it."""


def operation(name: str) -> Callable[[F], F]:
    """Mark a method as the one that performs this operation of the API."""

    def mark(method: F) -> F:
        OPERATIONS[name] = f"{method.__module__}.{method.__qualname__}"
        return method

    return mark


class Resource:
    """A part of the API, for example `client.games`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def _get(self, path: str, **params: Any) -> Any:
        return self._client.request("GET", path, params=params).json()

    def _text(self, path: str, accept: str, language: str | None = None) -> str:
        headers = {"Accept": f"{accept}, */*"} | ({"Accept-Language": language} if language else {})
        response = self._client.request("GET", path, headers=headers)
        response.encoding = "utf-8"
        return response.text

    def _create(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """POST with an idempotency key, so that a retry does not create a second one."""
        return self._client.request("POST", path, json=body, key=uuid4().hex).json()

    def _post(self, path: str, body: Any = None) -> Any:
        """POST what has the same effect when repeated."""
        return self._client.request("POST", path, json=body, repeatable=True).json()

    def _pages(self, path: str, **params: Any) -> Iterator[Any]:
        """All items of a list; further pages are fetched as they are needed."""
        while True:
            page = self._get(path, **params)
            yield from page["items"]
            params["cursor"] = page.get("next")
            if not params["cursor"]:
                return

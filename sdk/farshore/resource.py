"""What all resources of the client share: short forms of `request()`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any
from uuid import uuid4

if TYPE_CHECKING:
    from farshore.client import Client


class Resource:
    """A part of the API, for example `client.games`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def _get(self, path: str, **params: Any) -> Any:
        return self._client.request("GET", path, params=params).json()

    def _object(self, path: str, **params: Any) -> dict[str, Any]:
        found: dict[str, Any] = self._get(path, **params)
        return found

    def _text(self, path: str, accept: str, language: str | None = None, **params: Any) -> str:
        headers = {"Accept": accept} | ({"Accept-Language": language} if language else {})
        response = self._client.request("GET", path, params=params, headers=headers)
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

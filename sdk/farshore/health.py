"""How the service is, and what time it has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from farshore.errors import FarshoreError
from farshore.operations import operation

if TYPE_CHECKING:
    from farshore.client import Client


class Health:
    """`client.health`: for those who operate the service, and for scripts that wait for it."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("getHealth")
    def alive(self) -> bool:
        """Whether anybody answers."""
        try:
            self._client.request("GET", "/healthz", versioned=False, retries=0)
        except FarshoreError:
            return False
        return True

    @operation("getReadiness")
    def ready(self) -> bool:
        """Whether the whole service is up: Redis, a worker and the clock."""
        try:
            self._client.request("GET", "/readyz", versioned=False, retries=0)
        except FarshoreError:
            return False
        return True

    @operation("getMetrics")
    def metrics(self) -> str:
        """The figures for Prometheus."""
        return self._client.request("GET", "/metrics", versioned=False, headers={"Accept": "text/plain"}).text

    def openapi(self) -> dict[str, Any]:
        """The description of the whole API."""
        spec: dict[str, Any] = self._client.request("GET", "/openapi.json", versioned=False).json()
        return spec

    @operation("getTime")
    def time(self) -> dict[str, Any]:
        """The server's clock, `now` and `epoch_ms`, to reckon deadlines with."""
        time: dict[str, Any] = self._client.request("GET", "/time").json()
        return time

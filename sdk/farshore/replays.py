"""Games that were played, brought in from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from farshore.models import TableFacts
from farshore.operations import operation
from farshore.table import Table

if TYPE_CHECKING:
    from farshore.client import Client


class Replays:
    """`client.replays`: a table's own replay is `table.replay()`; here one is handed in."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("importReplay")
    def upload(self, replay: Mapping[str, Any]) -> Table:
        """Hand in a replay: it is played again and verified, and becomes a finished table."""
        response = self._client.request("POST", "/replays", json=dict(replay), key=uuid4().hex)
        return Table(self._client, TableFacts.read(response.json()))

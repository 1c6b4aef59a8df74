"""Open a table, or find one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from uuid import uuid4

from farshore.models import TableFacts
from farshore.operations import operation
from farshore.table import Table

if TYPE_CHECKING:
    from farshore.client import Client

Seating = Mapping[str, Any] | str
"""One seat wanted: `"me"`, `"open"`, `"bot"`, the level of a bot (`"greedy"`), an agent's id, or a mapping with a
`kind` and what belongs to it."""

KINDS = ("me", "open", "invite")


class Tables:
    """`client.tables`: open one, find one, list them."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("openTable")
    def open(
        self,
        game: str,
        seats: int | Sequence[Seating] = 2,
        bots: int = 0,
        level: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        clock: Mapping[str, Any] | None = None,
        visibility: str | None = None,
        deal: str | None = None,
        start: str | None = None,
    ) -> Table:
        """Open a table and sit down at it.

        `seats=3, bots=2` is the caller and two bots of this `level`; seats beyond that are open to others.
        Or name each seat: `seats=["me", "open", "greedy"]`. A table without an empty seat starts at once.
        `deal` is the seed of a practice table.
        """
        wanted = {
            "game": game,
            "seats": _seats(seats, bots, level),
            "options": options and dict(options),
            "clock": clock and dict(clock),
            "visibility": visibility,
            "deal": deal,
            "start": start,
        }
        body = {name: value for name, value in wanted.items() if value is not None}
        response = self._client.request("POST", "/tables", json=body, key=uuid4().hex)
        table = Table(self._client, TableFacts.read(response.json()))
        if table.status == "open" and all(seat.kind in ("player", "bot", "agent") for seat in table.seats):
            table.start()
        return table

    @operation("listTables")
    def list(
        self,
        *,
        game: str | None = None,
        status: str | None = None,
        open_seats: bool | None = None,
        mine: bool | None = None,
        limit: int | None = None,
    ) -> Iterator[Table]:
        """Tables, newest first, page after page as they are asked for; `limit` is the size of a page."""
        params: dict[str, Any] = {"game": game, "status": status, "open_seats": open_seats, "mine": mine}
        cursor: str | None = None
        while True:
            asked = params | {"limit": limit, "cursor": cursor}
            page = self._client.request("GET", "/tables", params=asked).json()
            for raw in page["items"]:
                yield Table(self._client, TableFacts.read(raw))
            cursor = page.get("next")
            if not cursor:
                return

    @operation("getTable")
    def get(self, table: str) -> Table:
        """The table of this id."""
        response = self._client.request("GET", f"/tables/{quote(table)}")
        return Table(self._client, TableFacts.read(response.json()))


def _seats(seats: int | Sequence[Seating], bots: int, level: str | None) -> list[dict[str, Any]]:
    bot: dict[str, Any] = {"kind": "bot"} | ({"level": level} if level else {})
    if isinstance(seats, int):
        if bots >= seats:
            raise ValueError(f"{bots} bots leave no seat for you at a table of {seats}; name the seats instead")
        return [{"kind": "me"}] + [dict(bot) for _ in range(bots)] + [{"kind": "open"}] * (seats - bots - 1)
    return [_seat(seat, bot) if isinstance(seat, str) else dict(seat) for seat in seats]


def _seat(word: str, bot: dict[str, Any]) -> dict[str, Any]:
    if word.startswith("a_"):
        return {"kind": "agent", "agent": word}
    if word == "bot":
        return dict(bot)
    return {"kind": word} if word in KINDS else {"kind": "bot", "level": word}

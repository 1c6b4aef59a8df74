"""Open tables, find them, import replays."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from farshore import streams
from farshore.models import Event, TableFacts
from farshore.resources import Resource, given
from farshore.table import Table

if TYPE_CHECKING:
    from farshore.client import Client

SeatSpec = Mapping[str, Any] | str
"""A seat: `"me"`, `"open"`, `"bot"`, the level of a bot (`"greedy"`), the id of an agent, or a mapping with `kind`."""

PAGE = 100
"""The largest page of a list."""
KINDS = ("me", "open", "invite")


class Tables(Resource):
    """`client.tables`: open one, find one, list them."""

    _client: "Client"

    def open(
        self,
        game: str,
        seats: int | Sequence[SeatSpec] = 2,
        bots: int = 0,
        level: str | None = None,
        **settings: Any,
    ) -> Table:
        """Open a table and take a seat at it.

        `seats=3, bots=2` is the caller and two bots of this `level`; further seats are open to others. Or list the
        seats: `seats=["me", "open", "greedy"]`. A table without an empty seat starts at once. `settings` may give
        options, clock, visibility, start, and `deal`, the seed of a practice table.
        """
        body = given(game=game, seats=_seats(seats, bots, level), **settings)
        table = Table(self._client, TableFacts.read(self._create("/tables", body)))
        if table.status == "open" and all(seat.kind in ("player", "bot", "agent") for seat in table.seats):
            table.start()
        return table

    def list(self, *, limit: int | None = None, **filters: Any) -> Iterator[Table]:
        """Tables, newest first, at most `limit`; further pages are fetched as they are needed.

        The filters are `game`, `status`, `open_seats` and `mine`.
        """
        page = None if limit is None else max(1, min(limit, PAGE))
        found = islice(self._pages("/tables", limit=page, **filters), limit)
        return (Table(self._client, TableFacts.read(raw)) for raw in found)

    def watch(
        self, *, game: str | None = None, status: str | None = None, open_seats: bool | None = None
    ) -> Generator[Event, None, None]:
        """Public tables as they change: `lobby` with all that are open or running, first and after each reconnect, then
        `lobby-table` with each one that has changed and `lobby-removed` with the id of each one that is gone.

        `event.data["present"]` are the seats whose players are connected.
        """
        return streams.restarting(self._client, "/tables", {"game": game, "status": status, "open_seats": open_seats})

    def invited(self, code: str) -> tuple[Table, tuple[int, ...]]:
        """The table with this invite code, and the seats that can be taken with it."""
        raw = self._get(f"/invites/{quote(code)}")
        return Table(self._client, TableFacts.read(raw["table"])), tuple(raw["free_seats"])

    def get(self, table: str) -> Table:
        return Table(self._client, TableFacts.read(self._get(f"/tables/{quote(table)}")))


class Replays(Resource):
    """`client.replays`: import replays; `table.replay()` exports one."""

    _client: "Client"

    def upload(self, replay: Mapping[str, Any]) -> Table:
        """Import a replay: it is replayed and verified, and becomes a finished table."""
        return Table(self._client, TableFacts.read(self._create("/replays", dict(replay))))


def _seats(seats: int | Sequence[SeatSpec], bots: int, level: str | None) -> list[dict[str, Any]]:
    bot: dict[str, Any] = {"kind": "bot"} | ({"level": level} if level else {})
    if isinstance(seats, int):
        if bots >= seats:
            raise ValueError(f"{bots} bots leave no seat for you at a table of {seats}; list the seats instead")
        return [{"kind": "me"}] + [dict(bot) for _ in range(bots)] + [{"kind": "open"}] * (seats - bots - 1)
    return [_seat(seat, bot) if isinstance(seat, str) else dict(seat) for seat in seats]


def _seat(seat: str, bot: dict[str, Any]) -> dict[str, Any]:
    if seat.startswith("a_"):
        return {"kind": "agent", "agent": seat}
    if seat == "bot":
        return dict(bot)
    return {"kind": seat} if seat in KINDS else {"kind": "bot", "level": seat}

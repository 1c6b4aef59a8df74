"""Arenas at the service: let players meet in many games there, and see how good they are."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from uuid import uuid4

from farshore.models import Arena, Rating
from farshore.operations import operation

if TYPE_CHECKING:
    from farshore.client import Client

POLL_S = 1.0
"""How often one looks how far an arena has come."""


class Arenas:
    """`client.arenas`: open one, wait for it, fetch what it says."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("openArena")
    def open(self, game: str, entrants: Iterable[str | Mapping[str, Any]], *, games: int = 100, **wish: Any) -> Arena:
        """Open an arena. An entrant is a level (`"greedy"`), or says more: `{"level": "search", "thoughts": 100}`.

        `wish` may name system, rounds, seats, options, seed and visibility.
        """
        who = [{"level": each} if isinstance(each, str) else dict(each) for each in entrants]
        body = {"game": game, "entrants": who, "games": games, **wish}
        return Arena.read(self._client.request("POST", "/arenas", json=body, key=uuid4().hex).json())

    @operation("getArena")
    def get(self, arena: str) -> Arena:
        """How far it has come, and the ratings so far."""
        return Arena.read(self._client.request("GET", f"/arenas/{quote(arena)}").json())

    def wait(self, arena: str, progress: Callable[[Arena], None] = lambda arena: None) -> Arena:
        """Look again and again until it is over or paused; `progress` is told each time."""
        while True:
            found = self.get(arena)
            progress(found)
            if found.status != "running":
                return found
            time.sleep(POLL_S)

    @operation("listArenas")
    def list(self, game: str | None = None, mine: bool | None = None) -> Iterator[Arena]:
        """Public arenas and one's own, newest first."""
        cursor = None
        while True:
            params = {"game": game, "mine": mine, "cursor": cursor, "limit": 50}
            page = self._client.request("GET", "/arenas", params=params).json()
            yield from map(Arena.read, page["items"])
            cursor = page["next"]
            if cursor is None:
                return

    @operation("pauseArena")
    def pause(self, arena: str) -> Arena:
        """Let one's own arena rest."""
        return Arena.read(self._client.request("POST", f"/arenas/{quote(arena)}/pause", repeatable=True).json())

    @operation("resumeArena")
    def resume(self, arena: str) -> Arena:
        """Let it go on."""
        return Arena.read(self._client.request("POST", f"/arenas/{quote(arena)}/resume", repeatable=True).json())

    @operation("cancelArena")
    def cancel(self, arena: str) -> None:
        """Stop one's own arena for good; its games stay."""
        self._client.request("DELETE", f"/arenas/{quote(arena)}")

    @operation("getArenaReport")
    def report(self, arena: str, language: str | None = None) -> str:
        """The report: one HTML page."""
        headers = {"Accept": "text/html, */*"} | ({"Accept-Language": language} if language else {})
        response = self._client.request("GET", f"/arenas/{quote(arena)}/report", headers=headers)
        response.encoding = "utf-8"
        return response.text

    @operation("getArenaGames")
    def games(self, arena: str) -> bytes:
        """The export: the plan and a game a line, from which the ratings can be computed again."""
        headers = {"Accept": "application/x-ndjson, */*"}
        return self._client.request("GET", f"/arenas/{quote(arena)}/games", headers=headers).content


class Ratings:
    """`client.ratings`: the ladder over all arenas of the service."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("getRatings")
    def list(self, game: str | None = None, role: str | None = None, limit: int = 100) -> tuple[Rating, ...]:
        """The best first, by game and role."""
        params = {"game": game, "role": role, "limit": limit}
        return tuple(map(Rating.read, self._client.request("GET", "/ratings", params=params).json()["items"]))

"""Arenas at the service: series of games that rate players."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, Final
from urllib.parse import quote

from farshore.models import Model
from farshore.resources import Resource

POLL_S: Final = 1.0
"""How often the progress of an arena is checked."""


class Rating(Model):
    """The strength of an entrant in a role: the estimate `mu`, with 95 % between `low` and `high`."""

    entrant: str = ""
    role: str = "player"
    mu: float = 0.0
    sigma: float = 0.0
    low: float = 0.0
    high: float = 0.0
    ordinal: float = 0.0
    games: int = 0
    game: str = ""
    kind: str = "bot"
    level: str | None = None
    thoughts: int | None = None
    rules_version: int | None = None
    agent: str | None = None


class Arena(Model):
    """An arena: what is played, how far it has come, and the ratings so far."""

    id: str = ""
    status: str = "running"
    owner: str = ""
    visibility: str = "public"
    game: str = ""
    rules_version: int = 0
    seats: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    system: str = "round-robin"
    rounds: int = 0
    deals: int = 0
    seed: str | None = None
    entrants: tuple[dict[str, Any], ...] = ()
    games: int = 0
    played: int = 0
    created_at: str | None = None
    finished_at: str | None = None
    reason: str | None = None
    counted: int | None = None
    ratings: tuple[Rating, ...] = ()
    standings: tuple[dict[str, Any], ...] = ()

    @property
    def over(self) -> bool:
        """Whether no more games will be played."""
        return self.status in ("finished", "cancelled", "aborted")


class Arenas(Resource):
    """`client.arenas`: open one, wait for it, fetch its results."""

    def open(
        self, game: str, entrants: Iterable[str | Mapping[str, Any]], *, games: int = 100, **settings: Any
    ) -> Arena:
        """Open an arena. An entrant is a level (`"greedy"`), or a mapping: `{"level": "search", "thoughts": 100}`.

        `settings` may give system, rounds, seats, options, seed and visibility.
        """
        who = [{"level": each} if isinstance(each, str) else dict(each) for each in entrants]
        return Arena.read(self._create("/arenas", {"game": game, "entrants": who, "games": games, **settings}))

    def get(self, arena: str) -> Arena:
        """Its progress and the ratings so far."""
        return Arena.read(self._get(f"/arenas/{quote(arena)}"))

    def wait(self, arena: str, progress: Callable[[Arena], None] = lambda arena: None) -> Arena:
        """Wait until it is over or paused; `progress` is called after each check."""
        while True:
            found = self.get(arena)
            progress(found)
            if found.status != "running":
                return found
            time.sleep(POLL_S)

    def list(self, game: str | None = None, mine: bool | None = None) -> Iterator[Arena]:
        """Public arenas and the caller's own, newest first."""
        return map(Arena.read, self._pages("/arenas", game=game, mine=mine, limit=50))

    def pause(self, arena: str) -> Arena:
        return Arena.read(self._post(f"/arenas/{quote(arena)}/pause"))

    def resume(self, arena: str) -> Arena:
        return Arena.read(self._post(f"/arenas/{quote(arena)}/resume"))

    def cancel(self, arena: str) -> None:
        """Stop one of the caller's arenas for good; its games are kept."""
        self._delete(f"/arenas/{quote(arena)}")

    def report(self, arena: str, language: str | None = None) -> str:
        """The report, an HTML page."""
        return self._text(f"/arenas/{quote(arena)}/report", "text/html, */*", language)

    def games(self, arena: str) -> bytes:
        """The export: the plan and one game per line, from which the ratings can be computed again."""
        headers = {"Accept": "application/x-ndjson, */*"}
        return self._client.request("GET", f"/arenas/{quote(arena)}/games", headers=headers).content


class Ratings(Resource):
    """`client.ratings`: the ladder over all arenas of the service."""

    def list(self, game: str | None = None, role: str | None = None, limit: int = 100) -> tuple[Rating, ...]:
        """The best first, by game and role."""
        return tuple(map(Rating.read, self._get("/ratings", game=game, role=role, limit=limit)["items"]))

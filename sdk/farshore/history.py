"""Finished games: search and export them, profiles, and the statistics of cards."""

from collections.abc import Iterator
from dataclasses import field
from typing import Any
from urllib.parse import quote

from farshore import streams
from farshore.errors import FarshoreError, Unreachable
from farshore.models import Model
from farshore.request import Backoff
from farshore.resources import Json, Resource


class PlayedSeat(Model):
    """Who sat there, and how it ended for them."""

    seat: int = 0
    kind: str = ""
    player: Json | None = None
    level: str | None = None
    agent: Json | None = None
    agent_version: str | None = None
    model: str | None = None
    role: str = ""
    score: int | None = None
    place: int | None = None
    won: bool = False
    forfeited: bool = False
    consent: bool | None = None

    @property
    def who(self) -> str:
        """A name for people to read."""
        named = self.player or self.agent
        return str(named["name"]) if named else self.level or self.kind


class PlayedGame(Model):
    """A finished or aborted game. `length` is its number of answers."""

    id: str = ""
    game: str = ""
    rules_version: int = 0
    status: str = ""
    reason: str = ""
    visibility: str = ""
    practice: bool = False
    imported: bool = False
    clock: str = ""
    options: Json = field(default_factory=dict)
    started_at: str | None = None
    finished_at: str | None = None
    length: int = 0
    best_score: int | None = None
    seats: tuple[PlayedSeat, ...] = ()


class History(Resource):
    """`client.history`: finished games.

    The filters are those of `GET /games/history`: `game`, `player` (an id, or `me`), `opponent`, `agent`, `version`,
    `model`, `level`, `role`, `seats`, `option` (a list of `name:value`), `status`, `result`, `score_from`, `score_to`,
    `since`, `until`, `length_from`, `length_to`.
    """

    def games(self, sort: str = "newest", limit: int = 100, **filters: Any) -> Iterator[PlayedGame]:
        """Finished games; further pages of `limit` games are fetched as they are needed."""
        return map(PlayedGame.read, self._pages("/games/history", sort=sort, limit=limit, **filters))

    def export(
        self, per: str = "game", after: str | None = None, limit: int | None = None, **filters: Any
    ) -> Iterator[Json]:
        """Every game that fits, or every decision (`per="decision"`), oldest first, starting after the game `after`.

        With `limit`, so many games at most. A broken connection is resumed, and nothing is repeated.
        """
        backoff = Backoff(self._client.retries)
        complete, current, number, begun = after, after, -1, 0
        while True:
            left = None if limit is None else limit - max(0, begun - 1)
            params = {"per": per, "after": complete, "limit": left, **filters}
            headers = {"Accept": "application/x-ndjson"}
            try:
                for row in streams.lines(self._client, "/games/history/export", params, headers=headers):
                    if "problem" in row:
                        raise Unreachable("The export was interrupted.", code=row["problem"]["code"])
                    if row["id"] != current:
                        complete, current, number, begun = current, row["id"], -1, begun + 1
                    elif row.get("number", 0) <= number:
                        # Received before the connection broke.
                        continue
                    number = row.get("number", 0)
                    backoff.reset()
                    yield row
                return
            except FarshoreError as error:
                streams.wait_or_raise(backoff, error)

    def consents(self) -> bool:
        """Whether the caller has agreed to be named in exports."""
        return bool(self._get("/me/research")["consent"])

    def set_consent(self, consent: bool) -> None:
        """Agree to be named in exports of finished public games, or withdraw that consent."""
        self._client.request("PUT", "/me/research", json={"consent": consent})


class Profiles(Resource):
    """`client.profiles`: results of players, bots, agents and language models."""

    def get(self, kind: str, id: str) -> Json:
        """The profile of a `player` (its id, or `me`), `agent`, `model`, or `bot` (`faraway:greedy`)."""
        return self._get(f"/profiles/{quote(kind)}/{quote(id, safe='')}")


class Explorer(Resource):
    """`client.explorer`: how often each card is taken, and with what results."""

    def cards(
        self, game: str, kind: str | None = None, seats: int | None = None, level: str | None = None
    ) -> tuple[Json, ...]:
        """The statistics of all cards, or of one `kind` of decision, number of players or level."""
        return tuple(self._get(f"/games/{quote(game)}/explorer", kind=kind, seats=seats, level=level)["items"])

    def card(self, game: str, card: str) -> Json:
        """The statistics of one card, also by number of players and level."""
        return self._get(f"/games/{quote(game)}/explorer/{quote(card, safe='')}")

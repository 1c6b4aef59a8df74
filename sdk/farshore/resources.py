"""The shelf: games, their rules, words and cards; and what each refusal means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from farshore.models import Game
from farshore.operations import operation

if TYPE_CHECKING:
    from farshore.client import Client


class Games:
    """`client.games`: what can be played here."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("listGames")
    def list(self) -> tuple[Game, ...]:
        """All games of the shelf."""
        return tuple(map(Game.read, self._client.request("GET", "/games").json()["items"]))

    @operation("getGame")
    def get(self, game: str) -> Game:
        """One game: its players, options, bots, and the shapes of its views and story."""
        return Game.read(self._client.request("GET", f"/games/{quote(game)}").json())

    @operation("getRules")
    def rules(self, game: str, language: str | None = None) -> str:
        """The rules as Markdown."""
        headers = {"Accept": "text/markdown, */*"} | ({"Accept-Language": language} if language else {})
        response = self._client.request("GET", f"/games/{quote(game)}/rules", headers=headers)
        response.encoding = "utf-8"
        return response.text

    @operation("getText")
    def text(self, game: str, language: str) -> dict[str, Any]:
        """The words for the kinds and ids of a game, in one language."""
        text: dict[str, Any] = self._client.request("GET", f"/games/{quote(game)}/text/{quote(language)}").json()
        return text

    @operation("getCards")
    def cards(self, game: str) -> dict[str, Any]:
        """The facts of every card."""
        cards: dict[str, Any] = self._client.request("GET", f"/games/{quote(game)}/cards").json()
        return cards


class Problems:
    """`client.problems`: what the codes of refusals mean."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("listProblems")
    def list(self) -> tuple[dict[str, Any], ...]:
        """Every kind of refusal."""
        return tuple(self._client.request("GET", "/problems").json()["items"])

    @operation("getProblem")
    def get(self, code: str) -> dict[str, Any]:
        """What one refusal means."""
        problem: dict[str, Any] = self._client.request("GET", f"/problems/{quote(code)}").json()
        return problem

"""What all resources of the client share, and the small ones: games, problems, players and tokens, health."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from farshore.errors import FarshoreError
from farshore.models import Caller, Game, Registration, Token
from farshore.request import Requester

Json = dict[str, Any]
"""A JSON object."""


def given(**fields: Any) -> Json:
    """The fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


class Resource:
    """A part of the API, for example `client.games`."""

    def __init__(self, client: Requester) -> None:
        self._client = client

    def _json(self, method: str, path: str, **arguments: Any) -> Json:
        """The JSON object that a request returns."""
        found: Json = self._client.request(method, path, **arguments).json()
        return found

    def _get(self, path: str, **params: Any) -> Json:
        return self._json("GET", path, params=params)

    def _put(self, path: str, body: Mapping[str, Any]) -> Json:
        return self._json("PUT", path, json=body)

    def _create(self, path: str, body: Mapping[str, Any] | None = None) -> Json:
        """POST with an idempotency key, so that a retry does not create a second one."""
        return self._json("POST", path, json=body, key=uuid4().hex)

    def _post(self, path: str, body: Mapping[str, Any] | None = None) -> Json:
        """POST what has the same effect when repeated."""
        return self._json("POST", path, json=body, repeatable=True)

    def _delete(self, path: str) -> None:
        self._client.request("DELETE", path)

    def _text(self, path: str, accept: str, language: str | None = None, **params: Any) -> str:
        headers = {"Accept": accept} | ({"Accept-Language": language} if language else {})
        response = self._client.request("GET", path, params=params, headers=headers)
        response.encoding = "utf-8"
        return response.text

    def _pages(self, path: str, **params: Any) -> Iterator[Any]:
        """All items of a list; further pages are fetched as they are needed."""
        while True:
            page = self._get(path, **params)
            yield from page["items"]
            params["cursor"] = page.get("next")
            if not params["cursor"]:
                return


class Games(Resource):
    """`client.games`: what can be played."""

    def list(self) -> tuple[Game, ...]:
        return tuple(map(Game.read, self._get("/games")["items"]))

    def get(self, game: str) -> Game:
        """One game: its players, options, bots, and the JSON Schemas of its view and events."""
        return Game.read(self._get(f"/games/{quote(game)}"))

    def rules(self, game: str, language: str | None = None) -> str:
        """The rules as Markdown."""
        return self._text(f"/games/{quote(game)}/rules", "text/markdown, */*", language)

    def text(self, game: str, language: str) -> Json:
        """The texts for the ids and kinds of a game, in one language."""
        return self._get(f"/games/{quote(game)}/text/{quote(language)}")

    def cards(self, game: str) -> Json:
        """The facts of every card."""
        return self._get(f"/games/{quote(game)}/cards")


class Problems(Resource):
    """`client.problems`: the error codes of the API."""

    def list(self) -> tuple[Json, ...]:
        return tuple(self._get("/problems")["items"])

    def get(self, code: str) -> Json:
        """What one error code means."""
        return self._get(f"/problems/{quote(code)}")


class Players(Resource):
    """`client.players`: create a player."""

    def create(self, name: str) -> Registration:
        """Create a player and use their token from now on. The token is shown only this once."""
        created = Registration.read(self._create("/players", {"name": name}))
        self._client.token = created.token
        return created

    def recover(self, code: str) -> Registration:
        """Return to an account with its recovery code; its old tokens stop working. Keep the new code."""
        found = Registration.read(self._json("POST", "/recovery", json={"code": code}))
        self._client.token = found.token
        return found


class Me(Resource):
    """`client.me`: the caller."""

    def __init__(self, client: Requester) -> None:
        super().__init__(client)
        self.tokens = Tokens(client)
        self.mutes = Mutes(client)

    def get(self) -> Caller:
        """The player of the token, and what the token may do."""
        return Caller.read(self._get("/me"))

    def rename(self, name: str) -> Caller:
        """Change the name, also at the tables where the player sits now."""
        return Caller.read(self._json("PATCH", "/me", json={"name": name}))

    def delete(self) -> tuple[Json, ...]:
        """Close the account for good: its tokens stop working, and its name is removed where it played.

        Returns what remains, each with `what` and `why`.
        """
        remains = self._json("DELETE", "/me")["remains"]
        self._client.token = None
        return tuple(remains)

    def export(self) -> Json:
        """Everything that is stored about the caller."""
        return self._get("/me/export")

    def new_recovery_code(self) -> str:
        """A new recovery code, which replaces the old one; it is shown only this once."""
        return str(self._post("/me/recovery-code")["code"])


class Mutes(Resource):
    """`client.me.mutes`: players whose talk the caller does not see."""

    def list(self) -> tuple[Json, ...]:
        """All muted players, with `id` and `name`."""
        return tuple(self._get("/me/mutes")["items"])

    def add(self, player: str) -> None:
        """Hide what a player says."""
        self._client.request("PUT", f"/me/mutes/{quote(player)}")

    def remove(self, player: str) -> None:
        """Show it again."""
        self._delete(f"/me/mutes/{quote(player)}")


class Tokens(Resource):
    """`client.me.tokens`: the caller's tokens, one for each program that plays for them."""

    def list(self) -> tuple[Token, ...]:
        """All tokens, without their secrets."""
        return tuple(map(Token.read, self._get("/me/tokens")["items"]))

    def create(
        self, scopes: Sequence[str] | None = None, expires_in_s: int | None = None, label: str | None = None
    ) -> Token:
        """Another token for the same player; its `.token` is shown only this once."""
        body = given(scopes=scopes and [*scopes], expires_in_s=expires_in_s, label=label)
        return Token.read(self._create("/me/tokens", body))

    def delete(self, token: Token | str) -> None:
        id = token.id if isinstance(token, Token) else token
        self._delete(f"/me/tokens/{quote(id)}")


class Health(Resource):
    """`client.health`: for operators, and for scripts that wait for the service."""

    def alive(self) -> bool:
        """Whether the service responds."""
        return self._succeeds("/healthz")

    def ready(self) -> bool:
        """Whether the whole service is up: Redis, workers and timers."""
        return self._succeeds("/readyz")

    def metrics(self) -> str:
        """The metrics for Prometheus."""
        return self._client.request("GET", "/metrics", versioned=False, headers={"Accept": "text/plain"}).text

    def openapi(self) -> Json:
        return self._json("GET", "/openapi.json", versioned=False)

    def time(self) -> Json:
        """The server's clock, `now` and `epoch_ms`, to compare deadlines with."""
        return self._get("/time")

    def _succeeds(self, path: str) -> bool:
        try:
            self._client.request("GET", path, versioned=False, retries=0)
        except FarshoreError:
            return False
        return True

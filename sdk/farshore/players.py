"""Who plays, and the tokens that speak for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote
from uuid import uuid4

from farshore.models import Caller, Registration, Token
from farshore.operations import operation

if TYPE_CHECKING:
    from farshore.client import Client


class Players:
    """`client.players`: make yourself known."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("createPlayer")
    def create(self, name: str) -> Registration:
        """A new player. The client speaks as this player from now on; the token is shown this once."""
        response = self._client.request("POST", "/players", json={"name": name}, key=uuid4().hex)
        made = Registration.read(response.json())
        self._client.token = made.token
        return made


class Me:
    """`client.me`: the caller."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.tokens = Tokens(client)

    @operation("getMe")
    def get(self) -> Caller:
        """Who the token speaks for, and what it may do."""
        return Caller.read(self._client.request("GET", "/me").json())

    @operation("deleteMe")
    def delete(self) -> None:
        """Close the account, for good. No token opens it any more; where it played it is named no more."""
        self._client.request("DELETE", "/me")
        self._client.token = None


class Tokens:
    """`client.me.tokens`: the caller's tokens, one for each program that plays in their name."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("listTokens")
    def list(self) -> tuple[Token, ...]:
        """All tokens, without the secret itself."""
        return tuple(map(Token.read, self._client.request("GET", "/me/tokens").json()["items"]))

    @operation("createToken")
    def create(
        self, scopes: Sequence[str] | None = None, expires_in_s: int | None = None, label: str | None = None
    ) -> Token:
        """Another token for the same player; its `.token` is shown this once."""
        wanted = {"scopes": scopes and [*scopes], "expires_in_s": expires_in_s, "label": label}
        body = {name: value for name, value in wanted.items() if value is not None}
        return Token.read(self._client.request("POST", "/me/tokens", json=body, key=uuid4().hex).json())

    @operation("deleteToken")
    def delete(self, token: Token | str) -> None:
        """From now on this token opens nothing."""
        name = token.id if isinstance(token, Token) else token
        self._client.request("DELETE", f"/me/tokens/{quote(name)}")

"""Players and their tokens."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Response, g, request

from service.accounts import closing, renaming
from service.accounts.schemas import (
    CreatedTokenSchema,
    MeSchema,
    NewPlayerSchema,
    NewTokenSchema,
    RegisteredSchema,
    TokensSchema,
)
from service.accounts.store import SCOPES, Player, Token
from service.api import idempotency
from service.api.auth import WrongScope, caller, me, myself
from service.api.bodies import reply
from service.api.context import stores
from service.api.limits import limited
from service.api.operation import Blueprint
from service.refusals import NotFound
from service.storage.identifiers import new_id
from service.tables.views import stamp

blp = Blueprint("players", __name__, url_prefix="/v1", description="Players and tokens")


@blp.route("/players", methods=["POST"])
@blp.operation("createPlayer", token=False, body=True, creates=16, limited=True)
@blp.arguments(NewPlayerSchema)
@blp.response(201, RegisteredSchema)
@limited(300)
def create_player(body: dict[str, Any]) -> Response:
    """Create a player. The token is shown only once."""
    resource_id = idempotency.plan(shortest=16)
    now = stores().tables.now()
    player = stores().accounts.add(Player(f"p_{resource_id or new_id(now)}", body["name"].strip(), now))
    token = Token(id=resource_id or new_id(now), player=player.id, scopes=SCOPES, label="first", created=now)
    secret = _secret(resource_id)
    stores().accounts.add_token(token, secret)
    return reply({"player": player_data(player), "token": secret}, 201, {"Location": "/v1/me"})


@blp.route("/me", methods=["GET"])
@blp.operation("getMe")
@blp.response(200, MeSchema)
def get_me() -> Response:
    """Get the caller and the scopes of the token."""
    return reply(me_data())


@blp.route("/me", methods=["PATCH"])
@blp.operation("changeMe", body=True, limited=True)
@blp.arguments(NewPlayerSchema)
@blp.response(200, MeSchema)
@limited(30)
def change_me(body: dict[str, Any]) -> Response:
    """Change the caller's name, also at the tables where the caller sits now. Tables that are over keep the old one."""
    renaming.rename(stores().tables, stores().accounts, myself(), body["name"].strip())
    return reply(me_data())


@blp.route("/me", methods=["DELETE"])
@blp.operation("deleteMe")
@blp.response(204)
def delete_me() -> Response:
    """Close the account permanently: delete tokens, agents and books, forfeit seats, and remove the name everywhere."""
    player, token = myself(), caller().token
    # Closing an account affects everything in it, so the token needs every scope.
    me("agents")
    for digest in closing.close_account(stores(), player, token):
        g.keyring.forget(digest)
    return Response(status=204)


@blp.route("/me/tokens", methods=["GET"])
@blp.operation("listTokens")
@blp.response(200, TokensSchema)
def list_tokens() -> Response:
    """List the caller's tokens, without their secrets."""
    now = stores().tables.now()
    return reply({"items": [token_data(one) for one in stores().accounts.tokens(me("read")) if one.alive(now)]})


@blp.route("/me/tokens", methods=["POST"])
@blp.operation("createToken", body=True, creates=1, limited=True)
@blp.arguments(NewTokenSchema, required=False)
@blp.response(201, CreatedTokenSchema)
@limited(60)
def create_token(body: dict[str, Any]) -> Response:
    """Create another token with the same or fewer scopes."""
    player, resource_id, maker = me(), idempotency.plan(), caller()
    scopes = tuple(dict.fromkeys(body["scopes"] or maker.scopes))
    if more := set(scopes) - set(maker.scopes):
        raise WrongScope(needed=", ".join(sorted(more)), scopes=maker.scopes)
    now = stores().tables.now()
    ends = [] if body["expires_in_s"] is None else [now + 1000 * body["expires_in_s"]]
    if maker.token is not None and maker.token.expires is not None:
        ends.append(maker.token.expires)
    new = Token(resource_id or new_id(now), player, scopes, body["label"], now, min(ends, default=None))
    secret = _secret(resource_id)
    token = stores().accounts.add_token(new, secret)
    return reply({**token_data(token), "token": secret}, 201, {"Location": f"/v1/me/tokens/{token.id}"})


@blp.route("/me/tokens/<token>", methods=["DELETE"])
@blp.operation("deleteToken", "not-found")
@blp.response(204)
def delete_token(token: str) -> Response:
    """Revoke a token immediately."""
    digest = stores().accounts.revoke_token(me(), token)
    if digest is None:
        raise NotFound(what="token")
    # A notification tells all processes; this one need not wait for it.
    g.keyring.forget(digest)
    return Response(status=204)


def _secret(resource_id: str | None) -> str:
    """A new secret; with an Idempotency-Key, the same one whenever the request is repeated."""
    if resource_id is None:
        return stores().accounts.secret_for(secrets.token_hex(32))
    return stores().accounts.secret_for(f"{resource_id} {request.headers['Idempotency-Key']}")


def me_data() -> dict[str, Any]:
    """The caller, and what the token may do."""
    player, token = myself("read"), caller().token
    return {
        "player": player_data(player),
        "scopes": caller().scopes,
        "expires_at": stamp(token.expires) if token else None,
    }


def player_data(player: Player) -> dict[str, Any]:
    """A player as others see them."""
    return {"id": player.id, "name": player.name, "created_at": stamp(player.created)}


def token_data(token: Token) -> dict[str, Any]:
    """A token without its secret."""
    return {
        "id": token.id,
        "label": token.label,
        "scopes": token.scopes,
        "created_at": stamp(token.created),
        "expires_at": stamp(token.expires),
    }

"""Players and their tokens."""

from __future__ import annotations

import secrets
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from flask import Response, request, stream_with_context

from service.accounts import closing, export, recovery, renaming, schemas
from service.accounts.store import SCOPES, Player, Token, player_data, token_data
from service.api import idempotency
from service.api.auth import WrongScope, caller, me, myself
from service.api.bodies import reply
from service.api.context import language, stores, words
from service.api.limits import limited
from service.api.operation import Blueprint
from service.refusals import NotFound
from service.storage.identifiers import new_id
from service.tables.views import stamp

blp = Blueprint(
    "players",
    __name__,
    url_prefix="/v1",
    description="Accounts and tokens. A name is enough to begin; a recovery code brings an account back.",
)


@blp.route("/players", methods=["POST"])
@blp.operation("createPlayer", "word-refused", token=False, body=True, creates=16, limited=True)
@blp.arguments(schemas.NewPlayerSchema)
@blp.response(201, schemas.RegisteredSchema)
@limited(300)
def create_player(body: dict[str, Any]) -> Response:
    """Create a player. The token is shown only once."""
    resource_id = idempotency.resource_id(shortest=16)
    words().check(body["name"], "name")
    now = stores().tables.now()
    player = stores().accounts.add(Player(f"p_{resource_id or new_id(now)}", body["name"].strip(), now))
    token = Token(id=resource_id or new_id(now), player=player.id, scopes=SCOPES, label="first", created=now)
    secret = _secret(resource_id)
    stores().accounts.add_token(token, secret)
    code = recovery.set_code(stores().accounts, player.id, secret)
    data = {"player": player_data(player), "token": secret, "recovery_code": code}
    return reply(data, 201, {"Location": "/v1/me"})


@blp.route("/recovery", methods=["POST"])
@blp.operation("recoverAccount", "wrong-recovery-code", token=False, body=True, limited=True)
@blp.arguments(schemas.RecoverySchema)
@blp.response(200, schemas.RegisteredSchema)
@limited(10)
def recover_account(body: dict[str, Any]) -> Response:
    """Recover an account with its recovery code. Its tokens are revoked; there is a new token and a new code."""
    player, secret, code = recovery.recover(stores().accounts, body["code"])
    return reply({"player": player_data(player), "token": secret, "recovery_code": code})


@blp.route("/me", methods=["GET"])
@blp.operation("getMe")
@blp.response(200, schemas.MeSchema)
def get_me() -> Response:
    """Get the caller and the scopes of the token."""
    return reply(me_data())


@blp.route("/me", methods=["PATCH"])
@blp.operation("changeMe", "word-refused", body=True, limited=True)
@blp.arguments(schemas.NewPlayerSchema)
@blp.response(200, schemas.MeSchema)
@limited(30)
def change_me(body: dict[str, Any]) -> Response:
    """Change the caller's name, also at the tables where the caller sits now. Tables that are over keep the old one."""
    words().check(body["name"], "name")
    renaming.rename(stores().tables, stores().accounts, myself(), body["name"].strip())
    return reply(me_data())


@blp.route("/me", methods=["DELETE"])
@blp.operation("deleteMe")
@blp.response(200, schemas.ClosedSchema)
def delete_me() -> Response:
    """Close the account permanently: delete tokens, agents and books, forfeit seats, and remove the name everywhere.

    The response says what remains, and why.
    """
    player, token = myself(), caller().token
    # Closing an account affects everything in it, so the token needs every scope.
    me("agents")
    closing.close_account(stores(), player, token)
    return reply({"remains": _remains(language())})


@blp.route("/me/export", methods=["GET"])
@blp.operation("exportMe", limited=True)
@blp.response(200, schemas.AccountExportSchema)
@limited(6)
def export_me() -> Response:
    """Get everything that is stored about the caller: account, tokens (no secrets), agents, books, arenas, tables."""
    player = myself("read")
    me("agents")
    return Response(
        stream_with_context(export.export(stores(), player, language())),
        content_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="farshore.json"'},
    )


@blp.route("/me/recovery-code", methods=["POST"])
@blp.operation("newRecoveryCode", limited=True)
@blp.response(200, schemas.RecoverySchema)
@limited(10)
def new_recovery_code() -> Response:
    """Get a new recovery code, which replaces the old one at once. It is shown only this once."""
    player = me()
    # Whoever has the code has the account, so the token needs every scope.
    me("agents")
    return reply({"code": recovery.set_code(stores().accounts, player)})


@blp.route("/me/tokens", methods=["GET"])
@blp.operation("listTokens")
@blp.response(200, schemas.TokensSchema)
def list_tokens() -> Response:
    """List the caller's tokens, without their secrets."""
    now = stores().tables.now()
    return reply({"items": [token_data(one) for one in stores().accounts.tokens(me("read")) if one.alive(now)]})


@blp.route("/me/tokens", methods=["POST"])
@blp.operation("createToken", body=True, creates=1, limited=True)
@blp.arguments(schemas.NewTokenSchema, required=False)
@blp.response(201, schemas.CreatedTokenSchema)
@limited(60)
def create_token(body: dict[str, Any]) -> Response:
    """Create another token with the same or fewer scopes."""
    player, resource_id, maker = me(), idempotency.resource_id(), caller()
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
    if not stores().accounts.revoke_token(me(), token):
        raise NotFound(what="token")
    return Response(status=204)


@cache
def _remains(language: str) -> list[dict[str, str]]:
    path = Path(__file__).parent / "text" / f"{language}.json"
    return msgspec.json.decode(path.read_bytes(), type=list[dict[str, str]])


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

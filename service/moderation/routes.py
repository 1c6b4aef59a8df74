"""Muting players, and reporting the talk of a table."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api import idempotency, muting
from service.api.auth import me
from service.api.bodies import reply
from service.api.context import stores
from service.api.limits import limited
from service.api.operation import Blueprint
from service.moderation import reports
from service.moderation.schemas import MutesSchema, NewReportSchema, ReportSchema
from service.moderation.store import MAX_MUTED
from service.refusals import Invalid, NotFound
from service.storage.identifiers import new_id

blp = Blueprint("moderation", __name__, url_prefix="/v1", description="Mute a player, or report talk to the operator.")


@blp.route("/me/mutes", methods=["GET"])
@blp.operation("listMutes")
@blp.response(200, MutesSchema)
def list_mutes() -> Response:
    """List the players that the caller has muted."""
    muted = sorted(stores().moderation.muted(me("read")))
    names = {player.id: player.name for player in stores().accounts.get_many(muted)}
    return reply({"items": [{"id": id, "name": names.get(id)} for id in muted]})


@blp.route("/me/mutes/<player>", methods=["PUT"])
@blp.operation("mutePlayer", "not-found", "invalid", limited=True)
@blp.response(204)
@limited(120)
def mute_player(player: str) -> Response:
    """Hide what another player says, from the caller only. They are not told."""
    caller = me()
    if stores().accounts.get(player) is None:
        raise NotFound(what="player")
    if player == caller:
        raise Invalid(field="player", message="you cannot mute yourself")
    if not stores().moderation.mute(caller, player):
        raise Invalid(field="player", message=f"you can mute up to {MAX_MUTED} players")
    muting.cache().forget(caller.encode())
    return Response(status=204)


@blp.route("/me/mutes/<player>", methods=["DELETE"])
@blp.operation("unmutePlayer")
@blp.response(204)
def unmute_player(player: str) -> Response:
    """Show what a player says again, including what they said in the meantime."""
    caller = me()
    stores().moderation.unmute(caller, player)
    muting.cache().forget(caller.encode())
    return Response(status=204)


@blp.route("/tables/<table>/reports", methods=["POST"])
@blp.operation("reportTalk", "not-found", body=True, creates=1, limited=True)
@blp.arguments(NewReportSchema)
@blp.response(201, ReportSchema)
@limited(10)
def report_talk(body: dict[str, Any], table: str) -> Response:
    """Report the talk of a table to the operator, with the messages that the caller could see."""
    player, id = me(), idempotency.resource_id() or new_id(stores().tables.now())
    found = reports.report(stores().tables, stores().log, stores().moderation, table, player, body["reason"], id)
    return reply(reports.report_data(found), 201)

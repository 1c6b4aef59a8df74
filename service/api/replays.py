"""Replays of tables that are over."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request

from service.api import idempotency
from service.api.auth import myself, somebody
from service.api.context import house, language
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.replies import table_reply, tagged
from service.api.schemas.play import StepQuerySchema, StepSchema
from service.api.schemas.tables import TableSchema
from service.play import replaying
from service.play.refusals import Invalid, Refused
from service.play.timing import present

blp = Blueprint("replays", __name__, url_prefix="/v1", description="Replays")


class MalformedJson(Refused):
    """The body is not JSON."""

    code = "malformed-json"


@blp.route("/tables/<table>/replay", methods=["GET"])
@blp.operation("getReplay", "not-found", "not-finished", "rules-retired", token=None, limited=True)
@blp.response(200, "Replay")
@limited(300)
def get_replay(table: str) -> Response:
    """The whole game: seed, answers, talk, result. Whoever has it can play it again and verify the deal."""
    return tagged(replaying.export(house(), present(house(), table, somebody())))


@blp.route("/tables/<table>/replay/steps/<int:step>", methods=["GET"])
@blp.operation("getReplayStep", "not-found", "not-finished", "invalid", "rules-retired", token=None, limited=True)
@blp.arguments(StepQuerySchema, location="query")
@blp.response(200, StepSchema)
@limited(1200)
def get_step(query: dict[str, Any], table: str, step: int) -> Response:
    """The table after some answers, as a seat or a spectator saw it."""
    seat = None if query["seat"] == "spectator" else int(query["seat"])
    return tagged(replaying.step(house(), present(house(), table, somebody()), step, seat, language()))


@blp.route("/replays", methods=["POST"])
@blp.operation("importReplay", "rules-retired", "replay-differs", body=True, creates=1, limited=True)
@blp.doc(
    requestBody={"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Replay"}}}}
)
@blp.response(201, TableSchema)
@limited(60)
def import_replay() -> Response:
    """Bring a replay in: it is run again, each step is checked, and it becomes a table that is over."""
    player, plan = myself(), idempotency.plan()
    try:
        replay = msgspec.json.decode(request.get_data(), type=replaying.Replay)
    except msgspec.ValidationError as wrong:
        message, _, path = str(wrong).partition(" - at `$.")
        raise Invalid(field=path.strip("`"), message=message) from None
    except msgspec.DecodeError:
        raise MalformedJson() from None
    return table_reply(replaying.bring_in(house(), player, replay, plan), player.id, 201)

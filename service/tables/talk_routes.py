"""Talk at the table."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api import idempotency
from service.api.auth import me, somebody
from service.api.context import house, language
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.replies import carried_out, reply
from service.api.schemas.play import EventSchema, SaySchema, TalkSchema
from service.play import talking
from service.play.showing import heard
from service.play.timing import present

blp = Blueprint("talk", __name__, url_prefix="/v1/tables/<table>/talk", description="Talk at the table")


@blp.route("", methods=["GET"])
@blp.operation("getTalk", "not-found", "rules-retired", token=None)
@blp.response(200, TalkSchema)
def get_talk(table: str) -> Response:
    """Where the caller may talk now, and who would hear it."""
    player = somebody()
    live = present(house(), table, player)
    return reply(talking.policy(live, live.table.seat_of(player)))


@blp.route("", methods=["POST"])
@blp.operation(
    "say", "not-found", "not-seated", "may-not-speak", "finished", "illegal", body=True, creates=1, limited=True
)
@blp.arguments(SaySchema)
@blp.response(201, EventSchema)
@limited(120)
def say(body: dict[str, Any], table: str) -> Response:
    """Say something to those who are in the room."""
    player, plan = me(), idempotency.plan()
    live, seat, entry = carried_out(table, player, talking.say, body["room"], body["text"], plan)
    [said] = [event for event in heard(live.table, entry, seat, live.game, language()) if event["type"] == "talk"]
    return reply(said, 201)

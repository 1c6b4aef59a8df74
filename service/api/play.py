"""Playing: see, be asked, answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response

from service.api.auth import me, somebody
from service.api.context import house, language
from service.api.operation import Blueprint
from service.api.replies import remember, reply, tagged, update_reply
from service.api.schemas.decisions import DecisionSchema, DecisionsSchema, LegalSchema, PicksSchema
from service.api.schemas.play import UpdateSchema, WaitSchema
from service.games.kit.decision import Illegal
from service.play import moves
from service.play.following import wait_for_news
from service.play.live import Live
from service.play.refusals import NotFound, Refused
from service.play.showing import decisions, update
from service.play.timing import present

blp = Blueprint("play", __name__, url_prefix="/v1/tables/<table>", description="Views, decisions and answers")

REFUSED = (
    "not-found",
    "not-seated",
    "not-your-decision",
    "closed",
    "not-running",
    "finished",
    "paused",
    "rules-retired",
)


@blp.route("/view", methods=["GET"])
@blp.operation("getView", "not-found", "invalid", "rules-retired", token=None)
@blp.arguments(WaitSchema, location="query")
@blp.response(200, UpdateSchema)
def get_view(query: dict[str, Any], table: str) -> Response:
    """What the caller sees now; with `wait`, as soon as there is something newer than `after`."""
    player = somebody()
    if query["wait"] and "after" in query:
        live = wait_for_news(house(), table, player, query["after"], query["wait"])
    else:
        live = present(house(), table, player)
    return tagged(update(live, live.table.seat_of(player), language()))


@blp.route("/decisions", methods=["GET"])
@blp.operation("listDecisions", "not-found", "rules-retired", token=None)
@blp.response(200, DecisionsSchema)
def list_decisions(table: str) -> Response:
    """The caller's open decisions."""
    player = somebody()
    live = present(house(), table, player)
    return reply({"items": decisions(live, live.table.seat_of(player), language())})


@blp.route("/decisions/<decision>", methods=["GET"])
@blp.operation("getDecision", "not-found", "rules-retired", token=None)
@blp.response(200, DecisionSchema)
def get_decision(table: str, decision: str) -> Response:
    """One open decision of the caller."""
    player = somebody()
    live = present(house(), table, player)
    for one in decisions(live, live.table.seat_of(player), language()):
        if one["id"] == decision:
            return reply(one)
    raise NotFound(what="decision")


@blp.route("/decisions/<decision>/answer", methods=["PUT"])
@blp.operation("answer", *REFUSED, "final", "illegal", body=True)
@blp.arguments(PicksSchema)
@blp.alt_response(202, schema=UpdateSchema, description="Taken; it lies sealed until all have answered.", success=True)
@blp.response(200, UpdateSchema)
def put_answer(body: dict[str, Any], table: str, decision: str) -> Response:
    """Answer an open decision. The same answer sent again gives the same reply."""
    player = me()
    live = carried_out(table, player, moves.answer, decision, tuple(body["picks"]))
    return update_reply(live, live.table.seat_of(player))


@blp.route("/decisions/<decision>/answer", methods=["DELETE"])
@blp.operation("withdrawAnswer", *REFUSED, "final", "illegal")
@blp.response(200, UpdateSchema)
def delete_answer(table: str, decision: str) -> Response:
    """Take a sealed answer back, where the game allows it."""
    player = me()
    live = carried_out(table, player, moves.withdraw, decision)
    return update_reply(live, live.table.seat_of(player))


@blp.route("/decisions/<decision>/check", methods=["POST"])
@blp.operation("checkAnswer", *REFUSED, "illegal", body=True)
@blp.arguments(PicksSchema)
@blp.response(200, LegalSchema)
def check_answer(body: dict[str, Any], table: str, decision: str) -> Response:
    """Would this answer be taken? Nothing changes."""
    carried_out(table, me(), moves.check, decision, tuple(body["picks"]))
    return reply({"legal": True})


def carried_out(table: str, player: str, verb: Callable[..., Live], *given: Any) -> Live:
    """Carry a verb out; a refusal will say what is open for the caller now."""
    try:
        return verb(house(), table, player, *given)
    except (Refused, Illegal):
        remember(present(house(), table, player), player)
        raise

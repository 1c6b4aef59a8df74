"""Playing: see, be asked, answer."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api import idempotency
from service.api.auth import me, somebody
from service.api.context import house, language
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.responses import carried_out, reply, tagged, update_reply
from service.api.streaming import place
from service.events.streams import wait_for_news
from service.refusals import NotFound
from service.tables import play, standing_passes, talk
from service.tables.schemas import (
    DecisionSchema,
    DecisionsSchema,
    EventSchema,
    LegalSchema,
    PassesSchema,
    PicksSchema,
    SaySchema,
    TalkSchema,
    UpdateSchema,
    WaitSchema,
)
from service.tables.store import Passes
from service.tables.timeouts import present
from service.tables.views import decisions, heard, update

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
        with place() as free:
            live = wait_for_news(house(), table, player, query["after"], query["wait"] if free else 0.0)
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
    live = carried_out(table, player, play.answer, decision, tuple(body["picks"]))
    return update_reply(live, live.table.seat_of(player))


@blp.route("/decisions/<decision>/answer", methods=["DELETE"])
@blp.operation("withdrawAnswer", *REFUSED, "final", "illegal")
@blp.response(200, UpdateSchema)
def delete_answer(table: str, decision: str) -> Response:
    """Take a sealed answer back, where the game allows it."""
    player = me()
    live = carried_out(table, player, play.withdraw, decision)
    return update_reply(live, live.table.seat_of(player))


@blp.route("/decisions/<decision>/check", methods=["POST"])
@blp.operation("checkAnswer", *REFUSED, "illegal", body=True)
@blp.arguments(PicksSchema)
@blp.response(200, LegalSchema)
def check_answer(body: dict[str, Any], table: str, decision: str) -> Response:
    """Would this answer be taken? Nothing changes."""
    carried_out(table, me(), play.check, decision, tuple(body["picks"]))
    return reply({"legal": True})


@blp.route("/passes", methods=["GET"])
@blp.operation("getPasses", "not-found", "not-seated")
@blp.response(200, PassesSchema)
def get_passes(table: str) -> Response:
    """Which windows the caller lets pass in advance. Nobody else is shown this."""
    player = me("read")
    live = present(house(), table, player)
    return reply(live.table.passes.get(live.must_seat(player), standing_passes.NONE))


@blp.route("/passes", methods=["PUT"])
@blp.operation("setPasses", "not-found", "not-seated", "finished", body=True)
@blp.arguments(PassesSchema)
@blp.response(200, PassesSchema)
def set_passes(body: dict[str, Any], table: str) -> Response:
    """Let windows pass in advance: of some kinds or all (`*`), for good or until the caller's next turn."""
    wish = Passes(tuple(dict.fromkeys(body["kinds"])), body["until"])
    standing_passes.set_passes(house(), table, me(), wish)
    return reply(wish)


talk_blp = Blueprint("talk", __name__, url_prefix="/v1/tables/<table>/talk", description="Talk at the table")


@talk_blp.route("", methods=["GET"])
@talk_blp.operation("getTalk", "not-found", "rules-retired", token=None)
@talk_blp.response(200, TalkSchema)
def get_talk(table: str) -> Response:
    """Where the caller may talk now, and who would hear it."""
    player = somebody()
    live = present(house(), table, player)
    return reply(talk.policy(live, live.table.seat_of(player)))


@talk_blp.route("", methods=["POST"])
@talk_blp.operation(
    "say", "not-found", "not-seated", "may-not-speak", "finished", "illegal", body=True, creates=1, limited=True
)
@talk_blp.arguments(SaySchema)
@talk_blp.response(201, EventSchema)
@limited(120)
def say(body: dict[str, Any], table: str) -> Response:
    """Say something to those who are in the room."""
    player, plan = me(), idempotency.plan()
    live, seat, entry = carried_out(table, player, talk.say, body["room"], body["text"], plan)
    [said] = [event for event in heard(live.table, entry, seat, live.game, language()) if event["type"] == "talk"]
    return reply(said, 201)

"""Polling: agents behind a firewall ask for work."""

from __future__ import annotations

from typing import Any

from flask import Response, g

from service.api.auth import me
from service.api.context import house, language
from service.api.operation import Blueprint
from service.api.replies import reply
from service.api.schemas.agents import (
    AcquireQuerySchema,
    AcquireSchema,
    ExtendSchema,
    LeaseSchema,
    TakenSchema,
    WorksSchema,
)
from service.api.schemas.decisions import PicksSchema
from service.api.streams import place
from service.games.kit.decision import Illegal
from service.play import delegating, pulling
from service.play.showing import decisions
from service.play.wire import stamp

blp = Blueprint("work", __name__, url_prefix="/v1/agents/work", description="Work for agents that call the house")


@blp.route("/acquire", methods=["POST"])
@blp.operation("acquireWork", "no-polling-agents", body=True)
@blp.arguments(AcquireQuerySchema, location="query")
@blp.arguments(AcquireSchema, required=False)
@blp.response(200, WorksSchema)
def acquire_work(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Take open questions in hand; with `wait`, as soon as there is one."""
    owner = me("agents")
    with place() as free:
        wait = query["wait"] if free else 0.0
        items = pulling.acquire(house(), owner, body["agents"], body["most"], body["lease_s"] * 1000, wait)
    return reply({"items": items})


@blp.route("/<lease>/answer", methods=["POST"])
@blp.operation("answerWork", "not-found", "closed", "paused", "finished", "lease-lost", "illegal", body=True)
@blp.arguments(PicksSchema)
@blp.response(200, TakenSchema)
def answer_work(body: dict[str, Any], lease: str) -> Response:
    """Answer the question in hand. The same answer sent again is welcome."""
    owner = me("agents")
    try:
        live = pulling.answer(house(), owner, lease, tuple(body["picks"]))
    except Illegal:
        held = pulling.read(lease)
        live = house().load(held.table)
        g.game = live.game
        g.open_decisions = decisions(live, delegating.seat_named(held.name), language())
        raise
    held = pulling.read(lease)
    return reply({"table": held.table, "decision": held.name, "status": live.table.status})


@blp.route("/<lease>/extend", methods=["POST"])
@blp.operation("extendWork", "not-found", "closed", "lease-lost", body=True)
@blp.arguments(ExtendSchema, required=False)
@blp.response(200, LeaseSchema)
def extend_work(body: dict[str, Any], lease: str) -> Response:
    """Keep a question for longer."""
    until = pulling.extend(house(), me("agents"), lease, body["lease_s"] * 1000)
    return reply({"lease": lease, "expires_at": stamp(until)})


@blp.route("/<lease>", methods=["DELETE"])
@blp.operation("giveBackWork", "not-found")
@blp.response(204)
def give_back_work(lease: str) -> Response:
    """Give a question back, so that somebody else may have it at once."""
    pulling.give_back(house(), me("agents"), lease)
    return Response(status=204)

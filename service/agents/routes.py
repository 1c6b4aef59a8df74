"""Agents: register, find, change, rotate the secret, read the log, have one tested."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from flask import Response, g

from service.agents import conformance, decisions, polling, registry
from service.agents.schemas import (
    AcquireQuerySchema,
    AcquireSchema,
    AgentSchema,
    AgentsQuerySchema,
    AgentsSchema,
    ChangeAgentSchema,
    DeliveriesQuerySchema,
    DeliveriesSchema,
    ExtendSchema,
    LeaseSchema,
    NewAgentSchema,
    NewTrialSchema,
    RegisteredAgentSchema,
    RotateSchema,
    SecretSchema,
    TakenSchema,
    TrialSchema,
    WorksSchema,
)
from service.agents.store import Trial
from service.api import idempotency
from service.api.auth import me, myself, somebody
from service.api.context import house, language, settings
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.responses import reply
from service.api.streaming import place
from service.games.kit.decision import Illegal
from service.games.kit.sentences import fill
from service.tables import views
from service.tables.schemas import PicksSchema
from service.tables.wire import stamp

blp = Blueprint("agents", __name__, url_prefix="/v1/agents", description="Agents that think outside the house")


@blp.route("", methods=["POST"])
@blp.operation("registerAgent", "too-many-agents", body=True, creates=1, limited=True)
@blp.arguments(NewAgentSchema)
@blp.response(201, RegisteredAgentSchema)
@limited(60)
def register_agent(body: dict[str, Any]) -> Response:
    """Register an agent. The secret is shown once: keep it."""
    owner, plan = me("agents"), idempotency.plan()
    agent, secret = registry.register(house(), owner, body, settings().agent_private, plan)
    shown = {**registry.agent_data(house(), agent, owner), "secret": secret}
    return reply(shown, 201, {"Location": f"/v1/agents/{agent.id}"})


@blp.route("", methods=["GET"])
@blp.operation("listAgents", "invalid", token=None, limited=True)
@blp.arguments(AgentsQuerySchema, location="query")
@blp.response(200, AgentsSchema)
@limited(300)
def list_agents(query: dict[str, Any]) -> Response:
    """Own agents and public ones, newest first; with `mine` only one's own."""
    player = me("read") if query["mine"] else somebody()
    cursor, game = query.get("cursor"), query.get("game")
    items, more = registry.page(house(), player, query["mine"], game, cursor, query["limit"])
    return reply({"items": items, "next": more})


@blp.route("/<agent>", methods=["GET"])
@blp.operation("getAgent", "not-found", token=None)
@blp.response(200, AgentSchema)
def get_agent(agent: str) -> Response:
    """One agent, and for its owner how it has been."""
    player = somebody()
    return reply(registry.agent_data(house(), registry.seen(house(), player, agent), player))


@blp.route("/<agent>", methods=["PATCH"])
@blp.operation("changeAgent", "not-found", "not-owner", body=True)
@blp.arguments(ChangeAgentSchema)
@blp.response(200, AgentSchema)
def change_agent(body: dict[str, Any], agent: str) -> Response:
    """Change some of an agent; what is left out stays."""
    owner = me("agents")
    changed = registry.change(house(), owner, agent, body, settings().agent_private)
    return reply(registry.agent_data(house(), changed, owner))


@blp.route("/<agent>", methods=["DELETE"])
@blp.operation("deleteAgent", "not-found", "not-owner")
@blp.response(204)
def delete_agent(agent: str) -> Response:
    """Take an agent away; where it sits, its fallback plays on."""
    registry.delete(house(), me("agents"), agent)
    return Response(status=204)


@blp.route("/<agent>/secret", methods=["POST"])
@blp.operation("rotateSecret", "not-found", "not-owner", body=True, limited=True)
@blp.arguments(RotateSchema, required=False)
@blp.response(200, SecretSchema)
@limited(30)
def rotate_secret(body: dict[str, Any], agent: str) -> Response:
    """A new secret, shown once; for a while deliveries are signed with the old one too."""
    fresh = registry.rotate(house(), me("agents"), agent, body["grace_s"])
    return reply({"secret": fresh.secret, "old_secret_until": stamp(fresh.until)})


@blp.route("/<agent>/deliveries", methods=["GET"])
@blp.operation("listDeliveries", "not-found", "not-owner", "invalid")
@blp.arguments(DeliveriesQuerySchema, location="query")
@blp.response(200, DeliveriesSchema)
def list_deliveries(query: dict[str, Any], agent: str) -> Response:
    """What was asked of the agent lately and what became of it, newest first (owner)."""
    items, more = registry.deliveries(house(), me("agents"), agent, query.get("cursor"), query["limit"])
    return reply({"items": items, "next": more})


@blp.route("/<agent>/test", methods=["POST"])
@blp.operation("testAgent", "not-found", "not-owner", body=True, limited=True)
@blp.arguments(NewTrialSchema, required=False)
@blp.response(202, TrialSchema)
@limited(10)
def test_agent(body: dict[str, Any], agent: str) -> Response:
    """Have the agent play a mini-game and be tried with forged, old and repeated deliveries; see the test's address."""
    trial = conformance.begin(house(), myself("agents"), agent, body["game"])
    return reply(_told(trial), 202, {"Location": f"/v1/agents/{agent}/tests/{trial.id}"})


@blp.route("/<agent>/tests/<test>", methods=["GET"])
@blp.operation("getAgentTest", "not-found", "not-owner")
@blp.response(200, TrialSchema)
def get_agent_test(agent: str, test: str) -> Response:
    """What a test has found, check by check, in words. It is kept for a day."""
    return reply(_told(conformance.get(house(), me("agents"), agent, test)))


def _told(trial: Trial) -> dict[str, Any]:
    words = _words(language())
    shown = conformance.trial_data(trial)
    for one in shown["checks"]:
        one["words"] = fill(words[one["check"]]["ok" if one["ok"] else "bad"], language(), one["params"])
    return shown


@cache
def _words(language: str) -> dict[str, dict[str, str]]:
    path = Path(__file__).parent / "text" / f"{language}.json"
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str]])


work_blp = Blueprint("work", __name__, url_prefix="/v1/agents/work", description="Work for agents that call the house")


@work_blp.route("/acquire", methods=["POST"])
@work_blp.operation("acquireWork", "no-polling-agents", body=True)
@work_blp.arguments(AcquireQuerySchema, location="query")
@work_blp.arguments(AcquireSchema, required=False)
@work_blp.response(200, WorksSchema)
def acquire_work(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Take open questions in hand; with `wait`, as soon as there is one."""
    owner = me("agents")
    with place() as free:
        wait = query["wait"] if free else 0.0
        items = polling.acquire(house(), owner, body["agents"], body["most"], body["lease_s"] * 1000, wait)
    return reply({"items": items})


@work_blp.route("/<lease>/answer", methods=["POST"])
@work_blp.operation("answerWork", "not-found", "closed", "paused", "finished", "lease-lost", "illegal", body=True)
@work_blp.arguments(PicksSchema)
@work_blp.response(200, TakenSchema)
def answer_work(body: dict[str, Any], lease: str) -> Response:
    """Answer the question in hand. The same answer sent again is welcome."""
    owner = me("agents")
    try:
        live = polling.answer(house(), owner, lease, tuple(body["picks"]))
    except Illegal:
        held = polling.read(lease)
        live = house().load(held.table)
        g.game = live.game
        g.open_decisions = views.decisions(live, decisions.seat_named(held.name), language())
        raise
    held = polling.read(lease)
    return reply({"table": held.table, "decision": held.name, "status": live.table.status})


@work_blp.route("/<lease>/extend", methods=["POST"])
@work_blp.operation("extendWork", "not-found", "closed", "lease-lost", body=True)
@work_blp.arguments(ExtendSchema, required=False)
@work_blp.response(200, LeaseSchema)
def extend_work(body: dict[str, Any], lease: str) -> Response:
    """Keep a question for longer."""
    until = polling.extend(house(), me("agents"), lease, body["lease_s"] * 1000)
    return reply({"lease": lease, "expires_at": stamp(until)})


@work_blp.route("/<lease>", methods=["DELETE"])
@work_blp.operation("giveBackWork", "not-found")
@work_blp.response(204)
def give_back_work(lease: str) -> Response:
    """Give a question back, so that somebody else may have it at once."""
    polling.give_back(house(), me("agents"), lease)
    return Response(status=204)

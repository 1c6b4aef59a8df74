"""Agents: register, list, change, delete, rotate the secret, read deliveries, run conformance tests, poll for work."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from flask import Response

from service.agents import conformance, polling, polling_schemas, registry, schemas
from service.agents.decisions import Said, is_talk
from service.agents.store import ConformanceTest
from service.api import idempotency, quotas
from service.api.auth import me, myself, somebody
from service.api.bodies import listed, reply
from service.api.context import language, settings, stores, words
from service.api.limits import limited
from service.api.maintenance import unless_draining
from service.api.operation import Blueprint
from service.api.streaming import slot
from service.games.kit.sentences import fill
from service.refusals import Invalid
from service.storage.identifiers import new_id
from service.tables.views import stamp

blp = Blueprint(
    "agents",
    __name__,
    url_prefix="/v1/agents",
    description="AI players outside the service: called by webhook, or polling for work.",
)


@blp.route("", methods=["POST"])
@blp.operation("registerAgent", "too-many-agents", "word-refused", body=True, creates=1, limited=True)
@blp.arguments(schemas.NewAgentSchema)
@blp.response(201, schemas.RegisteredAgentSchema)
@limited(60)
def register_agent(body: dict[str, Any]) -> Response:
    """Register an agent. The secret is shown only once."""
    owner, id = me("agents"), f"a_{idempotency.resource_id() or new_id(stores().tables.now())}"
    words().check(body["name"], "name")
    with quotas.counted("agents", id, _registered):
        agent, secret = registry.register(stores().tables, stores().agents, owner, body, settings().agent_private, id)
    data = {**registry.agent_data(stores().tables, stores().agents, agent, owner), "secret": secret}
    return reply(data, 201, {"Location": f"/v1/agents/{agent.id}"})


@blp.route("", methods=["GET"])
@blp.operation("listAgents", "invalid", token=None, limited=True)
@blp.arguments(schemas.AgentsQuerySchema, location="query")
@blp.response(200, schemas.AgentsSchema)
@limited(300)
def list_agents(query: dict[str, Any]) -> Response:
    """List public agents and the caller's own, newest first; with `mine` only the caller's."""
    player = me("read") if query["mine"] else somebody()
    cursor, game = query.get("cursor"), query.get("game")
    items, more = registry.page(stores().tables, stores().agents, player, query["mine"], game, cursor, query["limit"])
    return listed(items, more)


@blp.route("/<agent>", methods=["GET"])
@blp.operation("getAgent", "not-found", token=None)
@blp.response(200, schemas.AgentSchema)
def get_agent(agent: str) -> Response:
    """Get an agent; its owner also sees its URL and failures."""
    player = somebody()
    found = registry.visible(stores().agents, player, agent)
    return reply(registry.agent_data(stores().tables, stores().agents, found, player))


@blp.route("/<agent>", methods=["PATCH"])
@blp.operation("changeAgent", "not-found", "not-owner", "word-refused", body=True)
@blp.arguments(schemas.ChangeAgentSchema)
@blp.response(200, schemas.AgentSchema)
def change_agent(body: dict[str, Any], agent: str) -> Response:
    """Change an agent. Omitted fields keep their values."""
    owner = me("agents")
    words().check(body.get("name") or "", "name")
    changed = registry.change(stores().agents, owner, agent, body, settings().agent_private)
    return reply(registry.agent_data(stores().tables, stores().agents, changed, owner))


@blp.route("/<agent>", methods=["DELETE"])
@blp.operation("deleteAgent", "not-found", "not-owner")
@blp.response(204)
def delete_agent(agent: str) -> Response:
    """Delete an agent. At tables where it is seated, its fallback plays on."""
    registry.delete(stores().agents, me("agents"), agent)
    quotas.deleted("agents", agent)
    return Response(status=204)


def _registered(ids: list[str]) -> dict[str, bool]:
    return {agent.id: True for agent in stores().agents.get_many(ids)}


@blp.route("/<agent>/secret", methods=["POST"])
@blp.operation("rotateSecret", "not-found", "not-owner", body=True, limited=True)
@blp.arguments(schemas.RotateSchema, required=False)
@blp.response(200, schemas.SecretSchema)
@limited(30)
def rotate_secret(body: dict[str, Any], agent: str) -> Response:
    """Replace the secret. For `grace_s` seconds deliveries are signed with the old one too."""
    new = registry.rotate(stores().tables, stores().agents, me("agents"), agent, body["grace_s"])
    return reply({"secret": new.secret, "old_secret_until": stamp(new.until)})


@blp.route("/<agent>/deliveries", methods=["GET"])
@blp.operation("listDeliveries", "not-found", "not-owner", "invalid")
@blp.arguments(schemas.DeliveriesQuerySchema, location="query")
@blp.response(200, schemas.DeliveriesSchema)
def list_deliveries(query: dict[str, Any], agent: str) -> Response:
    """List recent deliveries to the agent and their outcomes, newest first (owner only)."""
    items, more = registry.deliveries(stores().agents, me("agents"), agent, query.get("cursor"), query["limit"])
    return listed(items, more)


@blp.route("/<agent>/test", methods=["POST"])
@blp.operation("testAgent", "draining", "not-found", "not-owner", body=True, limited=True)
@blp.arguments(schemas.NewConformanceTestSchema, required=False)
@blp.response(202, schemas.ConformanceTestSchema)
@limited(10)
@unless_draining
def test_agent(body: dict[str, Any], agent: str) -> Response:
    """Start a conformance test: a short game, and forged, old and repeated deliveries. `Location` has its result."""
    s, owner = stores(), myself("agents")
    test = conformance.start(s.tables, s.accounts, s.agents, s.books, owner, agent, body["game"])
    return reply(_test_data(test), 202, {"Location": f"/v1/agents/{agent}/tests/{test.id}"})


@blp.route("/<agent>/tests/<test>", methods=["GET"])
@blp.operation("getAgentTest", "not-found", "not-owner")
@blp.response(200, schemas.ConformanceTestSchema)
def get_agent_test(agent: str, test: str) -> Response:
    """Get the result of a conformance test, check by check. It is kept for a day."""
    return reply(_test_data(conformance.get(stores().tables, stores().agents, me("agents"), agent, test)))


def _test_data(test: ConformanceTest) -> dict[str, Any]:
    messages = _messages(language())
    data = conformance.test_data(test)
    for check in data["checks"]:
        sentence = messages[check["check"]]["ok" if check["ok"] else "bad"]
        check["message"] = fill(sentence, language(), check["params"])
    return data


@cache
def _messages(language: str) -> dict[str, dict[str, str]]:
    path = Path(__file__).parent / "text" / f"{language}.json"
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str]])


work_blp = Blueprint(
    "work",
    __name__,
    url_prefix="/v1/work",
    description="Lease the open decisions of your polling agents, and answer them.",
)


@work_blp.route("/acquire", methods=["POST"])
@work_blp.operation("acquireWork", "no-polling-agents", body=True)
@work_blp.arguments(polling_schemas.AcquireQuerySchema, location="query")
@work_blp.arguments(polling_schemas.AcquireSchema, required=False)
@work_blp.response(200, polling_schemas.WorksSchema)
def acquire_work(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Lease open decisions; with `wait`, wait until there is one."""
    s, owner, lease_ms = stores(), me("agents"), body["lease_s"] * 1000
    with slot() as free:
        wait = query["wait"] if free else 0.0
        which = (body["agents"], body["most"], lease_ms, wait)
        items = polling.acquire(s.tables, s.log, s.agents, s.notifications, owner, *which)
    return reply({"items": items})


@work_blp.route("/<lease>/answer", methods=["POST"])
@work_blp.operation(
    "answerWork", "not-found", "invalid", "closed", "paused", "finished", "lease-lost", "illegal", body=True
)
@work_blp.arguments(polling_schemas.WorkPicksSchema)
@work_blp.response(200, polling_schemas.WorkAnswerSchema)
def answer_work(body: dict[str, Any], lease: str) -> Response:
    """Answer a leased decision. Sending the same answer again has no further effect."""
    owner, held = me("agents"), polling.parse_lease(lease)
    if "picks" not in body and not is_talk(held.decision):
        raise Invalid(field="picks", message="a decision is answered with picks, or null for the fallback")
    picks = None if body.get("picks") is None else tuple(body["picks"])
    messages = [Said(each["text"], each["room"]) for each in body["say"]]
    session = polling.answer(stores().tables, stores().log, stores().agents, owner, lease, picks, messages)
    return reply({"table": held.table, "decision": held.decision, "status": session.table.status})


@work_blp.route("/<lease>/extend", methods=["POST"])
@work_blp.operation("extendWork", "not-found", "closed", "lease-lost", body=True)
@work_blp.arguments(polling_schemas.ExtendSchema, required=False)
@work_blp.response(200, polling_schemas.LeaseSchema)
def extend_work(body: dict[str, Any], lease: str) -> Response:
    """Extend a lease."""
    until = polling.extend(stores().tables, stores().agents, me("agents"), lease, body["lease_s"] * 1000)
    return reply({"lease": lease, "expires_at": stamp(until)})


@work_blp.route("/<lease>", methods=["DELETE"])
@work_blp.operation("releaseWork", "not-found")
@work_blp.response(204)
def release_work(lease: str) -> Response:
    """Release a lease, so that another process can acquire the decision immediately."""
    polling.release(stores().tables, stores().agents, me("agents"), lease)
    return Response(status=204)

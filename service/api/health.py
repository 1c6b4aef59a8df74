"""Operating: is it alive, is it ready, what time is it, what do its refusals mean."""

from __future__ import annotations

from typing import Final

from flask import Response
from redis.exceptions import RedisError

from service.api import metrics
from service.api.context import house, language
from service.api.errors import RETRYABLE, STATUS, wordings
from service.api.operation import Blueprint
from service.api.problems import HealthSchema, ProblemKindSchema, ProblemKindsSchema, TimeSchema
from service.api.responses import reply, tagged
from service.refusals import NotFound
from service.tables.wire import stamp

blp = Blueprint("operating", __name__, url_prefix="", description="Health, time and the meaning of refusals")


@blp.route("/healthz", methods=["GET"])
@blp.operation("getHealth", token=False)
@blp.response(200, HealthSchema)
def healthz() -> Response:
    """This process lives."""
    return reply({"status": "ok"})


@blp.route("/readyz", methods=["GET"])
@blp.operation("getReadiness", token=False)
@blp.response(200, HealthSchema)
@blp.alt_response(503, schema=HealthSchema, description="Something is missing; `checks` says what.")
def readyz() -> Response:
    """Redis answers, and the clock and the workers have been seen lately."""
    try:
        checks = {"redis": bool(house().redis.ping()), **house().deadlines.alive("clock", "bots", "bells", "agents")}
    except RedisError:
        checks = {"redis": False}
    ready = all(checks.values())
    return reply({"status": "ok" if ready else "not ready", "checks": checks}, 200 if ready else 503)


@blp.route("/metrics", methods=["GET"])
@blp.operation("getMetrics", token=False)
@blp.response(200, {"type": "string"}, content_type="text/plain")
def get_metrics() -> Response:
    """Figures for Prometheus."""
    return metrics.page(house())


@blp.route("/v1/time", methods=["GET"])
@blp.operation("getTime", token=False)
@blp.response(200, TimeSchema)
def get_time() -> Response:
    """The one clock of the house, by which all deadlines go."""
    now = house().deadlines.now()
    return reply({"now": stamp(now), "epoch_ms": now})


@blp.route("/v1/problems", methods=["GET"])
@blp.operation("listProblems", token=False)
@blp.response(200, ProblemKindsSchema)
def list_problems() -> Response:
    """All refusals and what they mean."""
    return tagged({"items": [_kind(code) for code in STATUS]})


@blp.route("/v1/problems/<code>", methods=["GET"])
@blp.operation("getProblem", "not-found", token=False)
@blp.response(200, ProblemKindSchema)
def get_problem(code: str) -> Response:
    """What one refusal means."""
    if code not in STATUS:
        raise NotFound(what="problem")
    return tagged(_kind(code))


ALIASES: Final = {"/v1/healthz": healthz, "/v1/readyz": readyz, "/v1/metrics": get_metrics, "/time": get_time}
"""The same at the addresses where somebody may look for it; the document names one of each."""


def _kind(code: str) -> dict[str, object]:
    words = wordings(language())[code]
    return {
        "code": code,
        "status": STATUS[code],
        "title": words.title,
        "detail": words.detail,
        "retryable": code in RETRYABLE,
    }

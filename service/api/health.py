"""Health, readiness, metrics, time, and the list of problems."""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import Final

from flask import Response
from redis.exceptions import RedisError

from service.api import metrics
from service.api.bodies import reply, tagged
from service.api.context import language, probe, settings, stores
from service.api.errors import RETRYABLE, STATUS, wordings
from service.api.operation import Blueprint
from service.api.problems import HealthSchema, ProblemKindSchema, ProblemKindsSchema, TimeSchema
from service.refusals import NotFound
from service.storage.heartbeats import NEEDED
from service.tables.views import stamp

STOPPING: Final = mmap.mmap(-1, 1)
"""Whether the web server is about to stop. Its processes share this memory, because it is mapped before they fork."""

blp = Blueprint(
    "operating",
    __name__,
    url_prefix="",
    description="Health, metrics, the time of the service, and the meaning of problems.",
)


@blp.route("/healthz", methods=["GET"])
@blp.operation("getHealth", token=False)
@blp.response(200, HealthSchema)
@blp.alt_response(503, schema=HealthSchema, description="The process is about to stop; send requests elsewhere.")
def healthz() -> Response:
    """Check that this process responds and is not about to stop."""
    return reply({"status": "stopping"}, 503) if STOPPING[0] else reply({"status": "ok"})


@blp.route("/readyz", methods=["GET"])
@blp.operation("getReadiness", token=False)
@blp.response(200, HealthSchema)
@blp.alt_response(503, schema=HealthSchema, description="Not ready; see `checks`.")
def readyz() -> Response:
    """Check that Redis responds and can be written to, and that clock and workers are alive."""
    checks = {"redis": False, "writing": False}
    with suppress(RedisError):
        alive = probe().alive()
        checks = {"redis": True, "writing": False, **{kind: alive[kind] > 0 for kind in NEEDED}}
        checks["writing"] = probe().writable()
    ready = all(checks.values())
    return reply({"status": "ok" if ready else "not ready", "checks": checks}, 200 if ready else 503)


@blp.route("/metrics", methods=["GET"])
@blp.operation("getMetrics", token=False)
@blp.response(200, {"type": "string"}, content_type="text/plain")
def get_metrics() -> Response:
    """Get metrics in the Prometheus format."""
    return metrics.page(stores(), probe(), settings())


@blp.route("/v1/time", methods=["GET"])
@blp.operation("getTime", token=False)
@blp.response(200, TimeSchema)
def get_time() -> Response:
    """Get the time of the service, which all deadlines refer to."""
    now = stores().tables.now()
    return reply({"now": stamp(now), "epoch_ms": now})


@blp.route("/v1/problems", methods=["GET"])
@blp.operation("listProblems", token=False)
@blp.response(200, ProblemKindsSchema)
def list_problems() -> Response:
    """List all problems and what they mean."""
    return tagged({"items": [_kind(code) for code in STATUS]})


@blp.route("/v1/problems/<code>", methods=["GET"])
@blp.operation("getProblem", "not-found", token=False)
@blp.response(200, ProblemKindSchema)
def get_problem(code: str) -> Response:
    """Get the meaning of a problem."""
    if code not in STATUS:
        raise NotFound(what="problem")
    return tagged(_kind(code))


ALIASES: Final = {"/v1/healthz": healthz, "/v1/readyz": readyz, "/v1/metrics": get_metrics, "/time": get_time}
"""Alternative paths; the OpenAPI document lists one of each."""


def _kind(code: str) -> dict[str, object]:
    words = wordings(language())[code]
    return {
        "code": code,
        "status": STATUS[code],
        "title": words.title,
        "detail": words.detail,
        "retryable": code in RETRYABLE,
    }

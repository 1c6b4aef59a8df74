"""Arenas: many games between entrants, played by the workers, and the ratings that follow from them."""

from __future__ import annotations

from typing import Any, Final

from flask import Response

from service.api import idempotency, quotas
from service.api.auth import me, myself, somebody
from service.api.bodies import listed, reply
from service.api.context import language, stores
from service.api.limits import limited
from service.api.maintenance import unless_draining
from service.api.operation import Blueprint
from service.api.streaming import JSON, NDJSON, wanted
from service.arena import arenas, schemas
from service.arena.report import report
from service.storage.identifiers import new_id

blp = Blueprint(
    "arenas", __name__, url_prefix="/v1", description="Many games between bots and agents, with ratings and a report."
)

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"


@blp.route("/arenas", methods=["POST"])
@blp.operation("openArena", "draining", "too-many-arenas", "book-missing", body=True, creates=1, limited=True)
@blp.arguments(schemas.NewArenaSchema)
@blp.response(201, schemas.ArenaSchema)
@limited(20)
@unless_draining
def open_arena(body: dict[str, Any]) -> Response:
    """Open an arena. The arena workers play its games in runs of a few seconds."""
    player = myself()
    id = idempotency.resource_id() or new_id(stores().tables.now())
    with quotas.counted("arenas", id, _not_over):
        arena = arenas.open_arena(stores().tables, stores().agents, stores().arenas, stores().books, player, body, id)
    return reply(arenas.arena_data(arena), 201, {"Location": f"/v1/arenas/{arena.id}"})


def _not_over(ids: list[str]) -> dict[str, bool]:
    return {arena.id: not arena.over for arena in stores().arenas.get_many(ids)}


@blp.route("/arenas", methods=["GET"])
@blp.operation("listArenas", "invalid", token=None, limited=True)
@blp.arguments(schemas.ArenasQuerySchema, location="query")
@blp.response(200, schemas.ArenasSchema)
@limited(300)
def list_arenas(query: dict[str, Any]) -> Response:
    """List public arenas and the caller's own, newest first."""
    items, more = arenas.page(
        stores().arenas, somebody(), query["mine"], query.get("game"), query.get("cursor"), query["limit"]
    )
    return listed(items, more)


@blp.route("/arenas/<arena>", methods=["GET"])
@blp.operation("getArena", "not-found", token=None, limited=True)
@blp.response(200, schemas.ArenaDetailSchema)
@limited(300)
def get_arena(arena: str) -> Response:
    """Get an arena with its progress and current ratings."""
    found = arenas.visible(stores().arenas, somebody(), arena)
    return reply(arenas.arena_data(found, arenas.current_results(stores().arenas, found)))


@blp.route("/arenas/<arena>/pause", methods=["POST"])
@blp.operation("pauseArena", "not-found", "not-owner", "arena-over")
@blp.response(200, schemas.ArenaSchema)
def pause_arena(arena: str) -> Response:
    """Pause an arena (owner only). The game being played is restarted later."""
    return reply(arenas.arena_data(arenas.set_status(stores().arenas, me(), arena, "paused")))


@blp.route("/arenas/<arena>/resume", methods=["POST"])
@blp.operation("resumeArena", "not-found", "not-owner", "arena-over")
@blp.response(200, schemas.ArenaSchema)
def resume_arena(arena: str) -> Response:
    """Resume a paused arena (owner only)."""
    return reply(arenas.arena_data(arenas.set_status(stores().arenas, me(), arena, "running")))


@blp.route("/arenas/<arena>", methods=["DELETE"])
@blp.operation("cancelArena", "not-found", "not-owner", "arena-over")
@blp.response(204)
def cancel_arena(arena: str) -> Response:
    """Cancel an arena (owner only). Its games are kept but do not count for the ladder."""
    arenas.set_status(stores().arenas, me(), arena, "cancelled")
    return Response(status=204)


@blp.route("/arenas/<arena>/report", methods=["GET"])
@blp.operation("getArenaReport", "not-found", token=None, limited=True)
@blp.response(200, {"type": "string"}, content_type="text/html", description="One HTML page without scripts.")
@limited(60)
def get_report(arena: str) -> Response:
    """Get the report as one self-contained HTML page in the caller's language."""
    found = arenas.visible(stores().arenas, somebody(), arena)
    page = report(arenas.current_results(stores().arenas, found), language())
    headers = {"Content-Security-Policy": POLICY, "Content-Language": language()}
    return Response(page, content_type="text/html; charset=utf-8", headers=headers)


@blp.route("/arenas/<arena>/games", methods=["GET"])
@blp.operation("getArenaGames", "not-acceptable", "not-found", token=None, limited=True)
@blp.response(
    200, schemas.ExportLineSchema, content_type=NDJSON, description="The plan, then one game per line, in order."
)
@blp.alt_response(200, schema=schemas.ExportSchema, content_type=JSON, description="The same as one object.")
@limited(60)
def get_games(arena: str) -> Response:
    """Export all games. `farshore arena ratings FILE` computes the same ratings from it."""
    found, format = arenas.visible(stores().arenas, somebody(), arena), wanted(NDJSON, JSON)
    if format == JSON:
        return reply({"plan": arenas.public_plan(found), "games": stores().arenas.games(found.id)})
    name = f"{found.plan.game}-{found.id}.ndjson"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(arenas.export_games(stores().arenas, found), content_type=NDJSON, headers=headers)


@blp.route("/ratings", methods=["GET"])
@blp.operation("getRatings", "invalid", token=False, limited=True)
@blp.arguments(schemas.RatingsQuerySchema, location="query")
@blp.response(200, schemas.RatingsSchema)
@limited(300)
def get_ratings(query: dict[str, Any]) -> Response:
    """Get the ladder over all finished public arenas. It follows from their exports in the order of `counted`."""
    return reply(arenas.ladder(stores().arenas, query.get("game"), query.get("role"), query["limit"]))

"""Arenas: let players meet in many games on the service's workers, and see how good they are."""

from __future__ import annotations

from typing import Any, Final

from flask import Response

from service.api import idempotency
from service.api.auth import me, myself, somebody
from service.api.context import house, language
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.responses import reply
from service.api.streaming import JSON, NDJSON, wanted
from service.arena import arenas
from service.arena.arenas import ArenaWish, EntrantWish
from service.arena.report import report
from service.arena.schemas import (
    ArenaDetailSchema,
    ArenaSchema,
    ArenasQuerySchema,
    ArenasSchema,
    ArenaWishSchema,
    ExportSchema,
    RatingsQuerySchema,
    RatingsSchema,
    RowSchema,
)

blp = Blueprint("arenas", __name__, url_prefix="/v1", description="How good players are")

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"


@blp.route("/arenas", methods=["POST"])
@blp.operation("openArena", "too-many-arenas", "book-missing", body=True, creates=1, limited=True)
@blp.arguments(ArenaWishSchema)
@blp.response(201, ArenaSchema)
@limited(20)
def open_arena(body: dict[str, Any]) -> Response:
    """Open an arena. Its games are played on the service's workers, a few seconds at a time."""
    player, public = myself(), body.pop("visibility") == "public"
    entrants = tuple(EntrantWish(**each) for each in body.pop("entrants"))
    wish = ArenaWish(entrants=entrants, public=public, **body)
    arena = arenas.open_arena(house(), player, wish, idempotency.plan())
    return reply(arenas.arena_data(arena), 201, {"Location": f"/v1/arenas/{arena.id}"})


@blp.route("/arenas", methods=["GET"])
@blp.operation("listArenas", "invalid", token=None, limited=True)
@blp.arguments(ArenasQuerySchema, location="query")
@blp.response(200, ArenasSchema)
@limited(300)
def list_arenas(query: dict[str, Any]) -> Response:
    """Public arenas and one's own, newest first."""
    items, more = arenas.page(
        house(), somebody(), query["mine"], query.get("game"), query.get("cursor"), query["limit"]
    )
    return reply({"items": items, "next": more})


@blp.route("/arenas/<arena>", methods=["GET"])
@blp.operation("getArena", "not-found", token=None, limited=True)
@blp.response(200, ArenaDetailSchema)
@limited(300)
def get_arena(arena: str) -> Response:
    """How far an arena has come, and the ratings so far."""
    found = arenas.seen(house(), somebody(), arena)
    return reply(arenas.arena_data(found, arenas.figures(house(), found)))


@blp.route("/arenas/<arena>/pause", methods=["POST"])
@blp.operation("pauseArena", "not-found", "not-owner", "arena-over")
@blp.response(200, ArenaSchema)
def pause_arena(arena: str) -> Response:
    """Let one's own arena rest. The game under way is not lost, it is played again."""
    return reply(arenas.arena_data(arenas.turned(house(), me(), arena, "paused")))


@blp.route("/arenas/<arena>/resume", methods=["POST"])
@blp.operation("resumeArena", "not-found", "not-owner", "arena-over")
@blp.response(200, ArenaSchema)
def resume_arena(arena: str) -> Response:
    """Let a paused arena go on."""
    return reply(arenas.arena_data(arenas.turned(house(), me(), arena, "running")))


@blp.route("/arenas/<arena>", methods=["DELETE"])
@blp.operation("cancelArena", "not-found", "not-owner", "arena-over")
@blp.response(204)
def cancel_arena(arena: str) -> Response:
    """Stop one's own arena for good. Its games stay, and do not count for the ladder."""
    arenas.turned(house(), me(), arena, "cancelled")
    return Response(status=204)


@blp.route("/arenas/<arena>/report", methods=["GET"])
@blp.operation("getArenaReport", "not-found", token=None, limited=True)
@blp.response(200, {"type": "string"}, content_type="text/html", description="One page, without scripts.")
@limited(60)
def get_report(arena: str) -> Response:
    """The report as one HTML page in the caller's language; it asks nobody for anything."""
    found = arenas.seen(house(), somebody(), arena)
    page = report(arenas.figures(house(), found), language())
    headers = {"Content-Security-Policy": POLICY, "Content-Language": language()}
    return Response(page, content_type="text/html; charset=utf-8", headers=headers)


@blp.route("/arenas/<arena>/games", methods=["GET"])
@blp.operation("getArenaGames", "not-found", token=None, limited=True)
@blp.response(200, RowSchema, content_type=NDJSON, description="The plan, then a game a line, in order.")
@blp.alt_response(200, schema=ExportSchema, content_type=JSON, description="The same as one object.")
@limited(60)
def get_games(arena: str) -> Response:
    """The export, from which the ratings are reproduced exactly: `farshore arena ratings FILE`."""
    found, format = arenas.seen(house(), somebody(), arena), wanted(NDJSON, JSON)
    if format == JSON:
        return reply({"plan": arenas.shown_plan(found), "games": house().arenas.rows(found.id)})
    name = f"{found.plan.game}-{found.id}.ndjson"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(arenas.games(house(), found), content_type=NDJSON, headers=headers)


@blp.route("/ratings", methods=["GET"])
@blp.operation("getRatings", "invalid", token=False, limited=True)
@blp.arguments(RatingsQuerySchema, location="query")
@blp.response(200, RatingsSchema)
@limited(300)
def get_ratings(query: dict[str, Any]) -> Response:
    """The ladder over all public arenas that are finished. Their exports, in the order of `counted`, give the same."""
    return reply(arenas.ladder(house(), query.get("game"), query.get("role"), query["limit"]))

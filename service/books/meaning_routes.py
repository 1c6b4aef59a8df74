"""The wall of hidden meanings."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.auth import Unauthorized, WrongScope, caller, me
from service.api.context import house
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.replies import reply
from service.api.schemas.books import AgreeSchema, MeaningSchema, MeaningsQuerySchema, MeaningsSchema
from service.play import wall

blp = Blueprint("meanings", __name__, url_prefix="/v1", description="Sentences that winners of New Lands have found")


@blp.route("/hidden-meanings", methods=["GET"])
@blp.operation("listMeanings", "invalid", token=False, limited=True)
@blp.arguments(MeaningsQuerySchema, location="query")
@blp.response(200, MeaningsSchema)
@limited(300)
def list_meanings(query: dict[str, Any]) -> Response:
    """The wall, newest first."""
    wanted = (query.get("book"), query.get("language"), query.get("cursor"))
    items, more = wall.page(house(), *wanted, query["limit"])
    return reply({"items": items, "next": more})


@blp.route("/hidden-meanings/<meaning>", methods=["DELETE"])
@blp.operation("removeMeaning", "not-found")
@blp.response(204)
def remove_meaning(meaning: str) -> Response:
    """Take a sentence down (operator)."""
    if not caller().scopes:
        raise Unauthorized(reason="missing")
    if "admin" not in caller().scopes:
        raise WrongScope(needed="admin", scopes=caller().scopes)
    wall.remove(house(), meaning)
    return Response(status=204)


@blp.route("/tables/<table>/hidden-meaning", methods=["PUT"])
@blp.operation("publishMeaning", "not-found", "not-seated", "not-finished", "book-missing", body=True)
@blp.arguments(AgreeSchema, required=False)
@blp.response(200, MeaningSchema)
def publish_meaning(body: dict[str, Any], table: str) -> Response:
    """Hang the sentence that was won here on the wall, with or without one's name."""
    return reply(wall.publish(house(), table, me(), body.get("named", True)))


@blp.route("/tables/<table>/hidden-meaning", methods=["DELETE"])
@blp.operation("withdrawMeaning", "not-found", "not-seated")
@blp.response(204)
def withdraw_meaning(table: str) -> Response:
    """Take it down again; any of the winners may."""
    wall.withdraw(house(), table, me())
    return Response(status=204)

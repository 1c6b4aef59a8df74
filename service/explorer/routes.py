"""Statistics of cards."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.bodies import tagged
from service.api.compression import compressible
from service.api.context import language, stores
from service.api.limits import limited
from service.api.operation import Blueprint
from service.catalogue.routes import registered
from service.explorer import explorer, schemas
from service.refusals import NotFound

blp = Blueprint(
    "explorer",
    __name__,
    url_prefix="/v1/games",
    description="How often each card is taken in finished public games, and how that goes.",
)


@blp.route("/<game>/explorer", methods=["GET"])
@blp.operation("getExplorer", "not-found", "invalid", token=False, limited=True)
@blp.arguments(schemas.ExplorerQuerySchema, location="query")
@blp.response(200, schemas.ExplorerSchema)
@limited(300)
def get_explorer(query: dict[str, Any], game: str) -> Response:
    """Get how often each card was offered and taken in finished public games, and how it went."""
    rules = registered(game)
    items = explorer.table(stores().cards, rules, language(), query.get("kind"), query.get("seats"), query.get("level"))
    kinds = sorted(rules.card_decisions | rules.dealt_kinds)
    return compressible(tagged({"game": game, "kinds": kinds, "items": items}))


@blp.route("/<game>/explorer/<card>", methods=["GET"])
@blp.operation("getCardStatistics", "not-found", token=False, limited=True)
@blp.response(200, schemas.CardSchema)
@limited(300)
def get_card_statistics(game: str, card: str) -> Response:
    """Get the statistics of one card, also by number of players and level."""
    rules = registered(game)
    found = None if "\0" in card else explorer.card(stores().cards, rules, language(), card)
    if found is None or (not found["kinds"] and found["name"] == card):
        raise NotFound(what="card")
    return compressible(tagged(found))

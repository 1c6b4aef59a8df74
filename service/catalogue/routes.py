"""The catalogue: the games, their rules, texts and cards."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.bodies import tagged
from service.api.compression import cacheable
from service.api.context import language
from service.api.operation import Blueprint
from service.catalogue.json_schemas import json_schemas
from service.catalogue.schemas import GameDetailSchema, GamesSchema, WordsSchema
from service.games import REGISTRY
from service.games.kit.game import Game
from service.games.kit.words import LANGUAGES
from service.refusals import NotFound

blp = Blueprint(
    "games",
    __name__,
    url_prefix="/v1/games",
    description="The games: rules, texts, cards, and JSON Schemas of what they show. The same for everybody.",
)


def registered(name: str) -> Game[Any, Any, Any]:
    """The registered game of this name."""
    game = REGISTRY.get(name)
    if game is None:
        raise NotFound(what="game")
    return game


@blp.route("", methods=["GET"])
@blp.operation("listGames", token=False)
@blp.response(200, GamesSchema)
def list_games() -> Response:
    """List the games."""
    return cacheable(tagged({"items": [summary(game, language()) for game in REGISTRY.values()]}))


@blp.route("/<game>", methods=["GET"])
@blp.operation("getGame", "not-found", token=False)
@blp.response(200, GameDetailSchema)
def get_game(game: str) -> Response:
    """Get a game with the JSON Schemas of its options, view and events."""
    found = registered(game)
    return cacheable(tagged({**summary(found, language()), **json_schemas(found.name, language())}))


@blp.route("/<game>/rules", methods=["GET"])
@blp.operation("getRules", "not-found", token=False)
@blp.response(200, {"type": "string"}, content_type="text/markdown", description="The rules as Markdown.")
def get_rules(game: str) -> Response:
    """Get the rules in the caller's language (`Accept-Language`)."""
    path = registered(game).folder / "text" / f"rules.{language()}.md"
    response = Response(path.read_text("utf-8"), content_type="text/markdown; charset=utf-8")
    response.headers["Content-Language"] = language()
    return cacheable(response)


@blp.route("/<game>/text/<language>", methods=["GET"])
@blp.operation("getText", "not-found", token=False)
@blp.response(200, WordsSchema)
def get_text(game: str, language: str) -> Response:
    """Get all texts of a game in one language: prompts, events, names of cards."""
    found = registered(game)
    if language not in LANGUAGES:
        raise NotFound(what="language")
    return cacheable(tagged(found.words(language)))


@blp.route("/<game>/cards", methods=["GET"])
@blp.operation("getCards", "not-found", token=False)
@blp.response(200, {"type": "object"})
def get_cards(game: str) -> Response:
    """Get the data of all cards."""
    return cacheable(tagged(registered(game).cards()))


def summary(game: Game[Any, Any, Any], words: str) -> dict[str, Any]:
    """A game as it appears in the list."""
    text = game.words(words)
    return {
        "name": game.name,
        "title": text.name,
        "about": text.about,
        "players": {"least": game.seats[0], "most": game.seats[-1]},
        "modes": game.modes,
        "rules_version": game.rules_version,
        "options": json_schemas(game.name, words)["options"],
        "bots": list(game.bots),
        "languages": LANGUAGES,
    }

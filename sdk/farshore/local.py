"""The rules and the arena of the service package, for games in this process. Only this module imports them."""

from __future__ import annotations

from typing import Any

from farshore.models import Game as GameInfo

try:
    import msgspec

    from service.arena import books, ratings, report
    from service.arena import comparisons as bouts
    from service.arena import export as rows
    from service.arena import ladder as ladders
    from service.arena import local as arena
    from service.arena import plan as plans
    from service.arena.players import BotAnswer as ArenaAnswer
    from service.arena.players import Failed as ArenaFailure
    from service.arena.players import Mind as ArenaPlayer
    from service.arena.players import Place as ArenaSeat
    from service.arena.players import built_in as bot_player
    from service.arena.results import Results
    from service.games import REGISTRY as GAMES
    from service.games.kit.agenda import Step
    from service.games.kit.bots import Bot, Thinking, message, rounds
    from service.games.kit.decision import CLOCK, Answer, Decision, Illegal
    from service.games.kit.game import Game, Result
except ModuleNotFoundError as missing:
    raise ImportError(
        "Games in this process need the service package: run `pip install .` in the Farshore repository. "
        f"Or play at a service: pass a farshore.Client. ({missing})"
    ) from missing

__all__ = [
    "CLOCK",
    "GAMES",
    "Answer",
    "ArenaAnswer",
    "ArenaFailure",
    "ArenaPlayer",
    "ArenaSeat",
    "Bot",
    "Decision",
    "Game",
    "Illegal",
    "Result",
    "Results",
    "Step",
    "Thinking",
    "arena",
    "books",
    "bot_player",
    "bouts",
    "game_info",
    "game_text",
    "json_data",
    "ladders",
    "message",
    "plans",
    "ratings",
    "report",
    "rounds",
    "rows",
]


def game_info(game: Game[Any, Any, Any]) -> GameInfo:
    """A game as `GET /games/{game}` describes it."""
    return GameInfo(
        name=game.name,
        title=game.words("en").name,
        players={"least": game.seats[0], "most": game.seats[-1]},
        modes=game.modes,
        rules_version=game.rules_version,
        bots=tuple(game.bots),
        view=msgspec.json.schema(game.view_type),
    )


def game_text(game: Game[Any, Any, Any], language: str) -> dict[str, Any]:
    """The texts of a game as `GET /games/{game}/text/{language}` returns them."""
    text: dict[str, Any] = json_data(game.words(language))
    return text


def json_data(value: Any) -> Any:
    """A value as a client gets it over HTTP: lists instead of tuples, objects instead of records."""
    return msgspec.json.decode(msgspec.json.encode(value))

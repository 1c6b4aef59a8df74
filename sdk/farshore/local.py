"""The rules and the arena of the service package, for games in this process. Only this module imports them."""

from typing import Any

from farshore.models import Game as GameInfo

try:
    import msgspec

    from service.arena import local as arena
    from service.arena import ratings, report
    from service.arena.export import BadExport, GameRecord, Timing
    from service.arena.plan import THOUGHTS, Entrant, InvalidPlan, Plan, make_plan
    from service.arena.players import ArenaAnswer, ArenaFailure, ArenaPlayer, ArenaSeat, bot_player
    from service.arena.results import Results
    from service.games import REGISTRY as GAMES
    from service.games.kit.agenda import Step
    from service.games.kit.bots import Bot, Thinking, message, rounds
    from service.games.kit.decision import CLOCK, Answer, Decision, Illegal
    from service.games.kit.event import Event
    from service.games.kit.game import Game, Result
    from service.games.kit.page import PageContext
except ModuleNotFoundError as missing:
    raise ImportError(
        "Games in this process need the service package: run `pip install .` in the Farshore repository. "
        f"Or play at a service: pass a farshore.Client. ({missing})"
    ) from missing


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

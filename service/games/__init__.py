"""The registry of games."""

from __future__ import annotations

from typing import Any, Final

from service.games.faraway import Faraway
from service.games.golden_compass import GoldenCompass
from service.games.kit.game import Game
from service.games.mountains_of_madness import MountainsOfMadness
from service.games.new_lands import NewLands
from service.games.not_alone import NotAlone

REGISTRY: Final[dict[str, Game[Any, Any, Any]]] = {
    game.name: game
    for game in (
        Faraway(),
        GoldenCompass(),
        MountainsOfMadness(),
        NewLands(),
        NotAlone(),
    )
}

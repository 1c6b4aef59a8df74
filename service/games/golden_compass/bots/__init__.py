"""The built-in players, weakest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from service.games.golden_compass.bots.candidates import candidates
from service.games.golden_compass.bots.dreams import Dreams, lead
from service.games.golden_compass.bots.greedy import Greedy, best
from service.games.kit.bots import Bot, RandomBot

BOTS: Final[Mapping[str, Bot]] = {
    "random": RandomBot(),
    "greedy": Greedy(),
    "search": Dreams(policy=best, worth=lead, candidates=candidates),
}

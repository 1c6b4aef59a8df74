"""The built-in players, weakest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from service.games.kit.bots import Bot, RandomBot
from service.games.not_alone.bots.foresight import Foresight
from service.games.not_alone.bots.sensible import Sensible

BOTS: Final[Mapping[str, Bot]] = {"random": RandomBot(), "sensible": Sensible(), "search": Foresight()}

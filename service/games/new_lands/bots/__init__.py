"""The built-in players, weakest first. Scouts read the passage, the Group only what it has heard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from service.games.kit.bots import Bot, RandomBot
from service.games.new_lands.bots.readers import Dozy, Keen, Plain, Sharp

BOTS: Final[Mapping[str, Bot]] = {
    "random": RandomBot(),
    "plain": Plain(),
    "dozy": Dozy(),
    "sharp": Sharp(),
    "keen": Keen(),
}

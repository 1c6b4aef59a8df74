"""How a game looks in the terminal; a game without a layout of its own gets the plain one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from farshore.cli.layouts.faraway import Faraway
from farshore.cli.layouts.plain import Plain
from farshore.client import Client
from farshore.text import GameText, Messages

LAYOUTS: Final[dict[str, type[Plain]]] = {"faraway": Faraway}


def layout_for(client: Client, game: str, messages: Messages, names: Sequence[str], colour: bool) -> Plain:
    """The layout of this game, with its texts and cards."""
    text = GameText(client.games.text(game, messages.language))
    return LAYOUTS.get(game, Plain)(messages, text, client.games.cards(game), names, colour)

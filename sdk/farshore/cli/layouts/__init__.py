"""How a game looks in the terminal. A game without a layout of its own gets the plain one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from farshore.cli.layouts.faraway import Faraway
from farshore.cli.layouts.plain import Plain
from farshore.cli.words import GameWords, Words
from farshore.client import Client

LAYOUTS: Final[dict[str, type[Plain]]] = {"faraway": Faraway}


def layout_for(client: Client, game: str, words: Words, names: Sequence[str], colour: bool) -> Plain:
    """The layout of this game, with its words and cards fetched."""
    text = GameWords(client.games.text(game, words.language))
    return LAYOUTS.get(game, Plain)(words, text, client.games.cards(game), names, colour)

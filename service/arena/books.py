"""A book in a file, for an arena without a server."""

from __future__ import annotations

from pathlib import Path

from service.arena.plan import InvalidPlan
from service.games import REGISTRY
from service.games.kit.texts import TextRefused, Upload


def from_file(game: str, file: Path) -> dict[str, str]:
    """Read a book into this process: the options of the game that name it."""
    rules = REGISTRY.get(game)
    if rules is None or rules.library is None:
        raise InvalidPlan("game", f"{game} is not played in a book")
    try:
        book = rules.library.read(file.read_bytes(), Upload(title=file.stem))
    except TextRefused as refused:
        raise InvalidPlan(f"options.{rules.text_options[0]}", str(refused)) from None
    rules.library.add(book.pack())
    return dict.fromkeys(rules.text_options, book.card().fingerprint)

"""An independent scorer of Faraway, written from the card facts and RULES 4; it shares no code with the game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

BOX = json.loads((Path(__file__).parents[2] / "service/games/faraway/cards.json").read_text())
CARDS: dict[str, dict[str, Any]] = {card["id"]: card for kind in ("regions", "sanctuaries") for card in BOX[kind]}


def count(token: str, visible: Sequence[str]) -> int:
    """How often a token of a quest is to be seen."""
    cards = [CARDS[id] for id in visible]
    match token:
        case "stone" | "chimera" | "thistle":
            return sum(card["wonders"][token] for card in cards)
        case "clue":
            return sum(card["clues"] for card in cards)
        case "night":
            return sum(1 for card in cards if card["night"])
    return sum(1 for card in cards if card["biome"] == token)


def quest(id: str, visible: Sequence[str]) -> int:
    """What a card's quest brings over the visible cards."""
    wanted = CARDS[id]["quest"]
    if wanted is None:
        return 0
    match wanted.get("per") or "flat":
        case "flat":
            return int(wanted["points"])
        case "four_biomes":
            return int(wanted["points"] * min(count(biome, visible) for biome in ("river", "city", "forest", "desert")))
        case tokens:
            return int(wanted["points"] * sum(count(token, visible) for token in tokens))


def fame(row: Sequence[str], sanctuaries: Sequence[str]) -> int:
    """The total of one player."""
    total = sum(quest(id, [*row, *sanctuaries]) for id in sanctuaries)
    for i, id in enumerate(row):
        visible = [*row[i:], *sanctuaries]
        if all(count(wonder, visible) >= n for wonder, n in CARDS[id]["prerequisites"].items()):
            total += quest(id, visible)
    return total


def ascents(row: Sequence[str]) -> int:
    """How often a region is higher than the one before: so many sanctuaries were found."""
    numbers = [CARDS[id]["number"] for id in row]
    return sum(b > a for a, b in pairwise(numbers))


def order(players: Sequence[tuple[Sequence[str], Sequence[str]]]) -> list[int]:
    """The seats from first to last: most fame, and of equals the smallest region explored."""
    return sorted(
        range(len(players)), key=lambda n: (-fame(*players[n]), min(CARDS[id]["number"] for id in players[n][0]))
    )

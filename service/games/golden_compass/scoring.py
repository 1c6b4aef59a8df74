"""RULES 8: what everything is worth in the end, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from service.games.golden_compass.cards import TOKENS, TRUTHS
from service.games.kit.decision import Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


class Sheet(Struct, frozen=True):
    """One player's line: Truth tiles, placed tokens with points, placed alethiometers, Dust."""

    truths: int
    points: int
    alethiometers: int
    dust: int
    total: int


def sheet(s: State, seat: Seat) -> Sheet:
    """RULES 8.4: what one player has earned."""
    player = s.players[seat]
    placed = [TOKENS[token] for town in s.placed.values() for token, owner in town.items() if owner == seat]
    owned = len(placed) + len(player.tokens)
    truths = sum(TRUTHS[tile] for tile in player.truths)
    points = sum(token.value for token in placed if token.value is not None)
    alethiometers = owned * sum(token.kind == "alethiometer" for token in placed)
    dust = len(s.passages) * player.dust
    return Sheet(truths, points, alethiometers, dust, truths + points + alethiometers + dust)


def places(s: State) -> tuple[int, ...]:
    """RULES 8.5, D27: most points, then more compasses on the red objective, then more cards, then shared."""
    ranks = [(sheet(s, seat).total, player.compasses, len(player.hand)) for seat, player in enumerate(s.players)]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)

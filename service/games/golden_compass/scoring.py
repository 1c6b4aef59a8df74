"""Chapter 9 of RULES.md: what everything is worth in the end, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from service.games.golden_compass.cards import TOKENS, TRUTHS
from service.games.kit.decision import Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


class Sheet(Struct, frozen=True):
    """One player's line on the score pad: Truth tiles, placed tokens with points, placed alethiometers, Dust."""

    seat: Seat
    truths: int
    points: int
    alethiometers: int
    dust: int
    total: int


def sheet(s: State, seat: Seat) -> Sheet:
    """RULES 9.3, 9.4, 9.5, 9.6, D26, D38: what one player has earned."""
    player = s.players[seat]
    placed = [TOKENS[token] for town in s.placed.values() for token, owner in town.items() if owner == seat]
    owned = len(placed) + len(player.tokens)
    truths = sum(TRUTHS[tile] for tile in player.truths)
    points = sum(token.value for token in placed if token.value is not None)
    alethiometers = owned * sum(token.kind == "alethiometer" for token in placed)
    dust = len(s.passages) * player.dust
    return Sheet(seat, truths, points, alethiometers, dust, truths + points + alethiometers + dust)


def score_pad(s: State) -> tuple[Sheet, ...]:
    """RULES 9.3: everybody adds up."""
    return tuple(sheet(s, seat) for seat in s.everyone())


def places(s: State) -> tuple[int, ...]:
    """RULES 9.7, D27: the most points win; equal points share a place."""
    totals = [line.total for line in score_pad(s)]
    return tuple(1 + sum(other > total for other in totals) for total in totals)

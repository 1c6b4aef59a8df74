"""RULES 7.1, 7.3: who can go mad, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.decision import Seat

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State


def eligible(s: State) -> list[Seat]:
    """RULES 7.3: the players below level 3."""
    return [seat for seat, player in enumerate(s.players) if player.level < 3]


def sanest(s: State) -> str:
    """RULES D29: of those the lowest level, ties clockwise from the Leader's left; anybody if all are at level 3."""
    among = eligible(s) or list(s.everyone())
    seat = min(among, key=lambda n: (s.players[n].level, (n - s.leader - 1) % s.seats))
    return f"seat-{seat}"


def go_mad(s: State, seat: Seat) -> None:
    """RULES 7.1, 7.2, 11.1: draw a card of the next level; the lower one goes back to the box, unless experts play."""
    player = s.players[seat]
    card = s.piles[player.level].pop(0)
    if not s.expert:
        player.former += player.madness
        player.madness = []
        # A card that was ignored is gone; the new one applies at once.
        player.ignored = 0
    player.madness.append(card)
    s.tell("went-mad", seat=seat, level=player.level)
    s.whisper(seat, "drew-madness", card=card)

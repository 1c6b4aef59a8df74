"""Lyra cards drawn, held, discarded and shuffled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from service.games.golden_compass.cards import HAND_LIMIT
from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision, Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


def off_the_pile(s: State, count: int) -> list[str]:
    """RULES D36: the top cards of the draw pile; when it is empty the discard pile is shuffled into a new one."""
    cards: list[str] = []
    while len(cards) < count:
        if not s.draw_pile:
            if not s.discards:
                break
            s.draw_pile, s.discards = s.discards, []
            s.dice.shuffle(s.draw_pile)
            s.tell("reshuffled", count=len(s.draw_pile))
        cards.append(s.draw_pile.pop())
    return cards


def draw(s: State, seat: Seat, count: int) -> None:
    """Draw Lyra cards, and discard at once what is over the hand limit."""
    cards = off_the_pile(s, count)
    if not cards:
        return
    s.players[seat].hand += cards
    s.tell("drew", seat=seat, count=len(cards))
    s.whisper(seat, "drew-cards", seat=seat, cards=tuple(cards))
    s.plan(DiscardExcess(seat))


def discard(s: State, seat: Seat, cards: Iterable[str]) -> None:
    """Cards of a hand go face up on the discard pile; from there nobody knows more of them than another."""
    hand = s.players[seat].hand
    for card in cards:
        hand.remove(card)
        s.discards.append(card)
        for player in s.players:
            if card in player.knows:
                player.knows.remove(card)


def tell_discarded(s: State, seat: Seat, cards: tuple[str, ...]) -> None:
    """Discard, and say so."""
    discard(s, seat, cards)
    s.tell("discarded", seat=seat, cards=cards)


class DiscardExcess(Choose):
    """RULES 5.5, D6: nobody holds more than seven; of old cards and new ones discard what is too much."""

    def ask(self, s: State) -> Decision | None:
        hand = s.players[self.seat].hand
        excess = len(hand) - HAND_LIMIT
        return Decision("discard-excess", self.seat, tuple(hand), excess, excess) if excess > 0 else None

    def take(self, s: State, answer: Answer) -> None:
        tell_discarded(s, self.seat, answer.picks)

"""RULES 17.7, D61.15: Vortex and Shortcut, the cards that change what lies face down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision
from service.games.not_alone.rules.hands import tell_pile, unplay
from service.games.not_alone.rules.passive import forget
from service.games.not_alone.rules.where import accessible_cards

if TYPE_CHECKING:
    from service.games.not_alone.state import State


class Vortex(Choose):
    """RULES 17.7, D38: with two played cards choose which one leaves."""

    def ask(self, s: State) -> Decision | None:
        played = s.at(self.seat).played
        return Decision("swap-out", self.seat, tuple(played)) if len(played) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        s.plan(VortexIn(self.seat, s.at(self.seat).played.index(answer.pick)))

    def finish(self, s: State) -> None:
        s.plan(VortexIn(self.seat, 0))


class VortexIn(Choose):
    """RULES 17.7, D38: the card that comes from the discard pile is known to all, and so is the one going."""

    out: int
    """Which of the played cards leaves; its name is nobody else's business."""

    def ask(self, s: State) -> Decision:
        return Decision("swap-in", self.seat, tuple(accessible_cards(s, s.at(self.seat).discard)))

    def take(self, s: State, answer: Answer) -> None:
        hunted, card = s.at(self.seat), answer.pick
        out = hunted.played[self.out]
        unplay(hunted, out)
        hunted.discard.remove(card)
        hunted.discard.append(out)
        hunted.played.append(card)
        hunted.known.append(card)
        forget(hunted)
        tell_pile(s, "played-from-pile", hunted, (card,))
        tell_pile(s, "discarded", hunted, (out,))


class Shortcut(Choose):
    """RULES D61.15: with two played cards choose which one returns to the hand."""

    def ask(self, s: State) -> Decision | None:
        played = s.at(self.seat).played
        return Decision("swap-out", self.seat, tuple(played)) if len(played) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        s.plan(ShortcutIn(self.seat, s.at(self.seat).played.index(answer.pick)))

    def finish(self, s: State) -> None:
        s.plan(ShortcutIn(self.seat, 0))


class ShortcutIn(Choose):
    """RULES D61.15: another card from hand lies face down in its stead, unseen."""

    out: int
    """Which of the played cards leaves; its name is nobody else's business."""

    def ask(self, s: State) -> Decision:
        return Decision("swap-in", self.seat, tuple(accessible_cards(s, s.at(self.seat).hand)))

    def take(self, s: State, answer: Answer) -> None:
        hunted = s.at(self.seat)
        out = hunted.played[self.out]
        unplay(hunted, out)
        hunted.hand.remove(answer.pick)
        hunted.hand.append(out)
        hunted.played.append(answer.pick)
        forget(hunted)
        s.tell("swapped-unseen", seat=self.seat)

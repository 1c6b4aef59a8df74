"""RULES 10.9, D6: the windows in which cards are played, and who is asked in them.

No tells: everyone is asked who holds a card of the kind and may still play one, whatever the card is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal

from service.games.kit.agenda import Happen, Step
from service.games.kit.decision import Answer, Decision, Seat
from service.games.not_alone.cards import HUNT, SURVIVAL
from service.games.not_alone.pieces import Hunted
from service.games.not_alone.rules.hunt_cards import can_hunt_with, play_hunt
from service.games.not_alone.rules.passive import acts_as
from service.games.not_alone.rules.powers import may_survive
from service.games.not_alone.rules.survival_cards import can_survive_with, survive_with

if TYPE_CHECKING:
    from service.games.not_alone.state import State

NO_CARD: Final = "pass"
WindowKind = Literal["opening-window", "target-window", "artemia-window", "creature-window", "end-window"]

CARDS_OF: Final[dict[str, tuple[str, ...]]] = {
    "exploration-window": ("p1_creature",),
    "explore": ("p1_hunted",),
    "hunt": ("p2_creature", "step_target", "on_reveal"),
    "reaction-window": ("p2_hunted",),
    "opening-window": ("p3_window", "p3_until_artemia", "p3_until_target", "p3_window_before_resolution"),
    "target-window": ("p3_window", "p3_until_artemia", "p3_until_target"),
    "artemia-window": ("p3_window", "p3_until_artemia"),
    "creature-window": ("p3_window",),
    "end-window": ("p4_window",),
}
"""RULES 14.1, D19, D20: which cards belong into which window, by the name that `cards.json` has for it."""


def may_hunt(s: State) -> bool:
    """RULES 10.9, D6: whether the Creature may still play a Hunt card this turn, as everybody knows."""
    return bool(s.hunt_hand) and s.hunt_plays_left() > 0


def hunt_options(s: State, window: str) -> list[str]:
    """The Hunt cards that the Creature could play in this window; Flashback counts as the card it copies."""
    if not may_hunt(s):
        return []
    fit = CARDS_OF[window]
    acting = {card: acts_as(s, card) for card in s.hunt_hand}
    return [card for card, acts in acting.items() if acts and HUNT[acts].window in fit and can_hunt_with(s, acts)]


def survival_options(s: State, hunted: Hunted, window: str) -> list[str]:
    """The Survival cards that a Hunted could play in this window."""
    if not may_survive(s, hunted):
        return []
    fit = CARDS_OF[window]
    return [card for card in hunted.survival if SURVIVAL[card].window in fit and can_survive_with(s, hunted, card)]


class Window(Step):
    """RULES 6.3, D7: the Creature, then the Hunted clockwise, play a card or pass, until all pass in a row."""

    kind: WindowKind
    asked: int = 0
    """How many have passed in a row: 0 the Creature is next, 1 the first Hunted clockwise, and so on."""

    def next(self, s: State) -> int | None:
        """Who is next to be asked, counted as `asked` is."""
        if self.asked == 0 and may_hunt(s):
            return 0
        for turn in range(max(self.asked, 1), len(s.hunted) + 1):
            if may_survive(s, s.hunted[turn - 1]):
                return turn
        return None

    def asks(self, s: State) -> Iterable[Decision]:
        turn = self.next(s)
        if turn is None:
            return ()
        if turn == 0:
            cards, seat = hunt_options(s, self.kind), s.creature
        else:
            hunted = s.hunted[turn - 1]
            cards, seat = survival_options(s, hunted, self.kind), hunted.seat
        return (Decision(self.kind, seat, (NO_CARD, *cards), window=True),)

    def hear(self, s: State, answer: Answer) -> None:
        if answer.pick != NO_CARD:
            self.asked = 0
            if answer.seat == s.creature:
                play_hunt(s, answer.pick)
            else:
                survive_with(s, s.at(answer.seat), answer.pick)
            return
        turn = self.next(s)
        assert turn is not None
        self.asked = turn + 1


class PlaySurvival(Happen):
    """RULES 10.9: a Hunted plays a Survival card while the others go on thinking."""

    seat: Seat
    card: str

    def finish(self, s: State) -> None:
        survive_with(s, s.at(self.seat), self.card)

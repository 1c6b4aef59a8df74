"""Place cards and Survival cards on their way between hand, table and piles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision
from service.games.not_alone.cards import NUMBER
from service.games.not_alone.pieces import Hunted
from service.games.not_alone.rules.passive import despair, quicksand, smokescreen

if TYPE_CHECKING:
    from service.games.not_alone.state import State


# -- Place cards -------------------------------------------------------------------


def tell_pile(s: State, kind: str, hunted: Hunted, cards: Sequence[str]) -> None:
    """RULES 10.7: cards go to or leave a discard pile for all to see; behind a Smokescreen only Hunted see which."""
    if smokescreen(s):
        s.tell(f"{kind}-unseen", seat=hunted.seat, count=len(cards))
        s.tell_hunted(kind, seat=hunted.seat, cards=tuple(cards))
    else:
        s.tell(kind, seat=hunted.seat, cards=tuple(cards))


def take_back(s: State, hunted: Hunted, cards: Sequence[str]) -> None:
    """Place cards return from the discard pile to the hand."""
    if cards:
        hunted.discard = [card for card in hunted.discard if card not in cards]
        hunted.hand += cards
        tell_pile(s, "took-back", hunted, cards)


def discard(s: State, hunted: Hunted, cards: Sequence[str]) -> None:
    """Place cards go from the hand to the discard pile, by number. RULES D48: their order in hand tells nothing."""
    if cards:
        cards = sorted(cards, key=lambda card: NUMBER[card])
        hunted.hand = [card for card in hunted.hand if card not in cards]
        hunted.turn.exposed = [card for card in hunted.turn.exposed if card not in cards]
        hunted.discard += cards
        tell_pile(s, "discarded", hunted, cards)


def unplay(hunted: Hunted, card: str) -> None:
    """A played card leaves the table."""
    hunted.played.remove(card)
    if card in hunted.open:
        hunted.open.remove(card)
    if card in hunted.known:
        hunted.known.remove(card)


def return_played(s: State, hunted: Hunted, card: str) -> None:
    """A played card returns to the hand; one that still lies face down stays unseen."""
    if card in hunted.open:
        s.tell("returned", seat=hunted.seat, card=card)
    else:
        s.tell("returned-unseen", seat=hunted.seat)
    unplay(hunted, card)
    hunted.hand.append(card)


class TakeBack(Choose):
    """RULES D28: take back up to `most` Place cards; `this` is the played card where it counts among them."""

    most: int
    least: int = 0
    this: str = ""

    def ask(self, s: State) -> Decision | None:
        hunted = s.at(self.seat)
        if quicksand(hunted) or not self.most:
            return None
        cards = tuple(hunted.discard) + ((self.this,) if self.this else ())
        if not cards:
            return None
        most = min(self.most, len(cards))
        least = min(self.least, most)
        return Decision("take-back", self.seat, cards, least=least, most=most, default=cards[:most])

    def take(self, s: State, answer: Answer) -> None:
        hunted = s.at(self.seat)
        if self.this in answer.picks:
            return_played(s, hunted, self.this)
        take_back(s, hunted, [card for card in answer.picks if card != self.this])


class DiscardPlaces(Choose):
    """Discard so many Place cards from hand, by one's own choice, as far as the hand goes."""

    count: int

    def ask(self, s: State) -> Decision | None:
        hand = s.at(self.seat).hand
        if len(hand) <= self.count:
            return None
        return Decision("discard-places", self.seat, tuple(hand), least=self.count, most=self.count)

    def take(self, s: State, answer: Answer) -> None:
        discard(s, s.at(self.seat), answer.picks)

    def finish(self, s: State) -> None:
        hunted = s.at(self.seat)
        discard(s, hunted, tuple(hunted.hand))


class TakeReserve(Choose):
    """RULES 15.5: take a reserve card of a revealed place that one does not own."""

    def ask(self, s: State) -> Decision | None:
        cards = in_reserve(s, s.at(self.seat))
        return Decision("take-reserve", self.seat, tuple(cards)) if len(cards) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        take_reserve(s, s.at(self.seat), answer.pick)

    def finish(self, s: State) -> None:
        hunted = s.at(self.seat)
        for card in in_reserve(s, hunted):
            take_reserve(s, hunted, card)


def in_reserve(s: State, hunted: Hunted) -> list[str]:
    """The reserve cards that a Hunted may take."""
    return [card for card in s.revealed() if s.reserve.get(card) and not hunted.owns(card)]


def take_reserve(s: State, hunted: Hunted, card: str) -> None:
    """A card of the reserve joins the hand."""
    s.reserve[card] -= 1
    hunted.hand.append(card)
    s.tell("took-reserve", seat=hunted.seat, card=card)


# -- Survival cards ----------------------------------------------------------------


def can_draw_survival(s: State) -> bool:
    """RULES 16.1: Despair stops every draw; and there must be something to draw."""
    return not despair(s) and bool(s.survival_deck or s.survival_discard)


def draw_survival(s: State, hunted: Hunted, count: int) -> list[str]:
    """RULES 3.8, 10.10: draw from the Survival deck; the discard pile is shuffled into an empty one."""
    drawn: list[str] = []
    while len(drawn) < count and (s.survival_deck or s.survival_discard):
        if not s.survival_deck:
            s.survival_deck, s.survival_discard = s.survival_discard, []
            s.dice.shuffle(s.survival_deck)
            s.tell("survival-reshuffled")
        drawn.append(s.survival_deck.pop(0))
    s.tell("drew-survival", seat=hunted.seat, count=len(drawn))
    s.whisper(hunted.seat, "saw-survival", seat=hunted.seat, cards=tuple(drawn))
    return drawn


class KeepSurvival(Choose):
    """RULES 15.7, D5: of the cards drawn keep one; the other goes face up to the discard pile."""

    def ask(self, s: State) -> Decision | None:
        found = s.at(self.seat).found
        return Decision("keep-survival", self.seat, tuple(found)) if len(found) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        hunted = s.at(self.seat)
        hunted.survival.append(answer.pick)
        hunted.found.remove(answer.pick)
        s.survival_discard += hunted.found
        s.tell("discarded-survival", seat=self.seat, cards=tuple(hunted.found))
        hunted.found = []

    def finish(self, s: State) -> None:
        hunted = s.at(self.seat)
        hunted.survival += hunted.found
        hunted.found = []


class DiscardSurvival(Choose):
    """RULES 16.15, D46: discard one Survival card of one's choice, if there is any."""

    def ask(self, s: State) -> Decision | None:
        held = s.at(self.seat).survival
        return Decision("discard-survival", self.seat, tuple(held)) if len(held) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        discard_survival(s, s.at(self.seat), answer.pick)

    def finish(self, s: State) -> None:
        hunted = s.at(self.seat)
        for card in tuple(hunted.survival):
            discard_survival(s, hunted, card)


def discard_survival(s: State, hunted: Hunted, card: str) -> None:
    """A Survival card goes from the hand face up to the discard pile."""
    hunted.survival.remove(card)
    s.survival_discard.append(card)
    s.tell("discarded-survival", seat=hunted.seat, cards=(card,))


# -- Hunt cards --------------------------------------------------------------------


def draw_hunt(s: State, count: int) -> None:
    """RULES 10.10, 14.2: the Creature draws; the discard pile is shuffled into an empty deck."""
    drawn: list[str] = []
    while len(drawn) < count and (s.hunt_deck or s.hunt_discard):
        if not s.hunt_deck:
            s.hunt_deck, s.hunt_discard, s.sunk = s.hunt_discard, [], 0
            s.dice.shuffle(s.hunt_deck)
            s.tell("hunt-reshuffled")
        drawn.append(s.hunt_deck.pop(0))
        s.sunk = min(s.sunk, len(s.hunt_deck))
    s.hunt_hand += drawn
    if drawn:
        s.tell("drew-hunt", count=len(drawn))
        s.whisper(s.creature, "saw-hunt", cards=tuple(drawn))

"""RULES D41: the choices that only the powers of allies ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.golden_compass.rules import hand
from service.games.golden_compass.rules.choosing import Pick, named, seat_of
from service.games.golden_compass.rules.experience import PlaceToken, no_placing
from service.games.golden_compass.rules.journey import MoveLyra
from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision, Illegal, Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


# -- Lyra cards --------------------------------------------------------------------


class Keep(Choose):
    """Of the cards looked at keep some; the others are discarded face up."""

    count: int

    def ask(self, s: State) -> Decision | None:
        cards = s.players[self.seat].looking
        return Decision("keep", self.seat, tuple(cards), self.count, self.count) if len(cards) > self.count else None

    def take(self, s: State, answer: Answer) -> None:
        others = tuple(card for card in s.players[self.seat].looking if card not in answer.picks)
        self.finish(s)
        hand.tell_discarded(s, self.seat, others)

    def finish(self, s: State) -> None:
        player = s.players[self.seat]
        player.hand += player.looking
        player.looking = []


class Exchange(Choose):
    """Discard none or some, then draw as many and the bonus; without cards only the bonus."""

    most: int
    bonus: int

    def ask(self, s: State) -> Decision | None:
        cards = s.players[self.seat].hand
        most = min(self.most, len(cards))
        return Decision("exchange", self.seat, tuple(cards), 0, most, default=()) if cards else None

    def take(self, s: State, answer: Answer) -> None:
        if answer.picks:
            hand.tell_discarded(s, self.seat, answer.picks)
        hand.draw(s, self.seat, len(answer.picks) + self.bonus)

    def finish(self, s: State) -> None:
        hand.draw(s, self.seat, self.bonus)


class DiscardSome(Choose):
    """Discard so many cards of your choice, all of them if you hold no more."""

    count: int

    def ask(self, s: State) -> Decision | None:
        cards = s.players[self.seat].hand
        return Decision("discard", self.seat, tuple(cards), self.count, self.count) if len(cards) > self.count else None

    def take(self, s: State, answer: Answer) -> None:
        hand.tell_discarded(s, self.seat, answer.picks)

    def finish(self, s: State) -> None:
        if cards := tuple(s.players[self.seat].hand):
            hand.tell_discarded(s, self.seat, cards)


class Recover(Choose):
    """Take cards of your choice from the discard pile; everybody sees which."""

    count: int

    def ask(self, s: State) -> Decision | None:
        count = min(self.count, len(s.discards))
        return Decision("recover", self.seat, tuple(s.discards), count, count) if count else None

    def take(self, s: State, answer: Answer) -> None:
        for card in answer.picks:
            s.discards.remove(card)
            s.players[self.seat].hand.append(card)
            for other in s.opponents(self.seat):
                s.players[other].knows.append(card)
        s.tell("recovered", seat=self.seat, cards=answer.picks)


class StealCards(Pick):
    """Name an opponent who holds cards; chance picks what you take."""

    kind = "steal-card"
    count: int

    def options(self, s: State) -> tuple[str, ...]:
        return named(*(seat for seat in s.opponents(self.seat) if s.players[seat].hand))

    def chosen(self, s: State, pick: str) -> None:
        victim = seat_of(pick)
        for _ in range(min(self.count, len(s.players[victim].hand))):
            self._steal(s, victim)

    def _steal(self, s: State, victim: Seat) -> None:
        thief, robbed = s.players[self.seat], s.players[victim]
        card = s.dice.choice(robbed.hand)
        for other in s.everyone():
            if other not in (self.seat, victim):
                # The others no longer know which of the cards they had seen is still in that hand.
                s.players[other].knows = [known for known in s.players[other].knows if known not in robbed.hand]
        robbed.hand.remove(card)
        thief.hand.append(card)
        robbed.knows.append(card)
        if card in thief.knows:
            thief.knows.remove(card)
        s.tell("stole-card", seat=self.seat, seats=(victim,))
        s.whisper((self.seat, victim), "stolen-card", seat=self.seat, seats=(victim,), card=card)


# -- compasses, Lyra and tokens ----------------------------------------------------


class RemoveCompasses(Pick):
    """Name an opponent with compasses on the objective; some of them go back to the supply."""

    kind = "remove-compass"
    count: int

    def options(self, s: State) -> tuple[str, ...]:
        return named(*(seat for seat in s.opponents(self.seat) if s.players[seat].compasses))

    def chosen(self, s: State, pick: str) -> None:
        victim = seat_of(pick)
        count = min(self.count, s.players[victim].compasses)
        s.players[victim].compasses -= count
        s.tell("removed-compasses", seat=self.seat, seats=(victim,), count=count)


class AdvanceLyra(Pick):
    """Move Lyra by a number of spaces in a range; nobody moves her off the objective."""

    kind = "advance"
    least: int
    most: int

    def options(self, s: State) -> tuple[str, ...]:
        return () if s.arrived else tuple(f"ahead-{n}" for n in range(self.least, self.most + 1))

    def chosen(self, s: State, pick: str) -> None:
        s.plan(MoveLyra(int(pick.removeprefix("ahead-"))))


class PayToPlace(Choose):
    """Discard cards to place a token; if that cannot or will not be done, nothing happens."""

    cost: int

    def ask(self, s: State) -> Decision | None:
        cards = s.players[self.seat].hand
        if no_placing(s, self.seat) or len(cards) < self.cost:
            return None
        return Decision("pay-to-place", self.seat, tuple(cards), 0, self.cost, default=())

    def check(self, s: State, answer: Answer) -> None:
        if len(answer.picks) not in (0, self.cost):
            raise Illegal("wrong-price", f"discard {self.cost} cards, or none", cost=self.cost)

    def take(self, s: State, answer: Answer) -> None:
        if answer.picks:
            hand.tell_discarded(s, self.seat, answer.picks)
            s.plan(PlaceToken(self.seat))

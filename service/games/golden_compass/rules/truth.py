"""Chapter 7 of RULES.md: phase 3 of a period, Truth tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.golden_compass.cards import DIRIGIBLE_EXTRA, PASSAGES, TRUTHS, TRUTHS_DRAWN, TRUTHS_TAKEN
from service.games.golden_compass.rules.hand import discard
from service.games.kit.agenda import Choose, Happen
from service.games.kit.decision import Answer, Decision, Illegal, Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


# -- the dirigible -----------------------------------------------------------------


class MeetMagisterium(Happen):
    """RULES 7.2: whoever holds the dirigible chooses before any tile is drawn."""

    def finish(self, s: State) -> None:
        s.phase = "truth"
        s.sector = None
        s.renounced = None
        if s.dirigible is not None:
            s.plan(PayMagisterium(s.dirigible))


class PayMagisterium(Choose):
    """RULES 7.2, 7.3, D21: discard your Magisterium value plus one in cards, or take one Truth tile fewer."""

    def price(self, s: State) -> int:
        """How many cards must be discarded."""
        return s.players[self.seat].magisterium + DIRIGIBLE_EXTRA

    def ask(self, s: State) -> Decision | None:
        hand, price = s.players[self.seat].hand, self.price(s)
        if len(hand) < price:
            return None
        return Decision("pay-magisterium", self.seat, tuple(hand), 0, price, default=(), about={"price": price})

    def check(self, s: State, answer: Answer) -> None:
        price = self.price(s)
        if len(answer.picks) not in (0, price):
            raise Illegal("wrong-price", f"discard {price} cards, or none", cost=price)

    def take(self, s: State, answer: Answer) -> None:
        if not answer.picks:
            self.finish(s)
            return
        s.dirigible = None
        discard(s, self.seat, answer.picks)
        s.tell("paid-magisterium", seat=self.seat, cards=answer.picks)

    def finish(self, s: State) -> None:
        s.dirigible = None
        s.renounced = self.seat
        s.tell("renounced-truth", seat=self.seat)


# -- draw and pick -----------------------------------------------------------------


class DrawTruths(Happen):
    """RULES 7.4, 9.2: draw eight Truth tiles; in the last count the Passages are in the bag with them."""

    def finish(self, s: State) -> None:
        if s.period == "red":
            s.bag += PASSAGES
            s.dice.shuffle(s.bag)
        while len(s.truths) < TRUTHS_DRAWN and s.bag:
            tile = s.bag.pop()
            (s.passages if tile in PASSAGES else s.truths).append(tile)
        # The best lie in front, so that a clock that runs out takes them.
        s.truths.sort(key=lambda tile: -TRUTHS[tile])
        s.tell("drew-truths", tiles=tuple(s.truths))
        if s.period == "red":
            s.tell("drew-passages", count=len(s.passages))
        s.order = picking_order(s)
        s.tell("picking-order", seats=s.order)
        s.plan(*(TakeTruths(seat) for seat in s.order), SetAside())


def picking_order(s: State) -> tuple[Seat, ...]:
    """RULES 7.5, 7.6, D22: more compasses, then more cards, then further to the left of the first player."""

    def rank(seat: Seat) -> tuple[int, int, int]:
        player = s.players[seat]
        return player.compasses, len(player.hand), (seat - s.first) % s.seats

    return tuple(sorted(s.everyone(), key=rank, reverse=True))


class TakeTruths(Choose):
    """RULES 7.5: take two Truth tiles of your choice, or one after renouncing."""

    def count(self, s: State) -> int:
        """How many tiles this player takes."""
        return TRUTHS_TAKEN - 1 if s.renounced == self.seat else TRUTHS_TAKEN

    def ask(self, s: State) -> Decision | None:
        count = self.count(s)
        return Decision("take-truths", self.seat, tuple(s.truths), count, count) if len(s.truths) > count else None

    def take(self, s: State, answer: Answer) -> None:
        self._take(s, answer.picks)

    def finish(self, s: State) -> None:
        self._take(s, tuple(s.truths))

    def _take(self, s: State, tiles: tuple[str, ...]) -> None:
        for tile in tiles:
            s.truths.remove(tile)
        s.players[self.seat].truths += tiles
        s.tell("took-truths", seat=self.seat, tiles=tiles)


class SetAside(Happen):
    """RULES 7.7: tiles left over never return to the bag."""

    def finish(self, s: State) -> None:
        if s.truths:
            s.tell("set-aside", tiles=tuple(s.truths))
        s.aside += s.truths
        s.truths = []
        s.order = ()


# -- clean-up ----------------------------------------------------------------------


class CleanUp(Happen):
    """RULES 2.4, 7.8: characters leave, Lyra cards are shuffled, compasses go home, the next player begins."""

    def finish(self, s: State) -> None:
        assert s.active is not None
        s.characters[s.period].clear()
        for player in s.players:
            player.ally = player.tucked = None
            player.compasses = 0
        s.draw_pile += s.discards
        s.discards = []
        s.dice.shuffle(s.draw_pile)
        s.first = s.left(s.active)
        s.active = None
        s.tell("cleaned-up", seat=s.first)

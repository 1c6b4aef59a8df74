"""RULES 9.1, 9.5: cards are drawn, the Leader may call a Rest, and the sled goes on to the left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose, Happen
from service.games.kit.decision import Answer, Decision, Picks, Seat
from service.games.mountains_of_madness.leadership import box_token, may_spend, spend

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State


# -- draw ---------------------------------------------------------------------


class Draw(Happen):
    """RULES 9.1, 9.4: all hand limits return to the base limit, and everyone below it is dealt up to it."""

    def finish(self, s: State) -> None:
        s.phase = "draw"
        s.limit = s.base_limit
        s.plan(DealShort(s.leader), RaiseLimits(s.leader), CallRest())


def needs(s: State) -> dict[Seat, int]:
    """What each player lacks to the hand limit. Wounds in hand count."""
    return {seat: max(0, s.limit - len(s.players[seat].hand)) for seat in s.clockwise()}


class DealShort(Choose):
    """RULES 9.1, 9.2, D17: deal up to the limit; if the draw pile is too small the Leader decides who gets how many.

    All cards are dealt, nobody beyond the limit: the Leader picks as many of the open places as there are cards.
    """

    def ask(self, s: State) -> Decision | None:
        wanted = needs(s)
        if not 0 < len(s.draw) < sum(wanted.values()):
            return None
        places = tuple(f"deal-{seat}-{n}" for seat in sorted(wanted) for n in range(1, wanted[seat] + 1))
        cards = len(s.draw)
        return Decision("deal", self.seat, places, cards, cards, s.patience, default=one_each(wanted, cards))

    def take(self, s: State, answer: Answer) -> None:
        places = [int(pick.split("-")[1]) for pick in answer.picks]
        deal(s, {seat: places.count(seat) for seat in s.clockwise()})

    def finish(self, s: State) -> None:
        # Enough for all, or nothing at all: there is no choice.
        if s.draw:
            deal(s, needs(s))


def one_each(wanted: dict[Seat, int], cards: int) -> Picks:
    """RULES D29: one card each, clockwise from the Leader, until there are no more."""
    most = max(wanted.values())
    turns = [f"deal-{seat}-{n}" for n in range(1, most + 1) for seat, need in wanted.items() if n <= need]
    return tuple(turns[:cards])


def deal(s: State, counts: dict[Seat, int]) -> None:
    """RULES 9.1, D17: one card at a time, clockwise from the Leader."""
    dealt: dict[Seat, list[str]] = {seat: [] for seat in counts}
    while any(len(cards) < counts[seat] for seat, cards in dealt.items()):
        for seat, cards in dealt.items():
            if len(cards) < counts[seat]:
                cards.append(s.draw.pop(0))
    for seat, cards in dealt.items():
        if cards:
            s.players[seat].hand += cards
            s.tell("drew", seat=seat, count=len(cards))
            s.whisper(seat, "drew-cards", cards=tuple(cards))


class RaiseLimits(Choose):
    """RULES 9.3, leadership: any number of times, a token raises all limits by one, and cards are dealt again."""

    def ask(self, s: State) -> Decision | None:
        if not may_spend(s, "draw"):
            return None
        return Decision("raise-limits", self.seat, ("enough", "raise"), seconds=s.patience)

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick == "raise":
            spend(s, "draw")
            s.limit += 1
            s.tell("limits-raised", limit=s.limit)
            s.plan(DealShort(self.seat), RaiseLimits(self.seat))


# -- rest ---------------------------------------------------------------------


class CallRest(Happen):
    """RULES 9.5, 9.6: the Leader may call a Rest while two tokens are left, unless he holds Knowledge."""

    def finish(self, s: State) -> None:
        s.phase = "rest"
        if s.sled + s.spent >= 2 and not s.players[s.leader].covers("rest"):
            s.plan(Rest(s.leader))


class Rest(Choose):
    """RULES 9.5: for a token to the box all spent tokens come back, and the discard is shuffled into the draw pile."""

    def ask(self, s: State) -> Decision:
        places = [f"rest-{place}" for place, tokens in (("discard", s.spent), ("sled", s.sled)) if tokens]
        return Decision("rest", self.seat, ("no-rest", *places), seconds=s.patience)

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick == "no-rest":
            return
        box_token(s, answer.pick.removeprefix("rest-"))
        s.sled, s.spent = s.sled + s.spent, 0
        s.draw += s.discard
        s.discard = []
        s.dice.shuffle(s.draw)
        s.tell("rested", seat=self.seat, sled=s.sled, draw=len(s.draw))

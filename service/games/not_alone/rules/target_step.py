"""RULES 8.3, 13.2: the cards with the Target symbol strike those who are on the Target."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from service.games.kit.agenda import Choose, Happen
from service.games.kit.decision import Answer, Decision, Seat
from service.games.not_alone.pieces import Hunted
from service.games.not_alone.rules.hands import DiscardPlaces, DiscardSurvival
from service.games.not_alone.rules.powers import Resolve
from service.games.not_alone.rules.reckoning import ResolveOneOf, catch
from service.games.not_alone.rules.tracks import Assimilate, Rescue, lose_will
from service.games.not_alone.rules.where import caught_by_artemia, free, targeted, unspent

if TYPE_CHECKING:
    from service.games.not_alone.state import State


def on_target(s: State, hunted: Hunted) -> list[int]:
    """The presences of a Hunted on which the Target token acts."""
    return [at for at, each in enumerate(s.presences) if each.seat == hunted.seat and targeted(s, hunted, each.slot)]


class TargetStep(Happen):
    """RULES 13.2, D22: the Target cards strike, and what no other token covers is resolved.

    Time Rift counts the Hunted at the start of the step.
    """

    def finish(self, s: State) -> None:
        s.now.stage = "target"
        s.plan(TargetRound())
        time_rift(s, sum([bool(on_target(s, hunted)) for hunted in s.hunted]))


class TargetRound(Happen):
    """RULES 8.4, 13.2: clockwise, first the effects of the Target cards, then the own place."""

    def finish(self, s: State) -> None:
        for hunted in s.hunted:
            there = on_target(s, hunted)
            if there and not hunted.turn.targeted:
                s.plan(Strike(hunted.seat), TargetRound())
                return
            if able := tuple([at for at in there if at in unspent(s, hunted) and free(s, s.presences[at])]):
                s.plan(ResolveOneOf(hunted.seat, able), TargetRound())
                return


class Strike(Happen):
    """RULES 13.2, D45: what the Target cards in force do to a Hunted on the Target, once a turn."""

    seat: Seat

    def finish(self, s: State) -> None:
        s.at(self.seat).turn.targeted = True
        s.tell("targeted", seat=self.seat)
        for card, strike in STRIKES.items():
            if card in s.now.in_force:
                strike(s, self.seat)


class Arrive(Happen):
    """RULES 3.16: whoever is teleported faces the tokens there, also those whose step is over for the others."""

    seat: Seat
    at: int

    def finish(self, s: State) -> None:
        hunted, presence, stage = s.at(self.seat), s.presences[self.at], s.now.stage
        if stage not in ("", "free") and targeted(s, hunted, presence.slot) and not hunted.turn.targeted:
            s.plan(Strike(self.seat), self)
            time_rift(s, 1)
        elif stage == "artemia" and caught_by_artemia(s, hunted, presence.slot):
            s.plan(catch(s, hunted, [presence]))
        elif free(s, presence):
            s.plan(Resolve(self.seat, self.at))


# -- the cards ---------------------------------------------------------------------


def time_rift(s: State, hunted: int) -> None:
    """RULES 4.1, D60.2: for each Hunted on the Target Assimilation goes forward one space, and then Rescue."""
    if "time_rift" in s.now.in_force:
        s.plan(Assimilate(hunted), Rescue(hunted))


def quicksand(s: State, seat: Seat) -> None:
    """RULES D60.8: discard a Place card from hand, and take none back this turn."""
    s.at(seat).turn.mired = True
    s.plan(DiscardPlaces(seat, 1))


def toxin(s: State, seat: Seat) -> None:
    """RULES 16.15: discard a Survival card; that the place is unusable is in `passive.py`."""
    s.plan(DiscardSurvival(seat))


def scream(s: State, seat: Seat) -> None:
    """RULES 16.14: two Place cards or a Will."""
    s.plan(Scream(seat))


STRIKES: Final[dict[str, Callable[[State, Seat], None]]] = {"quicksand": quicksand, "toxin": toxin, "scream": scream}
"""The last one named happens first."""


class Scream(Choose):
    """RULES 16.14: discard two Place cards from hand or lose a Will; with fewer cards, the Will."""

    def ask(self, s: State) -> Decision | None:
        if len(s.at(self.seat).hand) < 2:
            return None
        return Decision("scream", self.seat, ("discard-two", "lose-will"))

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick == "discard-two":
            s.plan(DiscardPlaces(self.seat, 2))
        else:
            lose_will(s, s.at(self.seat), 1)

    def finish(self, s: State) -> None:
        lose_will(s, s.at(self.seat), 1)

"""RULES 7: phase 3. The Place cards are revealed, and the planet answers in four steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose, Happen, Together
from service.games.kit.decision import Answer, Decision, Picks, Seat
from service.games.not_alone.cards import ARTEMIA, CREATURE
from service.games.not_alone.pieces import Hunted, Presence, Stage
from service.games.not_alone.rules.hands import DiscardPlaces, DiscardSurvival, unplay
from service.games.not_alone.rules.powers import Resolve
from service.games.not_alone.rules.tracks import Assimilate, Rescue, lose_will
from service.games.not_alone.rules.where import caught_by_artemia, caught_by_creature, free, targeted, unspent

if TYPE_CHECKING:
    from service.games.not_alone.state import State


# -- 7.1 Choose and reveal ---------------------------------------------------------


def must_choose(hunted: Hunted) -> bool:
    """A river or fjord play of two cards leaves a choice."""
    return hunted.pending in ("river", "fjord") and len(hunted.played) == 2


class Reveal(Together):
    """RULES 7.1: whoever played River or Fjord chooses a card in secret; then all are revealed at once."""

    def ask(self, s: State, seat: Seat) -> Decision:
        return Decision("keep-explored", seat, tuple(s.at(seat).played))

    def reveal(self, s: State, picks: dict[Seat, Picks]) -> None:
        for hunted in s.hunted:
            explored = picks.get(hunted.seat, tuple(hunted.played))
            hunted.open = list(explored)
            if hunted.pending == "river":
                for other in [card for card in hunted.played if card not in explored]:
                    unplay(hunted, other)
                    hunted.hand.append(other)
                    s.tell("river-returned", seat=hunted.seat)
            hunted.pending = "none"
            hunted.known = [card for card in hunted.known if card not in explored]
            s.presences += [Presence(hunted.seat, card, s.slot(card)) for card in explored]
            s.tell("explored", seat=hunted.seat, cards=explored)


# -- 7.4 Step A --------------------------------------------------------------------


class FreePlaces(Happen):
    """RULES 7.4, step A: presences without an effective token are resolved clockwise.

    The same happens later to whoever has just made a token count as absent (D21); `stage` stays what it was.
    """

    stage: Stage = "free"

    def finish(self, s: State) -> None:
        s.now.stage = self.stage
        for hunted in s.hunted:
            able = tuple([at for at in unspent(s, hunted) if free(s, s.presences[at])])
            if able:
                s.plan(ResolveOneOf(hunted.seat, able), FreePlaces(self.stage))
                return


class ResolveOneOf(Choose):
    """RULES 7.4: with two presences in the same step the Hunted chooses the order."""

    able: tuple[int, ...]

    def ask(self, s: State) -> Decision | None:
        if len(self.able) == 1:
            return None
        return Decision("which-first", self.seat, tuple([s.presences[at].card for at in self.able]))

    def take(self, s: State, answer: Answer) -> None:
        for at in self.able:
            if s.presences[at].card == answer.pick:
                s.plan(Resolve(self.seat, at))

    def finish(self, s: State) -> None:
        s.plan(Resolve(self.seat, *self.able))


# -- 7.4 Step B --------------------------------------------------------------------


def on_target(s: State, hunted: Hunted) -> list[int]:
    """The unresolved presences of a Hunted on which the Target token acts."""
    return [at for at in unspent(s, hunted) if targeted(s, hunted, s.presences[at].slot)]


class TargetStep(Happen):
    """RULES 7.4, step B: the Target cards strike, and what no other token covers is resolved.

    Time Rift counts the Hunted at the start of the step (D22).
    """

    def finish(self, s: State) -> None:
        s.now.stage = "target"
        rift = sum([bool(on_target(s, hunted)) for hunted in s.hunted]) if s.acts("time_rift") else 0
        s.plan(Assimilate(rift), Rescue(rift), TargetRound())


class TargetRound(Happen):
    """RULES 7.4, step B: clockwise, first the effects of the Target cards, then the own place."""

    def finish(self, s: State) -> None:
        for hunted in s.hunted:
            there = on_target(s, hunted)
            if there and not hunted.turn.targeted:
                hunted.turn.targeted = True
                s.plan(Strike(hunted.seat), TargetRound())
                return
            if able := tuple([at for at in there if free(s, s.presences[at])]):
                s.plan(ResolveOneOf(hunted.seat, able), TargetRound())
                return


class Strike(Happen):
    """RULES 12: what Scream, Toxin and Quicksand do to a Hunted on the Target."""

    seat: Seat

    def finish(self, s: State) -> None:
        s.tell("targeted", seat=self.seat)
        if s.acts("quicksand"):
            s.at(self.seat).turn.mired = True
            s.plan(DiscardPlaces(self.seat, 1))
        if s.acts("toxin"):
            s.plan(DiscardSurvival(self.seat))
        if s.acts("scream"):
            s.plan(Scream(self.seat))


class Scream(Choose):
    """RULES 12, Scream: discard two Place cards from hand or lose a Will; with fewer cards, the Will."""

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


# -- 7.4 Steps C and D -------------------------------------------------------------


class ArtemiaStep(Happen):
    """RULES 7.4, step C: for each presence caught, discard a Place card (Miasma: two); Mutation takes a Will too."""

    def finish(self, s: State) -> None:
        s.now.stage = "artemia"
        each = 2 if s.acts("miasma") else 1
        discards = []
        for hunted in s.hunted:
            caught = [p for p in s.presences if p.seat == hunted.seat and caught_by_artemia(s, hunted, p.slot)]
            for presence in caught:
                presence.spent = s.now.caught = True
                s.tell("caught", seat=hunted.seat, token=ARTEMIA, slot=presence.slot)
            if caught and s.acts("mutation"):
                lose_will(s, hunted, len(caught))
            if caught:
                discards.append(DiscardPlaces(hunted.seat, each * len(caught)))
        s.plan(*discards)


class CreatureStep(Happen):
    """RULES 7.4, step D: Will is lost clockwise; then Assimilation goes forward, once for the whole turn."""

    def finish(self, s: State) -> None:
        s.now.stage = "creature"
        prey: list[Seat] = []
        forward = 0
        for hunted in s.hunted:
            caught = [p for p in s.presences if p.seat == hunted.seat and caught_by_creature(s, hunted, p.slot)]
            if not caught:
                continue
            prey.append(hunted.seat)
            loss = 1 if s.acts("fierceness") else 0
            for presence in caught:
                presence.spent = s.now.caught = True
                place = s.place(presence.slot)
                loss += 2 if place == "lair" else 1
                forward = max(forward, 2 if place == "nexus" else 1)
                s.tell("caught", seat=hunted.seat, token=CREATURE, slot=presence.slot)
            lose_will(s, hunted, loss)
        if s.now.anticipated in prey:
            forward += 1
        if s.acts("feeding_frenzy") and prey and len(prey) * 2 >= len(s.hunted):
            forward += 1
        s.plan(Assimilate(forward))

"""RULES, chapters 8 and 13: phase 3. The Place cards are revealed, and the planet answers in four steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose, Happen, Together
from service.games.kit.decision import Answer, Decision, Picks, Seat
from service.games.not_alone.cards import ARTEMIA, CREATURE
from service.games.not_alone.pieces import Hunted, Presence, Stage
from service.games.not_alone.rules.hands import DiscardPlaces, unplay
from service.games.not_alone.rules.passive import anticipation, feeding_frenzy, fierceness, miasma, mutation
from service.games.not_alone.rules.powers import Resolve
from service.games.not_alone.rules.tracks import Assimilate, lose_will
from service.games.not_alone.rules.where import caught_by_artemia, caught_by_creature, free, unspent

if TYPE_CHECKING:
    from service.games.not_alone.state import State


# -- 8.2 Choose and reveal ---------------------------------------------------------


def must_choose(hunted: Hunted) -> bool:
    """A river or fjord play of two cards leaves a choice."""
    return hunted.pending in ("river", "fjord") and len(hunted.played) == 2


class Reveal(Together):
    """RULES 3.4, 8.2, 13.1: whoever played River or Fjord chooses a card in secret; then all are revealed at once."""

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


# -- 8.3 Without a token --------------------------------------------------------------------


class FreePlaces(Happen):
    """RULES 8.3, 8.4: presences without an effective token are resolved clockwise.

    The same happens later to whoever has just made a token count as absent; `stage` stays what it was.
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
    """RULES 8.4: with two presences in the same step the Hunted chooses the order."""

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


# -- 8.3 Artemia and Creature -------------------------------------------------------------


class ArtemiaStep(Happen):
    """RULES 13.3, D50: for each presence caught, discard a Place card (Miasma: two); Mutation takes a Will too."""

    def finish(self, s: State) -> None:
        s.now.stage = "artemia"
        discards = []
        for hunted in s.hunted:
            caught = [p for p in s.presences if p.seat == hunted.seat and caught_by_artemia(s, hunted, p.slot)]
            if caught:
                discards.append(catch(s, hunted, caught))
        s.plan(*discards)


def catch(s: State, hunted: Hunted, caught: list[Presence]) -> DiscardPlaces:
    """The Artemia token catches a Hunted: no power, and cards to discard."""
    for presence in caught:
        presence.spent = s.now.caught = True
        s.tell("caught", seat=hunted.seat, token=ARTEMIA, slot=presence.slot)
    lose_will(s, hunted, mutation(s) * len(caught))
    return DiscardPlaces(hunted.seat, miasma(s) * len(caught))


class CreatureStep(Happen):
    """RULES 3.1, 13.4, D45: Will is lost clockwise; then Assimilation goes forward, once for the whole turn."""

    def finish(self, s: State) -> None:
        s.now.stage = "creature"
        prey: list[Seat] = []
        forward = 0
        for hunted in s.hunted:
            caught = [p for p in s.presences if p.seat == hunted.seat and caught_by_creature(s, hunted, p.slot)]
            if not caught:
                continue
            prey.append(hunted.seat)
            loss = fierceness(s)
            for presence in caught:
                presence.spent = s.now.caught = True
                place = s.place(presence.slot)
                loss += 2 if place == "lair" else 1
                forward = max(forward, 2 if place == "nexus" else 1)
                s.tell("caught", seat=hunted.seat, token=CREATURE, slot=presence.slot)
            lose_will(s, hunted, loss)
        s.plan(Assimilate(forward + anticipation(s, prey) + feeding_frenzy(s, prey)))

"""RULES, chapters 8 and 14: a turn from its first phase to its clean-up, and the side of the board chosen before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose, Happen
from service.games.kit.decision import Answer, Decision
from service.games.not_alone.cards import NUMBER
from service.games.not_alone.pieces import HUNT_HAND, HuntedTurn, ThisTurn
from service.games.not_alone.rules.exploration import CreatureFirst, Explore
from service.games.not_alone.rules.hands import draw_hunt, tell_pile
from service.games.not_alone.rules.hunting import Hunting
from service.games.not_alone.rules.on_reveal import OnReveal
from service.games.not_alone.rules.passive import despondency, smokescreen
from service.games.not_alone.rules.reckoning import (
    ArtemiaStep,
    CreatureStep,
    FreePlaces,
    Reveal,
    must_choose,
)
from service.games.not_alone.rules.target_step import TargetStep, on_target
from service.games.not_alone.rules.tracks import Exhaustion, Rescue
from service.games.not_alone.rules.where import caught_by_artemia, caught_by_creature
from service.games.not_alone.rules.windows import Window

if TYPE_CHECKING:
    from service.games.not_alone.state import State


class ChooseSide(Choose):
    """RULES 10.4: the Creature chooses the side of the board, unless the table was opened with one."""

    def ask(self, s: State) -> Decision | None:
        return Decision("choose-side", self.seat, ("side-1", "side-2")) if s.side == 0 else None

    def take(self, s: State, answer: Answer) -> None:
        s.side = int(answer.pick.removeprefix("side-"))
        s.tell("side-chosen", seat=self.seat, side=answer.pick)


class Turn(Happen):
    """RULES 8.1: four phases."""

    def finish(self, s: State) -> None:
        s.phase = "exploration"
        s.tell("turn-began", turn=s.turn)
        s.plan(CreatureFirst(s.creature), Explore(s.hunted_seats()), Hunting(), Reckoning())


class Reckoning(Happen):
    """RULES 8.2, 8.3: reveal, strike, and resolve step by step."""

    def finish(self, s: State) -> None:
        s.phase = "reckoning"
        s.tell("phase-began", phase=s.phase)
        s.despondent = False
        choosing = tuple([hunted.seat for hunted in s.hunted if must_choose(hunted)])
        s.plan(
            Reveal(choosing),
            OnReveal(),
            Window("opening-window"),
            FreePlaces(),
            Before("target"),
            TargetStep(),
            Before("artemia"),
            ArtemiaStep(),
            Before("creature"),
            CreatureStep(),
            Exhaustion(),
            EndOfTurn(),
        )


class Before(Happen):
    """RULES D20, D41: a small window before the steps B, C and D, if the step concerns anybody."""

    step: str

    def finish(self, s: State) -> None:
        match self.step:
            case "target":
                if any(on_target(s, hunted) for hunted in s.hunted):
                    s.plan(Window("target-window"))
            case "artemia":
                if any(caught_by_artemia(s, s.at(each.seat), each.slot) for each in s.presences):
                    s.plan(Window("artemia-window"))
            case "creature":
                if any(caught_by_creature(s, s.at(each.seat), each.slot) for each in s.presences):
                    s.plan(Window("creature-window"))


# -- 8. Phase 4 --------------------------------------------------------------------


class EndOfTurn(Happen):
    """RULES 14.1, 14.3: phase 4 cards, then the table is cleaned up and Rescue goes forward."""

    def finish(self, s: State) -> None:
        s.phase = "end"
        s.tell("phase-began", phase=s.phase)
        s.now.stage = "done"
        s.plan(Window("end-window"), CleanUp(), Rescue(1), NextTurn())


class CleanUp(Happen):
    """RULES 3.4, 3.9, 3.17, 14.2, D23: played cards are discarded, tokens come off, the Creature draws."""

    def finish(self, s: State) -> None:
        for hunted in s.hunted:
            if "pole" in hunted.played:
                hunted.played.remove("pole")
                s.reserve["pole"] += 1
                s.tell("pole-returned", seat=hunted.seat)
            if hunted.played:
                cards = sorted(hunted.played, key=lambda card: NUMBER[card])
                hunted.discard += cards
                tell_pile(s, "discarded", hunted, cards)
            hunted.played, hunted.open, hunted.known = [], [], []
        s.presences = []
        s.tokens = {}
        s.hunt_discard += s.now.played
        s.now.played = []
        draw_hunt(s, HUNT_HAND - len(s.hunt_hand))


class NextTurn(Happen):
    """RULES 6.2, 14.3, 16.19: all turn effects end; limits are as before or as Tracking set them."""

    def finish(self, s: State) -> None:
        if smokescreen(s):
            s.tell("smoke-cleared")
        s.despondent = despondency(s)
        s.now = ThisTurn(hunt_limit=s.next_limit)
        s.next_limit = 1
        for hunted in s.hunted:
            hunted.turn = HuntedTurn()
        s.turn += 1
        s.plan(Turn())

"""RULES 6.9: each failed trial has a consequence, madness or the die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose, Happen
from service.games.kit.decision import Answer, Decision
from service.games.mountains_of_madness.cards import BOX, Face, kind_of, value_of
from service.games.mountains_of_madness.leadership import box_token, may_spend, spend, wound
from service.games.mountains_of_madness.rules.madness import eligible, go_mad, sanest
from service.games.mountains_of_madness.vocabulary import Kind

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State


class Failures(Happen):
    """RULES 6.9: after the reward, one consequence per failed trial."""

    def finish(self, s: State) -> None:
        s.phase = "failures"
        if s.faced.failed:
            s.plan(Consequence(s.leader))


class Consequence(Choose):
    """RULES 6.9, 6.10, D29: the Leader chooses the next failed trial, and who goes mad for it, or the die."""

    def ask(self, s: State) -> Decision:
        mad = [f"madness-{seat}" for seat in eligible(s)]
        options = tuple(f"{kind}-{what}" for kind in s.faced.failed for what in (*mad, "die"))
        what = sanest(s).replace("seat", "madness") if mad else "die"
        default = (f"{s.faced.failed[0]}-{what}",)
        return Decision("consequence", self.seat, options, seconds=s.patience, default=default)

    def take(self, s: State, answer: Answer) -> None:
        name, what, *seat = answer.pick.split("-")
        kind = next(kind for kind in s.faced.failed if kind == name)
        s.faced.failed.remove(kind)
        s.plan(Failures())
        if what == "die":
            roll(s, kind)
        else:
            s.tell("chose-madness", trial=kind)
            go_mad(s, int(seat[0]))


def roll(s: State, kind: Kind) -> None:
    """RULES 6.11, D14: the penalty die, two faces of each result."""
    s.rolled = s.dice.choice(BOX.penalty_die.faces)
    s.tell("rolled", face=s.rolled, trial=kind)
    s.plan(Roll(s.leader, kind), Apply(kind))


class Roll(Choose):
    """RULES 6.14, leadership: before the result is applied, a token voids it and the die is rolled again."""

    kind: Kind

    def ask(self, s: State) -> Decision | None:
        if not may_spend(s, "resolution"):
            return None
        return Decision("reroll", self.seat, ("accept", "reroll"), seconds=s.patience)

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick == "reroll":
            spend(s, "resolution")
            s.leave()
            roll(s, self.kind)


class Apply(Happen):
    """RULES 6.11: what the die says happens."""

    kind: Kind

    def finish(self, s: State) -> None:
        face, s.rolled = s.rolled, None
        apply(s, face or "accident", self.kind)


def apply(s: State, face: Face, kind: Kind) -> None:
    """The three results of the penalty die."""
    match face:
        case "accident":
            accident(s)
        case "confusion":
            confusion(s, distance(s, kind))
        case "morale_loss":
            morale_loss(s)


def distance(s: State, kind: Kind) -> int:
    """RULES 6.12: how far the trial's total is from the nearest accepted one."""
    total = sum(value_of(each.card) for each in s.faced.placed if kind_of(each.card) == kind)
    return next(trial.accept.distance(total) for trial in s.trials() if trial.kind == kind)


def accident(s: State) -> None:
    """RULES 6.11: two wounds, one after the other."""
    for _ in range(2):
        if not wound(s):
            return
    s.tell("accident", left=len(s.wounds))


def confusion(s: State, lost: int) -> None:
    """RULES 6.12: so many cards from the top of the draw pile; if it has fewer, a token goes to the box instead."""
    if len(s.draw) < lost:
        s.plan(ReturnToken(s.leader))
        return
    cards, s.draw = s.draw[:lost], s.draw[lost:]
    s.discard += cards
    s.tell("confusion", cards=tuple(cards))


def morale_loss(s: State) -> None:
    """RULES 6.13: two tokens from the sled; if it has fewer, one goes to the box instead."""
    if s.sled < 2:
        s.plan(ReturnToken(s.leader))
        return
    s.sled -= 2
    s.spent += 2
    s.tell("morale-lost", sled=s.sled)


class ReturnToken(Choose):
    """RULES D15: the Leader says from where the token goes to the box; asked only when tokens lie in both places."""

    def ask(self, s: State) -> Decision | None:
        if not (s.sled and s.spent):
            return None
        return Decision("return-token", self.seat, ("discard", "sled"), seconds=s.patience)

    def take(self, s: State, answer: Answer) -> None:
        box_token(s, answer.pick)

    def finish(self, s: State) -> None:
        box_token(s, "sled" if s.sled else "discard")

"""RULES 6.4, D2, D19: Hunted and tokens that are moved to a slot next to theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision, Seat
from service.games.not_alone.cards import Token
from service.games.not_alone.planet import around, slot_id, slots_of
from service.games.not_alone.rules.passive import clone
from service.games.not_alone.rules.where import ways_on

if TYPE_CHECKING:
    from service.games.not_alone.state import State


def movable(s: State, seat: Seat) -> list[int]:
    """RULES D2: the presences of a Hunted that have an accessible slot next to them."""
    return [at for at, each in enumerate(s.presences) if each.seat == seat and ways_on(s, each.slot)]


class MovePresence(Choose):
    """RULES 16.17, D61.4: one presence moves; with two, choose which."""

    whose: Seat

    def ask(self, s: State) -> Decision | None:
        able = movable(s, self.whose)
        if len(able) < 2:
            return None
        return Decision(
            "move-which", self.seat, tuple([s.presences[at].card for at in able]), about={"seat": self.whose}
        )

    def take(self, s: State, answer: Answer) -> None:
        cards = {s.presences[at].card: at for at in movable(s, self.whose)}
        s.plan(MoveWhere(self.seat, cards[answer.pick]))

    def finish(self, s: State) -> None:
        s.plan(MoveWhere(self.seat, *movable(s, self.whose)))


class MoveWhere(Choose):
    """RULES 16.17, D61.4: that Hunted explores the new place, and later discards the card it played."""

    at: int

    def ask(self, s: State) -> Decision | None:
        presence = s.presences[self.at]
        ways = ways_on(s, presence.slot)
        if len(ways) < 2:
            return None
        about = {"seat": presence.seat, "slot": presence.slot}
        return Decision("move-where", self.seat, tuple(map(slot_id, ways)), about=about)

    def take(self, s: State, answer: Answer) -> None:
        self.move(s, *slots_of(answer.pick))

    def finish(self, s: State) -> None:
        self.move(s, *ways_on(s, s.presences[self.at].slot))

    def move(self, s: State, slot: int) -> None:
        """The presence is there now."""
        presence = s.presences[self.at]
        presence.slot = slot
        s.tell("hunted-moved", seat=presence.seat, slot=slot)


class MoveToken(Choose):
    """RULES 5.4, 6.4: to one slot next to those it covers; `optional` for Tentacles."""

    token: Token
    optional: bool = False

    def ask(self, s: State) -> Decision:
        slots = [slot_id(slot) for slot in around(s.tokens[self.token])]
        return Decision(
            "move-token",
            self.seat,
            (*(["nothing"] if self.optional else []), *slots),
            about={"token": self.token},
        )

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick != "nothing":
            s.tokens[self.token] = slots_of(answer.pick)
            s.tell("token-moved", token=self.token, slots=tuple(s.tokens[self.token]))


class MoveCreature(Choose):
    """RULES 16.12, 17.13: the Creature token moves; under Clone it may be the Target token instead."""

    def ask(self, s: State) -> Decision | None:
        if clone(s) and "target" in s.tokens:
            return Decision("which-token", self.seat, ("creature", "target"))
        return None

    def take(self, s: State, answer: Answer) -> None:
        s.plan(MoveToken(self.seat, "target" if answer.pick == "target" else "creature"))

    def finish(self, s: State) -> None:
        s.plan(MoveToken(self.seat, "creature"))

"""RULES 5.6: Inertia, Ubiquity and Tentacles strike as soon as the Place cards are revealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from service.games.kit.agenda import Choose, Happen
from service.games.kit.decision import Answer, Decision, Seat
from service.games.not_alone.cards import Token
from service.games.not_alone.rules.hunt_cards import immediate
from service.games.not_alone.rules.moving import MoveToken

if TYPE_CHECKING:
    from service.games.not_alone.state import State


class OnReveal(Happen):
    """RULES 4.3, 5.6: before any phase 3 card."""

    def finish(self, s: State) -> None:
        cards = tuple([card for card in s.now.in_force if immediate(card)])
        if cards:
            s.plan(StrikeNext(s.creature, cards))


class StrikeNext(Choose):
    """RULES D18: of several such cards the Creature chooses the order."""

    cards: tuple[str, ...]

    def ask(self, s: State) -> Decision | None:
        return Decision("order-effects", self.seat, self.cards) if len(self.cards) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        self.strike(s, answer.pick)

    def finish(self, s: State) -> None:
        self.strike(s, *self.cards)

    def strike(self, s: State, card: str) -> None:
        """One of them now, the others after it."""
        rest = tuple([other for other in self.cards if other != card])
        if rest:
            s.plan(StrikeNext(self.seat, rest))
        STRIKES[card](s, self.seat)


def inertia(s: State, creature: Seat) -> None:
    """RULES 4.3, D60.4: with a Hunted on the Target no power can be used this turn."""
    if any(presence.slot in s.tokens["target"] for presence in s.presences):
        s.now.inert = True
        s.tell("inertia-struck")


def ubiquity(s: State, creature: Seat) -> None:
    """RULES 4.5, D60.5: the Target token may change places with another one."""
    s.plan(Ubiquity(creature))


def tentacles(s: State, creature: Seat) -> None:
    """RULES D60.9: the Artemia token may move."""
    s.plan(MoveToken(creature, "artemia", optional=True))


STRIKES: Final[dict[str, Callable[[State, Seat], None]]] = {
    "inertia": inertia,
    "ubiquity": ubiquity,
    "tentacles": tentacles,
}


class Ubiquity(Choose):
    """RULES 4.5, D60.5: the Target token may change places with another token; each covers what the other did."""

    def ask(self, s: State) -> Decision:
        others = [token for token in ("creature", "artemia") if token in s.tokens]
        return Decision("ubiquity", self.seat, ("nothing", *others))

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick == "nothing":
            return
        other: Token = "artemia" if answer.pick == "artemia" else "creature"
        s.tokens["target"], s.tokens[other] = s.tokens[other], s.tokens["target"]
        s.tell("tokens-swapped", tokens=("target", other))

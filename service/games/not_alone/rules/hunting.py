"""RULES, chapter 12: phase 2. The Creature plays Hunt cards and places its tokens; the Hunted react."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from service.games.kit.agenda import Choose, Happen, Step
from service.games.kit.decision import Answer, Decision, Seat
from service.games.not_alone.cards import TOKENS, Token
from service.games.not_alone.planet import ARTEMIA_SPACES
from service.games.not_alone.rules.hunt_cards import PlaceToken, play_hunt
from service.games.not_alone.rules.powers import may_survive
from service.games.not_alone.rules.survival_cards import survive_with
from service.games.not_alone.rules.windows import NO_CARD, hunt_options, may_hunt, survival_options

if TYPE_CHECKING:
    from service.games.not_alone.state import State

DONE: Final = "done"


class Hunting(Happen):
    """RULES 12.1, D13: whether the Rescue space shows the Artemia symbol is looked up once, now."""

    def finish(self, s: State) -> None:
        s.phase = "hunting"
        s.tell("phase-began", phase=s.phase)
        s.now.artemia = s.rescue in ARTEMIA_SPACES[s.side]
        s.plan(Hunt(s.creature), React())


def to_place(s: State) -> list[Token]:
    """RULES 12.1: the available tokens that are not yet on the planet."""
    able = {
        "creature": True,
        "artemia": s.now.artemia or s.symbol_in_force("artemia"),
        "target": s.symbol_in_force("target"),
    }
    return [token for token in TOKENS if able[token] and token not in s.tokens]


class Hunt(Choose):
    """RULES 12.2, D14: in any order play Hunt cards and place every available token, then declare to be done.

    A Creature that can play no card, as all can see, just places its tokens.
    """

    def ask(self, s: State) -> Decision | None:
        if not may_hunt(s):
            return None
        tokens = to_place(s)
        first = tuple(tokens) or (DONE,)
        return Decision("hunt", self.seat, (*first, *hunt_options(s, "hunt")))

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick == DONE:
            s.tell("hunt-done", seat=self.seat)
            return
        s.plan(Hunt(self.seat))
        for token in TOKENS:
            if token == answer.pick:
                s.plan(PlaceToken(self.seat, token))
                return
        play_hunt(s, answer.pick)

    def finish(self, s: State) -> None:
        s.plan(*[PlaceToken(self.seat, token) for token in to_place(s)])


class React(Step):
    """RULES 12.3, D17: the Hunted clockwise may play a phase 2 Survival card, until a full round of passes.

    After each card the Creature may go on hunting; then the asking continues with the next Hunted.
    """

    turn_of: int = 0
    quiet: int = 0

    def next(self, s: State) -> int | None:
        """How many Hunted are skipped, because as all know they can play nothing, before one is asked."""
        for skipped in range(len(s.hunted) - self.quiet):
            if may_survive(s, s.hunted[(self.turn_of + skipped) % len(s.hunted)]):
                return skipped
        return None

    def seat(self, s: State, skipped: int) -> Seat:
        """Whose turn it is to react."""
        return s.hunted[(self.turn_of + skipped) % len(s.hunted)].seat

    def asks(self, s: State) -> Iterable[Decision]:
        skipped = self.next(s)
        if skipped is None:
            return ()
        seat = self.seat(s, skipped)
        cards = survival_options(s, s.at(seat), "reaction-window")
        return (Decision("reaction-window", seat, (NO_CARD, *cards), window=True),)

    def hear(self, s: State, answer: Answer) -> None:
        skipped = self.next(s)
        assert skipped is not None
        self.turn_of += skipped + 1
        if answer.pick == NO_CARD:
            self.quiet += skipped + 1
            return
        self.quiet = 0
        s.plan(Hunt(s.creature))
        survive_with(s, s.at(answer.seat), answer.pick)

"""RULES 4.2, 4.5: the Leader moves the airplane, and may spend tokens against madness until the tile is flipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision
from service.games.mountains_of_madness.cards import BOX, SPACES
from service.games.mountains_of_madness.leadership import may_spend, spend

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State


def ways(s: State) -> tuple[str, ...]:
    """RULES 4.1, 4.2, 4.4: where the airplane may go; the escape is one way, and nobody stays where they are."""
    return BOX.board.start_spaces if s.airplane is None else BOX.board.ways[s.airplane]


def by_default(s: State) -> str:
    """RULES D29: the highest row, a tile first, then the lowest id."""
    return min(ways(s), key=lambda id: (-SPACES[id].row, id not in s.board, SPACES[id].col))


def calming(s: State) -> tuple[str, ...]:
    """RULES 4.5, D4: the players who hold a madness card that is not ignored yet."""
    if not may_spend(s, "movement"):
        return ()
    return tuple(f"calm-{seat}" for seat, player in enumerate(s.players) if player.active)


def calm(s: State, pick: str) -> None:
    """RULES 4.5: for a token one player ignores one madness card to the end of the turn."""
    seat = int(pick.removeprefix("calm-"))
    spend(s, "movement")
    s.players[seat].ignored += 1
    s.tell("madness-ignored", seat=seat)


class Travel(Choose):
    """RULES 4.2, 4.3: the Leader must move to an adjacent space; tokens may be spent before."""

    def ask(self, s: State) -> Decision:
        return Decision("move", self.seat, (*ways(s), *calming(s)), seconds=s.patience, default=(by_default(s),))

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick in calming(s):
            calm(s, answer.pick)
            s.plan(Travel(self.seat))
            return
        s.airplane = answer.pick
        s.tell("moved" if answer.pick in s.board else "moved-empty", seat=self.seat, space=answer.pick)


class Ready(Choose):
    """RULES 5.1, D5: once the airplane has moved the Leader flips the tile; tokens may be spent before."""

    def ask(self, s: State) -> Decision:
        return Decision("flip", self.seat, ("flip", *calming(s)), seconds=s.patience)

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick != "flip":
            calm(s, answer.pick)
            s.plan(Ready(self.seat))

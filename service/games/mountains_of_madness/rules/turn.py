"""RULES 3.1: a turn in its order, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Happen
from service.games.mountains_of_madness.cards import LAST_SPACE
from service.games.mountains_of_madness.leadership import end
from service.games.mountains_of_madness.rules.camp import Draw
from service.games.mountains_of_madness.rules.encounter import Flip
from service.games.mountains_of_madness.rules.movement import Ready, Travel

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import Ending, State


class Turn(Happen):
    """RULES 3.1: movement, encounter and resolution, draw, rest, end of the turn."""

    def finish(self, s: State) -> None:
        s.phase = "movement"
        s.tell("turn-began", seat=s.leader, turn=s.turn)
        s.plan(Travel(s.leader), Ready(s.leader), Flip(), Draw(), EndTurn())


class EndTurn(Happen):
    """RULES 9.7, 10.3, D18: on the last space the game ends; otherwise the sled goes left and ignored cards count."""

    def finish(self, s: State) -> None:
        if s.airplane == LAST_SPACE:
            relics, wounds = sum(len(player.relics) for player in s.players), s.wounds_about()
            s.difference = relics - wounds
            s.tell("counted", relics=relics, wounds=wounds, difference=s.difference)
            end(s, band(s.difference))
            return
        for player in s.players:
            player.ignored = 0
        s.leader = (s.leader + 1) % s.seats
        s.turn += 1
        s.plan(Turn())


def band(difference: int) -> Ending:
    """RULES 10.4, D19: the final table. As many relics as wounds is a success."""
    bands: tuple[tuple[int, Ending], ...] = ((11, "resounding"), (8, "great"), (4, "fair"), (1, "small"), (0, "faint"))
    return next((ending for least, ending in bands if difference >= least), "defeat")

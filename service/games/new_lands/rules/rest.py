"""RULES 4.18: the turn ends, and the table is filled up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Happen
from service.games.new_lands.cards import JOKER, NUMBERS
from service.games.new_lands.passage import lines
from service.games.new_lands.turn import DIRECTIONS, Read

if TYPE_CHECKING:
    from service.games.new_lands.state import State


class Rest(Happen):
    """RULES 4.18, D53: what was secret this turn is shown, then four explorations and five missions lie open again."""

    def finish(self, s: State) -> None:
        close_turn(s)
        fill_explorations(s)
        fill_missions(s)
        if not s.pile:
            reshuffle_explorations(s)


def close_turn(s: State) -> None:
    """The turn's péripétie is for everybody now (RULES 7.7, D29); its passage is not, before the end (RULES D39)."""
    turn = s.now()
    s.read.append(
        Read(
            turn=turn.number,
            scout=turn.scout,
            page=turn.page,
            lines=len(turn.passage),
            found=turn.found,
            lost=turn.lost,
            tried=turn.tried,
            fulfilled=turn.fulfilled,
        )
    )
    if turn.peripetia is not None:
        (s.peripeties if turn.chosen is not None and turn.chosen == turn.compass else s.lost_peripeties).append(
            turn.peripetia
        )
        s.tell("peripetia-revealed", peripetia=turn.peripetia)
    s.turn = None


def reveal_passage(s: State, read: Read) -> None:
    """RULES D39: the original lines, in writing, for everybody."""
    shown = lines(s.text(), read.page, read.lines)
    s.tell(
        "passage-revealed",
        turn=read.turn,
        page=read.page,
        lines=tuple(line.text for line in shown),
        paragraphs=tuple(line.start for line in shown),
    )


def fill_explorations(s: State) -> None:
    """RULES 3.6, 4.18: each empty place, in the order N, E, S, W, takes the pile's top."""
    for direction in DIRECTIONS:
        if direction in s.around:
            continue
        if not s.pile:
            reshuffle_explorations(s)
        if s.pile:
            s.around[direction] = s.pile.pop(0)
            s.tell("exploration-laid", direction=direction, exploration=s.around[direction])


def fill_missions(s: State) -> None:
    """RULES 3.7, 4.18: five missions lie in the row."""
    while len(s.row) < NUMBERS.visible_missions:
        if not s.mission_pile:
            reshuffle_missions(s)
        if not s.mission_pile:
            return
        s.row.append(s.mission_pile.pop(0))
        s.tell("mission-laid", mission=s.row[-1])


def reshuffle_explorations(s: State) -> None:
    """RULES D23: the discarded explorations are a new pile."""
    if s.lost:
        s.pile, s.lost = s.lost, []
        s.dice.shuffle(s.pile)
        s.tell("explorations-reshuffled", count=len(s.pile))


def reshuffle_missions(s: State) -> None:
    """RULES D23: the discarded missions are a new pile, the joker excepted."""
    again = [mission for mission in s.lost_missions if mission != JOKER]
    if again:
        s.mission_pile = again
        s.lost_missions = [mission for mission in s.lost_missions if mission == JOKER]
        s.dice.shuffle(s.mission_pile)
        s.tell("missions-reshuffled", count=len(again))

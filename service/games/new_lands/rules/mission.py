"""RULES 4.11: at most one mission is tried per turn, for the whole Group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.games.kit.agenda import Happen
from service.games.kit.decision import Picks
from service.games.new_lands.cards import NUMBERS
from service.games.new_lands.missions import holds
from service.games.new_lands.rules.ending import lose_letters
from service.games.new_lands.rules.votes import Vote

if TYPE_CHECKING:
    from service.games.new_lands.state import State

NONE: Final = "none"


class ProposeMission(Happen):
    """The Group votes if anybody holds a mission."""

    def finish(self, s: State) -> None:
        held = tuple(mission for seat in s.group() if (mission := s.players[seat].mission) is not None)
        if held:
            s.phase = "mission_vote"
            window = s.options.window(s.options.mission_seconds)
            s.plan(MissionVote(s.group(), seconds=window, held=held))


class MissionVote(Vote):
    """Most votes; of equals “none”, then the navigator's, then the first voted for."""

    question = "vote-mission"
    held: Picks = ()

    def choices(self, s: State) -> Picks:
        return (*self.held, NONE)

    def break_tie(self, s: State, tied: list[str]) -> str | None:
        # Written out, since super() does not work inside Structs.
        return NONE if NONE in tied else Vote.break_tie(self, s, tied)

    def decide(self, s: State, choice: str | None) -> None:
        if choice is None or choice == NONE:
            s.tell("no-mission-tried")
        else:
            try_mission(s, choice)
        for seat in s.everyone():
            put_back(s, seat)


def put_back(s: State, seat: int) -> None:
    """RULES 4.14: missions that were not tried go back to the row."""
    player = s.players[seat]
    if player.mission is not None:
        s.row.append(player.mission)
        player.mission = None


def try_mission(s: State, mission: str) -> None:
    """RULES 4.12, 4.13, D19: true, it goes in the book, and its holder's know-how comes back (RULES 7.11, D32).

    False, it is lost, and 3 letters with it, before the exploration is chosen (RULES D22).
    """
    turn = s.now()
    [holder] = [seat for seat in s.group() if s.players[seat].mission == mission]
    player = s.players[holder]
    player.mission = None
    turn.tried = mission
    turn.fulfilled = holds(mission, turn.passage, s.language, s.text())
    if turn.fulfilled:
        s.missions.append(mission)
        s.tell("mission-fulfilled", seat=holder, mission=mission)
        if player.character is not None and not player.know_how:
            player.know_how = True
            s.tell("know-how-back", seat=holder, character=player.character)
    else:
        s.lost_missions.append(mission)
        s.tell("mission-failed", seat=holder, mission=mission)
        lose_letters(s, NUMBERS.false_mission_letters)

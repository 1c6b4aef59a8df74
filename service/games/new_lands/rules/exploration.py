"""RULES 4.15: the Group agrees on an exploration, the compass is shown, and the journey goes on or is paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.games.kit.agenda import Happen
from service.games.kit.decision import Picks
from service.games.new_lands.cards import EXPLORATIONS, JOKER, MISSION_NUMBER, MISSIONS, NUMBERS
from service.games.new_lands.rules.ending import lose_letters, win
from service.games.new_lands.rules.scouting import directions, lies
from service.games.new_lands.rules.votes import Vote

if TYPE_CHECKING:
    from typing import Any

    from service.games.new_lands.state import State
    from service.games.new_lands.turn import Direction

LETTERS: Final = "letters"


class Explore(Happen):
    """The Group votes on a direction."""

    def finish(self, s: State) -> None:
        s.phase = "exploration_vote"
        s.plan(ExplorationVote(s.group(), seconds=s.options.window(s.options.exploration_seconds)))


class ExplorationVote(Vote):
    """Most votes; of equals the navigator's, else the first voted for; without a vote, chance (RULES D42)."""

    question = "vote-exploration"

    def choices(self, s: State) -> Picks:
        return directions(s)

    def about(self, s: State) -> dict[str, Any]:
        return lies(s)

    def decide(self, s: State, choice: str | None) -> None:
        turn = s.now()
        chosen = s.dice.choice(directions(s)) if choice is None else _direction(s, choice)
        compass = turn.compass or chosen
        turn.chosen = chosen
        s.tell("compass-revealed", seat=turn.scout, compass=compass, group=chosen)
        if compass == chosen:
            succeed(s, chosen)
        else:
            fail(s, compass, chosen)


def _direction(s: State, choice: str) -> Direction:
    return next(direction for direction in directions(s) if direction == choice)


# -- same --------------------------------------------------------------------------


def succeed(s: State, direction: Direction) -> None:
    """RULES 4.16, 5.4, 5.5: the Camp joins the Scout, the exploration goes in the book; in the city this is victory."""
    turn = s.now()
    explored = s.around.pop(direction)
    s.found.append(explored)
    turn.found = explored
    s.camp = turn.page
    s.tell("explored", exploration=explored, page=turn.page)
    if turn.in_city:
        win(s)
    elif s.camp == s.city_page:
        s.arrived = True
        s.tell("city-reached", city=s.city, page=s.camp)


# -- different ---------------------------------------------------------------------


def fail(s: State, scouts: Direction, groups: Direction) -> None:
    """RULES 4.17: the Scout goes back to the Camp, both explorations are lost, and something must be paid for each."""
    s.phase = "loss_choice"
    lost = [s.around.pop(scouts), s.around.pop(groups)]
    s.lost += lost
    s.now().lost = tuple(lost)
    s.tell("explorations-lost", explorations=tuple(lost))
    # The dearer is asked for first, so that whoever says nothing saves it (RULES D36).
    dearest = sorted(lost, key=lambda card: -cost(s, card))
    window = s.options.window(s.options.loss_seconds)
    s.plan(*(SaveExploration(s.everyone(), seconds=window, exploration=card) for card in dearest), PayLetters())


def cost(s: State, exploration: str) -> int:
    """RULES 4.17, 7.14: six letters, or its advance value with module IV."""
    return EXPLORATIONS[exploration].advance if s.options.domains else NUMBERS.lost_exploration_letters


def saviours(s: State, exploration: str) -> list[str]:
    """RULES 7.15, 7.16: the missions that can be given for it, lowest number first, the joker last."""
    able = [
        mission
        for mission in s.missions
        if not s.options.domains or mission == JOKER or MISSIONS[mission].domain == EXPLORATIONS[exploration].domain
    ]
    return sorted(able, key=lambda mission: (mission == JOKER, MISSION_NUMBER[mission]))


class SaveExploration(Vote):
    """RULES 4.17, D21: for each of the two, give a mission from the book, or letters."""

    question = "vote-loss"
    exploration: str = ""

    def asks(self, s: State) -> Any:
        # Without a mission to give there is nothing to choose.
        return Vote.asks(self, s) if saviours(s, self.exploration) else ()

    def choices(self, s: State) -> Picks:
        return (*saviours(s, self.exploration), LETTERS)

    def about(self, s: State) -> dict[str, Any]:
        return {"exploration": self.exploration, "letters": cost(s, self.exploration)}

    def decide(self, s: State, choice: str | None) -> None:
        able = saviours(s, self.exploration)
        if choice is None:
            choice = able[0] if able else LETTERS
        if choice == LETTERS:
            s.now().owed += cost(s, self.exploration)
            return
        s.missions.remove(choice)
        s.lost_missions.append(choice)
        s.tell("mission-given", mission=choice, exploration=self.exploration)


class PayLetters(Happen):
    """What was not saved is paid in one loss (RULES D25)."""

    def finish(self, s: State) -> None:
        lose_letters(s, s.now().owed)

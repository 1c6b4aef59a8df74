"""The laws accept a game of a few lines, and say at once what is wrong with one that has no end or hides something."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct, field

from service.games.kit import agenda
from service.games.kit.agenda import Choose, GameState, Happen
from service.games.kit.decision import Answer, Decision, Seat
from service.games.kit.dice import Dice
from service.games.kit.game import Game, Result
from tests.games import test_laws
from tests.games.play import Setting, playthrough, secrets


class Options(Struct, frozen=True):
    """Nothing to choose."""


class Flip(Choose):
    """Each player calls the coin once; this is the whole game."""

    def ask(self, s: Any) -> Decision:
        return Decision("call", self.seat, ("heads", "tails"))

    def take(self, s: Any, answer: Answer) -> None:
        s.called.append(answer.pick)


class Coin(GameState[Flip], kw_only=True):
    """What was called."""

    called: list[str] = field(default_factory=list)
    lies: str = "heads"


class Calls(Struct, frozen=True):
    """Everybody hears what was called."""

    called: tuple[str, ...]


class Small(Game[Coin, Calls, Options]):
    """Call a coin. Nothing is hidden, there are no cards and hardly any names."""

    name, seats, modes, rules_version = "small", range(2, 3), ("competitive",), 1
    state_type, view_type, options_type, story = Coin, Calls, Options, {}

    def setup(self, seats: int, dice: Dice, options: Options) -> Coin:
        s = Coin(seats=seats, dice=dice)
        s.plan_each(range(seats), Flip)
        return s

    def view(self, s: Coin, seat: Seat | None) -> Calls:
        return Calls(tuple(s.called))

    def result(self, s: Coin) -> Result | None:
        return None if len(s.called) < s.seats else Result(winners=(0, 1), places=(1, 1))


class Forever(Flip):
    """Each call is followed by another."""

    def take(self, s: Any, answer: Answer) -> None:
        s.plan(Forever(1 - self.seat))


class Endless(Small):
    """The same game without an end."""

    name = "endless"

    def setup(self, seats: int, dice: Dice, options: Options) -> Coin:
        s = Coin(seats=seats, dice=dice)
        s.agenda.append(Forever(0))
        return s


class Secretive(Small):
    """The coin lies on the table under a hand, and `redeal` is missing."""

    name = "secretive"

    def setup(self, seats: int, dice: Dice, options: Options) -> Coin:
        s = super().setup(seats, dice, options)
        s.lies = dice.choice(("heads", "tails"))
        return s


PLAYED = [
    test_laws.test_a_random_game_ends_with_a_result,
    test_laws.test_a_saved_game_loads_the_same,
    test_laws.test_the_same_seed_and_answers_give_the_same_game,
    test_laws.test_an_illegal_answer_changes_nothing,
    test_laws.test_the_name_of_a_question_is_never_used_twice,
    test_laws.test_when_time_runs_out_the_default_is_a_legal_answer,
    test_laws.test_the_order_of_secret_answers_does_not_matter,
    test_laws.test_nobody_can_tell_an_imagined_table_from_the_real_one,
    test_laws.test_a_playout_from_an_imagined_table_ends,
    test_laws.test_what_is_sealed_shows_to_nobody_else,
    test_laws.test_a_card_told_to_somebody_is_one_they_can_see,
    test_laws.test_every_event_is_told_as_documented,
]
"""The laws that play a whole game."""


@pytest.mark.parametrize("law", [*PLAYED, test_laws.test_an_imagined_table_is_dealt_anew])
def test_a_game_of_a_few_lines_keeps_every_law(law: Any) -> None:
    law(Setting(Small(), 2, {}))


@pytest.mark.parametrize("law", PLAYED)
def test_a_game_without_an_end_breaks_every_law_that_plays_it_and_the_reason_is_given(law: Any) -> None:
    with pytest.raises(AssertionError, match="endless-2: no end after 5000 answers; the step that asks is Forever"):
        law(Setting(Endless(), 2, {}))


def test_a_playout_without_an_end_is_stopped_too() -> None:
    with pytest.raises(AssertionError, match="no end after 5000 answers"):
        list(playthrough(Setting(Endless(), 2, {}), seed=1))


def test_a_game_that_hides_something_without_saying_so_is_found_out() -> None:
    assert secrets(Setting(Small(), 2, {})) == []
    assert secrets(Setting(Secretive(), 2, {}))
    with pytest.raises(AssertionError, match="writes `redeal`"):
        test_laws.test_an_imagined_table_is_dealt_anew(Setting(Secretive(), 2, {}))


class Again(Happen):
    """Happens, and then happens again."""

    def finish(self, s: Any) -> None:
        s.plan(Again())


def test_steps_that_never_ask_anybody_are_stopped() -> None:
    s: GameState[Any] = GameState(seats=2, dice=Dice("seed"))
    s.plan(Again())

    with pytest.raises(RuntimeError, match="nobody is asked in 10000 steps; the next one is Again"):
        agenda.settle(s)

"""RULES D38: what the view says of votes, nominations and turns that are over."""

from __future__ import annotations

from service.games.kit.dice import Dice
from service.games.new_lands.cards import MISSIONS
from service.games.new_lands.rules.choice import TurnBegins
from service.games.new_lands.rules.exploration import Explore
from service.games.new_lands.rules.preparation import Prepare
from service.games.new_lands.rules.rest import Rest
from service.games.new_lands.setup import lay_out
from service.games.new_lands.state import Options
from service.games.new_lands.turn import Read
from tests.games.new_lands.table import game, say, table, vote

FIRST, SECOND, *_ = tuple(MISSIONS)


def test_everybody_sees_who_proposes_whom_and_who_would_rather_not() -> None:
    """RULES D18."""
    s = table(TurnBegins(), seats=4, scout=None)
    say(s, 0, "nominate-scout", "player-2")
    say(s, 1, "nominate-scout", "decline")
    for seat in (0, 3, None):
        shown = game.view(s, seat).nominations
        assert shown is not None
        assert (shown.proposed, shown.declined) == ({0: 2}, (1,))


def test_everybody_sees_who_wants_to_discard_which_mission() -> None:
    """RULES 7.17."""
    s = table(Prepare(), seats=4, options={"domains": True})
    say(s, 1, "discard-mission", FIRST)
    now = game.view(s, None).now
    assert now is not None
    assert now.discards == {1: FIRST}


def test_a_vote_on_a_loss_says_which_exploration_it_is_about_and_what_it_costs() -> None:
    s = table(Explore(), Rest(), compass="N", missions=[FIRST, SECOND])
    vote(s, "vote-exploration", _1="E", _2="E")
    ballot = game.view(s, None).ballot
    assert ballot is not None
    assert (ballot.exploration, ballot.due, ballot.choices) == ("exp_travel", 6, (FIRST, SECOND, "letters"))
    assert ballot.votes is None


def test_a_turn_that_is_over_says_what_came_of_it_and_not_what_was_read() -> None:
    s = table(Explore(), Rest(), TurnBegins(), compass="N", page=47, lines=["one"])
    vote(s, "vote-exploration", _1="N", _2="N")
    assert game.view(s, None).read == (Read(1, 0, 47, 1, found="exp_travel"),)
    s = table(Explore(), Rest(), TurnBegins(), compass="N", page=47, lines=["one"])
    vote(s, "vote-exploration", _1="E", _2="E")
    assert game.view(s, 1).read == (Read(1, 0, 47, 1, lost=("exp_travel", "exp_arts")),)


def test_the_passages_are_in_the_view_when_the_game_is_over_and_not_before() -> None:
    """RULES D39."""
    s = table(Explore(), Rest(), compass="N", page=47, letters=0, lines=["one"])
    assert game.view(s, None).ending is None
    vote(s, "vote-exploration", _1="E", _2="E")
    ending = game.view(s, None).ending
    assert ending is not None
    [passage] = ending.passages
    assert (passage.turn, passage.lines, passage.paragraphs) == (1, ("Page 47 has its line 1 here.",), (True,))


def test_the_page_and_the_letters_of_the_start_stay_known() -> None:
    s = lay_out(2, Dice("start"), Options(mode="short", difficulty="easy"))
    start = s.camp
    s.camp, s.letters = start + 10, 3
    shown = game.view(s, None).setup
    assert (shown.start, shown.letters) == (start, 20)

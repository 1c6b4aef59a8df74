"""RULES 4.15, 7.14: the vote, what it brings, what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.kit.decision import CLOCK
from service.games.new_lands.cards import JOKER, MISSIONS, PERIPETIES
from service.games.new_lands.rules.rest import Rest
from service.games.new_lands.state import State
from service.games.new_lands.turn import Turn
from tests.games.new_lands.table import asked, exploring, game, kinds, refused, say, vote

# -- votes -------------------------------------------------------------------------


def chosen(s: State, **votes: str) -> str:
    """Where the Group goes."""
    told = vote(s, "vote-exploration", **votes)
    [shown] = [event for event in told if event.kind == "compass-revealed"]
    return str(shown.data["group"])


def test_vector_18_majority() -> None:
    """RULES 4.15, D20, D42."""
    assert chosen(exploring(seats=4), _1="W", _2="W", _3="N") == "W"
    assert chosen(exploring(seats=3), _2="N", _1="W") == "W"
    five = exploring(seats=6)
    assert chosen(five, _2="N", _4="E", _1="S", _3="N", _5="E") == "N"
    assert chosen(exploring(seats=6), _4="E", _2="N", _1="S", _3="N", _5="E") == "E"


def test_a_vote_is_open_to_players_and_not_to_outsiders_and_may_be_changed() -> None:
    """RULES D38, D42."""
    s = exploring()
    told = say(s, 1, "vote-exploration", "N")
    assert [(event.kind, event.to) for event in told] == [("voted", None), ("voted-for", (0, 1, 2))]
    player, outsider = game.view(s, 2).ballot, game.view(s, None).ballot
    assert player is not None
    assert outsider is not None
    assert (player.votes, outsider.votes, outsider.voted) == ({1: "N"}, None, (1,))
    say(s, 1, "vote-exploration", "W")
    say(s, 1, "vote-exploration", "confirm")
    assert refused(s, 1, "vote-exploration", "N") == "not-asked"
    told = say(s, 2, "vote-exploration", "W", "confirm")
    [closed] = [event for event in told if event.kind == "vote-closed"]
    assert (closed.to, closed.data) == (None, {"seats": (1, 2), "choices": ("W", "W")})


def test_the_scout_does_not_vote_and_nobody_votes_twice_at_once() -> None:
    s = exploring()
    assert refused(s, 0, "vote-exploration", "N") == "not-asked"
    assert refused(s, 1, "vote-exploration", "N", "E") == "one-vote"


def test_who_confirms_without_a_vote_is_ignored_and_without_any_chance_decides() -> None:
    """RULES D42."""
    s = exploring()
    say(s, 1, "vote-exploration", "confirm")
    assert chosen(s, _2="E") == "E"
    s = exploring(options={"timed": True})
    told = say(s, CLOCK, "hourglass", "ran-out")
    assert "compass-revealed" in kinds(told)
    assert s.dice.drawn > 0


def test_of_two_players_one_confirms_alone() -> None:
    """RULES D48: a vote and its confirmation in one answer."""
    assert chosen(exploring(seats=2), _1="S") == "S"


# -- success and failure -----------------------------------------------------------


def test_vector_19_success_moves_the_camp_and_brings_one_new_exploration() -> None:
    """RULES 4.16, 4.18."""
    s = exploring(top="exp_sea")
    vote(s, "vote-exploration", _1="W", _2="W")
    assert s.camp == 47
    assert s.found == ["exp_travel"]
    assert s.around == {"N": "exp_arts", "E": "exp_war", "S": "exp_weather", "W": "exp_sea"}
    assert s.lost == []


def test_vector_19_failure_loses_both_and_brings_two_new_ones() -> None:
    """RULES 4.17, 4.18."""
    s = exploring(top="exp_sea")
    vote(s, "vote-exploration", _1="N", _2="N")
    assert s.camp == 37
    assert s.lost == ["exp_travel", "exp_arts"]
    assert s.found == []
    assert (s.around["N"], s.around["E"]) == ("exp_sea", "exp_war")
    assert len(s.around) == 4
    assert s.letters == 14


@pytest.mark.parametrize(("choice", "success"), [("W", True), ("N", False)])
def test_a_peripetia_goes_in_the_book_or_is_lost_and_is_known_when_the_turn_ends(choice: str, success: bool) -> None:
    """RULES 7.7, D29."""
    pile = [card for card in PERIPETIES if card != "per_peage"]
    s = exploring(turn={"peripetia": "per_peage"}, options={"peripeties": True}, peripetia_pile=pile)
    told = vote(s, "vote-exploration", _1=choice, _2=choice)
    assert [event.data for event in told if event.kind == "peripetia-revealed"] == [{"peripetia": "per_peage"}]
    assert (s.peripeties, s.lost_peripeties) == ((["per_peage"], []) if success else ([], ["per_peage"]))


@pytest.mark.parametrize(("choice", "parts"), [("W", {}), ("N", {}), ("N", {"arrived": True, "camp": 87, "page": 87})])
def test_no_page_is_shown_in_writing_before_the_game_ends(choice: str, parts: dict[str, Any]) -> None:
    """RULES D39: the city's page, or any page that may be read again, would be read instead of listened to."""
    told = vote(exploring(**parts), "vote-exploration", _1=choice, _2=choice)
    assert "passage-revealed" not in kinds(told)
    assert game.told_anew == "passage-revealed"
    assert {"saw-passage", "reads", "heard", "line-read"} <= game.told_once


def test_when_the_game_ends_every_passage_is_shown() -> None:
    """RULES D39: won or lost, the original lines are for everybody then."""
    told = vote(exploring(letters=0), "vote-exploration", _1="N", _2="N")
    assert kinds(told)[-2:] == ["defeated", "passage-revealed"]
    assert told[-1].to is None
    assert told[-1].data == {"turn": 1, "page": 47, "lines": ("Page 47 has its line 1 here.",), "paragraphs": (True,)}


# -- losses ------------------------------------------------------------------------

FIRST, SECOND, THIRD, *_ = MISSIONS


def failed(*missions: str, **parts: Any) -> State:
    """A Group that was wrong, with these missions in the book."""
    s = exploring(missions=list(missions), **parts)
    vote(s, "vote-exploration", **{f"_{seat}": "N" for seat in range(1, s.seats)})
    return s


def test_vector_13_one_mission_in_the_book() -> None:
    """RULES 4.17, D21."""
    s = failed(FIRST)
    assert asked(s) == {"vote-loss": (FIRST, "letters", "confirm")}
    for seat in range(3):
        say(s, seat, "vote-loss", "confirm")
    # The default gives the mission; two missions are not on offer.
    assert (s.letters, s.missions, s.lost_missions) == (20, [], [FIRST])
    s = failed(FIRST)
    vote(s, "vote-loss", _0="letters", _1="letters", _2="letters")
    vote(s, "vote-loss", _0="letters", _1="letters", _2="letters")
    assert (s.letters, s.missions) == (14, [FIRST])


def test_two_missions_cost_no_letter_and_the_players_say_which() -> None:
    s = failed(FIRST, SECOND, THIRD)
    vote(s, "vote-loss", _0=THIRD, _1=THIRD, _2=FIRST)
    vote(s, "vote-loss", _0=FIRST, _1=FIRST, _2=FIRST)
    assert (s.letters, s.missions) == (26, [SECOND])


def test_the_scout_votes_on_losses_too() -> None:
    """RULES D21: all players decide what is lost. Of three tied votes the navigator's counts (RULES D20)."""
    s = failed(FIRST, SECOND)
    vote(s, "vote-loss", _0=SECOND, _1="letters", _2=FIRST)
    assert s.missions == [FIRST, SECOND]


@pytest.mark.parametrize(
    ("first", "then", "left"), [(SECOND, "letters", [FIRST]), ("letters", SECOND, [FIRST, SECOND])]
)
def test_a_tie_is_broken_among_what_was_voted_for(first: str, then: str, left: list[str]) -> None:
    """RULES D42: the first mission, which nobody has voted for, stays where it is."""
    s = failed(FIRST, SECOND)
    say(s, 1, "vote-loss", "confirm")
    vote(s, "vote-loss", _0=first, _2=then)
    assert s.missions == left


def test_without_a_mission_nothing_is_asked() -> None:
    s = failed()
    assert (s.letters, asked(s)) == (14, {})


def test_vector_14_letters_at_zero() -> None:
    """RULES 6.1, 6.2, D25."""
    assert failed(letters=1).letters == 0
    assert failed(letters=1).phase != "finished"
    assert failed(letters=0).phase == "finished"
    s = failed(FIRST, SECOND, letters=0)
    for _ in range(2):
        for seat in range(3):
            say(s, seat, "vote-loss", "confirm")
    assert (s.phase, s.letters) == ("loss_choice", 0)
    assert s.missions == []


def test_an_empty_reserve_and_one_mission_are_not_enough() -> None:
    s = failed(FIRST, letters=0)
    vote(s, "vote-loss", _0=FIRST, _1=FIRST, _2=FIRST)
    assert s.phase == "finished"


# -- module IV ---------------------------------------------------------------------

CARTOGRAPHY, BOTANY = "mis_meridien", "mis_racines"


def domains(*missions: str, lost: tuple[str, str] = ("exp_sea", "exp_family"), **parts: Any) -> State:
    """The Scout chose the second, the Group the first of two explorations."""
    around = (lost[0], "exp_food", "exp_fire", lost[1])
    return failed(*missions, around=around, options={"domains": True}, **parts)


def test_vector_16_the_cartography_mission_saves_the_nine() -> None:
    """RULES 7.14, 7.15, 7.16: the rulebook's own example."""
    s = domains(CARTOGRAPHY, BOTANY)
    [question, *_] = game.decisions(s)
    assert question.options == (CARTOGRAPHY, "letters", "confirm")
    assert question.about == {"exploration": "exp_sea", "letters": 9}
    vote(s, "vote-loss", _0=CARTOGRAPHY, _1=CARTOGRAPHY, _2=CARTOGRAPHY)
    assert s.letters == 22
    assert s.missions == [BOTANY]
    assert s.lost_missions == [CARTOGRAPHY]
    assert sorted(s.lost) == ["exp_family", "exp_sea"]


def test_vector_16_the_joker_is_of_every_domain_and_leaves_the_game() -> None:
    """RULES 7.15."""
    s = domains(CARTOGRAPHY, JOKER)
    vote(s, "vote-loss", _0=CARTOGRAPHY, _1=CARTOGRAPHY, _2=CARTOGRAPHY)
    assert asked(s)["vote-loss"] == (JOKER, "letters", "confirm")
    vote(s, "vote-loss", _0=JOKER, _1=JOKER, _2=JOKER)
    assert (s.letters, s.missions) == (26, [])
    s.mission_pile, s.row = [], []
    s.turn = Turn(scout=0, number=2, page=47)
    Rest().finish(s)
    assert JOKER not in s.row
    assert JOKER in s.lost_missions


@pytest.mark.parametrize(
    ("first", "second", "letters"), [("mis_lil_desert", None, 23), ("letters", "mis_lil_desert", 20)]
)
def test_vector_17_one_mission_for_two_of_its_domain(first: str, second: str | None, letters: int) -> None:
    s = domains("mis_lil_desert", lost=("exp_war", "exp_sacred"))
    vote(s, "vote-loss", _0=first, _1=first, _2=first)
    if second:
        vote(s, "vote-loss", _0=second, _1=second, _2=second)
    assert s.letters == letters


def test_by_default_the_dearer_is_saved_first_by_its_own_domain_before_the_joker() -> None:
    """RULES D36."""
    s = domains(JOKER, CARTOGRAPHY, lost=("exp_family", "exp_sea"))
    for seat in range(3):
        say(s, seat, "vote-loss", "confirm")
    assert s.missions == [JOKER]

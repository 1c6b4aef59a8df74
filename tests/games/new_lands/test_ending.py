"""RULES 4.18, 5.4, 6.1, 7.20: rest, the city, the end and the ranks."""

from __future__ import annotations

import pytest

from service.games.new_lands.cards import EXPLORATIONS, JOKER, MISSIONS, PERIPETIES
from service.games.new_lands.rules.ending import HiddenMeaning, points, rank_number
from tests.games.new_lands.table import asked, exploring, game, kinds, say, small_book, table, vote

FIRST, SECOND, THIRD, *_ = MISSIONS


# -- 4.4 rest ----------------------------------------------------------------------


def test_empty_piles_are_made_of_what_was_discarded() -> None:
    """RULES D23, D53: the top of the pile is seen at once."""
    s = exploring()
    s.lost, s.pile = [card for card in s.pile if card != "exp_sea"], ["exp_sea"]
    told = vote(s, "vote-exploration", _1="W", _2="W")
    assert s.around["W"] == "exp_sea"
    assert "explorations-reshuffled" in kinds(told)
    assert len(s.pile) == 27


def test_empty_missions_too_but_never_the_joker() -> None:
    s = exploring(mission_pile=[], lost_missions=[JOKER, FIRST, SECOND], row=[THIRD])
    vote(s, "vote-exploration", _1="W", _2="W")
    assert sorted(s.row) == sorted([FIRST, SECOND, THIRD])
    assert s.lost_missions == [JOKER]


# -- 5 the city --------------------------------------------------------------------


def test_vector_5_the_camp_arrives_the_city_is_turned_over_and_nobody_has_won_yet() -> None:
    """RULES 5.2, 5.4: hidden until then, and public from then on."""
    s = exploring(camp=55, city_page=63, page=63)
    assert game.view(s, 1).city is None
    told = vote(s, "vote-exploration", _1="W", _2="W")
    assert [event.data for event in told if event.kind == "city-reached"] == [{"city": "city_atlantexte", "page": 63}]
    assert (s.camp, s.arrived, s.won) == (63, True, False)
    assert game.view(s, None).city == "city_atlantexte"


def test_a_success_under_the_citys_constraint_wins() -> None:
    """RULES 1.1, 5.5, 6.3, 6.4, 6.5: all win together, and find the sentence."""
    s = exploring(camp=87, page=87, arrived=True, found=["exp_night"])
    vote(s, "vote-exploration", _1="W", _2="W")
    assert s.won
    assert asked(s) == {"vote-meaning": ("exp_night", "exp_travel", "confirm")}
    assert game.result(s) is None
    told = vote(s, "vote-meaning", _0="exp_travel", _1="exp_travel", _2="exp_night")
    # Five sheets on from page 87.
    [found] = [event for event in told if event.kind == "hidden-meaning"]
    assert found.data == {"exploration": "exp_travel", "page": 97, "sentence": "Page 97 has its line 1 here."}
    result = game.result(s)
    assert result is not None
    assert (result.winners, result.places) == ((0, 1, 2), (1, 1, 1))
    published = game.hidden_meaning(s)
    assert published is not None
    assert (published.sentence, published.theme) == ("Page 97 has its line 1 here.", "exp_travel")
    assert published.book == s.text().fingerprint


def test_a_failure_in_the_city_costs_as_usual() -> None:
    s = exploring(camp=87, page=87, arrived=True)
    vote(s, "vote-exploration", _1="N", _2="N")
    assert (s.letters, s.camp, s.arrived, s.won) == (14, 87, True, False)


def test_a_tie_on_the_hidden_meaning_is_broken_among_what_was_voted_for() -> None:
    """RULES D42: joy, which is closest to the title by its value, has no vote."""
    s = table(HiddenMeaning((0, 1, 2)), found=["exp_sea", "exp_joy", "exp_night"], won=True, page=87)
    say(s, 1, "vote-meaning", "confirm")
    vote(s, "vote-meaning", _0="exp_night", _2="exp_sea")
    assert s.meaning is not None
    assert s.meaning.exploration == "exp_night"


def test_the_bookmark_closest_to_the_title_when_nobody_says() -> None:
    """RULES D26."""
    s = table(HiddenMeaning((0, 1, 2)), found=["exp_sea", "exp_joy", "exp_night"], won=True, page=87)
    for seat in range(3):
        say(s, seat, "vote-meaning", "confirm")
    # The title says nothing of any theme, so the higher value and then the lower number decide.
    assert s.meaning is not None
    assert s.meaning.exploration == "exp_sea"
    assert s.meaning.page == 87 + 18


# -- module V ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difficulty", "won", "reached", "missions", "peripeties", "letters", "score", "number"),
    [
        ("difficult", True, True, 2, 3, 7, 47, 4),
        ("normal", False, False, 1, 0, 0, 3, 1),
        ("very_difficult", True, True, 4, 5, 12, 74, 7),
    ],
)
def test_vector_22_points_and_ranks(
    difficulty: str, won: bool, reached: bool, missions: int, peripeties: int, letters: int, score: int, number: int
) -> None:
    """RULES 7.20, 7.21, D37."""
    whole = {"mode": "classic", "peripeties": True, "characters": True, "domains": True, "ranks": True}
    s = table(
        options={**whole, "difficulty": difficulty},
        book=small_book(),
        won=won,
        arrived=reached,
        missions=[JOKER, *MISSIONS][:missions],
        peripeties=list(PERIPETIES)[:peripeties],
        letters=letters,
    )
    assert points(s) == score
    assert rank_number(score) == number


@pytest.mark.parametrize(("score", "number"), [(0, 1), (19, 1), (20, 2), (29, 2), (69, 6), (70, 7), (500, 7)])
def test_vector_22_the_borders_of_the_ranks(score: int, number: int) -> None:
    """RULES 7.21, D37: 19 is the first rank, 70 the last."""
    assert rank_number(score) == number


def test_a_lost_game_is_ranked_too() -> None:
    whole = {"mode": "classic", "peripeties": True, "characters": True, "domains": True, "ranks": True}
    s = exploring(letters=0, options=whole)
    told = vote(s, "vote-exploration", _1="N", _2="N")
    assert kinds(told)[-1] == "ranked"
    result = game.result(s)
    assert result is not None
    assert result.scores == (0, 0, 0)


def test_an_expedition_goes_on_until_all_have_given_up() -> None:
    """RULES D58."""
    s = table(seats=2)
    assert game.without(s, frozenset({1})) is None
    ended = game.without(s, frozenset({0, 1}))
    assert ended is not None
    assert ended.winners == ()


def test_the_values_of_the_examples() -> None:
    assert EXPLORATIONS["exp_joy"].advance == 9
    assert (EXPLORATIONS["exp_sea"].domain, EXPLORATIONS["exp_family"].domain) == ("cartography", "ethnology")

"""Chapters 2 and 3 of RULES.md: the journey and the setup."""

from __future__ import annotations

from itertools import pairwise

import pytest

from service.games.golden_compass.cards import CHARACTERS, COMPASSES, PERIODS, TRACKS
from service.games.kit.game import BadOptions
from tests.games.golden_compass.table import game


@pytest.mark.parametrize(("seats", "pile"), [(2, 30), (3, 64), (4, 60)])
def test_t01_everything_lies_where_it_belongs(seats: int, pile: int) -> None:
    """RULES 3.1, 3.2, 3.4, 3.5, 3.6, 3.7."""
    s = game.new(seats, "setup")

    assert len(s.draw_pile) == pile
    assert [len(someone.hand) for someone in s.players] == [4] * seats
    assert sum(len(tokens) for tokens in s.towns.values()) == 24
    assert all(None not in tokens for tokens in s.towns.values())
    assert s.placed == {"svalbard": {}, "northern_lights": {}}
    assert len(s.bag) == 36
    assert (s.dust, s.passages, s.dirigible, s.space.id) == (8, [], None, "start")
    assert [someone.supply for someone in s.players] == [COMPASSES] * seats


@pytest.mark.parametrize(
    ("seats", "period", "spaces"),
    [
        (2, "green", "start jo1 jo2 lo1 lo2 objective_green"),
        (4, "red", "objective_blue sv1 sv2 sv3 nl1 nl2 objective_red"),
    ],
)
def test_t02_the_track_has_the_spaces_for_this_many_players(seats: int, period: str, spaces: str) -> None:
    """RULES 3.1, D1."""
    track = [space.id for space in TRACKS[seats]]
    first, *_, last = spaces.split()
    assert track[track.index(first) : track.index(last) + 1] == spaces.split()


@pytest.mark.parametrize(("seats", "steps"), [(2, [5, 5, 5]), (3, [7, 7, 5]), (4, [9, 9, 6])])
def test_d1_each_period_has_so_many_steps(seats: int, steps: list[int]) -> None:
    """RULES D1."""
    ends = [n for n, space in enumerate(TRACKS[seats]) if space.type != "town"]
    assert [b - a for a, b in pairwise(ends)] == steps


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_colour_of_characters_is_a_pile_of_its_own(seats: int) -> None:
    """RULES 3.3, D35."""
    s = game.new(seats, "piles")
    for period in PERIODS:
        dealt = [card for someone in s.players for card in someone.pair] if period == "green" else []
        assert len(s.characters[period]) + len(dealt) == 10
        assert {CHARACTERS[card].colour for card in s.characters[period] + dealt} == {period}


def test_d2_the_first_player_is_the_one_named_or_left_to_chance() -> None:
    """RULES 2.3, D2."""
    assert game.new(4, "named", {"first_player": 3}).first == 3
    assert {game.new(4, f"chance-{n}").first for n in range(30)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"first_player": 2}, "first_player"),
        ({"first_player": -1}, "first_player"),
        ({"first_player": "me"}, "first_player"),
        ({"stall_guard_rounds": 0}, "stall_guard_rounds"),
        ({"stall_guard_rounds": 1.5}, "stall_guard_rounds"),
    ],
)
def test_options_that_make_no_sense_are_named(options: dict[str, object], field: str) -> None:
    with pytest.raises(BadOptions) as wrong:
        game.new(2, "wrong", options)
    assert wrong.value.field == field


@pytest.mark.parametrize("options", [{"unknown": 1}, {"advanced": True}])
def test_options_nobody_knows_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        game.new(2, "wrong", options)


@pytest.mark.parametrize("seats", [1, 5])
def test_the_game_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(BadOptions) as wrong:
        game.new(seats, "wrong")
    assert wrong.value.field == "seats"

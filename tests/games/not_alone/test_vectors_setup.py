"""The worked examples of RULES.md about setup and phase 1."""

from __future__ import annotations

import pytest

from service.games.not_alone.rules.exploration import Explore
from service.games.not_alone.rules.hunting import Hunting, to_place
from tests.games.not_alone.table import (
    BASE,
    EXPLORATION,
    A,
    game,
    hunted,
    options,
    refuses,
    say,
    table,
)


def test_t01_base_setup_for_five() -> None:
    """RULES 2.1, 10.3, 10.5."""
    s = game.new(5, "t01", {"creature": 0})

    assert (s.rescue, s.assimilation) == (16, 10)
    assert s.reserve == dict.fromkeys(BASE[5:], 3)
    for each in s.hunted:
        assert (len(each.hand), each.will, len(each.survival)) == (5, 3, 1)
    assert (len(s.hunt_deck), len(s.survival_deck), len(s.hunt_hand)) == (17, 11, 3)


def test_t02_exploration_setup_for_three() -> None:
    """RULES 2.4, 2.5, 2.6, 2.7."""
    s = game.new(3, "t02", {"creature": 0, "content": "exploration"})

    assert (s.rescue, s.assimilation) == (14, 8)
    assert s.reserve == {"mangrove": 2, "archipelago": 2, "pole": 1, "fungi": 2, "portal": 2}
    assert s.hidden == [6, 7, 8, 9, 10]
    assert sorted(map(str, s.planet[5:])) == sorted(EXPLORATION[5:])
    assert s.shield == 1
    assert (len(s.hunt_deck), len(s.survival_deck)) == (29, 25)


@pytest.mark.parametrize(
    ("side", "rescue", "there"),
    [(1, 6, True), (1, 7, False), (2, 11, True), (2, 1, True), (2, 12, False), (2, 10, False)],
)
def test_t03_the_artemia_symbol_on_the_board(side: int, rescue: int, there: bool) -> None:
    """RULES 10.4, 12.1, D13."""
    s = table(prey=[hunted(played=["jungle"])], rescue=rescue)
    s.side = side
    Hunting().finish(s)
    assert ("artemia" in to_place(s)) is there


def test_t08_resist_with_two_will() -> None:
    """RULES 11.2, D10, D44."""
    s = table(Explore((A,)), prey=[hunted(["rover"], discard=BASE[:4])])

    say(s, A, "explore", "resist")
    say(s, A, "resist", *BASE[:4])

    assert s.at(A).will == 1
    assert set(s.at(A).hand) == set(BASE[:5])
    assert s.assimilation == 9
    assert "resist" not in options(s)
    refuses(s, A, "explore", "resist")


def test_t08_a_single_resist_leaves_one_more() -> None:
    """RULES 11.2, D10."""
    s = table(Explore((A,)), prey=[hunted(["rover"], discard=BASE[:4])])
    say(s, A, "explore", "resist")
    say(s, A, "resist", "lair", "jungle")
    say(s, A, "explore", "resist")
    refuses(s, A, "resist", "river", "beach", "lair")
    say(s, A, "resist", "river")
    assert s.at(A).will == 1
    assert "resist" not in options(s)


def test_t09_the_last_will_spent_resisting_is_giving_up() -> None:
    """RULES 11.3, 11.4."""
    s = table(Explore((A,)), prey=[hunted(["lair"], discard=["jungle", "rover"], will=1)], assimilation=1)

    say(s, A, "explore", "resist")
    say(s, A, "resist-last", "jungle")

    assert (s.assimilation, s.winner, s.phase) == (0, "creature", "over")
    assert game.decisions(s) == []

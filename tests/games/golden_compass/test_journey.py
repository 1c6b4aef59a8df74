"""Chapters 2 and 6 of RULES.md: Lyra's way, the towns, the order of turns, piles and the guard."""

from __future__ import annotations

from itertools import groupby

import pytest

from service.games.golden_compass.cards import PERIODS, TOWNS, TRACKS
from service.games.golden_compass.rules.hand import draw
from service.games.golden_compass.rules.journey import MoveLyra
from service.games.golden_compass.rules.powers import UseAlly
from service.games.golden_compass.rules.sets import PlaySet
from service.games.golden_compass.rules.truth import CleanUp
from service.games.golden_compass.rules.turns import EndTurn
from service.games.golden_compass.state import State
from service.games.kit import agenda
from tests.games.golden_compass.table import JORDAN, asked, game, kinds, player, say, table
from tests.games.play import Setting, playthrough

LONDON = "XL1 XL2 XL3 XL4 XL5 XL6"

# -- periods and phases ------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_1_each_of_three_periods_has_two_towns_and_a_round_objective_at_its_end(seats: int) -> None:
    """RULES 2.1."""
    spaces = [space for space in TRACKS[seats] if space.type != "start"]
    for period, group in groupby(spaces, key=lambda space: space.period):
        *towns, objective = group
        assert tuple(dict.fromkeys(space.town for space in towns)) == TOWNS[period]
        assert (objective.type, objective.shape) == ("objective", "round")
    assert tuple(dict.fromkeys(space.period for space in spaces)) == PERIODS


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_2_a_period_has_three_phases_and_the_third_ends_the_game(seats: int) -> None:
    """RULES 2.2, 9.1."""
    seen = []
    for state, _ in playthrough(Setting(game, seats, {}), seed=2):
        s: State = state  # type: ignore[assignment]
        seen.append((s.period, s.phase))
    phases = ("allies", "turns", "truth")
    assert list(dict.fromkeys(seen)) == [(period, phase) for period in PERIODS for phase in phases]
    assert (s.period, s.phase) == ("red", "over")


@pytest.mark.parametrize(("at", "next_kind"), [("bo1", "choose-colour"), ("bo2", "over")])
def test_7_1_the_period_goes_on_until_the_turn_is_over_in_which_lyra_arrives(at: str, next_kind: str) -> None:
    """RULES 7.1, 9.1: the active player still plays sets on the objective."""
    s = table(
        player("L02 L08", ally="B04"), player(), steps=[UseAlly(0), PlaySet(0), EndTurn(0)], at=at, pile="L14"
    )  # fmt: skip
    say(s, 0, "advance", "ahead-1")
    say(s, 0, "play-set", "L02-a", "L08-a", "L14-a")
    assert s.players[0].compasses == 2
    assert [question.kind for question in game.decisions(s)] == ([] if next_kind == "over" else [next_kind])


# -- Lyra's way --------------------------------------------------------------------


def test_t05_steps_beyond_the_objective_are_lost() -> None:
    """RULES 6.2, D17."""
    s = table(player(), player(), steps=[MoveLyra(2)], at="lo2", towns={"london": LONDON})
    assert (s.space.id, s.town, s.arrived) == ("objective_green", None, True)
    assert sorted(s.gone) == LONDON.split()


def test_tokens_that_leave_the_game_are_seen_by_nobody() -> None:
    """RULES 6.1, D37."""
    s = table(player(), player(), steps=[], at="jo2", towns={"jordan_college": JORDAN, "london": LONDON})
    s.plan(MoveLyra(1))
    told = agenda.settle(s)
    assert told[1].data == {"town": "jordan_college", "count": 6}
    assert not any(token in repr((told, game.view(s, 0))) for token in JORDAN.split())


def test_tokens_placed_in_the_red_towns_stay_when_lyra_moves_on() -> None:
    """RULES D25."""
    s = table(player(), player(), steps=[MoveLyra(5)], at="sv2", placed={"svalbard": {"XJ1": 0}})
    assert s.arrived
    assert s.placed["svalbard"] == {"XJ1": 0}


# -- the current town --------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "period", "town"),
    [
        ("start", "green", "jordan_college"),
        ("lo1", "green", "london"),
        ("objective_green", "green", None),
        ("objective_green", "blue", "trollesund"),
        ("objective_blue", "blue", None),
        ("objective_blue", "red", "svalbard"),
        ("nl2", "red", "northern_lights"),
        ("objective_red", "red", None),
    ],
)
def test_t10_the_current_town(at: str, period: str, town: str | None) -> None:
    """RULES 6.4, D18, D19."""
    s = table(player(), player(), steps=[], at=at, period=period)
    assert s.town == town


# -- piles and the guard -----------------------------------------------------------


def test_t21_an_empty_draw_pile_is_made_of_the_discards() -> None:
    """RULES D36."""
    twenty = " ".join(f"L{n:02}" for n in range(10, 30))
    s = table(player(), player(), steps=[], pile="L01", discards=twenty)
    draw(s, 0, 3)
    told = agenda.settle(s)
    assert s.players[0].hand[0] == "L01-a"
    assert (len(s.players[0].hand), len(s.draw_pile), s.discards) == (3, 18, [])
    assert kinds(told) == ["reshuffled", "drew", "drew-cards"]


def test_when_both_piles_are_empty_nothing_more_is_drawn() -> None:
    """RULES D36."""
    s = table(player(), player(), steps=[], pile="L01")
    draw(s, 0, 3)
    assert s.players[0].hand == ["L01-a"]


def test_t22_after_twelve_turns_of_two_players_lyra_moves_by_herself() -> None:
    """RULES D20."""
    s = table(player(), player(), steps=[EndTurn(1)], at="lo2", still=11, guard=6, active=1)
    assert s.arrived
    assert s.still == 0
    s.plan(CleanUp())
    agenda.settle(s)
    assert s.first == 0


@pytest.mark.parametrize(("still", "guard"), [(10, 6), (11, None), (11, 7)])
def test_the_guard_waits_for_its_turn_and_can_be_off(still: int, guard: int | None) -> None:
    """RULES D20."""
    s = table(player(), player(), steps=[EndTurn(1)], at="lo2", still=still, guard=guard)
    assert s.space.id == "lo2"
    assert s.still == still + 1


def test_movement_starts_the_count_of_the_guard_anew() -> None:
    """RULES D20."""
    s = table(player(), player(), steps=[MoveLyra(1), EndTurn(1)], at="jo1", still=11)
    assert (s.space.id, s.still) == ("jo2", 0)


@pytest.mark.parametrize(("seats", "active", "first"), [(3, 1, 2), (2, 1, 0), (4, 3, 0)])
def test_t20_the_left_neighbour_of_the_last_player_begins_the_next_period(seats: int, active: int, first: int) -> None:
    """RULES 2.4."""
    s = table(*(player() for _ in range(seats)), steps=[CleanUp()], at="objective_green", active=active)
    assert s.first == first


def test_turns_go_to_the_left() -> None:
    """RULES 2.5."""
    s = table(player(), player(), player(), steps=[EndTurn(2)])
    assert (asked(s).seat, s.active) == (0, 0)

"""How a table is opened, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.kit.game import BadOptions
from service.games.not_alone.cards import HUNT, PLACES, SURVIVAL, deck
from tests.games.not_alone.table import BASE, EXPLORATION, game

MIXED = ["nexus", "jungle", "fjord", "beach", "labyrinth", "swamp", "archipelago", "wreck", "fungi", "artefact"]


@pytest.mark.parametrize(("content", "hunt", "survival"), [("base", 20, 15), ("exploration", 32, 27)])
def test_the_decks_have_the_stated_counts(content: Any, hunt: int, survival: int) -> None:
    """RULES 1.1, 1.2, 1.3."""
    assert (len(deck(HUNT, content)), len(deck(SURVIVAL, content))) == (hunt, survival)
    out = {"interference", "drone", "ingenuity", "amplifier"}
    assert bool(out & {*deck(HUNT, content), *deck(SURVIVAL, content)}) is (content == "base")


def test_the_box_has_the_stated_counts() -> None:
    """RULES 1.4."""
    assert (len(PLACES), len(HUNT), len(SURVIVAL)) == (20, 33, 30)
    base = [place.copies for place in PLACES.values() if place.set == "base"]
    more = [place.copies for place in PLACES.values() if place.set == "exploration"]
    assert (sum(base), sum(more)) == (55, 53)


@pytest.mark.parametrize(
    ("seats", "rescue", "assimilation", "copies"),
    [(2, 13, 7, 1), (3, 14, 8, 2), (4, 15, 9, 2), (5, 16, 10, 3), (6, 17, 11, 3), (7, 18, 12, 3)],
)
def test_counters_and_reserve_by_players(seats: int, rescue: int, assimilation: int, copies: int) -> None:
    """RULES 2.6, 10.1, 10.3, 10.5."""
    s = game.new(seats, "setup")
    assert (s.rescue, s.assimilation, set(s.reserve.values())) == (rescue, assimilation, {copies})
    assert (len(s.hunted), s.will_reserve, len(s.hunt_hand)) == (seats - 1, 0, 3)
    assert all(hunted.hand == list(BASE[:5]) for hunted in s.hunted)


@pytest.mark.parametrize("creature", [0, 2, 3])
def test_the_hunted_sit_clockwise_from_the_creatures_left(creature: int) -> None:
    """RULES 8.4."""
    s = game.new(4, "setup", {"creature": creature})
    assert s.hunted_seats() == tuple((creature + n) % 4 for n in (1, 2, 3))
    assert all(s.at(seat).seat == seat for seat in s.hunted_seats())


def test_a_random_creature_is_drawn() -> None:
    assert {game.new(3, f"seed {n}").creature for n in range(20)} == {0, 1, 2}


def test_the_creature_chooses_the_side_unless_one_is_given() -> None:
    """RULES 10.4."""
    assert game.decisions(game.new(2, "setup"))[0].kind == "choose-side"
    s = game.new(2, "setup", {"board_side": "2"})
    assert (s.side, game.decisions(s)[0].kind) == (2, "exploration-window")


def test_places_may_be_mixed_and_named_in_any_order() -> None:
    """RULES 2.2, 10.6."""
    s = game.new(3, "setup", {"content": "exploration", "places": MIXED[::-1]})
    assert s.planet[:5] == MIXED[:5]
    assert sorted(map(str, s.planet[5:])) == sorted(MIXED[5:])
    assert (s.marker, s.shield) == ("off", 0)


def test_the_labyrinth_variant_lays_out_a_pile_of_ten() -> None:
    """RULES 2.7, 7.1, 7.2, 7.3."""
    s = game.new(4, "setup", {"content": "exploration", "labyrinth_variant": True})
    assert s.planet == [*EXPLORATION[:5], None, None, None, None, None]
    assert len(s.place_pile) == 10
    assert s.reserve == {place: 1 if place == "pole" else 2 for place in s.reserve}
    assert len(s.reserve) == 10
    chosen = game.new(4, "setup", {"content": "exploration", "labyrinth_variant": True, "places": MIXED[:5]})
    assert chosen.planet[:5] == MIXED[:5]


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"content": "base", "places": MIXED}, "places"),
        ({"content": "base", "preset": "first_steps"}, "preset"),
        ({"content": "exploration", "places": MIXED[:9]}, "places"),
        ({"content": "exploration", "places": [*MIXED[:9], "source"]}, "places"),
        ({"content": "exploration", "places": [*MIXED, "portal"]}, "places"),
        ({"content": "exploration", "places": [*MIXED[:9], "atlantis"]}, "places"),
        ({"content": "exploration", "places": MIXED, "preset": "base"}, "preset"),
        ({"content": "exploration", "places": MIXED, "labyrinth_variant": True}, "places"),
        ({"content": "exploration", "preset": "first_steps", "labyrinth_variant": True}, "labyrinth_variant"),
        ({"labyrinth_variant": True}, "labyrinth_variant"),
        ({"preset": "moon"}, "preset"),
        ({"content": "everything"}, "content"),
        ({"board_side": "3"}, "board_side"),
        ({"creature": "me"}, "creature"),
        ({"expert_will": "yes"}, "expert_will"),
    ],
)
def test_wrong_options_are_refused_by_name(options: dict[str, Any], field: str) -> None:
    """RULES 2.2, 7.1."""
    with pytest.raises(BadOptions) as wrong:
        game.options(options)
    assert wrong.value.field == field


@pytest.mark.parametrize("creature", [-1, 4])
def test_the_creature_must_sit_at_the_table(creature: int) -> None:
    with pytest.raises(BadOptions) as wrong:
        game.new(4, "setup", {"creature": creature})
    assert wrong.value.field == "creature"

"""RULES D41: the power of every blue ally, and what it refuses."""

from __future__ import annotations

import pytest

from service.games.golden_compass.rules.powers import UseAlly
from service.games.golden_compass.rules.sets import PlaySet
from tests.games.golden_compass.table import asked, game, ids, me, player, refused, say, using


@pytest.mark.parametrize(
    ("hand", "after"), [("", 5), ("L01 L02 L03", 5), ("L01 L02 L03 L04 L05", 5), ("L01 L02 L03 L04 L05 L06", 6)]
)
def test_b01_ma_costa_fills_the_hand_up_to_five(hand: str, after: int) -> None:
    assert len(me(using("B01", hand)).hand) == after


@pytest.mark.parametrize(("mine", "theirs", "drawn"), [(0, 2, 1), (0, 1, 0), (3, 1, 0)])
def test_b02_john_faa_draws_only_if_still_behind(mine: int, theirs: int, drawn: int) -> None:
    s = using("B02", compasses=mine, others=(player(compasses=theirs), player()))
    assert (me(s).compasses, len(me(s).hand)) == (mine + 1, drawn)


def test_b03_farder_coram_looks_at_three_and_keeps_two() -> None:
    s = using("B03", "L01")
    assert (asked(s).kind, asked(s).options, asked(s).least) == ("keep", tuple(ids("L09 L10 L11")), 2)
    assert game.view(s, 1).players[0].looking == 3
    assert "L10-a" not in repr(game.view(s, 1))
    assert refused(s, 0, "keep", "L09-a") == "wrong-number-of-picks"
    assert refused(s, 0, "keep", *ids("L09 L01")) == "not-an-option"
    say(s, 0, "keep", *ids("L11 L09"))
    assert (sorted(me(s).hand), s.discards) == (ids("L01 L09 L11"), ids("L10"))


@pytest.mark.parametrize(("steps", "space"), [(0, "tr1"), (1, "tr2"), (2, "bo1")])
def test_b04_lee_scoresby_draws_two_and_moves_lyra_at_will(steps: int, space: str) -> None:
    s = using("B04")
    assert len(me(s).hand) == 2
    assert refused(s, 0, "advance", "ahead-3") == "not-an-option"
    say(s, 0, "advance", f"ahead-{steps}")
    assert s.space.id == space
    assert (s.towns["trollesund"] == [None] * 6) == (steps == 2)


@pytest.mark.parametrize("ally", ["B05", "R08"])
def test_b05_and_r08_draw_and_make_one_card_wild(ally: str) -> None:
    s = using(ally, "L01 L09 L14 L20", tokens="XB4 XB3", steps=[UseAlly(0), PlaySet(0)], pile="L05 L24")
    say(s, 0, "play-set", *ids("L01 L09"))
    question = asked(s)
    say(s, 0, question.kind, question.options[0])
    assert len(me(s).hand) == 3
    assert refused(s, 0, "play-set", *ids("L14 L20")) == "no-set"


def test_b06_kaisa_brings_dust_or_two_cards() -> None:
    s = using("B06")
    assert asked(s).options == ("B06-1", "B06-2")
    assert refused(s, 0, "choose-power", "B06-3") == "not-an-option"
    assert refused(s, 0, "choose-power", "B06-1", "B06-2") == "wrong-number-of-picks"
    say(s, 0, "choose-power", "B06-1")
    assert (me(s).dust, me(s).hand) == (1, [])
    s = using("B06")
    say(s, 0, "choose-power", "B06-2")
    assert (me(s).dust, len(me(s).hand)) == (0, 2)


def test_b07_the_sysselman_steals_draws_and_passes_the_dirigible_on() -> None:
    """RULES D28, D41."""
    s = using("B07", others=(player("L01"), player()), dirigible=0)
    assert me(s).hand == ids("L01 L09")
    assert refused(s, 0, "assign-dirigible", "seat-0") == "not-an-option"
    say(s, 0, "assign-dirigible", "seat-2")
    assert s.dirigible == 2


def test_b07_passes_no_dirigible_of_others() -> None:
    """RULES D28."""
    s = using("B07", others=(player("L01"), player()), dirigible=1)
    assert (game.decisions(s), s.dirigible) == ([], 1)


def test_b08_sister_clara_makes_every_opponent_discard_at_random() -> None:
    s = using("B08", others=(player("L01 L02"), player(), player("L03")))
    assert [len(someone.hand) for someone in s.players] == [2, 1, 0, 0]
    assert len(s.discards) == 2
    assert "L03-a" in s.discards


def test_b09_dr_cooper_takes_a_token_and_draws() -> None:
    s = using("B09")
    say(s, 0, "take-token", "slot-1")
    assert (me(s).tokens, me(s).hand) == (["XT1"], ids("L09"))


def test_b09_finds_nothing_in_an_empty_town_and_draws() -> None:
    s = using("B09", towns={"trollesund": "- -", "bolvangar": "XB1 XB2"})
    assert (me(s).tokens, me(s).hand) == ([], ids("L09"))


def test_b10_the_tartar_officer_sends_a_compass_back_and_places_one() -> None:
    s = using("B10", others=(player(compasses=2), player(compasses=1), player()))
    assert asked(s).options == ("seat-1", "seat-2")
    assert refused(s, 0, "remove-compass", "seat-3") == "not-an-option"
    say(s, 0, "remove-compass", "seat-1")
    assert [someone.compasses for someone in s.players] == [1, 1, 1, 0]


def test_b10_without_a_compass_to_remove_places_one() -> None:
    assert me(using("B10")).compasses == 1

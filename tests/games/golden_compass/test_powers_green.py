"""RULES D41: the power of every green ally, and what it refuses."""

from __future__ import annotations

import pytest

from service.games.golden_compass.rules.powers import UseAlly
from service.games.golden_compass.rules.sets import PlaySet
from tests.games.golden_compass.table import asked, game, ids, me, player, refused, say, using


def test_g01_the_master_places_a_compass_and_draws() -> None:
    s = using("G01", "L01")
    assert (me(s).compasses, me(s).hand) == (1, ids("L01 L09"))


def test_g01_without_a_compass_only_draws() -> None:
    s = using("G01", "L01", compasses=14)
    assert (me(s).compasses, me(s).hand) == (14, ids("L01 L09"))


def test_g02_the_librarian_peeks_in_secret_and_draws() -> None:
    s = using("G02", others=(player(), player()))
    assert (asked(s).kind, asked(s).least, asked(s).most) == ("peek", 0, 3)
    told = say(s, 0, "peek", "slot-1", "slot-3")
    assert [(event.kind, event.to) for event in told[:2]] == [("peeked", None), ("peeked-tokens", (0,))]
    assert game.view(s, 0).slots["jordan_college"] == ("XJ1", "face-down", "XJ3", None, None, None)
    assert game.view(s, 1).slots["jordan_college"] == ("face-down", "face-down", "face-down", None, None, None)
    assert me(s).hand == ids("L09")


def test_g02_peeks_at_tokens_of_the_current_town_only() -> None:
    s = using("G02")
    assert refused(s, 0, "peek", "slot-4") == "not-an-option"
    say(s, 0, "peek")
    assert me(s).knows == []


def test_g03_roger_recovers_a_card_that_all_have_seen() -> None:
    s = using("G03", "L01", discards="L02 L03 L04")
    assert refused(s, 0, "recover", "L05-a") == "not-an-option"
    say(s, 0, "recover", "L03-a")
    assert (me(s).hand, s.discards) == (ids("L01 L03"), ids("L02 L04"))
    assert game.view(s, 1).players[0].known == ("L03-a",)


def test_g04_mrs_lonsdale_exchanges_up_to_three_for_one_more() -> None:
    s = using("G04", "L01 L02 L03 L04")
    assert refused(s, 0, "exchange", *ids("L01 L02 L03 L04")) == "wrong-number-of-picks"
    say(s, 0, "exchange", *ids("L02 L03"))
    assert me(s).hand == ids("L01 L04 L09 L10 L11")
    assert s.discards == ids("L02 L03")


@pytest.mark.parametrize("hand", ["", "L01"])
def test_g04_exchanging_nothing_draws_one(hand: str) -> None:
    s = using("G04", hand)
    if hand:
        say(s, 0, "exchange")
    assert me(s).hand == ids(hand + " L09")


@pytest.mark.parametrize(("holder", "after"), [(0, None), (1, 1), (None, None)])
def test_g05_the_butler_returns_the_dirigible_only_if_it_is_yours(holder: int | None, after: int | None) -> None:
    s = using("G05", dirigible=holder)
    assert s.dirigible == after
    assert me(s).hand == ids("L09")


def test_g06_the_palmerian_professor_takes_dust_and_draws() -> None:
    s = using("G06")
    assert (me(s).dust, s.dust, me(s).hand) == (1, 7, ids("L09"))


def test_g06_takes_dust_from_a_player_when_the_stock_is_empty() -> None:
    s = using("G06", others=(player(dust=2), player(dust=6)), dust=0)
    assert refused(s, 0, "take-dust-from", "seat-0") == "not-an-option"
    say(s, 0, "take-dust-from", "seat-2")
    assert [someone.dust for someone in s.players] == [1, 2, 5]


def test_g07_dame_hannah_makes_one_symbol_set_short() -> None:
    s = using("G07", "L02 L08 L14 L20", steps=[UseAlly(0), PlaySet(0)], pile="L01")
    say(s, 0, "play-set", *ids("L02 L08"))
    assert me(s).compasses == 2
    assert refused(s, 0, "play-set", *ids("L14 L20")) == "no-set"


def test_g08_adele_steals_a_card_at_random_and_draws() -> None:
    s = using("G08", others=(player("L01 L02"), player("L03"), player()))
    assert asked(s).options == ("seat-1", "seat-2")
    assert refused(s, 0, "steal-card", "seat-3") == "not-an-option"
    told = say(s, 0, "steal-card", "seat-1")
    assert len(s.players[1].hand) == 1
    assert len(me(s).hand) == 2
    assert [(event.kind, event.to) for event in told[:2]] == [("stole-card", None), ("stolen-card", (0, 1))]


def test_g09_lord_boreal_takes_a_token_and_draws() -> None:
    s = using("G09")
    assert refused(s, 0, "take-token", "slot-4") == "not-an-option"
    say(s, 0, "take-token", "slot-2")
    assert (me(s).tokens, me(s).hand) == (["XJ2"], ids("L09"))


def test_g10_mrs_coulter_places_a_compass_and_assigns_the_dirigible() -> None:
    s = using("G10")
    assert me(s).compasses == 1
    assert refused(s, 0, "assign-dirigible", "seat-7") == "not-an-option"
    say(s, 0, "assign-dirigible", "seat-1")
    assert s.dirigible == 1

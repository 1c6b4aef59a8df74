"""RULES D41: the power of every red ally, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.golden_compass.rules.powers import UseAlly
from service.games.golden_compass.rules.sets import PlaySet
from tests.games.golden_compass.table import asked, game, ids, me, player, refused, say, using


def test_r01_iorek_places_a_token_for_a_card_and_draws() -> None:
    s = using("R01", "L01 L02", tokens="XB4 XJ1")
    say(s, 0, "pay-to-place", "L01-a")
    say(s, 0, "place-token", "XB4")
    assert s.placed["svalbard"] == {"XB4": 0}
    assert (me(s).hand, me(s).markers, s.discards) == (ids("L02 L09"), 1, ids("L01"))


def test_r01_who_will_not_pay_only_draws() -> None:
    s = using("R01", "L01 L02", tokens="XB4")
    assert refused(s, 0, "pay-to-place", *ids("L01 L02")) == "wrong-number-of-picks"
    say(s, 0, "pay-to-place")
    assert (me(s).hand, me(s).tokens) == (ids("L01 L02 L09"), ["XB4"])


@pytest.mark.parametrize(
    "mine", [{"hand": "", "tokens": "XB4"}, {"hand": "L01"}, {"hand": "L01", "tokens": "XB4", "compasses": 14}]
)
def test_r01_who_cannot_pay_or_place_is_not_asked(mine: dict[str, Any]) -> None:
    s = using("R01", **mine)
    assert game.decisions(s) == []
    assert me(s).hand[-1] == "L09-a"


def test_r02_serafina_gives_a_compass_or_dust_or_two_cards() -> None:
    found = []
    for choice in ("R02-1", "R02-2", "R02-3"):
        s = using("R02")
        say(s, 0, "choose-power", choice)
        found.append((me(s).compasses, me(s).dust, len(me(s).hand)))
    assert found == [(1, 0, 0), (0, 1, 0), (0, 0, 2)]
    assert refused(using("R02"), 0, "choose-power") == "wrong-number-of-picks"


def test_r03_lord_asriel_takes_dust_and_then_a_compass_or_a_card() -> None:
    found = []
    for choice in ("R03-1", "R03-2"):
        s = using("R03")
        assert me(s).dust == 1
        say(s, 0, "choose-power", choice)
        found.append((me(s).compasses, len(me(s).hand)))
    assert found == [(1, 0), (0, 1)]
    assert refused(using("R03"), 0, "choose-power", "R02-1") == "not-an-option"


def test_r04_thorold_recovers_a_card_and_draws() -> None:
    s = using("R04", discards="L01 L02")
    assert refused(s, 0, "recover", *ids("L01 L02")) == "wrong-number-of-picks"
    say(s, 0, "recover", "L02-a")
    assert me(s).hand == ids("L02 L09")


def test_r04_with_no_discards_only_draws() -> None:
    assert me(using("R04")).hand == ids("L09")


def test_r05_stelmaria_steals_a_card_and_draws() -> None:
    s = using("R05", others=(player("L01"), player("L02")))
    assert refused(s, 0, "steal-card", "seat-0") == "not-an-option"
    say(s, 0, "steal-card", "seat-2")
    assert me(s).hand == ids("L02 L09")


def test_r06_jotham_santelia_draws_two_and_adds_a_compass_to_the_first_symbol_set() -> None:
    s = using("R06", "L02 L08 L14 L03 L15 L21", steps=[UseAlly(0), PlaySet(0)], pile="L37 L01")
    say(s, 0, "discard-excess", "L01-a")
    say(s, 0, "play-set", *ids("L02 L08 L14"))
    assert me(s).compasses == 3
    say(s, 0, "play-set", *ids("L03 L15 L21"))
    assert me(s).compasses == 5


def test_r06_the_bonus_is_capped_by_the_supply() -> None:
    s = using("R06", "L02 L08 L14", compasses=12, steps=[UseAlly(0), PlaySet(0)])
    say(s, 0, "play-set", *ids("L02 L08 L14"))
    assert me(s).compasses == 14


def test_r07_soren_draws_three_and_discards_one() -> None:
    s = using("R07", "L01")
    assert refused(s, 0, "discard") == "wrong-number-of-picks"
    say(s, 0, "discard", "L10-a")
    assert me(s).hand == ids("L01 L09 L11")


def test_r07_minds_the_hand_limit_before_the_discard() -> None:
    s = using("R07", "L01 L02 L03 L04 L05 L06")
    assert asked(s).kind == "discard-excess"
    say(s, 0, "discard-excess", *ids("L01 L02"))
    say(s, 0, "discard", "L03-a")
    assert len(me(s).hand) == 6


def test_r09_iofur_places_a_token_for_nothing_and_draws() -> None:
    s = using("R09", tokens="XB4 XJ1")
    assert refused(s, 0, "place-token", "XB3") == "not-an-option"
    say(s, 0, "place-token", "XJ1")
    assert s.placed["svalbard"] == {"XJ1": 0}
    assert me(s).hand == ids("L09")


def test_r09_places_nothing_in_a_full_town() -> None:
    full = {"svalbard": {f"XJ{n}": 1 for n in range(1, 7)}}
    s = using("R09", tokens="XB4", placed=full)
    assert (me(s).tokens, me(s).hand) == (["XB4"], ids("L09"))


def test_r10_the_golden_monkey_steals_a_token_or_assigns_the_dirigible() -> None:
    s = using("R10", others=(player(tokens="XB4"), player()))
    say(s, 0, "choose-power", "R10-1")
    assert (me(s).tokens, me(s).hand) == (["XB4"], ids("L09"))
    s = using("R10", others=(player(tokens="XB4"), player()))
    say(s, 0, "choose-power", "R10-2")
    say(s, 0, "assign-dirigible", "seat-2")
    assert (s.dirigible, me(s).hand) == (2, ids("L09 L10"))


def test_r10_with_nobody_to_rob_only_draws() -> None:
    s = using("R10")
    say(s, 0, "choose-power", "R10-1")
    assert (me(s).tokens, me(s).hand) == ([], ids("L09"))

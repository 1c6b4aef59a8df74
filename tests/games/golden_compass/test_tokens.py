"""Chapters 5, 6 and 8 of RULES.md: tokens taken, stolen and placed by sets of Lyra cards."""

from __future__ import annotations

from collections import Counter

import pytest

from service.games.golden_compass.rules.experience import StealToken
from service.games.golden_compass.rules.journey import MoveLyra
from service.games.golden_compass.rules.powers import UseAlly
from service.games.golden_compass.rules.sets import PlaySet
from service.games.golden_compass.rules.turns import EndTurn
from service.games.kit import agenda
from service.games.kit.dice import Dice
from tests.games.golden_compass.table import asked, game, ids, play, player, playing, refused, say, table

# -- taking --------------------------------------------------------------------------


def test_a_daemon_pair_takes_a_token_of_choice_and_only_the_taker_sees_it() -> None:
    """RULES 5.13, 6.5."""
    s = playing("L01 L02", towns={"jordan_college": "XJ1 - XJ3 - - -"})
    say(s, 0, "play-set", *ids("L01 L02"))
    assert asked(s).options == ("slot-1", "slot-3")
    assert refused(s, 0, "take-token", "slot-2") == "not-an-option"

    told = say(s, 0, "take-token", "slot-3")

    assert [(event.kind, event.to) for event in told[:2]] == [("took-token", None), ("saw-token", (0,))]
    assert game.view(s, 1).players[0].tokens == ("jordan_college",)
    assert game.view(s, 1).slots["jordan_college"] == ("face-down", None, None, None, None, None)


@pytest.mark.parametrize(
    ("at", "period", "town"),
    [("start", "green", "jordan_college"), ("objective_green", "blue", "trollesund"), ("bo1", "blue", "bolvangar")],
)
def test_t10_tokens_come_from_the_current_town_only(at: str, period: str, town: str) -> None:
    """RULES 6.3, 6.4, D19."""
    towns = {"jordan_college": "XJ1", "london": "XL1", "trollesund": "XT1", "bolvangar": "XB1"}
    s = playing("L01 L02", at=at, period=period, towns=towns)
    play(s, "L01 L02")
    assert s.towns[town] == [None]  # type: ignore[index]
    assert len(s.players[0].tokens) == 1


def test_t10_in_red_the_first_pair_on_the_objective_places_in_svalbard() -> None:
    """RULES 6.4, 8.2, D19."""
    s = table(player("L01 L02", tokens="XB4"), player(), steps=[PlaySet(0)], at="objective_blue", period="red")
    play(s, "L01 L02")
    assert s.placed["svalbard"] == {"XB4": 0}


def test_d15_a_pair_in_an_empty_town_is_refused() -> None:
    """RULES D15."""
    s = playing("L01 L02", towns={"jordan_college": "- - -"})
    assert refused(s, 0, "play-set", *ids("L01 L02")) == "no-token"


# -- the objective reached this turn -------------------------------------------------


def test_t13_on_the_objective_triples_and_spies_still_work_but_pairs_do_not() -> None:
    """RULES 6.2, D18."""
    s = table(
        player("L01 L02 L08 L14 L20 L07", ally="B04"), player(tokens="XJ1"), player(),
        steps=[UseAlly(0), PlaySet(0), EndTurn(0)], at="bo3", towns={"bolvangar": "XB1 XB2 - - - -"}, pile="L36",
    )  # fmt: skip
    say(s, 0, "advance", "ahead-1")
    assert s.space.id == "objective_blue"
    assert sorted(s.gone) == ["XB1", "XB2"]
    assert refused(s, 0, "play-set", *ids("L01 L02")) == "no-town"
    play(s, "L02 L08 L20")
    assert s.players[0].compasses == 2
    play(s, "L01 L14")
    assert s.players[0].tokens == ["XJ1"]


def test_t13_spies_need_somebody_to_rob() -> None:
    """RULES D15."""
    s = playing("L01 L14")
    assert refused(s, 0, "play-set", *ids("L01 L14")) == "nobody-to-rob"


# -- stealing ------------------------------------------------------------------------


def test_t09_the_thief_names_victim_and_back_and_chance_picks_the_token() -> None:
    """RULES 5.15, D16."""
    found: Counter[str] = Counter()
    for n in range(200):
        s = table(player(), player(tokens="XJ3 XB1 XB4"), steps=[StealToken(0)])
        s.dice = Dice(f"theft-{n}")
        assert asked(s).options == ("seat-1/bolvangar", "seat-1/jordan_college")
        say(s, 0, "steal-token", "seat-1/bolvangar")
        found[s.players[0].tokens[0]] += 1
    assert set(found) == {"XB1", "XB4"}
    assert 70 <= found["XB1"] <= 130


def test_t09_a_back_the_victim_does_not_hold_is_refused() -> None:
    """RULES D16."""
    s = table(player(), player(tokens="XJ3 XB1 XB4"), steps=[StealToken(0)])
    assert refused(s, 0, "steal-token", "seat-1/london") == "not-an-option"
    assert refused(s, 0, "steal-token", "seat-0/bolvangar") == "not-an-option"


def test_thief_and_victim_learn_the_token_and_the_others_its_back() -> None:
    """RULES D16."""
    s = table(player(), player(tokens="XB1 XB4"), player(), steps=[])
    s.plan(StealToken(0))
    told = agenda.settle(s)
    [token] = s.players[0].tokens
    assert [(event.kind, event.to) for event in told] == [("stole-token", None), ("stolen-token", (0, 1))]
    assert game.view(s, 1).players[0].tokens == (token,)
    assert game.view(s, 2).players[0].tokens == ("bolvangar",)


def test_placed_tokens_cannot_be_stolen() -> None:
    """RULES 5.15."""
    s = table(
        player("L01 L14"), player(), steps=[PlaySet(0)], at="sv1", placed={"svalbard": {"XB4": 1}}
    )  # fmt: skip
    assert refused(s, 0, "play-set", *ids("L01 L14")) == "nobody-to-rob"


# -- placing -------------------------------------------------------------------------


FULL_BUT_ONE = {"svalbard": {"XJ1": 1, "XJ2": 1, "XJ3": 1, "XJ4": 1, "XJ5": 1}}


def test_t14_a_full_town_takes_no_more_until_lyra_is_in_the_next() -> None:
    """RULES 8.2, 8.3, D29."""
    s = table(
        player("L01 L02 L08 L09", tokens="XB4 XL5"), player(markers=5),
        steps=[PlaySet(0), MoveLyra(2), PlaySet(0)], at="sv1", placed=FULL_BUT_ONE,
    )  # fmt: skip
    play(s, "L01 L02", "place-token", "XB4")
    assert s.players[0].supply == 13
    assert s.placed["svalbard"]["XB4"] == 0
    assert refused(s, 0, "play-set", *ids("L08 L09")) == "no-slot"

    say(s, 0, "play-set")
    assert s.town == "northern_lights"
    play(s, "L08 L09")
    assert s.placed["northern_lights"] == {"XL5": 0}


def test_a_placed_token_lies_face_up_and_its_marker_is_no_compass_on_the_objective() -> None:
    """RULES 8.2, D23."""
    s = table(player("L01 L02", tokens="XB4 XL5"), player(), steps=[PlaySet(0)], at="sv1")
    play(s, "L01 L02", "place-token", "XL5")
    [placed] = game.view(s, 1).placed["svalbard"]
    assert (placed.token, placed.seat) == ("XL5", 0)
    assert (s.players[0].compasses, s.players[0].markers) == (0, 1)


@pytest.mark.parametrize(
    ("me", "code"),
    [({"tokens": ""}, "nothing-to-place"), ({"tokens": "XB4", "compasses": 9, "markers": 5}, "no-compass")],
)
def test_d15_a_pair_that_can_place_nothing_is_refused(me: dict[str, object], code: str) -> None:
    """RULES D15."""
    s = table(player("L01 L02", **me), player(), steps=[PlaySet(0)], at="sv1")  # type: ignore[arg-type]
    assert refused(s, 0, "play-set", *ids("L01 L02")) == code


def test_8_1_tokens_are_collected_before_the_red_period_and_placed_only_in_it() -> None:
    """RULES 8.1."""
    before = playing("L01 L02")
    before.players[0].tokens = ["XB4"]
    play(before, "L01 L02", "take-token", "slot-1")
    assert (before.players[0].tokens, before.placed["svalbard"]) == (["XB4", "XJ1"], {})

    s = table(player("L01 L02", tokens="XB4"), player(), steps=[PlaySet(0)], at="sv1", towns={"bolvangar": "XB1"})
    play(s, "L01 L02")
    assert (s.players[0].tokens, s.placed["svalbard"], s.towns["bolvangar"]) == ([], {"XB4": 0}, ["XB1"])


def test_d24_no_token_is_placed_on_the_last_objective() -> None:
    """RULES D24: there only compasses lie."""
    s = table(player("L01 L02", tokens="XB4"), player(), steps=[PlaySet(0)], at="objective_red")
    assert refused(s, 0, "play-set", *ids("L01 L02")) == "no-town"

"""RULES 5.3 B and 7: sets of Lyra cards and what they bring."""

from __future__ import annotations

from collections import Counter

import pytest

from service.games.golden_compass.rules.experience import StealToken
from service.games.golden_compass.rules.journey import MoveLyra
from service.games.golden_compass.rules.powers import UseAlly
from service.games.golden_compass.rules.sets import PlaySet
from service.games.golden_compass.rules.turns import EndTurn
from service.games.golden_compass.state import State
from service.games.kit import agenda
from service.games.kit.dice import Dice
from tests.games.golden_compass.table import asked, game, ids, kinds, player, refused, say, table

JORDAN = "XJ1 XJ2 XJ3 XJ4 XJ5 XJ6"
T07 = "L01 L02 L08 L09 L14 L37"


def playing(hand: str, opponent: str = "", **more: object) -> State:
    """A player about to play sets; the opponent has these tokens."""
    more.setdefault("towns", {"jordan_college": JORDAN})
    return table(player(hand), player(tokens=opponent), steps=[PlaySet(0), EndTurn(0)], **more)  # type: ignore[arg-type]


def play(s: State, cards: str, *then: str) -> None:
    """Play a set, and answer what is asked about its reward."""
    say(s, 0, "play-set", *ids(cards))
    if then:
        say(s, 0, *then)


# -- which cards form a set --------------------------------------------------------


def test_t07_i_three_pairs_bring_three_tokens() -> None:
    s = playing(T07)
    for n, pair in enumerate(["L01 L02", "L08 L09", "L14 L37"], start=1):
        play(s, pair, "take-token", f"slot-{n}")
    assert s.players[0].tokens == ["XJ1", "XJ2", "XJ3"]
    assert s.players[0].hand == []
    assert sorted(s.discards) == sorted(ids(T07))


def test_t07_ii_a_triple_and_a_pair_with_the_joker() -> None:
    s = playing(T07)
    play(s, "L02 L08 L14")
    play(s, "L09 L37", "take-token", "slot-6")
    assert (s.players[0].compasses, s.players[0].tokens) == (2, ["XJ6"])


def test_t07_iii_a_pair_and_a_triple_with_the_joker() -> None:
    s = playing(T07)
    play(s, "L01 L02", "take-token", "slot-1")
    play(s, "L08 L14 L37")
    assert (s.players[0].compasses, s.players[0].tokens) == (2, ["XJ1"])


def test_t07_iv_two_spies() -> None:
    s = playing(T07, opponent="XJ3")
    play(s, "L01 L14")
    assert (s.players[0].tokens, s.players[1].tokens) == (["XJ3"], [])


def test_t07_different_daemons_are_no_pair() -> None:
    assert refused(playing(T07, opponent="XJ3"), 0, "play-set", *ids("L08 L14")) == "no-set"


def test_t07_a_joker_and_a_spy_do_not_steal() -> None:
    # As a daemon pair they would do, but there is no token to take.
    assert refused(playing(T07, opponent="XJ3", towns={}), 0, "play-set", *ids("L01 L37")) == "no-token"


def test_t07_a_joker_is_never_a_spy() -> None:
    s = playing("L01 L37", opponent="XB1")
    play(s, "L01 L37", "take-token", "slot-1")
    assert s.players[1].tokens == ["XB1"]


def test_t08_jokers_alone_form_no_set() -> None:
    s = playing("L37 L38 L02")
    assert refused(s, 0, "play-set", *ids("L37 L38")) == "no-set"
    play(s, "L37 L38 L02")
    assert s.players[0].compasses == 2


@pytest.mark.parametrize("cards", ["L01", "L01 L02 L03", "L02 L08", "L02 L08 L09"])
def test_d11_a_set_has_exactly_its_size(cards: str) -> None:
    s = playing("L01 L02 L03 L08 L09")
    assert refused(s, 0, "play-set", *ids(cards)) == "no-set"


def test_cards_of_others_and_cards_already_played_cannot_be_played() -> None:
    s = playing("L01 L02 L03 L04")
    assert refused(s, 0, "play-set", *ids("L05 L06")) == "not-an-option"
    play(s, "L01 L02", "take-token", "slot-1")
    assert refused(s, 0, "play-set", *ids("L01 L03")) == "not-an-option"


def test_d14_cards_that_form_two_kinds_of_set_are_asked_for() -> None:
    s = playing("L01 L04", opponent="XB1")
    say(s, 0, "play-set", *ids("L01 L04"))
    assert (asked(s).kind, asked(s).options) == ("set-kind", ("daemon", "spies"))
    assert refused(s, 0, "set-kind", "symbol") == "not-an-option"
    say(s, 0, "set-kind", "spies")
    assert s.players[0].tokens == ["XB1"]


def test_d14_only_the_kind_with_a_reward_is_played_without_a_question() -> None:
    s = playing("L01 L04")
    say(s, 0, "play-set", *ids("L01 L04"))
    assert asked(s).kind == "take-token"


def test_a_player_with_two_cards_is_asked_with_a_set_or_without_one() -> None:
    assert asked(playing("L01 L08")).kind == "play-set"
    assert asked(playing("L01")).kind == "choose-colour"


def test_saying_nothing_ends_the_turn() -> None:
    s = playing("L01 L02")
    assert asked(s).on_timeout == ()
    say(s, 0, "play-set")
    assert asked(s).seat == 1


# -- taking ------------------------------------------------------------------------


def test_a_daemon_pair_takes_a_token_of_choice_and_only_the_taker_sees_it() -> None:
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
    towns = {"jordan_college": "XJ1", "london": "XL1", "trollesund": "XT1", "bolvangar": "XB1"}
    s = playing("L01 L02", at=at, period=period, towns=towns)
    play(s, "L01 L02")
    assert s.towns[town] == [None]  # type: ignore[index]
    assert len(s.players[0].tokens) == 1


def test_t10_in_red_the_first_pair_on_the_objective_places_in_svalbard() -> None:
    s = table(player("L01 L02", tokens="XB4"), player(), steps=[PlaySet(0)], at="objective_blue", period="red")
    play(s, "L01 L02")
    assert s.placed["svalbard"] == {"XB4": 0}


def test_d15_a_pair_in_an_empty_town_is_refused() -> None:
    s = playing("L01 L02", towns={"jordan_college": "- - -"})
    assert refused(s, 0, "play-set", *ids("L01 L02")) == "no-token"


# -- the objective reached this turn -----------------------------------------------


def test_t13_on_the_objective_triples_and_spies_still_work_but_pairs_do_not() -> None:
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
    s = playing("L01 L14")
    assert refused(s, 0, "play-set", *ids("L01 L14")) == "nobody-to-rob"


# -- stealing ----------------------------------------------------------------------


def test_t09_the_thief_names_victim_and_back_and_chance_picks_the_token() -> None:
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
    s = table(player(), player(tokens="XJ3 XB1 XB4"), steps=[StealToken(0)])
    assert refused(s, 0, "steal-token", "seat-1/london") == "not-an-option"
    assert refused(s, 0, "steal-token", "seat-0/bolvangar") == "not-an-option"


def test_thief_and_victim_learn_the_token_and_the_others_its_back() -> None:
    s = table(player(), player(tokens="XB1 XB4"), player(), steps=[])
    s.plan(StealToken(0))
    told = agenda.settle(s)
    [token] = s.players[0].tokens
    assert [(event.kind, event.to) for event in told] == [("stole-token", None), ("stolen-token", (0, 1))]
    assert game.view(s, 1).players[0].tokens == (token,)
    assert game.view(s, 2).players[0].tokens == ("bolvangar",)


def test_placed_tokens_cannot_be_stolen() -> None:
    s = table(
        player("L01 L14"), player(), steps=[PlaySet(0)], at="sv1", placed={"svalbard": {"XB4": 1}}
    )  # fmt: skip
    assert refused(s, 0, "play-set", *ids("L01 L14")) == "nobody-to-rob"


# -- placing -----------------------------------------------------------------------

FULL_BUT_ONE = {"svalbard": {"XJ1": 1, "XJ2": 1, "XJ3": 1, "XJ4": 1, "XJ5": 1}}


def test_t14_a_full_town_takes_no_more_until_lyra_is_in_the_next() -> None:
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
    s = table(player("L01 L02", **me), player(), steps=[PlaySet(0)], at="sv1")  # type: ignore[arg-type]
    assert refused(s, 0, "play-set", *ids("L01 L02")) == code


# -- compasses ---------------------------------------------------------------------


def test_t24_with_one_compass_left_a_triple_places_one_and_then_nothing_can_be_placed() -> None:
    s = table(
        player("L02 L08 L14 L01 L03 L20 L26 L32", tokens="XB4", compasses=9, markers=4), player(),
        steps=[PlaySet(0)], at="sv1",
    )  # fmt: skip
    play(s, "L02 L08 L14")
    assert (s.players[0].compasses, s.players[0].supply) == (10, 0)
    assert refused(s, 0, "play-set", *ids("L20 L26 L32")) == "no-compass"
    assert refused(s, 0, "play-set", *ids("L01 L03")) == "no-compass"


# -- what allies grant -------------------------------------------------------------


def test_t23_a_short_set_of_two_works_once() -> None:
    s = playing("L02 L08 L14 L20", short_sets=1)
    play(s, "L02 L08")
    assert s.players[0].compasses == 2
    assert refused(s, 0, "play-set", *ids("L14 L20")) == "no-set"


def test_t23_a_short_set_needs_a_natural_card_and_a_full_triple_does_not_use_it_up() -> None:
    s = playing("L37 L38 L02 L08 L14 L19", short_sets=1)
    assert refused(s, 0, "play-set", *ids("L37 L38")) == "no-set"
    play(s, "L02 L08 L14")
    assert s.short_sets == 1


def test_t23_a_wild_card_makes_one_mismatched_pair() -> None:
    s = playing("L01 L09 L14 L20 L37 L06", wild_cards=1)
    play(s, "L37 L06", "take-token", "slot-1")
    assert s.wild_cards == 1
    play(s, "L01 L09", "take-token", "slot-2")
    assert s.wild_cards == 0
    assert refused(s, 0, "play-set", *ids("L14 L20")) == "no-set"


def test_a_wild_card_counts_as_a_joker_in_a_triple_too() -> None:
    s = playing("L02 L08 L09", wild_cards=1)
    play(s, "L02 L08 L09")
    assert (s.players[0].compasses, s.wild_cards) == (2, 0)


def test_a_wild_card_is_no_spy() -> None:
    s = playing("L01 L09", opponent="XJ1", wild_cards=1, towns={})
    assert refused(s, 0, "play-set", *ids("L01 L09")) == "no-token"


def test_only_the_first_symbol_set_has_the_bonus() -> None:
    s = playing("L02 L08 L14 L03 L09 L15", symbol_bonus=1)
    play(s, "L02 L08 L14")
    play(s, "L03 L09 L15")
    assert s.players[0].compasses == 5


def test_what_was_granted_ends_with_the_turn() -> None:
    s = playing("L01", short_sets=1, wild_cards=1, symbol_bonus=1)
    assert (s.short_sets, s.wild_cards, s.symbol_bonus) == (0, 0, 0)


def test_a_set_is_told_to_all() -> None:
    s = playing("L02 L08 L14")
    told = say(s, 0, "play-set", *ids("L14 L02 L08"))
    assert kinds(told)[:2] == ["played-set", "placed-compasses"]
    assert told[0].data == {"seat": 0, "set": "symbol", "cards": ("L14-a", "L02-a", "L08-a")}

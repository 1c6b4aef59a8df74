"""Chapter 5 of RULES.md: sets of Lyra cards and what they bring."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from service.games.golden_compass.cards import LYRA
from service.games.golden_compass.rules.sets import PlaySet, playable, playable_kinds
from service.games.kit.decision import Answer
from tests.games.golden_compass.table import asked, game, ids, kinds, play, player, playing, refused, say, table

T07 = "L01 L02 L08 L09 L14 L37"

# -- which cards form a set ----------------------------------------------------------


def test_t07_i_three_pairs_bring_three_tokens() -> None:
    """RULES 5.12, 5.13."""
    s = playing(T07)
    for n, pair in enumerate(["L01 L02", "L08 L09", "L14 L37"], start=1):
        play(s, pair, "take-token", f"slot-{n}")
    assert s.players[0].tokens == ["XJ1", "XJ2", "XJ3"]
    assert s.players[0].hand == []
    assert sorted(s.discards) == sorted(ids(T07))


def test_t07_ii_a_triple_and_a_pair_with_the_joker() -> None:
    """RULES 5.12, 5.16, D12."""
    s = playing(T07)
    play(s, "L02 L08 L14")
    play(s, "L09 L37", "take-token", "slot-6")
    assert (s.players[0].compasses, s.players[0].tokens) == (2, ["XJ6"])


def test_t07_iii_a_pair_and_a_triple_with_the_joker() -> None:
    """RULES 5.12, 5.16, D12."""
    s = playing(T07)
    play(s, "L01 L02", "take-token", "slot-1")
    play(s, "L08 L14 L37")
    assert (s.players[0].compasses, s.players[0].tokens) == (2, ["XJ1"])


def test_t07_iv_two_spies() -> None:
    """RULES 5.15."""
    s = playing(T07, opponent="XJ3")
    play(s, "L01 L14")
    assert (s.players[0].tokens, s.players[1].tokens) == (["XJ3"], [])


def test_t07_different_daemons_are_no_pair() -> None:
    """RULES 5.13."""
    assert refused(playing(T07, opponent="XJ3"), 0, "play-set", *ids("L08 L14")) == "no-set"


def test_t07_a_joker_and_a_spy_do_not_steal() -> None:
    """RULES D13, D15."""
    # As a daemon pair they would do, but there is no token to take.
    assert refused(playing(T07, opponent="XJ3", towns={}), 0, "play-set", *ids("L01 L37")) == "no-token"


def test_t07_a_joker_is_never_a_spy() -> None:
    """RULES D13."""
    s = playing("L01 L37", opponent="XB1")
    play(s, "L01 L37", "take-token", "slot-1")
    assert s.players[1].tokens == ["XB1"]


def test_5_16_two_jokers_form_a_daemon_pair() -> None:
    """RULES 5.16: a joker shows every daemon (T08)."""
    s = playing("L37 L38 L02", opponent="XB1")
    play(s, "L37 L38", "take-token", "slot-3")
    assert (s.players[0].tokens, s.players[0].hand) == (["XJ3"], ["L02-a"])


@pytest.mark.parametrize("cards", ["L37 L38 L37-b", "L37 L38 L02"])
def test_5_16_three_jokers_form_a_symbol_set_and_so_do_two_with_another_card(cards: str) -> None:
    """RULES 5.16: a joker shows every symbol (T08)."""
    s = playing("L37 L38 L37-b L02")
    play(s, cards)
    assert s.players[0].compasses == 2
    assert len(s.players[0].hand) == 1


def test_d13_jokers_are_no_spies() -> None:
    """RULES D13: with no token to take, two jokers do not steal one."""
    s = playing("L37 L38", opponent="XB1", towns={})
    assert refused(s, 0, "play-set", *ids("L37 L38")) == "no-token"


@pytest.mark.parametrize("cards", ["L01", "L01 L02 L03", "L02 L08", "L02 L08 L09"])
def test_d11_a_set_has_exactly_its_size(cards: str) -> None:
    """RULES D11."""
    s = playing("L01 L02 L03 L08 L09")
    assert refused(s, 0, "play-set", *ids(cards)) == "no-set"


def test_cards_of_others_and_cards_already_played_cannot_be_played() -> None:
    """RULES 5.12."""
    s = playing("L01 L02 L03 L04")
    assert refused(s, 0, "play-set", *ids("L05 L06")) == "not-an-option"
    play(s, "L01 L02", "take-token", "slot-1")
    assert refused(s, 0, "play-set", *ids("L01 L03")) == "not-an-option"


def test_d14_cards_that_form_two_kinds_of_set_are_asked_for() -> None:
    """RULES D14, D30."""
    s = playing("L01 L04", opponent="XB1")
    say(s, 0, "play-set", *ids("L01 L04"))
    assert (asked(s).kind, asked(s).options) == ("set-kind", ("daemon", "spies"))
    assert refused(s, 0, "set-kind", "symbol") == "not-an-option"
    say(s, 0, "set-kind", "spies")
    assert s.players[0].tokens == ["XB1"]


def test_d14_only_the_kind_with_a_reward_is_played_without_a_question() -> None:
    """RULES D14, D31."""
    s = playing("L01 L04")
    say(s, 0, "play-set", *ids("L01 L04"))
    assert asked(s).kind == "take-token"


def test_a_player_with_two_cards_is_asked_with_a_set_or_without_one() -> None:
    """RULES D30."""
    assert asked(playing("L01 L08")).kind == "play-set"
    assert asked(playing("L01")).kind == "choose-colour"


def test_saying_nothing_ends_the_turn() -> None:
    """RULES 5.12, D34."""
    s = playing("L01 L02")
    assert asked(s).on_timeout == ()
    say(s, 0, "play-set")
    assert asked(s).seat == 1


# -- compasses -----------------------------------------------------------------------


def test_t24_with_one_compass_left_a_triple_places_one_and_then_nothing_can_be_placed() -> None:
    """RULES 5.14, D15."""
    s = table(
        player("L02 L08 L14 L01 L03 L20 L26 L32", tokens="XB4", compasses=9, markers=4), player(),
        steps=[PlaySet(0)], at="sv1",
    )  # fmt: skip
    play(s, "L02 L08 L14")
    assert (s.players[0].compasses, s.players[0].supply) == (10, 0)
    assert refused(s, 0, "play-set", *ids("L20 L26 L32")) == "no-compass"
    assert refused(s, 0, "play-set", *ids("L01 L03")) == "no-compass"


# -- what allies grant ---------------------------------------------------------------


def test_t23_a_short_set_of_two_works_once() -> None:
    """RULES D41."""
    s = playing("L02 L08 L14 L20", short_sets=1)
    play(s, "L02 L08")
    assert s.players[0].compasses == 2
    assert refused(s, 0, "play-set", *ids("L14 L20")) == "no-set"


def test_t23_two_jokers_are_a_short_set_too_and_a_full_triple_does_not_use_it_up() -> None:
    """RULES 5.16, D30."""
    s = playing("L37 L38 L02 L08 L14 L19", short_sets=1)
    play(s, "L02 L08 L14")
    assert s.short_sets == 1
    say(s, 0, "play-set", *ids("L37 L38"))
    assert asked(s).options == ("daemon", "symbol")
    say(s, 0, "set-kind", "symbol")
    assert (s.players[0].compasses, s.short_sets) == (4, 0)


def test_t23_a_wild_card_makes_one_mismatched_pair() -> None:
    """RULES D30, D41."""
    s = playing("L01 L09 L14 L20 L37 L06", wild_cards=1)
    play(s, "L37 L06", "take-token", "slot-1")
    assert s.wild_cards == 1
    play(s, "L01 L09", "take-token", "slot-2")
    assert s.wild_cards == 0
    assert refused(s, 0, "play-set", *ids("L14 L20")) == "no-set"


def test_a_wild_card_counts_as_a_joker_in_a_triple_too() -> None:
    """RULES D41."""
    s = playing("L02 L08 L09", wild_cards=1)
    play(s, "L02 L08 L09")
    assert (s.players[0].compasses, s.wild_cards) == (2, 0)


def test_a_wild_card_is_no_spy() -> None:
    """RULES D13."""
    s = playing("L01 L09", opponent="XJ1", wild_cards=1, towns={})
    assert refused(s, 0, "play-set", *ids("L01 L09")) == "no-token"


def test_only_the_first_symbol_set_has_the_bonus() -> None:
    """RULES D41."""
    s = playing("L02 L08 L14 L03 L09 L15", symbol_bonus=1)
    play(s, "L02 L08 L14")
    play(s, "L03 L09 L15")
    assert s.players[0].compasses == 5


def test_what_was_granted_ends_with_the_turn() -> None:
    """RULES D41."""
    s = playing("L01", short_sets=1, wild_cards=1, symbol_bonus=1)
    assert (s.short_sets, s.wild_cards, s.symbol_bonus) == (0, 0, 0)


def test_a_set_is_told_to_all() -> None:
    """RULES 5.14."""
    s = playing("L02 L08 L14")
    told = say(s, 0, "play-set", *ids("L14 L02 L08"))
    assert kinds(told)[:2] == ["played-set", "placed-compasses"]
    assert told[0].data == {"seat": 0, "set": "symbol", "cards": ("L14-a", "L02-a", "L08-a")}


@pytest.mark.parametrize("seed", range(60))
def test_the_kinds_of_set_in_a_hand_are_those_of_all_its_combinations(seed: int) -> None:
    """RULES 5.12, D11, D15: what statistics count as possible."""
    random = Random(seed)
    s = playing("L01 L02", wild_cards=random.choice((0, 0, 1)), short_sets=random.choice((0, 0, 1)))
    hand = s.players[0].hand = random.sample(list(LYRA), random.randint(0, 7))

    possible = {kind for size in (2, 3) for cards in combinations(hand, size) for kind in playable(s, 0, cards)}

    assert playable_kinds(s, 0) == possible


def test_statistics_count_which_kind_of_set_was_possible_and_which_was_played() -> None:
    """RULES D14, D30: if the cards form several kinds, the next question counts."""
    s = playing("L01 L02 L08 L14")

    def counted(cards: str) -> tuple[str, set[str], set[str]]:
        kind, possible, played = game.combinations(s, Answer(0, "play-set", tuple(ids(cards)))) or ("", (), ())
        return kind, set(possible), set(played)

    assert counted("") == ("set-kind", {"daemon", "symbol"}, set())
    assert counted("L02 L08 L14") == ("set-kind", {"daemon", "symbol"}, {"symbol"})
    assert game.combinations(s, Answer(0, "choose-ally", ())) is None
    assert game.card_of(s, "set-kind", "daemon") == "daemon"

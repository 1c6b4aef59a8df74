"""RULES 10: the power of every ally, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.golden_compass.cards import CHARACTERS, TRACKS
from service.games.golden_compass.rules.powers import VERBS, UseAlly
from service.games.golden_compass.rules.sets import PlaySet
from service.games.golden_compass.rules.turns import BlueAction, EndTurn
from service.games.golden_compass.state import State
from tests.games.golden_compass.table import asked, game, ids, kinds, player, refused, say, table

HOME = {"G": "jo1", "B": "tr1", "R": "sv1"}
LYING = {"jordan_college": "XJ1 XJ2 XJ3 - - -", "trollesund": "XT1 XT2 XT3 - - -"}
THIRTY = " ".join(f"L{n:02}" for n in range(38, 8, -1))
"""A draw pile from which L09, L10, L11 … come."""


def using(ally: str, hand: str = "", others: tuple[Any, ...] = (), **more: Any) -> State:
    """A player who has just used this ally, against one opponent or more."""
    mine = {key: more.pop(key) for key in ("tokens", "compasses", "markers", "dust_held") if key in more}
    if "dust_held" in mine:
        mine["dust"] = mine.pop("dust_held")
    more.setdefault("at", HOME[ally[0]])
    more.setdefault("towns", LYING)
    more.setdefault("pile", THIRTY)
    steps = more.pop("steps", [UseAlly(0)])
    return table(player(hand, ally=ally, **mine), *(others or (player(),)), steps=steps, **more)


def me(s: State) -> Any:
    """The player whose turn it is."""
    return s.players[0]


# -- the symbol on the needle ------------------------------------------------------


@pytest.mark.parametrize("ally", CHARACTERS)
def test_an_ally_helps_only_when_the_needle_says_so(ally: str) -> None:
    s = using(ally, steps=[BlueAction(0)], sector="S01")
    assert refused(s, 0, "blue-action", "ally") == "not-an-option"

    s = using(ally, steps=[BlueAction(0)], sector="S02")
    told = say(s, 0, "blue-action", "ally")
    assert told[0].kind == "used-ally"
    assert told[0].data == {"seat": 0, "character": ally}


@pytest.mark.parametrize("ally", CHARACTERS)
def test_a_power_of_which_nothing_can_be_done_does_nothing(ally: str) -> None:
    s = using(ally, compasses=14, towns={}, pile="", dust=0)
    while questions := game.decisions(s):
        assert questions[0].kind in ("assign-dirigible", "choose-power", "advance")
        say(s, 0, questions[0].kind, questions[0].options[0])
    assert (me(s).hand, me(s).tokens, me(s).dust, me(s).compasses) == ([], [], 0, 14)


def test_every_word_of_a_power_is_a_verb() -> None:
    assert {type(part) for character in CHARACTERS.values() for part in character.power} <= VERBS.keys()


def test_the_ally_may_be_used_again_on_later_turns() -> None:
    s = using("G01", steps=[UseAlly(0), UseAlly(0)])
    assert (me(s).compasses, len(me(s).hand)) == (2, 2)


@pytest.mark.parametrize("ally", ["G01", "G02", "G03", "G06", "G07", "B03", "B04", "B08", "R04", "R06", "R07"])
def test_seven_cards_are_the_limit_after_every_part(ally: str) -> None:
    s = using(ally, "L01 L02 L03 L04 L05 L06 L07", discards="L08")
    for _ in range(6):
        if not game.decisions(s):
            break
        question = asked(s)
        say(s, 0, question.kind, *question.on_timeout)
        assert len(me(s).hand) <= 10
    assert len(me(s).hand) <= 7


# -- green -------------------------------------------------------------------------


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


# -- blue --------------------------------------------------------------------------


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
    s = using("B07", others=(player("L01"), player()), dirigible=0)
    assert me(s).hand == ids("L01 L09")
    assert refused(s, 0, "assign-dirigible", "seat-0") == "not-an-option"
    say(s, 0, "assign-dirigible", "seat-2")
    assert s.dirigible == 2


def test_b07_passes_no_dirigible_of_others() -> None:
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


# -- red ---------------------------------------------------------------------------


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


# -- the turn goes on --------------------------------------------------------------


def test_after_the_power_sets_may_be_played() -> None:
    s = using("G01", "L02 L08 L14", steps=[UseAlly(0), PlaySet(0), EndTurn(0)])
    told = say(s, 0, "play-set", *ids("L02 L08 L14"))
    assert kinds(told)[:2] == ["played-set", "placed-compasses"]
    assert me(s).compasses == 3


def test_lyra_is_moved_before_any_set_and_never_off_the_objective() -> None:
    s = using("B04", at="bo2", steps=[UseAlly(0)])
    say(s, 0, "advance", "ahead-2")
    assert s.space == TRACKS[2][s.lyra]
    assert s.space.id == "objective_blue"

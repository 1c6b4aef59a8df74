"""Whole games, the one of RULES.md, 7.5, among them, and what is true at every moment of them."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from service.games.faraway.cards import NUMBER, REGIONS
from service.games.faraway.rules import Round
from service.games.faraway.state import State
from service.games.kit.decision import Answer
from tests.games.faraway.table import ALL_CARDS, cards_on, examples, game, ids, player, say, table
from tests.games.play import Setting, every_setting_of, playthrough

faraway = every_setting_of("faraway")


def test_the_whole_game_of_the_rules() -> None:
    """RULES 1.2, 4.1."""
    example = examples("7.5")
    setup, expected = example["setup"], example["expected"]
    dealt = [*setup["market"], *setup["region_deck_top_first"], *(n for hand in setup["hands"] for n in hand)]
    below = [number for number in range(1, 69) if number not in dealt]
    s = table(
        *(player(hand=hand) for hand in setup["hands"]),
        steps=[Round()],
        round=1,
        market=setup["market"],
        deck=[*setup["region_deck_top_first"], *below],
        pile=setup["sanctuary_pile_top_first"],
    )
    assert len(s.deck) == 18 + 41

    for turn in example["rounds"]:
        assert s.round == turn["round"]
        for seat, number in enumerate(turn["play"]):
            say(s, seat, "explore", f"r{number}")
        play_turns(s, turn)
        if "discarded" in turn:
            assert s.removed[-1] == f"r{turn['discarded']}"
        if "new_market" in turn:
            assert sorted(s.market, key=NUMBER.__getitem__) == ids(turn["new_market"])

    assert [someone.row for someone in s.players] == [ids(row) for row in expected["rows"]]
    assert [someone.sanctuaries for someone in s.players] == expected["sanctuaries"]
    ending = game.view(s, None).ending
    assert ending is not None
    assert [list(sheet.regions) for sheet in ending.sheets] == expected["region_scores"]
    assert [list(sheet.sanctuaries) for sheet in ending.sheets] == expected["sanctuary_scores"]
    assert [sheet.total for sheet in ending.sheets] == expected["totals"]
    assert [sorted(hand) for hand in ending.hands] == [ids(hand) for hand in expected["hands_left"]]
    assert s.pile == expected["sanctuary_pile_top_first"]
    result = game.result(s)
    assert result is not None
    assert result.winners == (expected["winner"],)


def play_turns(s: State, turn: dict[str, Any]) -> None:
    """The turns of one round, as the example tells them."""
    for seat in turn["order"]:
        someone = s.players[seat]
        dealt = turn.get("dealt", [[], []])[seat]
        assert someone.found == dealt
        if "take_region" in turn:
            say(s, seat, "take-region", f"r{turn['take_region'][seat]}")
        if len(dealt) > 1:
            say(s, seat, "keep-sanctuary", turn["keep_sanctuary"][seat])
        if dealt:
            assert someone.sanctuaries[-1] == turn["keep_sanctuary"][seat]


@faraway
def test_every_card_is_in_exactly_one_place(setting: Setting) -> None:
    for s, _ in playthrough(setting, seed=3):
        assert sorted(cards_on(s)) == ALL_CARDS  # type: ignore[arg-type]
    assert sorted(cards_on(s)) == ALL_CARDS  # type: ignore[arg-type]


@faraway
def test_every_card_is_in_exactly_one_place_of_an_imagined_table(setting: Setting) -> None:
    random = Random(3)
    for s, _ in playthrough(setting, seed=3):
        for viewer in setting.viewers():
            assert sorted(cards_on(setting.game.imagine(s, viewer, random))) == ALL_CARDS


@faraway
def test_a_round_starts_with_three_cards_in_hand_and_a_full_market(setting: Setting) -> None:
    for state, _ in playthrough(setting, seed=4):
        s = setting.game.load(setting.game.save(state))
        if s.phase == "explore":
            assert all(len(someone.hand) == 3 for someone in s.players)
            assert all(len(someone.row) == s.round - 1 for someone in s.players)
            assert all(not someone.found and not someone.owed for someone in s.players)
            assert len(s.market) == (setting.seats + 1 if s.round < 8 else 0)


@faraway
def test_a_game_ends_as_the_arithmetic_says(setting: Setting) -> None:
    """RULES 4.14, 5.1."""
    for state, _ in playthrough(setting, seed=5):
        s = state
    end = setting.game.load(setting.game.save(s))
    assert len(end.deck) == 61 - 10 * setting.seats
    assert len(end.removed) == 7
    for someone in end.players:
        numbers = [REGIONS[id].number for id in someone.row]
        ascents = sum(right > left for left, right in pairwise(numbers))
        assert (len(numbers), len(someone.hand), len(someone.sanctuaries)) == (8, 2, ascents)


def test_a_clue_hungry_six_player_game_runs_the_pile_short_and_nobody_goes_without() -> None:
    """RULES D7."""
    short = 0
    for n in range(12):
        random, s = Random(n), game.new(6, f"hungry-{n}")
        while questions := game.decisions(s):
            question = questions[0]
            if question.kind == "explore" and s.round > 1:
                seat = s.players[question.seat]
                higher = [id for id in question.options if NUMBER[id] > NUMBER[seat.row[-1]]]
                pick = min(higher or question.options, key=lambda id: (-REGIONS[id].clues, NUMBER[id]))
            elif question.kind == "take-region":
                pick = max(question.options, key=lambda id: (REGIONS[id].clues, NUMBER[id]))
            else:
                pick = random.choice(question.options)
            told = game.apply(s, Answer(question.seat, question.kind, (pick,)))
            short += sum(event.kind == "found-sanctuaries" and event.data["owed"] > 0 for event in told)
        for someone in s.players:
            numbers = [NUMBER[id] for id in someone.row]
            assert len(someone.sanctuaries) == sum(b > a for a, b in pairwise(numbers))
    assert short > 0


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_random_players_earn_about_28_and_a_half(seats: int) -> None:
    totals: list[int] = []
    for n in range(360 // seats):
        random, s = Random(n), game.new(seats, f"mean-{seats}-{n}")
        while questions := game.decisions(s):
            question = questions[0]
            game.apply(s, Answer(question.seat, question.kind, (random.choice(question.options),)))
        result = game.result(s)
        assert result is not None
        totals += result.scores
    assert sum(totals) / len(totals) == pytest.approx(28.7, abs=2.5)

"""The built-in players answer everything, do not cheat, and are as strong as they say."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from service.games.golden_compass.bots import lead, worth
from service.games.golden_compass.bots.candidates import candidates
from service.games.golden_compass.bots.dreams import outlook
from service.games.golden_compass.bots.greedy import best, sets
from service.games.golden_compass.cards import LYRA
from service.games.golden_compass.rules.actions import AssignDirigible
from service.games.golden_compass.rules.experience import PlaceToken
from service.games.golden_compass.rules.hand import DiscardExcess
from service.games.golden_compass.rules.sets import forms
from service.games.golden_compass.rules.turns import BlueAction, ChooseColour, EndTurn
from service.games.kit.bots import Thinking, rounds
from service.games.kit.decision import Answer
from tests.games.golden_compass.table import JORDAN, asked, game, ids, player, playing, table
from tests.games.play import thought_through
from tests.service.arena.arenas import arena, played, wins


@pytest.mark.thorough
@pytest.mark.parametrize("level", game.bots)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_level_plays_a_whole_game_and_leaves_the_table_it_thinks_about_alone(level: str, seats: int) -> None:
    thought_through(game, level, game.new(seats, "bots"), 2)


def test_greedy_wins_nearly_always_against_random() -> None:
    plan = arena("golden_compass", "greedy", "random", games=60)
    assert wins(plan, played(plan), "greedy") > 0.9


def test_the_same_thoughts_lead_to_the_same_answer() -> None:
    s = table(player("L01 L02 L08"), player(), steps=[ChooseColour(0), EndTurn(0)], sector="S01")
    question = asked(s)
    chosen = {game.bots["search"].choose(game, s, question, Thinking(Random(4), rounds(10))) for _ in range(3)}
    assert len(chosen) == 1


# -- what greedy does --------------------------------------------------------------


def test_greedy_takes_tokens_while_there_are_some() -> None:
    s = playing("L01 L02 L08 L15")
    assert best(s, asked(s)) == tuple(ids("L01 L02"))


def test_greedy_plays_no_set_that_is_refused() -> None:
    s = playing("L01 L02 L08 L15", towns={"jordan_college": "- -"})
    assert best(s, asked(s)) == ()


def test_greedy_places_the_best_token() -> None:
    s = table(player(tokens="XJ1 XB4 XT5"), player(), steps=[PlaceToken(0)], at="sv1")
    assert best(s, asked(s)) == ("XB4",)


def test_greedy_never_takes_the_dirigible() -> None:
    s = table(player(), player("L01 L02"), player(), steps=[AssignDirigible(0)])
    assert best(s, asked(s)) != ("seat-0",)


def test_greedy_keeps_jokers_and_pairs() -> None:
    s = table(player("L01 L02 L37 L08 L15 L22 L29 L36"), player(), steps=[DiscardExcess(0)])
    assert not set(best(s, asked(s))) & set(ids("L01 L02 L37"))


def test_greedy_takes_an_action_that_is_worth_something() -> None:
    s = table(player(), player(), steps=[BlueAction(0)], sector="S03")
    assert best(s, asked(s)) == ("dust",)


def test_a_hand_full_of_sets_makes_light_blue_attractive() -> None:
    few = table(player("L01"), player(), steps=[ChooseColour(0)], sector="S15", towns={"jordan_college": JORDAN})
    many = table(
        player("L01 L02 L08 L09 L14 L15"), player(), steps=[ChooseColour(0)], sector="S15",
        towns={"jordan_college": JORDAN},
    )  # fmt: skip
    assert (best(few, asked(few)), best(many, asked(many))) == (("red",), ("light_blue",))


@pytest.mark.parametrize(("wild", "short"), [(0, 0), (0, 1), (1, 0)])
@pytest.mark.parametrize("jokers", ["", "L37 L38", "L37 L38-b L38", "L37 L38 L37-b L38-b"])
def test_no_set_of_a_hand_is_overlooked_or_found_twice(wild: int, short: int, jokers: str) -> None:
    """RULES 5.16."""
    random = Random(3)
    s = playing("L01 L02", wild_cards=wild, short_sets=short)
    for _ in range(40):
        rest = [card for card in LYRA if card not in ids(jokers)]
        hand = [*ids(jokers), *random.sample(rest, 7 - len(ids(jokers)))]
        random.shuffle(hand)
        every = [*combinations(hand, 2), *combinations(hand, 3)]
        found = [cards for cards, _ in sets(s, hand)]
        assert len(set(found)) == len(found)
        assert set(found) == {cards for cards in every if forms(s, cards)}


def test_greedy_plays_two_jokers_when_they_are_the_only_pair_and_keeps_them_when_there_is_another() -> None:
    only = playing("L37 L38 L01 L08")
    assert best(only, asked(only)) != ()
    other = playing("L37 L38 L01 L02")
    assert best(other, asked(other)) == tuple(ids("L01 L02"))


@pytest.mark.parametrize("hand", ["L37 L38", "L37 L38 L37-b", "L37 L38 L37-b L38-b"])
def test_search_considers_sets_of_jokers_alone(hand: str) -> None:
    """RULES 5.16."""
    s = playing(hand)
    tried = candidates(game, s, asked(s), Random(1))
    assert {len(cards) for cards in tried} == ({0, 2} if len(ids(hand)) == 2 else {0, 2, 3})
    for picks in tried:
        game.check(s, Answer(0, "play-set", picks))


# -- what search looks at ----------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_every_candidate_is_a_legal_answer_and_greedys_is_among_them(seats: int) -> None:
    random, s = Random(5), game.new(seats, "candidates")
    while questions := game.decisions(s):
        question = questions[0]
        tried = candidates(game, s, question, random)
        assert best(s, question) in tried
        assert len(set(tried)) == len(tried) <= 45
        for picks in tried:
            game.check(s, Answer(question.seat, question.kind, picks))
        game.apply(s, Answer(question.seat, question.kind, random.choice(tried)))


def test_compasses_matter_where_the_race_is_close() -> None:
    close = table(player(compasses=2), player(compasses=2), steps=[], at="lo1")
    lost = table(player(), player(compasses=9), steps=[], at="lo1")
    assert worth.compasses(close, 0, 2) > 1 > worth.compasses(lost, 0, 2)


def test_the_lead_is_guessed_between_periods_and_counted_at_the_end() -> None:
    s = table(player(tokens="XB4", truths=["V31"]), player(truths=["V31"]), steps=[], at="objective_blue", period="red")
    assert outlook(s, 0) == pytest.approx(6 + 0.9 * 8)
    assert lead(s, 0) == pytest.approx(0.9 * 8)
    s.phase = "over"
    assert lead(s, 0) == 0

"""Whole games: everything stays in exactly one place, and ends as chapter 14 of RULES.md says."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

from service.games.golden_compass.cards import LYRA, PASSAGES, TOKENS, TRUTHS
from service.games.golden_compass.state import State
from service.games.kit.bots import random_picks
from service.games.kit.decision import Answer
from tests.games.golden_compass.table import game
from tests.games.play import Setting, playthrough

every_count = pytest.mark.parametrize("seats", [2, 3, 4])


def lyra_cards(s: State) -> list[str]:
    """Every Lyra card on the table."""
    return sorted(s.draw_pile + s.discards + [card for each in s.players for card in each.hand + each.looking])


def tokens(s: State) -> list[str]:
    """Every Experience token, also those that left unseen."""
    lying = [token for town in s.towns.values() for token in town if token is not None]
    placed = [token for town in s.placed.values() for token in town]
    return sorted(lying + placed + s.gone + [token for each in s.players for token in each.tokens])


def tiles(s: State) -> list[str]:
    """Every Truth tile and Passage."""
    return sorted(s.bag + s.truths + s.aside + s.passages + [tile for each in s.players for tile in each.truths])


@every_count
@pytest.mark.parametrize("seed", range(3))
def test_everything_is_in_exactly_one_place(seats: int, seed: int) -> None:
    decks = "a" if seats == 2 else "ab"
    for state, _ in playthrough(Setting(game, seats, {}), seed):
        s: State = state  # type: ignore[assignment]
        assert lyra_cards(s) == sorted(card.id for card in LYRA.values() if card.deck in decks)
        assert tokens(s) == sorted(TOKENS)
        assert s.dust + sum(each.dust for each in s.players) == 8
        assert all(len(each.hand) <= 7 or s.agenda[-1].seat == seat for seat, each in enumerate(s.players))  # type: ignore[union-attr]
        assert all(each.supply >= 0 for each in s.players)
    assert tiles(s) == sorted([*TRUTHS, *PASSAGES])


@every_count
def test_random_games_are_about_as_long_as_written(seats: int) -> None:
    turns = []
    for n in range(60):
        s = game.new(seats, f"length-{n}")
        random = Random(n)
        while questions := game.decisions(s):
            question = questions[0]
            picks = random_picks(game, s, question, random)
            game.apply(s, Answer(question.seat, question.kind, picks))
        turns.append(s.turn / seats)
    # Chapter 14 of RULES.md: 11.7, 9.7 and 9.1 turns per player.
    assert mean(turns) == pytest.approx({2: 11.7, 3: 9.7, 4: 9.1}[seats], abs=1.5)


@every_count
def test_a_table_that_never_chooses_red_ends_by_the_guard(seats: int) -> None:
    """RULES D20."""
    s = game.new(seats, "stall", {"stall_guard_rounds": 1})
    while questions := game.decisions(s):
        question = questions[0]
        picks = ("light_blue",) if question.kind == "choose-colour" else question.on_timeout
        game.apply(s, Answer(question.seat, question.kind, picks))
    assert s.phase == "over"


@every_count
def test_the_first_player_of_each_period_follows_the_last_of_the_one_before(seats: int) -> None:
    """RULES 2.4, 2.5."""
    last: int | None = None
    period = "green"
    for state, _ in playthrough(Setting(game, seats, {"first_player": 1}), seed=6):
        s: State = state  # type: ignore[assignment]
        if s.period != period:
            assert last is not None
            assert s.first == (last + 1) % seats
            period = s.period
        elif s.active is not None:
            last = s.active
    assert period == "red"

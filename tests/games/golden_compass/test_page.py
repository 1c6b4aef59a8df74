"""The text page says of sets and points what the rules say, although it sees the view only."""

from __future__ import annotations

from service.games.golden_compass.page_choices import ahead
from service.games.golden_compass.page_hand import KINDS
from service.games.golden_compass.rules.sets import forms, hindrance
from service.games.golden_compass.state import State
from service.games.kit.decision import Answer
from service.games.kit.page import Ask, PageContext
from tests.games.golden_compass.table import game, playing
from tests.games.play import Setting, playthrough, thought_through


def test_the_page_knows_which_sets_pay_and_which_do_not() -> None:
    states = 0
    for seats in (2, 4):
        for s, _ in playthrough(Setting(game, seats, {})):
            assert isinstance(s, State)
            if s.phase != "turns":
                continue
            for seat in range(seats):
                view = game.view(s, seat)
                assert view.me is not None
                assert all(one.refusal == hindrance(s, seat, one.kind) for one in view.me.sets)
                assert all(one.kind in forms(s, one.cards) and one.kind in KINDS for one in view.me.sets)
                states += 1
    assert states > 50


def test_the_points_so_far_end_as_the_totals_of_the_score_pad() -> None:
    s = game.new(3, "points", {})
    thought_through(game, "greedy", s, 1)
    view = game.view(s, None)
    assert view.ending is not None
    assert [player.score for player in view.players] == [sheet.total for sheet in view.ending]
    assert any(sheet.points or sheet.alethiometers for sheet in view.ending)


def test_lyra_is_never_shown_beyond_the_objective() -> None:
    view = game.view(game.new(2, "ahead", {}), None)
    assert ahead(view, 1) == "jo1"
    assert ahead(view, 99) == "objective_green"


def test_the_question_offers_both_colours_with_what_they_bring() -> None:
    s = game.new(2, "colours", {})
    while "choose-colour" not in {question.kind for question in game.decisions(s)}:
        question = game.decisions(s)[0]
        game.apply(s, Answer(question.seat, question.kind, question.on_timeout))
    [(name, question)] = game.questions(s).items()
    context = PageContext(seat=question.seat, names=("Ada", "Ben"), language="en", decisions=(Ask(name, question),))
    text = game.page(game.view(s, question.seat), context)
    assert "\n  red  draw" in text
    assert "\n  light_blue  " in text
    assert "seat 0" not in text


def words_of(s: State, language: str = "en") -> str:
    """What the first player reads, in one line."""
    asks = tuple(Ask(id, question) for id, question in game.questions(s).items() if question.seat == 0)
    context = PageContext(seat=0, names=("Ada", "Ben"), language=language, decisions=asks)
    return " ".join(game.page(game.view(s, 0), context).split())


def test_a_red_town_that_lyra_has_left_is_closed() -> None:
    tokens = {"svalbard": {"XJ1": 1, "XB4": 1, "XL1": 0}}

    before = words_of(playing("L01 L02", at="sv1", placed=tokens))
    after = words_of(playing("L01 L02", at="nl1", placed=tokens))

    assert "Placed in Svalbard (3 slots free): Ben – 4 points, 8 points; Ada – 4 points." in before
    assert "Placed in Svalbard (closed): Ben" in after
    assert "Placed in Northern Lights (6 slots free): none." in after


def test_a_set_names_the_town_whose_token_it_brings() -> None:
    assert "a daemon pair (takes a token in Jordan College): L01-a L02-a" in words_of(playing("L01 L02", at="start"))

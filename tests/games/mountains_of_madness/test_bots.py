"""The guide: it speaks under its madness, keeps to the common plan, and never breaks a rule."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from service.games.kit.bots import Thinking, rounds
from service.games.mountains_of_madness.bots.hearing import listen
from service.games.mountains_of_madness.bots.planning import plan
from service.games.mountains_of_madness.bots.saying import unclear
from service.games.mountains_of_madness.cards import MADNESS
from tests.games.mountains_of_madness.table import facing, game, offer, say, signal
from tests.games.mountains_of_madness.team import GUIDE, moves, play_encounter

HANDS = {0: ["tools 4", "weapons 2"], 1: ["tools 5", "books 3"], 2: ["books 4", "crates 6", "wound"]}


def placed(s: Any) -> list[tuple[int, str]]:
    return sorted((each.seat, each.card) for each in s.faced.placed)


def test_a_sane_team_meets_what_its_cards_can_meet() -> None:
    s = facing(hands=HANDS)

    play_encounter(s)

    assert placed(s) == [
        (0, "eq-tools-4a"),
        (1, "eq-books-3a"),
        (1, "eq-tools-5a"),
        (2, "eq-books-4a"),
        (2, "wound-15"),
    ]


@pytest.mark.parametrize("card", [card for card in MADNESS if card.startswith("M1")])
def test_a_tic_does_not_keep_a_team_from_its_plan(card: str) -> None:
    s = facing(hands=HANDS, madness={1: [card]})
    play_encounter(s)
    assert {(0, "eq-tools-4a"), (1, "eq-tools-5a")} <= set(placed(s))


@pytest.mark.parametrize("card", sorted(MADNESS))
def test_a_guide_never_breaks_the_rules_of_its_madness(card: str) -> None:
    for timed in (False, True):
        s = facing(hands=HANDS, madness={1: [card]}, timed=timed)
        play_encounter(s)
        assert s.phase != "encounter"


def test_who_cannot_make_himself_understood_fills_the_gap_that_the_others_leave() -> None:
    hands = {0: ["tools 4"], 1: ["tools 5", "tools 2"], 2: ["books 6"]}
    s = facing(hands=hands, madness={1: ["M2-01"]})
    assert unclear(s.players[1].mad)
    play_encounter(s)
    assert {(0, "eq-tools-4a"), (1, "eq-tools-5a")} <= set(placed(s))


def test_the_same_words_lead_to_the_same_plan_in_every_ear() -> None:
    s = facing(hands=HANDS)
    say(s, 0, offer("tools", 4))
    say(s, 1, offer("tools", 5), offer("books", 3))
    say(s, 2, "books4", signal("yes"))
    plans = [plan(s, listen(s, seat, game.view(s, seat).heard), s.trials(), False) for seat in range(3)]
    assert plans[0] == plans[1] == plans[2]
    assert plans[0].totals == {"tools": 9, "books": 7}


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {"mode": "relaxed"}),
        (4, {"mode": "relaxed", "expert": True}),
        (5, {"mode": "relaxed"}),
        (3, {"expert": True}),
    ],
)
def test_whole_games_of_guides_come_to_an_end(seats: int, options: dict[str, Any]) -> None:
    for seed in range(2):
        s = game.new(seats, f"guides-{seed}", options)
        said = 0
        for answer, _ in moves(s, Random(seed)):
            said = said + 1 if answer.kind == "say" else 0
            assert said < 12, "a bot that has said all falls silent"
        assert game.result(s) is not None
        assert s.turn > 5


def test_a_guide_leaves_the_imagined_table_as_it_found_it() -> None:
    s = facing(hands=HANDS)
    thinking = Thinking(Random(0), rounds(1))
    before = game.save(s)
    GUIDE.speak(game, s, 0, thinking)
    GUIDE.choose(game, s, game.decisions(s)[0], thinking)
    assert game.save(s) == before

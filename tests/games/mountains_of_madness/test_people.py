"""Guides and people at one table: people speak sentences, guides understand and answer them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from service.games.kit.bots import Thinking, rounds
from service.games.mountains_of_madness.bots.guide import Guide
from service.games.mountains_of_madness.bots.hearing import listen
from service.games.mountains_of_madness.talk.messages import Signal
from tests.games.mountains_of_madness import person
from tests.games.mountains_of_madness.person import Person
from tests.games.mountains_of_madness.table import facing, game, offer, say
from tests.games.mountains_of_madness.team import GUIDE, moves

HANDS = {0: ["tools 4", "weapons 2"], 1: ["tools 5", "books 3"], 2: ["books 4", "crates 6"]}
GAMES = 12


def said_by(s: Any, seat: int) -> str:
    """What the guide at this seat would say now."""
    message = GUIDE.speak(game, s, seat, Thinking(Random(0), rounds(1)))
    return "" if message is None else message[1]


def test_a_guide_tells_its_cards_in_a_sentence_and_in_signals() -> None:
    s = facing(hands=HANDS)
    assert "a 4 in tools" in said_by(s, 0)
    assert '"offer"' in said_by(s, 0)


def test_a_guide_answers_in_the_language_it_hears() -> None:
    s = facing(hands=HANDS)
    say(s, 1, "J'ai un 5 en outils")
    assert "en outils" in said_by(s, 0)


def test_a_table_may_say_which_language_bots_begin_with() -> None:
    s = facing(hands=HANDS)
    s.language = "fr"
    assert "en outils" in said_by(s, 0)


def test_a_guide_asks_for_the_values_that_a_person_left_out() -> None:
    s = facing(hands=HANDS)
    say(s, 1, "I can bring the books")
    say(s, 0, *offers(0))
    assert f"{s.players[1].character}, which values in books?" in said_by(s, 0)


def test_a_bare_number_answers_the_question_of_a_guide() -> None:
    s = facing(hands=HANDS)
    say(s, 1, "I can bring the books")
    say(s, 0, *offers(0))
    say(s, 0, "which values?", Signal("ask", kind="books", seat=1))
    say(s, 1, "a 3")
    ear = listen(s, 2, s.faced.voices[2].heard)
    assert ear.offers[1] == Counter({("books", 3): 1})
    assert not ear.vague[1]


def test_a_guide_does_not_ask_for_cards_that_the_place_does_not_need() -> None:
    s = facing(hands=HANDS)
    say(s, 1, "I can bring the crates")
    say(s, 0, *offers(0))
    assert "which values" not in said_by(s, 0)


def test_a_guide_answers_a_question_about_cards_it_lacks() -> None:
    s = facing(hands=HANDS)
    say(s, 0, *offers(0))
    say(s, 1, "who has crates?")
    assert "No crates here" in said_by(s, 0)


def test_when_all_have_spoken_a_guide_says_who_places_what() -> None:
    s = facing(hands=HANDS)
    say(s, 0, *offers(0))
    say(s, 1, "I have a 5 in tools and a 3 in books")
    say(s, 2, *offers(2))
    names = [player.character for player in s.players]
    assert f"My plan: {names[0]} tools 4; {names[1]} books 3, tools 5; {names[2]} books 4. Agreed?" in said_by(s, 0)


def offers(seat: int) -> list[Any]:
    return [offer(kind, int(value)) for kind, value in (card.split() for card in HANDS[seat])]


@pytest.mark.thorough
@pytest.mark.parametrize("french", [False, True])
def test_a_person_and_two_guides_meet_nearly_as_many_trials_as_three_guides(french: bool) -> None:
    guides, mixed = Counter[str](), Counter[str]()
    for seed in range(GAMES):
        s = game.new(3, f"people-{seed}", {"mode": "relaxed"})
        for _, events in moves(s, Random(seed)):
            guides.update(event.kind for event in events)
        s = game.new(3, f"people-{seed}", {"mode": "relaxed"})
        players = [Guide(), Guide(), Guide()]
        players[seed % 3] = Person(french)
        for _, events in person.moves(s, Random(seed), players):
            mixed.update(event.kind for event in events)
    met = [each["trial-met"] / (each["trial-met"] + each["trial-failed"]) for each in (mixed, guides)]
    print(f"trials met: {met[0]:.1%} with a person, {met[1]:.1%} by guides alone")
    assert met[0] >= 0.8 * met[1]

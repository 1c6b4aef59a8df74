"""Whole games: lucky expeditions that reach the city, and what is true at every moment of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from service.games.kit.bots import random_picks
from service.games.kit.decision import CLOCK, Answer, Decision
from service.games.kit.event import Event
from service.games.new_lands.cards import CITIES, EXPLORATIONS, JOKER, MISSIONS, PERIPETIES
from service.games.new_lands.meaning import hidden_meaning
from service.games.new_lands.missions import holds
from service.games.new_lands.state import State
from tests.games.new_lands.table import game

WHOLE = {"mode": "classic", "peripeties": True, "characters": True, "domains": True, "ranks": True}
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"mode": "short", "timed": True, "book": "atlas-de-l-allumeuse"}),
    (4, WHOLE),
    (6, WHOLE | {"timed": True, "difficulty": "very_difficult"}),
]
every_setting = pytest.mark.parametrize(("seats", "options"), SETTINGS)


def lucky(s: State, question: Decision, random: Random) -> tuple[str, ...]:
    """Knows where the compass points, tries only true missions; all else is chance."""
    turn = s.turn
    if question.kind == "vote-exploration" and turn is not None and turn.compass is not None:
        wrong = random.random() < 0.15
        return (random.choice(question.options[:4]) if wrong else turn.compass, "confirm")
    if question.kind == "vote-mission" and turn is not None:
        held = [m for m in question.options if m in MISSIONS and holds(m, turn.passage, s.language)]
        return (held[0] if held else "none", "confirm")
    return random_picks(game, s, question, random)


def lucky_game(seats: int, options: dict[str, Any], seed: int = 0) -> Iterator[tuple[State, Answer]]:
    """Each state with the answer it is about to take, and the end with none to follow."""
    random, s = Random(seed), game.new(seats, f"lucky-{seed}", options)
    while questions := game.decisions(s):
        question = random.choice(questions)
        answer = Answer(question.seat, question.kind, lucky(s, question, random))
        yield s, answer
        game.apply(s, answer)


@every_setting
def test_lucky_expeditions_find_a_hidden_meaning(seats: int, options: dict[str, Any]) -> None:
    """RULES 4.1, 6.3, 6.6: turn by turn to the end; the sentence can be published (RULES D28)."""
    won = 0
    for seed in range(6):
        *_, (s, _) = lucky_game(seats, options, seed)
        result = game.result(s)
        assert result is not None
        if s.won:
            won += 1
            assert result.winners == tuple(range(seats))
            assert s.meaning is not None
            found = hidden_meaning(s.text(), s.meaning.page, s.language)
            assert found is not None
            assert found.text == s.meaning.sentence
            assert s.camp == s.city_page
        else:
            assert result.winners == ()
    assert won >= 2


@every_setting
def test_every_bookmark_is_in_exactly_one_place(seats: int, options: dict[str, Any]) -> None:
    for s, _ in lucky_game(seats, options, 1):
        held = [player.mission for player in s.players if player.mission]
        missions = [*s.mission_pile, *s.row, *held, *s.missions, *s.lost_missions]
        assert sorted(missions) == sorted([*MISSIONS, *([JOKER] if s.options.domains else [])])
        assert sorted([*s.pile, *s.around.values(), *s.found, *s.lost]) == sorted(EXPLORATIONS)
        drawn = [s.turn.peripetia] if s.turn is not None and s.turn.peripetia else []
        peripeties = [*s.peripetia_pile, *s.peripeties, *s.lost_peripeties, *drawn]
        assert sorted(peripeties) == (sorted(PERIPETIES) if s.options.peripeties else [])
        assert 0 <= s.letters <= 26
        assert s.camp <= s.city_page
        assert s.camp % 2 == s.city_page % 2 == 1


@every_setting
def test_nobody_can_tell_an_imagined_table_from_the_real_one_up_to_the_end(seats: int, options: dict[str, Any]) -> None:
    random = Random(1)
    for n, (s, _) in enumerate(lucky_game(seats, options, 2)):
        if n % 5:
            continue
        for viewer in (*range(seats), None):
            imagined = game.imagine(s, viewer, random)
            assert game.view(imagined, viewer) == game.view(s, viewer)
            mine = {name: q for name, q in game.questions(s).items() if q.seat == viewer}
            assert {name: q for name, q in game.questions(imagined).items() if q.seat == viewer} == mine


@every_setting
def test_no_viewer_is_shown_the_passage_the_compass_or_the_city_too_early(seats: int, options: dict[str, Any]) -> None:
    for s, answer in lucky_game(seats, options, 3):
        turn, before = s.turn, game.copy(s)
        told = game.apply(game.copy(s), answer)
        for viewer in (*range(seats), None):
            seen = msgspec.json.encode(game.view(before, viewer)).decode()
            if not before.arrived:
                assert not any(city in seen for city in CITIES)
            if turn is not None and turn.passage and viewer != turn.scout:
                assert turn.passage[0].text not in seen
        if turn is None:
            continue
        for event in told:
            hears_group = event.to is None or any(seat != turn.scout for seat in event.to)
            if event.kind in ("heard", "line-read", "passage-revealed"):
                assert event.kind == "passage-revealed" or event.to is not None
            elif hears_group and turn.passage:
                assert turn.passage[0].text not in repr(event.data)


def lines_heard(told: list[Event], seat: int) -> list[str]:
    """What a seat heard of a reading."""
    heard: list[str] = []
    for event in told:
        if event.heard_by(seat) and event.kind == "heard":
            heard += event.data["lines"]
        elif event.heard_by(seat) and event.kind == "line-read":
            heard.append(event.data["text"])
    return heard


@pytest.mark.parametrize("timed", [False, True])
def test_every_member_of_the_group_hears_every_line_exactly_once(timed: bool) -> None:
    random, s = Random(4), game.new(3, "once", {"timed": timed})
    told: list[Event] = []
    while not ((s.turn is not None and s.phase == "mission_vote") or s.phase == "exploration_vote"):
        question = random.choice(game.decisions(s))
        told += game.apply(s, Answer(question.seat, question.kind, lucky(s, question, random)))
    for seat in s.group():
        assert tuple(lines_heard(told, seat)) == s.now().reading
    assert lines_heard(told, s.now().scout) == []
    assert all(event.to is not None for event in told if event.kind in ("heard", "line-read", "saw-passage", "reads"))


def test_what_was_heard_stays_heard_at_an_imagined_table_and_the_passage_does_not() -> None:
    random, s = Random(5), game.new(3, "memory", {"peripeties": True})
    while s.phase != "exploration_vote":
        question = random.choice(game.decisions(s))
        game.apply(s, Answer(question.seat, question.kind, lucky(s, question, random)))
    passages = set()
    for n in range(20):
        imagined = game.imagine(s, s.group()[0], Random(n))
        assert imagined.now().reading == s.now().reading
        passages.add(imagined.now().passage)
    assert len(passages) > 10


def test_the_clock_answers_only_for_the_sand() -> None:
    for s, _ in lucky_game(6, WHOLE | {"timed": True}, 6):
        for question in game.decisions(s):
            if question.seat == CLOCK:
                assert question.kind in ("hourglass", "next-line")
                assert question.seconds is not None
                assert question.seconds >= 0
            else:
                assert question.seconds is None

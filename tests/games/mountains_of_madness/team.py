"""A team of built-in players at one table, as the service and the arena let them play: they speak, then answer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from service.games.kit.bots import Thinking, rounds
from service.games.kit.decision import CLOCK, Answer
from service.games.kit.event import Event
from service.games.mountains_of_madness.bots.guide import Guide
from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import game

GUIDE = Guide()


def moves(s: State, random: Random) -> Iterator[tuple[Answer, list[Event]]]:
    """Each message and answer of a team of guides, to the end of the game. Illegal if one breaks a rule."""
    thinking = Thinking(random, rounds(1))
    while asked := game.decisions(s):
        question = next((q for q in asked if q.seat != CLOCK), min(asked, key=lambda q: q.seconds or 0))
        if question.seat == CLOCK:
            answer = Answer(CLOCK, question.kind, question.on_timeout)
        elif said := GUIDE.speak(game, game.imagine(s, question.seat, random), question.seat, thinking):
            answer = Answer(question.seat, "say", said)
        else:
            picks = GUIDE.choose(game, game.imagine(s, question.seat, random), question, thinking)
            answer = Answer(question.seat, question.kind, picks)
        yield answer, game.apply(s, answer)


def play_encounter(s: State) -> list[Answer]:
    """Let the team talk and place until the sand is over."""
    given = []
    for answer, _ in moves(s, Random(1)):
        given.append(answer)
        if s.phase != "encounter":
            break
    return given

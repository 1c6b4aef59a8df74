"""A player who dreams the turn to its end: answers on many likely tables, and a look at what is left."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from service.games.kit.bots import Thinking
from service.games.kit.decision import Answer, Decision, Picks, Seat
from service.games.kit.search import Search, answers
from service.games.not_alone.bots.sense import CARD, WILL, believe
from service.games.not_alone.bots.sensible import respond
from service.games.not_alone.state import State

FEW: Final = 8
"""So many answers are all tried; of more, those that a sensible player would give."""


class Foresight(Search):
    """Tries every answer on imagined tables, made likelier by what the Hunted would rather have played."""

    def __init__(self) -> None:
        super().__init__(policy=quick, worth=outlook, candidates=worth_trying)

    def choose(self, game: Any, imagined: State, question: Decision, thinking: Thinking) -> Picks:
        """Where there is nothing to choose, do not dream."""
        if len(question.options) == 1:
            return question.options
        return super().choose(_Likely(game, question.seat), imagined, question, thinking)

    def play_on(self, game: Any, table: State) -> None:
        """Play until this turn is over."""
        now = table.turn
        while table.turn == now and (questions := game.decisions(table)):
            question = questions[0]
            game.apply(table, Answer(question.seat, question.kind, self.policy(table, question)))


class _Likely:
    """The game, but what it imagines is likely."""

    def __init__(self, game: Any, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self.decisions, self.apply, self.check = game.decisions, game.apply, game.check

    def imagine(self, s: State, seat: Seat, random: Random) -> State:
        """An imagined table on which the others have played what they would rather play."""
        table: State = self.game.imagine(s, seat, random)
        believe(table, seat, random)
        return table


def worth_trying(game: Any, s: State, question: Decision, random: Random) -> list[Picks]:
    """Every answer where there are few; else what a sensible player might answer."""
    if question.most == 1 and len(question.options) <= FEW:
        return answers(game, s, question, random)
    return sorted({respond(s, question, random) for _ in range(FEW)})


def quick(s: State, question: Decision) -> Picks:
    """A sensible answer; its chance comes from the dice of the imagined table."""
    return respond(s, question, Random(f"{s.dice.seed}-{s.beat}-{question.seat}"))


def outlook(s: State, seat: Seat) -> float:
    """How well the table stands for a seat, in spaces of a counter."""
    if s.winner:
        good = 20.0 if s.winner == "hunted" else -20.0
    else:
        good = float(s.assimilation - s.rescue)
        for hunted in s.hunted:
            good += WILL * hunted.will + CARD * (len(hunted.hand) - 0.5 * len(hunted.discard))
            good += 0.15 * len(hunted.survival) + (0.3 if hunted.pending != "none" else 0.0)
            good += 0.1 * (len(hunted.hand) + len(hunted.discard) - 5)
        good += 0.4 if s.marker == "on" else 0.0
    return -good if seat == s.creature else good

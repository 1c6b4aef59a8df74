"""Bot turns: a worker plays everything that the house has to play at a table, until somebody else must decide."""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import SystemRandom
from typing import Final

from service.games.kit.bots import Thinking, message, rounds
from service.games.kit.decision import Answer, Decision, Illegal, Picks
from service.play.house import House
from service.play.live import Live
from service.play.timing import due, ring
from service.store.tables import Conflict

MOST_SAID: Final = 20
"""So often a bot may speak before it answers."""

log = logging.getLogger(__name__)

Budget = Callable[[], Callable[[], bool]]
"""Starts a stopwatch: the returned function says whether there is time left."""


def play_turns(house: House, id: str, budget: Budget) -> int:
    """Play all bot decisions in a row, each committed by itself; how many were played."""
    played = 0
    live = house.load(id)
    while True:
        if due(live):
            live = ring(house, id)
        name = _next(live)
        if name is None:
            house.deadlines.settle(id, live.table.version, "turn", live.turn_due())
            return played
        mind = Mind(live, live.questions()[name], budget)
        live = speak_up(house, live, name, mind)
        if name in live.table.opened:
            live = give(house, live, name, mind.choose(live))
            played += 1


def give(house: House, live: Live, name: str, picks: Picks) -> Live:
    """Give a bot's answer. Others may have answered meanwhile: its question is the same while it has its name."""
    while name in live.table.opened and live.table.paused is None:
        question = live.questions()[name]
        try:
            live.take(name, Answer(question.seat, question.kind, picks), "bot")
        except Illegal as wrong:
            log.warning("a bot of %s answered %s against the rules: %s", live.table.game, name, wrong)
            live.take(name, Answer(question.seat, question.kind, question.on_timeout), "bot")
        try:
            live.commit(house.tables, hold=True)
        except Conflict:
            live = house.load(live.table.id)
        else:
            live.now = max(live.now, house.deadlines.now(live.table.id))
    return live


def speak_up(house: House, live: Live, name: str, mind: Mind) -> Live:
    """Where speech counts, let a bot say what it has to say before it answers."""
    for _ in range(MOST_SAID if live.game.talk_counts else 0):
        said = mind.message(live)
        if said is None or name not in live.table.opened or live.table.paused is not None:
            break
        try:
            live.speak(mind.seat, *said)
            live.commit(house.tables, hold=True)
        except (Illegal, Conflict):
            return house.load(live.table.id)
    return live


class Mind:
    """A bot at work on a question. It sees imagined tables only; for a seat that gave up, the house does the least."""

    def __init__(self, live: Live, question: Decision, budget: Budget) -> None:
        record = live.table.seats[question.seat]
        self.question = question
        self.seat = question.seat
        self.bot = live.game.bots[record.level] if record.kind == "bot" and record.level is not None else None
        self.random = SystemRandom()
        thoughts = record.thoughts
        self.budget: Budget = budget if thoughts is None else lambda: rounds(thoughts)

    def choose(self, live: Live) -> Picks:
        """The bot's answer. One that breaks down does not keep the table waiting: it answers as the clock would."""
        if self.bot is None:
            return self.question.on_timeout
        try:
            imagined = live.game.imagine(live.s, self.seat, self.random)
            return self.bot.choose(live.game, imagined, self.question, Thinking(self.random, self.budget()))
        except Exception:
            log.exception("a bot of %s broke down over %s", live.table.game, self.question.kind)
            return self.question.on_timeout

    def message(self, live: Live) -> tuple[str, str] | None:
        """What the bot says next, if anything."""
        if self.bot is None:
            return None
        try:
            imagined = live.game.imagine(live.s, self.seat, self.random)
            return message(self.bot, live.game, imagined, self.seat, Thinking(self.random, self.budget()))
        except Exception:
            log.exception("a bot of %s lost its voice", live.table.game)
            return None


def _next(live: Live) -> str | None:
    if live.table.paused is not None:
        return None
    return next((name for name, opening in live.table.opened.items() if live.played_by_house(opening)), None)

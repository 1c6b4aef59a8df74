"""Bot turns: a worker plays everything that the house has to play at a table, until somebody else must decide."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom

from service.games.kit.bots import Thinking
from service.games.kit.decision import Answer, Decision, Picks
from service.play.house import House
from service.play.live import Live
from service.play.timing import due, ring
from service.store.tables import Conflict

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
        question = live.questions()[name]
        reply = Answer(question.seat, question.kind, think(live, question, budget))
        # Others may have answered while the bot thought; its question is the same one as long as it has its name.
        while name in live.table.opened:
            live.take(name, reply, "bot")
            try:
                live.commit(house.tables, hold=True)
                played += 1
                live.now = max(live.now, house.deadlines.now())
            except Conflict:
                live = house.load(id)


def think(live: Live, question: Decision, budget: Budget) -> Picks:
    """The bot sees an imagined table. For a seat that gave up, the house does the least."""
    record = live.table.seats[question.seat]
    if record.kind != "bot" or record.level is None:
        return question.on_timeout
    game, random = live.game, SystemRandom()
    imagined = game.imagine(live.s, question.seat, random)
    return game.bots[record.level].choose(game, imagined, question, Thinking(random, budget()))


def _next(live: Live) -> str | None:
    if live.table.paused is not None:
        return None
    return next((name for name, opening in live.table.opened.items() if live.played_by_house(opening)), None)

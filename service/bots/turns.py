"""Bot turns: a worker plays everything that the house has to play at a table, until somebody else must decide."""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import SystemRandom
from typing import Final

from service.bots.store import Choice
from service.games.kit.bots import Thinking, message, ponders, rounds
from service.games.kit.decision import Answer, Decision, Illegal, Picks
from service.stores import House
from service.tables.session import Live
from service.tables.store import Conflict
from service.tables.timeouts import due, ring

MOST_SAID: Final = 20
"""So often a bot may speak before it answers."""

log = logging.getLogger(__name__)

Budget = Callable[[float], Callable[[], bool]]
"""Starts a stopwatch over a part of the time bots have: the returned function says whether there is time left."""

THINKING: Final = 0.75
"""Bots that ponder use so much of the time before they answer; the rest lets a last thought and a slow machine end."""


def play_turns(house: House, id: str, budget: Budget, pause: int = 0) -> int:
    """Play all bot decisions in a row, each committed by itself; how many were played.

    A bot that ponders answers `pause` milliseconds after somebody came for it, however soon it has made up its mind:
    a card it cannot play, or a clear case, must not be told by the clock. Nobody waits for that meanwhile, the choice
    is kept beside the table. Those who are asked together share the time, and answer together.
    """
    played = 0
    live = house.load(id)
    while True:
        if due(live):
            live = ring(house, id)
        asked = _asked(live)
        slow = [name for name in asked if pause and ponders_over(live, name)]
        ready: dict[str, Picks | None] = dict.fromkeys([name for name in asked if name not in slow][:1])
        wake, choices = live.turn_due(), dict[str, Choice]()
        if slow and not ready:
            choices = ponder(house, live, slow, budget, pause)
            live.now = max(live.now, house.deadlines.now(id))
            # What lies further ahead than anybody waits was chosen before the time of day stepped back.
            ready = {name: choices[name].picks for name in slow if not 0 < choices[name].at - live.now <= pause}
            wake = min(choices[name].at for name in slow)
        if not ready:
            if not house.deadlines.settle(id, live.table.version, "turn", wake) and wake:
                # Somebody else acted meanwhile, and whoever was sent for that may be thinking still.
                house.deadlines.bring_forward(id, "turn", wake)
            return played
        for name, picks in ready.items():
            if name not in live.table.opened:
                continue
            mind = Mind(live, live.questions()[name], budget)
            live = speak_up(house, live, name, mind)
            if name in live.table.opened:
                live = give(house, live, name, mind.choose(live) if picks is None else picks)
                played += 1
        house.chosen.drop(id, *(name for name in choices if name not in live.table.opened))


def ponders_over(live: Live, name: str) -> bool:
    """Whether a bot thinks over this question for as long as it may; one of an arena has thoughts instead of time."""
    record = live.table.seats[live.table.opened[name].seat]
    return (
        record.kind == "bot"
        and record.level is not None
        and record.thoughts is None
        and live.table.opened[name].seat not in live.table.forfeits
        and ponders(live.game.bots[record.level])
    )


def ponder(house: House, live: Live, names: list[str], budget: Budget, pause: int) -> dict[str, Choice]:
    """What the bots answer to these questions, and when; they think over those that nobody has thought over yet."""
    found = house.chosen.of(live.table.id)
    fresh = [name for name in names if name not in found]
    for name in fresh:
        mind = Mind(live, live.questions()[name], budget, THINKING / len(fresh))
        found[name] = Choice(mind.choose(live), live.now + pause)
        house.chosen.keep(live.table.id, name, found[name])
    # Where two workers were sent, what the first one chose is given, and when it wanted to.
    return found | house.chosen.of(live.table.id) if fresh else found


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

    def __init__(self, live: Live, question: Decision, budget: Budget, part: float = 1.0) -> None:
        record = live.table.seats[question.seat]
        self.question = question
        self.seat = question.seat
        self.bot = live.game.bots[record.level] if record.kind == "bot" and record.level is not None else None
        self.random = SystemRandom()
        thoughts = record.thoughts
        self.more: Callable[[], Callable[[], bool]] = (
            (lambda: budget(part)) if thoughts is None else (lambda: rounds(thoughts))
        )

    def choose(self, live: Live) -> Picks:
        """The bot's answer. One that breaks down does not keep the table waiting: it answers as the clock would."""
        if self.bot is None:
            return self.question.on_timeout
        try:
            imagined = live.game.imagine(live.s, self.seat, self.random)
            return self.bot.choose(live.game, imagined, self.question, Thinking(self.random, self.more()))
        except Exception:
            log.exception("a bot of %s broke down over %s", live.table.game, self.question.kind)
            return self.question.on_timeout

    def message(self, live: Live) -> tuple[str, str] | None:
        """What the bot says next, if anything."""
        if self.bot is None:
            return None
        try:
            imagined = live.game.imagine(live.s, self.seat, self.random)
            return message(self.bot, live.game, imagined, self.seat, Thinking(self.random, self.more()))
        except Exception:
            log.exception("a bot of %s lost its voice", live.table.game)
            return None


def _asked(live: Live) -> list[str]:
    """The questions that the house answers now."""
    if live.table.paused is not None:
        return []
    return [name for name, opening in live.table.opened.items() if live.played_by_house(opening)]

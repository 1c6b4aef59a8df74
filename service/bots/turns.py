"""Bot turns: a worker answers every decision that bots have at a table, until somebody else must decide."""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import SystemRandom
from typing import Final

from service.bots.store import Choice, PendingAnswers
from service.games.kit.bots import Thinking, message, ponders, rounds
from service.games.kit.decision import Decision, Picks
from service.refusals import IllegalAnswer, Refused
from service.storage.due import Due
from service.tables import changes, clocks, play
from service.tables.play import BOT
from service.tables.session import TableSession, load, transact
from service.tables.store import Tables

MOST_SAID: Final = 20
"""How often a bot may speak before it answers."""

log = logging.getLogger(__name__)

Budget = Callable[[float], Callable[[], bool]]
"""Starts a stopwatch over a part of the time bots have; the returned function says whether there is time left."""

THINKING: Final = 0.75
"""The part of its time that a pondering bot thinks; the rest is for its last thought and a slow machine."""


def play_turns(tables: Tables, due: Due, pending: PendingAnswers, id: str, budget: Budget, pause: int = 0) -> int:
    """Play all bot decisions in a row, each in its own commit; how many were played.

    A pondering bot answers `pause` milliseconds after a worker came for it, however soon it has made up its mind:
    otherwise the time it takes would tell what it holds. Nobody waits for that: the choice is kept beside the table.
    Bots that are asked together share the time and answer together.
    """
    played = 0
    session = load(tables, id)
    while True:
        if clocks.timer_due(session.table, session.now):
            session = play.fire_timers(tables, due, id)
        asked = _open_for_bots(session)
        slow = [name for name in asked if pause and _ponders_over(session, name)]
        ready: dict[str, Picks | None] = dict.fromkeys([name for name in asked if name not in slow][:1])
        wake, choices = session.bots_due(), dict[str, Choice]()
        if slow and not ready:
            choices = _ponder(pending, session, slow, budget, pause)
            session.now = max(session.now, tables.now(id))
            # A choice further ahead than the pause was made before the time of day stepped back.
            ready = {name: choices[name].picks for name in slow if not 0 < choices[name].at - session.now <= pause}
            wake = min(choices[name].at for name in slow)
        if not ready:
            if not due.reschedule(id, session.table.version, "bots", wake) and wake:
                # Somebody acted meanwhile, and the worker that was sent for that may still be thinking.
                due.bring_forward(id, "bots", wake)
            return played
        for name, picks in ready.items():
            if name not in session.table.opened:
                continue
            bot = BotPlayer(session, session.questions()[name], budget)
            session = _speak(tables, session, name, bot)
            if name in session.table.opened:
                session = give(tables, session, name, bot.choose(session) if picks is None else picks)
                played += 1
        pending.drop(id, *(name for name in choices if name not in session.table.opened))


def give(tables: Tables, session: TableSession, name: str, picks: Picks) -> TableSession:
    """Give a bot's answer. A decision stays the same while it is open, whatever others answered meanwhile."""
    id, question = session.table.id, session.questions()[name]
    try:
        try:
            session = play.answer(tables, id, BOT, name, picks, hold=True, session=session)
        except IllegalAnswer as wrong:
            log.warning("a bot of %s gave an illegal answer to %s: %s", session.table.game, name, wrong.illegal)
            session = play.answer(tables, id, BOT, name, question.on_timeout, hold=True)
    except Refused:
        # The decision was closed, or the table paused, while the bot was thinking.
        return load(tables, id)
    session.now = max(session.now, tables.now(id))
    return session


def _ponders_over(session: TableSession, name: str) -> bool:
    """Whether a bot thinks about this for as long as it may; a bot of an arena has a number of thoughts instead."""
    table, seat = session.table, session.table.opened[name].seat
    record = table.seats[seat]
    return (
        record.kind == "bot"
        and record.level is not None
        and record.thoughts is None
        and seat not in table.forfeits
        and ponders(session.game.bots[record.level])
    )


def _ponder(
    pending: PendingAnswers, session: TableSession, names: list[str], budget: Budget, pause: int
) -> dict[str, Choice]:
    """What the bots answer to these decisions, and when; they think about those that have no choice yet."""
    found = pending.of(session.table.id)
    fresh = [name for name in names if name not in found]
    for name in fresh:
        bot = BotPlayer(session, session.questions()[name], budget, THINKING / len(fresh))
        found[name] = Choice(bot.choose(session), session.now + pause)
        pending.keep(session.table.id, name, found[name])
    # If two workers came, the first choice counts, and its time.
    return found | pending.of(session.table.id) if fresh else found


def _speak(tables: Tables, session: TableSession, name: str, bot: BotPlayer) -> TableSession:
    """Where speech counts, let a bot say what it has to say before it answers."""
    for _ in range(MOST_SAID if session.game.talk_counts else 0):
        said = bot.message(session)
        if said is None or name not in session.table.opened or session.table.paused is not None:
            break
        room, text = said

        def change(session: TableSession, room: str = room, text: str = text) -> bool:
            session.must_run()
            changes.speak(session, bot.seat, room, text)
            return True

        try:
            session = transact(tables, session.table.id, change, settle=False, hold=True, session=session)
        except Refused:
            return load(tables, session.table.id)
    return session


class BotPlayer:
    """A bot that answers one decision. It sees imagined tables only; a seat that forfeited gets the default."""

    def __init__(self, session: TableSession, question: Decision, budget: Budget, part: float = 1.0) -> None:
        record = session.table.seats[question.seat]
        self.question = question
        self.seat = question.seat
        self.bot = session.game.bots[record.level] if record.kind == "bot" and record.level is not None else None
        self.random = SystemRandom()
        thoughts = record.thoughts
        self.more: Callable[[], Callable[[], bool]] = (
            (lambda: budget(part)) if thoughts is None else (lambda: rounds(thoughts))
        )

    def choose(self, session: TableSession) -> Picks:
        """The bot's answer; the default if it fails, so that the table goes on."""
        if self.bot is None:
            return self.question.on_timeout
        try:
            imagined = session.game.imagine(session.state, self.seat, self.random)
            return self.bot.choose(session.game, imagined, self.question, Thinking(self.random, self.more()))
        except Exception:
            log.exception("a bot of %s failed to answer %s", session.table.game, self.question.kind)
            return self.question.on_timeout

    def message(self, session: TableSession) -> tuple[str, str] | None:
        """What the bot says next, if anything."""
        if self.bot is None:
            return None
        try:
            imagined = session.game.imagine(session.state, self.seat, self.random)
            return message(self.bot, session.game, imagined, self.seat, Thinking(self.random, self.more()))
        except Exception:
            log.exception("a bot of %s failed to speak", session.table.game)
            return None


def _open_for_bots(session: TableSession) -> list[str]:
    """The decisions that bots answer now."""
    if session.table.paused is not None:
        return []
    return [name for name, opening in session.table.opened.items() if session.played_by_bot(opening)]

"""Bot turns: a worker answers all open decisions of the bots at a table until somebody else must decide."""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import SystemRandom
from typing import Final

from service.bots.store import PendingAnswer, PendingAnswers
from service.games.kit.bots import Thinking, message, ponders, rounds
from service.games.kit.decision import Decision, Picks
from service.refusals import IllegalAnswer, Refused
from service.storage.due import Due
from service.tables import changes, clocks, play, timeouts
from service.tables.play import BOT
from service.tables.session import TableSession, load, transact
from service.tables.store import Tables

MAX_MESSAGES: Final = 20
"""How many messages a bot may send before it answers."""

log = logging.getLogger(__name__)

Budget = Callable[[float], Callable[[], bool]]
"""Starts a stopwatch for a share of the bots' time. The returned function says whether there is time left."""

SEARCH_SHARE: Final = 0.75
"""The share of its time that a searching bot uses. The rest is a reserve for slow machines."""


def play_turns(tables: Tables, due: Due, pending: PendingAnswers, id: str, budget: Budget, pause: int = 0) -> int:
    """Answer all open decisions of bots, each in its own commit. Return how many.

    A searching bot answers `pause` milliseconds after its turn began, however long the search took, because the time
    would reveal something about its cards. Until then its answer is stored, so no worker waits. Bots that decide at the
    same time share the time and answer together.
    """
    played = 0
    session = load(tables, id)
    while True:
        if clocks.timer_due(session.table, session.now):
            session = play.fire_timers(tables, due, id)
        decisions = session.bot_decisions()
        slow = [name for name in decisions if pause and _searches(session, name)]
        ready: dict[str, Picks | None] = dict.fromkeys([name for name in decisions if name not in slow][:1])
        next_due, chosen = session.bots_due(), dict[str, PendingAnswer]()
        if slow and not ready:
            chosen = _search(pending, session, slow, budget, pause)
            session.now = max(session.now, tables.now(id))
            # An answer due later than the pause was stored before the clock stepped back.
            ready = {name: chosen[name].picks for name in slow if not 0 < chosen[name].at - session.now <= pause}
            next_due = min(chosen[name].at for name in slow)
        if not decisions and session.entry is not None:
            # The last commit was ours, and it has unscheduled the bots.
            return played
        if not ready:
            if not due.reschedule(id, session.table.version, "bots", next_due) and next_due:
                # The table has changed, and the worker of that change may still be searching.
                due.bring_forward(id, "bots", next_due)
            return played
        for name, picks in ready.items():
            if name not in session.table.opened:
                continue
            bot = BotPlayer(session, session.questions()[name], budget)
            session = _speak(tables, session, name, bot)
            if name in session.table.opened:
                session = give(tables, session, name, bot.choose(session) if picks is None else picks, bot)
                played += 1
        pending.remove(id, *(name for name in chosen if name not in session.table.opened))


def give(tables: Tables, session: TableSession, name: str, picks: Picks, bot: BotPlayer) -> TableSession:
    """Give a bot's answer. If it has become illegal while the bot was thinking, the bot chooses again."""
    id = session.table.id
    try:
        while True:
            version = session.table.version
            try:
                session = play.answer(tables, id, BOT, name, picks, hold=True, session=session)
                break
            except IllegalAnswer as refused:
                session = load(tables, id)
                if session.table.version > version:
                    picks = bot.choose(session)
                    continue
                log.warning("illegal answer of a %s bot to %s: %s", session.table.game, name, refused.illegal)
                session = play.answer(tables, id, BOT, name, bot.question.on_timeout, hold=True)
                break
    except Refused:
        # The decision was closed, or the table was paused.
        return load(tables, id)
    if session.bot_decisions():
        session.now = max(session.now, tables.now(id))
    return session


def _searches(session: TableSession, name: str) -> bool:
    """Whether the bot uses all the time it has. A bot in an arena has a number of thoughts instead."""
    table, seat = session.table, session.table.opened[name].seat
    record = table.seats[seat]
    return (
        record.kind == "bot"
        and record.level is not None
        and record.thoughts is None
        and seat not in table.forfeits
        and ponders(session.game.bots[record.level])
    )


def _search(
    pending: PendingAnswers, session: TableSession, names: list[str], budget: Budget, pause: int
) -> dict[str, PendingAnswer]:
    """The answers of the bots to these decisions. Those that are not stored yet are searched for now."""
    found = pending.of(session.table.id)
    missing = [name for name in names if name not in found]
    for name in missing:
        bot = BotPlayer(session, session.questions()[name], budget, SEARCH_SHARE / len(missing))
        found[name] = PendingAnswer(bot.choose(session), session.now + pause)
        pending.add(session.table.id, name, found[name])
    # If two workers searched, the first answer counts.
    return found | pending.of(session.table.id) if missing else found


def _speak(tables: Tables, session: TableSession, name: str, bot: BotPlayer) -> TableSession:
    """Let a bot speak before it answers, in games where speech counts."""
    for _ in range(MAX_MESSAGES if session.game.talk_counts else 0):
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
    """A bot that answers one decision. It only sees imagined states. A seat that forfeited gets the default answer."""

    def __init__(self, session: TableSession, question: Decision, budget: Budget, share: float = 1.0) -> None:
        record = session.table.seats[question.seat]
        self.question = question
        self.seat = question.seat
        self.bot = session.game.bots[record.level] if record.kind == "bot" and record.level is not None else None
        self.random = SystemRandom()
        thoughts = record.thoughts
        self.more: Callable[[], Callable[[], bool]] = (
            (lambda: budget(share)) if thoughts is None else (lambda: rounds(thoughts))
        )

    def choose(self, session: TableSession) -> Picks:
        """The answer of the bot; the default answer if it fails, so that the game continues."""
        if self.bot is None:
            return self.question.on_timeout
        return timeouts.choice(session, self.question, self.bot, Thinking(self.random, self.more()))

    def message(self, session: TableSession) -> tuple[str, str] | None:
        """What the bot says next, if anything."""
        if self.bot is None:
            return None
        try:
            imagined = session.game.imagine(session.state, self.seat, self.random)
            return message(self.bot, session.game, imagined, self.seat, Thinking(self.random, self.more()))
        except Exception:
            log.exception("%s bot failed to speak", session.table.game)
            return None

"""Time-outs: warnings, and answers in place of players who are late."""

from __future__ import annotations

import logging
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from service.games.kit.bots import Bot, Thinking, rounds
from service.games.kit.decision import CLOCK, Answer, Decision, Illegal, Picks, Seat
from service.tables import changes, clocks
from service.tables.parts import Fallback, OpenDecision
from service.tables.views import stamp

if TYPE_CHECKING:
    from service.tables.session import TableSession

log = logging.getLogger(__name__)

THOUGHTS: Final = 50
"""How many rounds a bot may think for a player who is late; others are waiting."""


class BotNeeded(Exception):
    """A bot must choose in place of somebody who is late. It thinks outside the transaction, which is then repeated."""

    def __init__(self, name: str, level: str) -> None:
        super().__init__(name, level)
        self.name = name
        self.level = level


def settle(session: TableSession) -> None:
    """Warn those who are short of time, and answer in place of those whose deadline has passed, or raise BotNeeded."""
    _warn(session)
    _expire(session)


def answer_for_agent(session: TableSession, name: str, reason: str) -> None:
    """Answer in place of an agent with the fallback that its owner has set: a bot, or the default answer.

    Everybody is told once per seat and beat. More events would reveal how many decisions the agent had.
    """
    table, beat, question = session.table, session.state.beat, session.questions()[name]
    seat, record = question.seat, table.seats[question.seat]
    known = record.fallback in session.game.bots
    picks = _substitute(session, name, question, record.fallback) if known else question.on_timeout
    if table.last_fallback.get(seat) != beat:
        table.last_fallback[seat] = beat
        session.tell("fallback", {"seat": seat, "reason": reason})
    changes.take(session, name, Answer(seat, question.kind, picks), "fallback")
    session.fallbacks.append(Fallback(record.agent or "", table.id, name, reason))


def _warn(session: TableSession) -> None:
    for name, opening in session.table.opened.items():
        if opening.warn is not None and opening.warn <= session.now:
            opening.warn = None
            _tell(session, name, opening, warning=True)


def _tell(session: TableSession, name: str, opening: OpenDecision, warning: bool) -> None:
    """Tell a seat that its deadline is near, or has passed."""
    seat, deadline = opening.seat, stamp(opening.deadline)
    session.tell_clock(seat, (seat,), decision=name, deadline=deadline, warning=warning)


def _expire(session: TableSession) -> None:
    """Answer for those who are late, in the order of their deadlines."""
    table = session.table
    while late := clocks.overdue(table, session.now):
        name, opening = min(late.items(), key=lambda pair: (pair[1].deadline, pair[1].seat, pair[0]))
        question = session.questions()[name]
        if table.agent_at(opening.seat) is not None:
            answer_for_agent(session, name, "late")
            continue
        if opening.seat != CLOCK:
            _tell(session, name, opening, warning=False)
            # Where a timer of the game runs, it is the only clock.
            forfeits = table.clock.on_timeout == "forfeit" and not opening.off_clock
            if forfeits and opening.seat not in table.forfeits:
                changes.forfeit(session, opening.seat)
                if table.over:
                    return
        picks = question.on_timeout
        if opening.seat == CLOCK:
            for seat in _missing(session, opening):
                changes.leave_for_now(session, seat)
        elif (question.seconds or 0) > clocks.BRIEF_S and table.clock.on_timeout != "forfeit":
            changes.leave_for_now(session, opening.seat)
        if opening.seat != CLOCK and (table.clock.on_timeout == "bot" or opening.seat in table.absent):
            picks = _substitute(session, name, question, session.game.substitute)
        session.sand_from = opening.deadline if opening.seat == CLOCK else None
        changes.take(session, name, Answer(question.seat, question.kind, picks), "clock")
        session.sand_from = None


def _missing(session: TableSession, timer: OpenDecision) -> list[Seat]:
    """Players who had to answer before this timer of the game ran out and did not.

    Where speech counts, it is unknown who is absent, because players who talk need not answer.
    """
    table = session.table
    if timer.sand is None or session.game.talk_counts or table.clock.on_timeout == "forfeit":
        return []
    answered = {seat for seat, recent in table.recent.items() if recent and recent[-1].at >= timer.opened}
    asked = {question.seat for question in session.questions().values() if question.least > 0}
    return [
        seat
        for seat in sorted(asked - answered)
        if seat >= 0 and table.seats[seat].kind == "player" and seat not in table.forfeits
    ]


def _substitute(session: TableSession, name: str, question: Decision, level: str) -> Picks:
    """The choice that a bot has made for this decision, if it is still allowed."""
    picks = session.substitutes.get(name)
    if picks is None or not _allowed(session, question, picks):
        raise BotNeeded(name, level)
    return picks


def _allowed(session: TableSession, question: Decision, picks: Picks) -> bool:
    """Whether a choice made before the table was loaded again is still allowed. The default answer always is."""
    try:
        session.game.check(session.state, Answer(question.seat, question.kind, picks))
    except Illegal:
        return picks == question.on_timeout
    return True


def choose(session: TableSession, name: str, level: str) -> Picks:
    """The choice of a bot that thinks for a short time."""
    bot, thinking = session.game.bots[level], Thinking(SystemRandom(), rounds(THOUGHTS))
    return choice(session, session.questions()[name], bot, thinking)


def choice(session: TableSession, question: Decision, bot: Bot, thinking: Thinking) -> Picks:
    """The choice of a bot, which sees only an imagined state; the default answer if the bot fails."""
    game = session.game
    try:
        imagined = game.imagine(session.state, question.seat, thinking.random)
        picks = bot.choose(game, imagined, question, thinking)
        game.check(session.state, Answer(question.seat, question.kind, picks))
    except Exception:
        # Whatever is wrong with a bot, the table must stay playable and readable.
        log.exception("a bot of %s failed to answer %s", game.name, question.kind)
        return question.on_timeout
    return picks

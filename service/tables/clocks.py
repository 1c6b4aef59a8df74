"""The clocks of the players: deadlines of decisions, and time banks.

The rules do not know about clocks: a time-out is an ordinary answer to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from service.games.kit.decision import Decision, Seat
from service.tables.parts import OpenDecision
from service.tables.store import Noted, Table

STEP_MS = 1000
"""Smaller steps back of the system clock are ignored."""

ABSENT_MS = 5000
"""How long an absent player has before a bot answers in their place. A player who answers is no longer absent."""

BRIEF_S = 15
"""Whoever lets a moment of the game pass that is no longer than this may have meant to: they are not absent."""

OUTAGE_MS = 2000
"""A shorter time without writes is not an outage."""

_OUTAGE = re.compile(rb" (\d+)-(\d+)")

GRACE_MS = 10_000
"""The extra time for a deadline that fell within an outage."""


def is_sand(question: Decision) -> bool:
    """Whether this is a public timer of the game."""
    return question.seat < 0 and not question.about.get("unseen")


def real_time(questions: Iterable[Decision]) -> bool:
    """Whether a timer of the game runs for all of these decisions."""
    return any(is_sand(question) and question.seconds is not None for question in questions)


def open(table: Table, question: Decision, now: int, off_clock: bool = False) -> OpenDecision:
    """A new open decision with its deadline and warning. With `off_clock` the clocks of the table do not run for it."""
    limits = [] if question.seconds is None else [round(question.seconds * 1000)]
    agent = table.agent_at(question.seat)
    if agent is not None and agent.budget is not None:
        # An agent always has a limit, even at a table without a clock, so that no table waits forever.
        limits.append(agent.budget)
    timed = agent is not None or (question.seat >= 0 and table.seats[question.seat].kind == "player")
    if question.seat in table.absent:
        limits.append(ABSENT_MS)
    if timed and not off_clock and question.seat not in table.forfeits:
        if table.clock.mode != "none" and table.clock.per_decision_s is not None:
            limits.append(table.clock.per_decision_s * 1000)
        if table.banks:
            limits.append(table.banks[question.seat])
    opening = OpenDecision(question.seat, now, off_clock=off_clock and question.seat >= 0)
    opening.sand = question.kind if is_sand(question) else None
    if limits:
        opening.deadline = now + min(limits)
        opening.warn = _warning(now, min(limits)) if question.seat >= 0 and agent is None else None
    return opening


def start(table: Table, question: Decision, asked: OpenDecision, now: int) -> OpenDecision:
    """A timer of the game has ended, so the clocks of the table start for a decision. An earlier deadline remains."""
    opening = open(table, question, now)
    if asked.deadline is not None and asked.deadline < (opening.deadline or 0):
        opening.deadline, opening.warn = asked.deadline, asked.warn
    return opening


def _warning(now: int, limit: int) -> int | None:
    """The warning is given when a quarter of the limit is left, at most an hour. Very short limits have none."""
    return None if limit < 2000 else now + limit - min(limit // 4, 3_600_000)


def stop(table: Table, seat: Seat, name: str, now: int) -> None:
    """The seat has answered: subtract the time taken from its bank, and add the increment."""
    opening = table.opened.get(name)
    if table.banks and seat >= 0 and opening is not None and not opening.off_clock:
        left = table.banks[seat] - max(0, now - opening.opened)
        table.banks[seat] = max(0, left) + table.clock.increment_s * 1000


def left(table: Table, seat: Seat, now: int) -> int | None:
    """The time left in the seat's bank."""
    if not table.banks:
        return None
    until = now if table.paused is None else table.paused
    since = min((o.opened for o in table.opened.values() if o.seat == seat and not o.off_clock), default=until)
    return max(0, table.banks[seat] - max(0, until - since))


def overdue(table: Table, now: int) -> dict[str, OpenDecision]:
    """The open decisions whose deadline has passed."""
    if table.paused is not None:
        return {}
    opened = table.opened.items()
    return {name: opening for name, opening in opened if opening.deadline is not None and opening.deadline <= now}


def timer_due(table: Table, now: int) -> bool:
    """Whether a deadline or a warning is due."""
    at = next_timer(table)
    return at is not None and at <= now


def next_timer(table: Table) -> int | None:
    """When the next deadline or warning is due."""
    if table.paused is not None:
        return None
    times = [t for o in table.opened.values() for t in (o.warn, o.deadline) if t is not None]
    return min(times, default=None)


def rewind(table: Table, now: int) -> bool:
    """After a step back of the system clock, treat decisions opened in the future as opened now; return if any were.

    So no deadline is further away than the whole limit of its decision.
    """
    ahead = [opening for opening in table.opened.values() if opening.opened > now + STEP_MS]
    for opening in ahead:
        by = now - opening.opened
        opening.opened = now
        opening.deadline = None if opening.deadline is None else opening.deadline + by
        opening.warn = None if opening.warn is None else opening.warn + by
    if table.paused is not None:
        table.paused = min(table.paused, now)
    table.clocks_at = min(table.clocks_at, now)
    return bool(ahead)


def downtime(now: int, last: bytes | None, recorded: bytes | None, paused: bytes | None) -> list[tuple[int, int]]:
    """The periods when no clock ran, oldest first, up to now."""
    found = [] if recorded is None else [(int(begin), int(end)) for begin, end in _OUTAGE.findall(recorded)]
    if last is not None and now - int(last) > OUTAGE_MS:
        found.append((int(last), now))
    if paused is not None:
        found.append((int(paused), now))
    return sorted(found)


def set_back(table: Table, now: int, noted: Noted) -> int:
    """Give back the time when no clock ran. Return how many milliseconds.

    A deadline within that time also gets a grace period, because its player may not be there immediately.
    """
    given_back = 0
    for start, end in downtime(now, *noted) if noted else ():
        begun = max(start, table.clocks_at)
        # The time of a pause of the table itself is given back when the pause ends.
        if end > begun and table.opened and table.paused is None:
            given_back += end - begun
            for opening in table.opened.values():
                by = max(0, end - max(begun, opening.opened))
                opening.opened += by
                _postpone(opening, by + (GRACE_MS if begun <= (opening.deadline or 0) <= end else 0))
        table.clocks_at = max(table.clocks_at, end)
    # Decisions that were opened later are not affected, and nobody need be told.
    return given_back


def shift(table: Table, by: int) -> None:
    """Move all deadlines, after a pause or when the players vote for more time."""
    for opening in table.opened.values():
        _postpone(opening, by)


def _postpone(opening: OpenDecision, by: int) -> None:
    if opening.deadline is not None:
        opening.deadline += by
        opening.warn = None if opening.warn is None else opening.warn + by

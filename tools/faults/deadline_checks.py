"""What must be true of deadlines: each expires once and not early, and the clock then answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from service.tables.store import Table

Data = dict[str, Any]
LATE_MS: Final = 30_000
"""In a healthy service nothing is overdue by this much, however busy the machine is."""


def answered_once(answers: Sequence[Data]) -> Iterator[str]:
    """No decision has two answers, whoever gave them: a timer that fires twice would show here."""
    counts: Counter[tuple[int, str]] = Counter()
    for answer in answers:
        if answer["kind"] != "say":
            counts[answer["seat"], answer["decision"]] += -1 if answer["kind"] == "withdraw" else 1
    for key, times in counts.items():
        if times > 1:
            yield f"{key} has {times} answers"


def warned_once(seat: int, answers: Sequence[Data], events: Iterable[Data], forfeited: bool) -> Iterator[str]:
    """Each deadline warns its player at most once and expires once, not early; then the clock answers.

    For a player who forfeits by this time-out the clock need not answer.
    """
    told: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for event in events:
        if event["type"] != "clock" or not event["data"]["decision"]:
            continue
        told[event["data"]["warning"]][event["data"]["decision"]] += 1
        if not event["data"]["warning"] and _time(event["at"]) < _time(event["data"]["deadline"]):
            yield f"the time of seat {seat} for {event['data']['decision']} ran out before its end: {event}"
    for counts in told.values():
        for name, times in counts.items():
            if times > 1:
                yield f"seat {seat} was warned {times} times about {name}"
    answered = {answer["decision"] for answer in answers if answer["by"] == "clock" and answer["seat"] == seat}
    if silent := answered - set(told[False]):
        yield f"the clock answered {silent} for seat {seat} and did not say so"
    if idle := set(told[False]) - answered - ({list(told[False])[-1]} if forfeited and told[False] else set()):
        yield f"the time of seat {seat} for {idle} ran out and the clock did not answer"


def overdue(table: Table, now: int) -> Iterator[tuple[str, str]]:
    """The decisions whose deadline passed long ago although the service is healthy."""
    for name, opening in table.opened.items():
        if opening.deadline is not None and table.paused is None and opening.deadline < now - LATE_MS:
            yield name, f"{name} is overdue by {now - opening.deadline} ms"


def _time(stamp: str) -> datetime:
    return datetime.fromisoformat(stamp)

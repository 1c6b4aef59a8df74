"""How things look outside: the JSON shapes that log, API and replays share."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from service.games.kit.decision import Decision
from service.tables.store import Opening, Table


def stamp(millis: int | None) -> str | None:
    """A time as RFC 3339 with milliseconds."""
    if millis is None:
        return None
    seconds, rest = divmod(millis, 1000)
    return f"{_second(seconds)}.{rest:03d}Z"


@lru_cache(1024)
def _second(seconds: int) -> str:
    """Everything that happens in one commit, and much that happens beside it, happens in the same second."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"


def decision_data(name: str, question: Decision, opening: Opening | None, sealed: bool) -> dict[str, Any]:
    """A decision as its player sees it, still without the sentence that asks it."""
    return {
        **question.shown(name, sealed),
        "opened_at": None if opening is None else stamp(opening.opened),
        "deadline": None if opening is None else stamp(opening.deadline),
    }


def result_data(table: Table) -> dict[str, Any] | None:
    """How the table ended."""
    if table.result is None:
        return None
    return {
        "winners": table.result.winners,
        "places": table.result.places,
        "scores": table.result.scores,
        "reason": table.result.reason,
        "forfeits": table.forfeits,
    }

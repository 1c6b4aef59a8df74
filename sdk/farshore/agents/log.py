"""The log of a running agent, one line per event."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

log: Final = logging.getLogger("farshore.agents")

MESSAGES: Final = {
    "listening": "{name} ({player}) is waiting for invitations, up to {parallel} tables at once",
    "serving": "{name} is listening at {url}",
    "polling": "{name} is polling for work, up to {parallel} decisions at once",
    "connected": "connected: {tables} tables, {decisions} open decisions",
    "disconnected": "connection lost, retrying: {detail}",
    "invited": "{table} invited to {game}",
    "seated": "{table} seated at {game}, seat {seat}",
    "asked": "{table} asked {decision}, {budget:.1f} s to think",
    "answered": "{table} answered {decision} with {picks} after {seconds:.2f} s",
    "refused": "{table} refused {decision}: {detail}",
    "late": "{table} too late for {decision}: {detail}",
    "fallback": "{table} falls back on {picks} for {decision}: {detail}",
    "error": "{table} error, next attempt in {seconds:.0f} s: {detail}",
    "crashed": "{table} the agent failed in {hook}: {detail}",
    "engine": "engine {command}: {detail}",
    "finished": "{table} finished: seat {seat}, place {place}, scores {scores}",
    "aborted": "{table} aborted",
    "stopped": "stopped after {tables} tables and {decisions} decisions",
}
"""The message of each event; the command line translates them."""

WARNINGS: Final = frozenset({"disconnected", "refused", "late", "fallback", "error", "crashed", "engine"})


def log_event(event: str, *, trace: bool = False, **values: Any) -> None:
    """Log one event; its name and values are attached to the record, for translation."""
    level = logging.WARNING if event in WARNINGS else logging.INFO
    log.log(level, MESSAGES[event].format(**values), exc_info=trace, extra={"event": event, "values": values})


@dataclass
class Tally:
    """The totals of a run."""

    tables: int = 0
    wins: int = 0
    decisions: int = 0
    refused: int = 0
    fallbacks: int = 0

    def __post_init__(self) -> None:
        self._lock = Lock()

    def add(self, **counts: int) -> None:
        """Add to the totals; several threads do."""
        with self._lock:
            for name, number in counts.items():
                setattr(self, name, getattr(self, name) + number)

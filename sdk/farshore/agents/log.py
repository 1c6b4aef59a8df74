"""The log of a running agent, one line per event."""

import logging
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from farshore.text import Messages

log: Final = logging.getLogger("farshore.agents")

MESSAGES: Final = Messages("en")
"""The message of each event; the command line translates them."""
WARNINGS: Final = frozenset({"disconnected", "refused", "late", "fallback", "error", "crashed", "engine"})


def log_event(event: str, *, trace: bool = False, **values: Any) -> None:
    """Log one event; its name and values are attached to the record, for translation."""
    level = logging.WARNING if event in WARNINGS else logging.INFO
    log.log(level, MESSAGES(f"bot-{event}", **values), exc_info=trace, extra={"event": event, "values": values})


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

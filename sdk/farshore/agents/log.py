"""What the run of an agent says of itself, one line per event."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Final

log: Final = logging.getLogger("farshore.agents")

LINES: Final = {
    "listening": "{name} ({player}) is listening, {parallel} tables at once",
    "serving": "{name} is listening at {url}",
    "polling": "{name} asks for work, {parallel} questions at once",
    "connected": "connected: {tables} tables, {decisions} decisions waiting",
    "disconnected": "the line broke, trying again: {detail}",
    "invited": "{table} invited to {game}",
    "seated": "{table} seated at {game}, seat {seat}",
    "asked": "{table} asked {decision}, {budget:.1f} s to think",
    "answered": "{table} answered {decision} with {picks} after {seconds:.2f} s",
    "refused": "{table} refused {decision}: {detail}",
    "late": "{table} too late for {decision}: {detail}",
    "fallback": "{table} falls back on {picks} for {decision}: {detail}",
    "trouble": "{table} looked at again in {seconds:.0f} s: {detail}",
    "broken": "{table} the agent's {hook} broke: {detail}",
    "engine": "engine {command}: {detail}",
    "finished": "{table} finished: seat {seat}, place {place}, scores {scores}",
    "aborted": "{table} aborted",
    "stopped": "stopped after {tables} tables and {decisions} decisions",
}
"""Each kind of line. The terminal has the same in its own languages."""

LOUD: Final = frozenset({"disconnected", "refused", "late", "fallback", "trouble", "broken", "engine"})


def say(line: str, *, trace: bool = False, **facts: Any) -> None:
    """Log one line; its kind and facts go along for whoever writes it in another language."""
    level = logging.WARNING if line in LOUD else logging.INFO
    log.log(level, LINES[line].format(**facts), exc_info=trace, extra={"line": line, "facts": facts})


@dataclass
class Tally:
    """What a run came to."""

    tables: int = 0
    wins: int = 0
    decisions: int = 0
    refused: int = 0
    fallbacks: int = 0

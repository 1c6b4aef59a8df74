"""Log lines of all processes: plain text, or one JSON object per line for a log collector.

A line never contains a token, a name or details of a game: addresses are logged as routes, people by their ids.
"""

from __future__ import annotations

import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from service.settings import Settings

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the request that this thread is serving, or that led to the job it is running."""

ACCESS: Final = logging.getLogger("farshore.access")
"""One line per request, at level info. Its `fields` are those of a JSON line."""


def set_up(settings: Settings, process: str) -> None:
    """Log to stderr as configured by the settings."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JSONLines(process) if settings.log_format == "json" else TextLines(process))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log.upper())
    # At level info it logs every start.
    logging.getLogger("alembic").setLevel(logging.WARNING)


class TextLines(logging.Formatter):
    """`bots WARNING message request=01jd`."""

    def __init__(self, process: str) -> None:
        super().__init__(f"{process} %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        fields = _fields(record)
        return " ".join([super().formatMessage(record), *(f"{name}={value}" for name, value in fields.items())])


class JSONLines(logging.Formatter):
    """`{"time": …, "level": …, "process": …, "message": …, "request": …}`."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": self._process,
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    fields: dict[str, Any] = getattr(record, "fields", {})
    request = REQUEST.get()
    return {**({"request": request} if request else {}), **fields}

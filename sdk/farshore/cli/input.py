"""The input line of the terminal: it stays in place while the table goes on above it, with a countdown below."""

import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from typing import Any, Final, Self

from prompt_toolkit import PromptSession
from prompt_toolkit.patch_stdout import patch_stdout

from farshore.cli.terminal import Leave, Terminal
from farshore.client import Client
from farshore.models import Update

REFRESH_S: Final = 0.5
MAX_PROMPT: Final = 50
"""How much of a prompt is shown below the input line, where the window is wide enough."""


class Input:
    """Reads lines from the person: on a screen at any time, from a pipe whenever there is something to decide."""

    def __init__(self, terminal: Terminal, state: Callable[[], Update], client: Client) -> None:
        self.terminal = terminal
        self.state = state
        self.client = client
        self._closed = False
        self._asked = threading.Event()
        self._exits = ExitStack()
        self._session: Any = None
        self._ahead_s = 0.0

    def __enter__(self) -> Self:
        if self.terminal.screen and sys.stdin.isatty():
            self._ahead_s = self.client.health.time()["epoch_ms"] / 1000 - time.time()
            self._session = PromptSession(bottom_toolbar=self._status, refresh_interval=REFRESH_S)
            self._exits.enter_context(patch_stdout(raw=True))
        return self

    def __exit__(self, *_: object) -> None:
        self._exits.close()

    def read(self) -> str | None:
        """The next line; None when the table is over. The end of the input, or Ctrl-C, raises `Leave`."""
        try:
            if self._session is not None:
                return None if self._closed else str(self._session.prompt(self.terminal.messages("prompt")))
            self._asked.wait()
            return None if self._closed else self.terminal.read(self.terminal.messages("prompt"))
        except (EOFError, KeyboardInterrupt):
            if self._closed:
                return None
            raise Leave from None

    def wake(self, asked: bool) -> None:
        """Say whether there is something to decide."""
        if asked:
            self._asked.set()
        elif not self._closed:
            self._asked.clear()

    def close(self) -> None:
        """End the input: the table is over."""
        self._closed = True
        self._asked.set()
        app = None if self._session is None else self._session.app
        if app is not None and app.is_running and app.loop is not None:
            app.loop.call_soon_threadsafe(lambda: app.exit(exception=EOFError()) if app.is_running else None)

    def _status(self) -> str:
        """The line below the input: the time that is left, and what the table waits for."""
        update, messages = self.state(), self.terminal.messages
        own = [each.deadline for each in update.decisions if each.deadline]
        sand = [str(each["ends_at"]) for each in update.sand if each.get("ends_at")]
        # Of several timers of the game the longest counts; the others only mark its parts.
        end = min(own, default=None) or max(sand, default=None)
        clock = "" if end is None or update.paused else messages("time-left", time=self._time_until(end))
        if update.paused:
            what = messages("paused")
        elif update.decisions:
            what = update.decisions[0].prompt.partition(". ")[0].rstrip(".")
        else:
            what = messages("waiting-anyone")
        room = self.terminal.console.width - len(clock) - len(messages("help-short")) - 6
        return " · ".join(filter(None, [clock, _shortened(what, min(MAX_PROMPT, room)), messages("help-short")]))

    def _time_until(self, end: str) -> str:
        left = max(0, int(datetime.fromisoformat(end).timestamp() - time.time() - self._ahead_s))
        return f"{left // 60}:{left % 60:02d}"


def _shortened(text: str, most: int) -> str:
    """As many whole words as fit."""
    return text if len(text) <= most else f"{text[: max(0, most - 2)].rpartition(' ')[0]} …".strip()

"""The progress of an arena: a bar on a terminal, with the ratings if they are known; plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, Final, Self

from farshore.text import Messages

EVERY_S: Final = 0.5
"""How often the ratings on the screen are updated."""

Ratings = Callable[[], list[list[str]]]
"""The current ratings: entrant, role, rating, interval and games, as text."""


class Progress:
    """A line for every tenth of the games."""

    def __init__(self, games: int, messages: Messages) -> None:
        self.games, self.messages = games, messages
        self.done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def show(self, done: int) -> None:
        before, self.done = self.done, done
        if 10 * done // self.games > 10 * before // self.games:
            print(self.messages("arena-done", done=done, games=self.games), file=sys.stderr, flush=True)


class ScreenProgress(Progress):
    """A progress bar, with the ratings above it."""

    def __init__(self, games: int, messages: Messages, ratings: Ratings | None) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        super().__init__(games, messages)
        columns = (TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn())
        self._ratings, self._updated = ratings, 0.0
        self._bars = Bars(*columns, expand=True)
        self._bar = self._bars.add_task(messages("arena-playing"), total=games)
        self._live = Live(self._bars, console=Console(stderr=True), transient=True, refresh_per_second=4)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._live.stop()

    def show(self, done: int) -> None:
        self.done = done
        self._bars.update(self._bar, completed=done)
        if self._ratings and time.monotonic() > self._updated + EVERY_S:
            self._updated = time.monotonic()
            self._live.update(self._table(self._ratings()))

    def _table(self, lines: list[list[str]]) -> Any:
        from rich.console import Group
        from rich.table import Table

        table = Table(box=None, header_style="dim")
        for key in ("entrant", "role", "rating", "interval", "played"):
            table.add_column(self.messages(f"arena-{key}"), justify="left" if key in ("entrant", "role") else "right")
        for line in lines:
            table.add_row(*line)
        return Group(table, self._bars)


def progress_of(games: int, messages: Messages, ratings: Ratings | None = None) -> Progress:
    """A bar on a terminal, plain lines elsewhere."""
    if sys.stderr.isatty():
        try:
            return ScreenProgress(games, messages, ratings)
        except ImportError:
            pass
    return Progress(games, messages)

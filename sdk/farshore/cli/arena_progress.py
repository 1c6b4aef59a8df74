"""The progress of a local arena: a bar and the ratings so far, or plain lines without a terminal."""

from __future__ import annotations

import sys
import time
from typing import Any, Final, Self

from farshore.local import bouts, plans, ratings, rows
from farshore.text import Messages

EVERY_S: Final = 0.5
"""How often the ratings on the screen are updated."""


def progress_of(plan: plans.Plan, messages: Messages) -> PlainProgress:
    """A screen on a terminal, plain lines elsewhere."""
    if sys.stderr.isatty():
        try:
            return ScreenProgress(plan, messages)
        except ImportError:
            pass
    return PlainProgress(plan, messages)


class PlainProgress:
    """A line for every tenth of the games."""

    def __init__(self, plan: plans.Plan, messages: Messages) -> None:
        self.plan, self.messages = plan, messages
        self.done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def resumed(self, found: list[rows.Row]) -> None:
        """Games of an earlier run."""
        self.done = len(found)
        if found:
            print(self.messages("arena-resume", done=len(found)), file=sys.stderr, flush=True)

    def played(self, row: rows.Row, pace: rows.Pace) -> None:
        """One more game."""
        self.done += 1
        if 10 * self.done // self.plan.games > 10 * (self.done - 1) // self.plan.games:
            print(self.messages("arena-done", done=self.done, games=self.plan.games), file=sys.stderr, flush=True)


class ScreenProgress(PlainProgress):
    """A progress bar with the ratings above it."""

    def __init__(self, plan: plans.Plan, messages: Messages) -> None:
        from rich.console import Console, Group
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        super().__init__(plan, messages)
        self._group = Group
        self._bars = Progress(
            TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn(), expand=True
        )
        self._bar = self._bars.add_task(messages("arena-playing"), total=plan.games)
        self._live = Live(self._bars, console=Console(stderr=True), transient=True, refresh_per_second=4)
        self._rows: list[rows.Row] = []
        self._ratings = ratings.Ratings(plan.rating)
        self._rated, self._updated = 0, 0.0

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._live.stop()

    def resumed(self, found: list[rows.Row]) -> None:
        """Games of an earlier run."""
        self.done = len(found)
        self._rows = [*found]
        self._bars.update(self._bar, completed=self.done)

    def played(self, row: rows.Row, pace: rows.Pace) -> None:
        """One more game."""
        self.done += 1
        self._rows.append(row)
        self._bars.update(self._bar, completed=self.done)
        if time.monotonic() > self._updated + EVERY_S:
            self._updated = time.monotonic()
            self._live.update(self._group(self._table(), self._bars))

    def _table(self) -> Any:
        from rich.table import Table

        names = [each.name for each in self.plan.entrants]
        compared = bouts.bouts(self.plan, self._rows)
        for bout in compared[self._rated :]:
            self._ratings.add(bout, names)
        self._rated = len(compared)
        table = Table(box=None, header_style="dim")
        for key in ("entrant", "role", "rating", "interval", "played"):
            table.add_column(self.messages(f"arena-{key}"), justify="left" if key in ("entrant", "role") else "right")
        for (name, role), each in ratings.ranked(self._ratings.known).items():
            table.add_row(name, role, f"{each.mu:.1f}", f"{each.low:.1f} – {each.high:.1f}", str(each.games))
        return table

"""What one sees while an arena is played: a bar and the ratings so far, or plain lines where there is no terminal."""

from __future__ import annotations

import sys
import time
from typing import Any, Final, Self

from farshore.cli.words import Words
from farshore.entrants import arena

EVERY_S: Final = 0.5
"""How often the ratings on the screen are computed."""


def watched(plan: Any, words: Words) -> Plain:
    """What fits the place where we are shown."""
    if sys.stderr.isatty():
        try:
            return Screen(plan, words)
        except ImportError:
            pass
    return Plain(plan, words)


class Plain:
    """A line for every tenth."""

    def __init__(self, plan: Any, words: Words) -> None:
        self.plan, self.words = plan, words
        self.done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def resumed(self, rows: list[Any]) -> None:
        """So many games are there from an earlier run."""
        self.done = len(rows)
        if rows:
            print(self.words("arena-resume", done=len(rows)), file=sys.stderr, flush=True)

    def heard(self, row: Any, pace: Any) -> None:
        """One game more."""
        self.done += 1
        if 10 * self.done // self.plan.games > 10 * (self.done - 1) // self.plan.games:
            print(self.words("arena-done", done=self.done, games=self.plan.games), file=sys.stderr, flush=True)


class Screen(Plain):
    """A progress bar with the ratings above it."""

    def __init__(self, plan: Any, words: Words) -> None:
        from rich.console import Console, Group
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        super().__init__(plan, words)
        self._group = Group
        self._bars = Progress(
            TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn(), expand=True
        )
        self._bar = self._bars.add_task(words("arena-playing"), total=plan.games)
        self._live = Live(self._bars, console=Console(stderr=True), transient=True, refresh_per_second=4)
        self._rows: list[Any] = []
        self._ratings = arena("ratings").Ratings(plan.rating)
        self._rated, self._looked = 0, 0.0

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._live.stop()

    def resumed(self, rows: list[Any]) -> None:
        """So many games are there from an earlier run."""
        self.done = len(rows)
        self._rows = [*rows]
        self._bars.update(self._bar, completed=self.done)

    def heard(self, row: Any, pace: Any) -> None:
        """One game more."""
        self.done += 1
        self._rows.append(row)
        self._bars.update(self._bar, completed=self.done)
        if time.monotonic() > self._looked + EVERY_S:
            self._looked = time.monotonic()
            self._live.update(self._group(self._table(), self._bars))

    def _table(self) -> Any:
        from rich.table import Table

        names = [each.name for each in self.plan.entrants]
        compared = arena("bouts").bouts(self.plan, self._rows)
        for bout in compared[self._rated :]:
            self._ratings.add(bout, names)
        self._rated = len(compared)
        table = Table(box=None, header_style="dim")
        for key in ("entrant", "role", "rating", "interval", "played"):
            table.add_column(self.words(f"arena-{key}"), justify="left" if key in ("entrant", "role") else "right")
        for (name, role), each in arena("ratings").ranked(self._ratings.known).items():
            table.add_row(name, role, f"{each.mu:.1f}", f"{each.low:.1f} – {each.high:.1f}", str(each.games))
        return table

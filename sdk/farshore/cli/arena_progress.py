"""The progress of an arena: a bar on a terminal, with the ratings if they are known; plain lines elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from farshore.text import Messages

EVERY_S: Final = 0.5
"""How often the ratings on the screen are updated."""

Ratings = Callable[[], list[list[str]]]
"""The current ratings: entrant, role, rating, interval and games, as text."""


@contextmanager
def progress(games: int, messages: Messages, ratings: Ratings | None = None) -> Iterator[Callable[[int], None]]:
    """Inside this context, call what it yields with the number of games played so far."""
    try:
        from rich.console import Console
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        terminal = False
    else:
        terminal = sys.stderr.isatty()
    if not terminal:
        yield _lines(games, messages)
        return
    columns = (TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn())
    bars = Progress(*columns, expand=True)
    bar, updated = bars.add_task(messages("arena-playing"), total=games), 0.0

    def show(done: int) -> None:
        nonlocal updated
        bars.update(bar, completed=done)
        if ratings and time.monotonic() > updated + EVERY_S:
            updated = time.monotonic()
            live.update(_above(bars, ratings(), messages))

    with Live(bars, console=Console(stderr=True), transient=True, refresh_per_second=4) as live:
        yield show


def _lines(games: int, messages: Messages) -> Callable[[int], None]:
    """Print a line for every tenth of the games."""
    before = 0

    def show(done: int) -> None:
        nonlocal before
        if 10 * done // games > 10 * before // games:
            print(messages("arena-done", done=done, games=games), file=sys.stderr, flush=True)
        before = done

    return show


def _above(bars: Any, lines: list[list[str]], messages: Messages) -> Any:
    """The ratings above the bar."""
    from rich.console import Group
    from rich.table import Table

    table = Table(box=None, header_style="dim")
    for key in ("entrant", "role", "rating", "interval", "played"):
        table.add_column(messages(f"arena-{key}"), justify="left" if key in ("entrant", "role") else "right")
    for line in lines:
        table.add_row(*line)
    return Group(table, bars)

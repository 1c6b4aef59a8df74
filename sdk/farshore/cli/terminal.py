"""Output and input of the terminal."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from farshore.cli import reflow
from farshore.models import Event
from farshore.text import Messages

PLAIN_WIDTH = 100


class Leave(Exception):
    """The person quits."""


class Terminal:
    """Prints in colour on a screen and plain into a pipe, and reads a line at a time from either."""

    def __init__(self, messages: Messages) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # Characters that the terminal cannot show become question marks.
                stream.reconfigure(errors="replace")
        self.messages = messages
        self.screen = sys.stdout.isatty()
        self.console = Console(highlight=False, emoji=False, markup=False, width=None if self.screen else PLAIN_WIDTH)

    def show(self, *things: RenderableType, style: str = "") -> None:
        self.console.print(*things, style=style or None)

    def say(self, key: str, style: str = "", **params: Any) -> None:
        """Print a message. A command in it is not wrapped, so that it can be copied."""
        text = Text(self.messages(key, **params))
        self.console.print(text, style=style or None, soft_wrap="command" in params)

    def grid(self, titles: Sequence[str], rows: Iterable[Sequence[str]], left: int, empty: str = "no-games") -> None:
        """Print rows below their titles; the first `left` columns are text, the others numbers."""
        grid = Grid(box=None, header_style="dim")
        for n, title in enumerate(titles):
            grid.add_column(self.messages(title), justify="left" if n < left else "right", no_wrap=title == "table")
        for row in rows:
            grid.add_row(*row)
        self.show(grid if grid.row_count else self.messages(empty))

    def page(self, text: str) -> None:
        """Print a page of plain text; its headings stand out."""
        self._lines(reflow.page(printable(text), self.console.width))

    def rules(self, text: str) -> None:
        """Print rules, which are written in Markdown."""
        with self.console.capture() as printed:
            self.console.print(Markdown(printable(text)), width=min(self.console.width, PLAIN_WIDTH))
        # Without the spaces up to the edge, which would become lines of their own when the window gets narrower.
        print("\n".join(line.rstrip() for line in printed.get().splitlines()))

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.console.print(Text(line, style="bold" if line.startswith("==") else ""))

    def tell(self, event: Event) -> None:
        """Print the sentence of an event, if it has one."""
        if event.text:
            told = reflow.wrap(printable(event.text), self.console.width, initial_indent="  ", subsequent_indent="    ")
            self._lines(told)

    def gap(self) -> None:
        self.console.print()

    def read(self, prompt: str) -> str:
        """One line of input; the end of the input, or Ctrl-C, raises `Leave`."""
        try:
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            print()
            raise Leave from None
        if not line:
            print()
            raise Leave
        # Echo the input, so that the log of a piped game is readable.
        print(line.strip())
        return line.strip()


def printable(text: str) -> str:
    """Text of others without control characters."""
    return "".join(char if char.isprintable() or char in "\n\t" else "\N{REPLACEMENT CHARACTER}" for char in text)

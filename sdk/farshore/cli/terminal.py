"""Paper and pencil: where the terminal prints and how it reads."""

from __future__ import annotations

import sys
from contextlib import nullcontext, suppress
from datetime import datetime
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from farshore.cli.words import Words

PLAIN_WIDTH = 100


class Leave(Exception):
    """The person wants to go."""


class Terminal:
    """Prints in colour on a screen and plain into a pipe, and reads a line at a time from either."""

    def __init__(self, words: Words) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # A terminal that cannot show a thistle shows a question mark; it does not fall over.
                stream.reconfigure(errors="replace")
        self.words = words
        self.screen = sys.stdout.isatty()
        self.console = Console(highlight=False, emoji=False, markup=False, width=None if self.screen else PLAIN_WIDTH)
        self.colour = self.console.is_terminal and not self.console.no_color

    def show(self, *things: RenderableType, style: str = "") -> None:
        """Print something that is already in its final form."""
        self.console.print(*things, style=style or None)

    def say(self, key: str, style: str = "", **params: Any) -> None:
        """Print one of the terminal's own sentences. A command in it stays in one piece, to be copied."""
        text = Text(self.words(key, **params))
        self.console.print(text, style=style or None, soft_wrap="command" in params)

    def gap(self) -> None:
        """An empty line."""
        self.console.print()

    def read(self, prompt: str) -> str:
        """One line from the person; the end of the input, or Ctrl-C, is a wish to leave."""
        try:
            if self.screen and sys.stdin.isatty():
                with suppress(ImportError):
                    import readline  # noqa: F401 (gives `input` its line editing and history)
                return input(prompt).strip()
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            print()
            raise Leave from None
        if not line:
            print()
            raise Leave
        # The echo that a keyboard would have given, so that a log of a piped game can be read.
        print(line.strip())
        return line.strip()

    def waiting(self, text: str) -> Any:
        """A sign of life while others think; nothing in a pipe."""
        return self.console.status(Text(text), spinner="dots") if self.screen else nullcontext()


def printable(text: str) -> str:
    """Somebody else's text without what could steer the terminal."""
    return "".join(char if char.isprintable() or char in "\n\t" else "\N{REPLACEMENT CHARACTER}" for char in text)


def local(time: str | None) -> str:
    """A moment of the API on the person's own clock."""
    return datetime.fromisoformat(time).astimezone().strftime("%H:%M:%S") if time else "–"

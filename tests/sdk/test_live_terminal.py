"""The live terminal, in a pseudo-terminal: a person speaks, hears the others and places cards while the sand runs."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import free_port
from tests.sdk.conftest import Unlimited

ROOT = Path(__file__).resolve().parents[2]
ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][AB0]|\x1b[=>78]|\x07")
PATIENCE_S = 60


class Screen:
    """A person's screen and keyboard."""

    def __init__(self, url: str, home: Path, *words: str) -> None:
        self.master, slave = pty.openpty()
        self._size(slave, 100)
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "sdk"), "FARSHORE_URL": url}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "farshore", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment | {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "TERM": "xterm", "LANG": "C.UTF-8"},
            close_fds=True,
        )
        os.close(slave)
        self.raw = self.text = ""

    @staticmethod
    def _size(end: int, columns: int) -> None:
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 45, columns, 0, 0))

    def resize(self, columns: int) -> None:
        """Make the window so wide; the program is told as a terminal tells it."""
        self._size(self.master, columns)
        self.process.send_signal(signal.SIGWINCH)

    def type(self, line: str, end: bytes = b"\r") -> None:
        """Type a line; without its `end` it stays on the input line."""
        os.write(self.master, line.encode() + end)

    def until(self, pattern: str, after: int = 0) -> re.Match[str]:
        """Wait until the screen shows this, and return it."""
        end = time.monotonic() + PATIENCE_S
        while True:
            if found := re.search(pattern, self.text[after:]):
                return found
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"no {pattern} in:\n{self.text[-4000:]}")
            ready, _, _ = select.select([self.master], [], [], 0.5)
            if ready:
                try:
                    read = os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    read = ""
                # A terminal tells where its cursor is when it is asked.
                os.write(self.master, b"\x1b[20;1R" * read.count("\x1b[6n"))
                # All of it again: a piece may end in the middle of an escape sequence.
                self.raw += read
                self.text = re.sub(r"\n{3,}", "\n\n", ESCAPES.sub("", self.raw).replace("\r", ""))

    def close(self) -> None:
        """End the program."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def screen(url: str, tmp_path: Path) -> Iterator[Screen]:
    """Mountains of Madness with two bots, on a fixed deal with the person as the Leader."""
    options = ("--option", "first_leader=0", "--option", "timer_s=60", "--deal", "a-clear-day")
    playing = Screen(url, tmp_path, "play", "mountains_of_madness", "--name", "Ada", *options)
    yield playing
    playing.close()


@pytest.mark.thorough
def test_a_person_speaks_hears_and_places_cards_before_the_sand_has_run(screen: Screen) -> None:
    screen.until(r"Your decision: \d+-move-0")
    screen.type("say Let us begin in the middle.")
    screen.until(r"Ada: Let us begin in the middle\.")
    screen.type("C3")
    screen.until(r"Your decision: \d+-flip-0")
    screen.type("flip")
    screen.until(r"Your decision: \d+-place-0")
    [card, kind, value] = screen.until(r"(card-\d)  \S.* \((books|tools|crates|weapons) (\d)\)").groups()
    screen.type(f"say I have {kind} {value}")
    screen.until(rf"You say: I have {kind} {value}")
    screen.until(r"\n>?  (?!You|Ada)\w+: .*(books|tools|crates|weapons)")
    screen.until(r"\d:\d\d left")

    screen.type(card)

    screen.until(r"Ada places one card on the sled\.|Ada places \d")
    assert "The sand has run out" not in screen.text
    screen.type("say One more word.")
    screen.until(r"Silence has fallen")
    assert "breaks the silence" not in screen.text


@pytest.mark.thorough
def test_the_commands_of_the_live_terminal(screen: Screen) -> None:
    screen.until(r"Your decision: \d+-move-0")
    screen.type("h compass")
    screen.until(r"Pocket Compass .*— ")
    screen.type("rules")
    # The title may be drawn where the input line was.
    screen.until(r"How to talk")
    screen.type("undo")
    screen.until(r"no answer to take back")
    screen.type("pass")
    screen.until(r"Windows are passed for you")
    screen.type("nowhere")
    screen.until(r"“nowhere” is not in the list")
    seen = len(screen.text)
    screen.type("b")
    screen.until(r"Your decision: \d+-move-0", after=seen)
    screen.type("q")
    screen.until(r"The table is waiting for you")


@pytest.mark.thorough
def test_what_is_shown_fits_a_window_that_is_resized_while_a_line_is_typed(screen: Screen) -> None:
    screen.until(r"Your decision: \d+-move-0")
    screen.until(r"\?.*help|help.*\?")
    wide = screen.text
    screen.type("rul", end=b"")
    screen.until(r"rul$|rul\s", after=len(wide))
    screen.resize(50)
    seen = len(screen.text)
    screen.type("es")
    screen.until(r"Mountains of Madness\s", after=seen)
    screen.type("say Still here.")
    screen.until(r"Ada: Still here\.|You say: Still here\.", after=seen)

    rules = screen.text[seen:].partition("Mountains of Madness")[2].rpartition("Still here")[0]
    # The status line is drawn in place: without the escapes, what is drawn elsewhere next seems to continue it.
    lines = [line for line in rules.splitlines() if not re.match(r"[> ]|\d+:\d\d left", line)]
    assert len(lines) > 20
    assert max(map(len, lines)) <= 50
    assert max(map(len, wide.splitlines())) > 50

    screen.resize(100)
    seen = len(screen.text)
    screen.type("b")
    screen.until(r"Your decision: \d+-move-0", after=seen)
    assert max(map(len, screen.text[seen:].splitlines())) > 50


@pytest.mark.thorough
def test_a_window_resized_while_the_story_streams_wraps_the_next_lines(url: str, tmp_path: Path) -> None:
    options = ("--option", "first_leader=1", "--option", "timer_s=60", "--deal", "a-clear-day")
    screen = Screen(url, tmp_path, "play", "mountains_of_madness", "--name", "Ada", *options)
    try:
        screen.until(r"Your decision: \d+-place-0")
        screen.type("say What have you got in all the kinds that this place asks for?")
        for columns in (40, 90, 40):
            screen.resize(columns)
        seen = len(screen.text)
        screen.type("say tools 2")
        screen.until(r"You say: tools 2", after=seen)
        screen.type("b")
        screen.until(r"Your decision: \d+-place-0", after=seen)
        page = screen.text[seen:].rpartition("Mountains of Madness ·")[2].rpartition("== Your decision")[0]
        assert max(map(len, page.splitlines())) <= 40
    finally:
        screen.close()


@pytest.mark.thorough
def test_the_terminal_outlives_a_restart_of_the_service(tmp_path: Path) -> None:
    service = Unlimited(tmp_path / "data", free_port())
    service.start()
    screen = Screen(service.at, tmp_path, "play", "faraway", "--seats", "2", "--name", "Ada")
    try:
        screen.until(r"Your decision: 0-explore-0")
        service.stop()
        screen.type("say Are you there?")
        screen.until(r"The service does not respond")
        service.start()
        seen = len(screen.text)
        screen.type("#1")
        screen.until(r"Ada explores region", after=seen)
    finally:
        screen.close()
        service.end()

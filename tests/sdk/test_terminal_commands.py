"""What the terminal does with a line: an answer or a command, and a service that does not answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from farshore.cli.play import TerminalPlay
from farshore.errors import Illegal, Unreachable
from farshore.models import Decision, Update
from farshore.text import Messages

WINDOW = Decision(id="1-window-0", kind="window", options=("pass", "shield"), least=1, most=1)
QUESTION = Decision(id="2-lay-0", kind="lay", options=("a", "b"), least=1, most=1)


class FakeTable:
    """A table that notes what it is told, or cannot be reached."""

    id, game = "t1", "faraway"

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.done: list[tuple[Any, ...]] = []
        self.lost = False

    def view(self) -> Update:
        return Update(decisions=(self.decision,))

    def page(self) -> str:
        return ""

    def answer(self, decision: Decision, picks: tuple[str, ...]) -> Update:
        if self.lost:
            raise Unreachable("no response")
        self.done.append(("answer", *picks))
        return Update()

    def pass_windows(self, *kinds: str) -> None:
        self.done.append(("pass", *kinds))

    def check_say(self, text: str) -> bool:
        if text == "too late":
            raise Illegal("Silence has fallen.")
        return True

    def say(self, text: str) -> None:
        self.done.append(("say", text))


def playing(decision: Decision, screen: bool = False) -> tuple[TerminalPlay, FakeTable, list[str]]:
    """A terminal at a table, and the keys of what it says."""
    said: list[str] = []
    terminal = SimpleNamespace(
        messages=Messages("en"),
        screen=screen,
        say=lambda key, **_: said.append(key),
        show=lambda *_, **__: None,
        page=lambda text: None,
        gap=lambda: None,
    )
    table = FakeTable(decision)
    client: Any = SimpleNamespace(retries=8)
    return TerminalPlay(terminal, client, table), table, said  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("decision", "line", "done"),
    [
        (WINDOW, "pass", ("answer", "pass")),
        (WINDOW, "pass on", ("pass",)),
        (WINDOW, "passer on", ("pass",)),
        (QUESTION, "pass", ("pass",)),
        (QUESTION, "pass window", ("pass", "window")),
        (QUESTION, "dire Bonjour", ("say", "Bonjour")),
        (QUESTION, '"Hello"', ("say", "Hello")),
        (QUESTION, "2", ("answer", "b")),
    ],
)
def test_a_line_is_an_option_where_it_is_one_and_else_a_command(
    decision: Decision, line: str, done: tuple[str, ...]
) -> None:
    play, table, _ = playing(decision)

    play.enter(line)

    assert table.done == [done]


def test_on_a_screen_a_line_that_was_not_sent_can_be_sent_again() -> None:
    play, table, said = playing(QUESTION, screen=True)
    table.lost = True
    play.enter("a")
    assert said == ["not-sent"]

    table.lost = False
    play.enter("a")
    assert table.done == [("answer", "a")]


def test_piped_input_is_not_lost_line_by_line() -> None:
    play, table, _ = playing(QUESTION)
    table.lost = True
    with pytest.raises(Unreachable):
        play.enter("a")


def test_what_the_rules_would_refuse_is_not_said() -> None:
    terminal, table, _ = playing(QUESTION)
    terminal.enter("say too late")
    terminal.enter("say hello")
    assert table.done == [("say", "hello")]

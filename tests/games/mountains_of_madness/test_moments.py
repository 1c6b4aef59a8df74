"""RULES D27, D28: gates that depend on what was said before, and when."""

from __future__ import annotations

import pytest

from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import answer, facing, grains, heard, last, say, signal, unsaid

HAND = ("tools 4", "books 6", "crates 5")


def mad(card: str, timed: bool = False) -> State:
    """Seat 0, who is called Lake, holds the card and the hand of the examples."""
    names = {"characters": ["Lake", "Danforth", "Atwood"]}
    return facing(madness={0: [card]}, hands={0: HAND}, timed=timed, options=names)


def test_slow_to_wake_may_speak_after_six_seconds_or_two_messages() -> None:
    s = mad("M1-11", timed=True)
    grains(s, 5)
    assert unsaid(s, 0, "4 tools") == "window"
    grains(s)
    say(s, 0, "4 tools")

    s = mad("M1-11")
    say(s, 1, "hello")
    assert unsaid(s, 0, "4 tools") == "window"
    say(s, 2, "hello")
    say(s, 0, "4 tools")


def test_last_gasp_opens_at_eighteen_seconds_or_after_eight_messages() -> None:
    s = mad("M2-14", timed=True)
    grains(s, 17)
    assert unsaid(s, 0, "4 tools") == "window"
    grains(s)
    say(s, 0, "4 tools")

    s = mad("M2-14")
    for n in range(8):
        assert unsaid(s, 0, "4 tools") == "window"
        say(s, 1 + n % 2, "hello")
    say(s, 0, "4 tools")


def test_first_cry_closes_at_nine_seconds_or_after_eight_messages() -> None:
    s = mad("M2-15", timed=True)
    grains(s, 8)
    say(s, 0, "4 tools")
    grains(s)
    assert unsaid(s, 0, "4 tools") == "window"

    s = mad("M2-15")
    for n in range(8):
        say(s, 1 + n % 2, "hello")
    assert unsaid(s, 0, "4 tools") == "window"


@pytest.mark.parametrize(("card", "seconds", "messages"), [("M1-08", 4, 1), ("M2-10", 9, 3)])
def test_a_cooldown_counts_seconds_or_messages_of_others(card: str, seconds: int, messages: int) -> None:
    s = mad(card, timed=True)
    grains(s, 2)
    say(s, 0, "4 tools")
    grains(s, seconds - 1)
    assert unsaid(s, 0, "6 books") == "cooldown"
    grains(s)
    say(s, 0, "6 books")

    s = mad(card)
    say(s, 0, "4 tools")
    for _ in range(messages):
        assert unsaid(s, 0, "6 books") == "cooldown"
        say(s, 1, "hello")
    say(s, 0, "6 books")


@pytest.mark.parametrize(("card", "most"), [("M2-09", 3), ("M3-06", 5), ("M3-07", 1), ("M3-18", 2)])
def test_a_quota_counts_messages_of_a_timer(card: str, most: int) -> None:
    s = mad(card)
    for _ in range(most):
        say(s, 0, "tools")
    assert unsaid(s, 0, "tools") == "quota"


def test_after_you_waits_for_another_to_speak() -> None:
    s = mad("M1-15")
    say(s, 2, "hello")
    say(s, 0, "4 tools")
    assert last(s, 1) == ("4 tools", ())


def test_only_when_called_answers_once_per_call() -> None:
    s = mad("M2-11")
    say(s, 1, "who has tools, Lake")
    say(s, 0, "4 tools")
    assert unsaid(s, 0, "6 books") == "trigger"
    say(s, 2, signal("ask", kind="books", seat=0))
    say(s, 0, "6 books")
    say(s, 2, "Danforth, and you?")
    assert unsaid(s, 0, "hm") == "trigger"


def test_example_25_the_echo() -> None:
    s = mad("M2-12")
    say(s, 1, "who has tools, Lake")
    assert unsaid(s, 0, "yes") == "echo"
    assert unsaid(s, 0, signal("yes")) == "echo"
    say(s, 0, "Lake yes")

    say(s, 2, signal("yes"))
    say(s, 0, "now this is free")


def test_the_stammer_is_heard_the_second_time() -> None:
    s = mad("M1-17")
    story = say(s, 0, "4 tools")
    assert [event.to for event in story] == [(0,)]
    assert heard(s, 1) == []
    say(s, 0, "6 books")
    assert heard(s, 1) == []
    say(s, 0, "6 books")
    assert last(s, 1) == ("6 books", ())
    assert len(heard(s, 1)) == 1


def test_waiting_rules_count_as_met_once_all_others_are_ready() -> None:
    for card in ("M1-11", "M1-15", "M2-11", "M2-14"):
        s = mad(card)
        answer(s, 1, "place", "ready")
        assert unsaid(s, 0, "4 tools") in ("window", "precondition", "trigger")
        answer(s, 2, "place", "ready")
        say(s, 0, "4 tools")
        assert last(s, 1) == ("4 tools", ())

"""RULES 5.10, 5.11, D8: talking in silence costs, and 7.6: what may never be said."""

from __future__ import annotations

import pytest

from service.games.kit.decision import CLOCK
from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import answer, facing, game, grains, heard, say, table, unsaid


def quiet(s: State) -> None:
    """Let the two seconds pass in which a message that was under way costs nothing."""
    [hush] = [asked for asked in game.decisions(s) if asked.kind == "hush"]
    assert (hush.seat, hush.seconds) == (CLOCK, 2)
    answer(s, CLOCK, "hush", "over")


@pytest.mark.parametrize("timed", [True, False])
def test_talking_during_silence_costs_a_leadership_token_every_time(timed: bool) -> None:
    """RULES 5.10, D8: example 13."""
    s = facing(timed=timed)
    answer(s, 0, "place", "card-1")
    quiet(s)

    story = say(s, 1, "wait!")
    assert (s.sled, s.spent) == (5, 1)
    assert [event.kind for event in story] == ["silence-broken"]
    assert "wait!" not in repr(story)
    say(s, 2, "sorry")
    say(s, 1, "me too")
    assert (s.sled, s.spent) == (3, 3)
    assert heard(s, 0) == heard(s, 2) == []


def test_for_two_seconds_after_the_first_card_a_message_is_refused_for_free() -> None:
    """RULES D8: messages cross in a network (example 13)."""
    s = facing(timed=True)
    grains(s, 12)
    answer(s, 0, "place", "card-1")

    assert unsaid(s, 1, "wait!") == "silence"
    grains(s)
    assert unsaid(s, 1, "wait!") == "silence"
    quiet(s)
    say(s, 1, "wait!")
    assert (s.sled, s.spent) == (5, 1)


def test_for_two_seconds_after_the_timer_a_message_is_refused_for_free() -> None:
    """RULES 5.11, D8: the silence lasts while the Leader decides."""
    s = facing(timed=True)
    answer(s, CLOCK, "hourglass", "ran-out")
    window = next(name for name, asked in game.questions(s).items() if asked.kind == "leader-window")

    assert unsaid(s, 1, "extend!") == "silence"
    quiet(s)
    assert window in game.questions(s), "the Leader's question stays as it is"
    say(s, 1, "extend!")
    assert (s.sled, s.spent) == (5, 1)
    answer(s, 0, "leader-window", "extend")
    say(s, 1, "thank you")


def test_where_silence_is_not_strict_talking_costs_nothing() -> None:
    """RULES D8."""
    s = facing(timed=True, options={"strict_silence": False})
    answer(s, 0, "place", "card-1")
    quiet(s)
    assert unsaid(s, 1, "wait!") == "silence"
    assert (s.sled, s.spent) == (6, 0)


def test_talking_in_silence_takes_nothing_from_an_empty_sled() -> None:
    """RULES 5.10, D8."""
    s = facing(sled=0, spent=6)
    answer(s, 0, "place", "card-1")
    quiet(s)
    assert unsaid(s, 1, "wait!") == "silence"


def test_nobody_names_his_own_card_but_others_may() -> None:
    """RULES 7.6, D20."""
    s = table(3, madness={0: ["M2-12"]})
    assert unsaid(s, 0, "like the echo") == "madness-talk"
    say(s, 1, "like the echo")


def test_madness_text_outranks_the_rule_that_nobody_talks_about_it() -> None:
    """RULES 5.4, D20: The Echo must begin with the word it heard, even if that is the name of its own card."""
    s = facing(madness={0: ["M2-12", "M3-12"]}, options={"expert": True})
    say(s, 1, "this sounds like Babel")
    assert unsaid(s, 0, "Babel, and again Babel") == "madness-talk"
    say(s, 0, "Babel it may be")

"""RULES 5.1, D28: timers, silence, the Leader's window, timed and relaxed."""

from __future__ import annotations

from service.games.kit.decision import CLOCK
from service.games.mountains_of_madness.rules.encounter import LeaderWindow
from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import (
    answer,
    facing,
    game,
    grains,
    heard,
    last,
    offer,
    question,
    refused,
    say,
    signal,
    table,
    unsaid,
)


def counts(s: State) -> list[int]:
    return [player.placed for player in game.view(s, None).players]


# -- 5.3 and 5.4 -------------------------------------------------------------------


def test_example_12_cards_in_silence() -> None:
    """RULES 5.7, 5.8, 5.9."""
    s = facing()

    answer(s, 0, "place", "card-1", "card-3")
    answer(s, 1, "place", "card-2", "card-1")
    answer(s, 1, "place", "card-1")

    assert len(s.faced.placed) == 5
    assert counts(s) == [2, 3, 0]
    assert game.view(s, 0).place.placed == ()  # type: ignore[union-attr]


def test_cards_are_hidden_until_the_resolution_even_in_events() -> None:
    """RULES 5.7, D30."""
    s = facing()

    story = answer(s, 0, "place", "card-1")

    assert [event.data for event in story if event.kind == "placed"] == [{"seat": 0, "count": 1}]


def test_cards_placed_in_one_breath_do_not_get_into_each_others_way() -> None:
    """RULES 5.9, D7."""
    s = facing(timed=True)
    name = next(name for name, asked in game.questions(s).items() if asked.seat == 1)

    answer(s, 0, "place", "card-1")

    assert name in game.questions(s)


def test_words_and_cards_do_not_mix_and_each_has_its_time() -> None:
    """RULES D33."""
    s = facing()
    assert refused(s, 0, "place", "wait", "card-1") == "words-alone"
    assert refused(s, 0, "place", "done") == "still-talking"
    answer(s, 0, "place", "card-1")
    assert refused(s, 1, "place", "ready") == "silence-has-begun"
    answer(s, 1, "place", "done")


def test_being_done_is_taken_back_once_in_a_timer() -> None:
    """RULES D7."""
    s = facing()
    answer(s, 0, "place", "card-1")
    answer(s, 1, "place", "done")

    answer(s, 1, "undone", "undone")
    answer(s, 1, "place", "card-1")
    answer(s, 1, "place", "done")

    assert [asked.seat for asked in game.decisions(s) if asked.seat != CLOCK] == [0, 2]
    assert counts(s) == [1, 1, 0]


# -- 5.5 ---------------------------------------------------------------------------


def test_the_sand_runs_out_and_the_leader_has_ten_seconds() -> None:
    """RULES 5.1, 5.11."""
    s = facing(timed=True)
    sand = {asked.kind: asked.seconds for asked in game.decisions(s) if asked.seat == CLOCK}
    assert sand == {"hourglass": 30, "grain": 1}

    answer(s, CLOCK, "hourglass", "ran-out")

    assert (question(s).kind, question(s).seconds, question(s).on_timeout) == ("leader-window", 10, ("resolve",))
    assert refused(s, 1, "place", "card-1") == "not-asked"
    assert unsaid(s, 0, "more time?") == "silence"


def test_the_hourglass_keeps_its_name_while_grains_fall() -> None:
    """RULES D27."""
    s = facing(timed=True)
    before = set(game.questions(s))

    grains(s)

    assert [name for name in game.questions(s) if name in before and "hourglass" in name]
    assert [name for name in before - set(game.questions(s)) if "grain" in name]


def test_a_slower_timer_has_slower_grains() -> None:
    """RULES D27, D32."""
    s = facing(timed=True, options={"timer_s": 60})
    assert {asked.kind: asked.seconds for asked in game.decisions(s) if asked.seat == CLOCK} == {
        "hourglass": 60,
        "grain": 2,
    }


def test_when_all_are_done_the_rest_of_the_timer_is_skipped() -> None:
    """RULES D7."""
    s = facing(timed=True)
    answer(s, 0, "place", "card-1")
    for seat in (0, 1, 2):
        answer(s, seat, "place", "done")
    assert question(s).kind == "leader-window"


def test_when_nobody_acts_all_totals_are_nothing() -> None:
    """RULES 6.1."""
    s = facing(timed=True)
    answer(s, CLOCK, "hourglass", "ran-out")
    answer(s, 0, "leader-window", "resolve")
    assert s.faced.failed == ["tools", "books"]


def test_example_14_extension() -> None:
    """RULES 5.12, 5.13."""
    s = facing(timed=True, sled=3, spent=0, boxed=3, madness={1: ["M3-01"]})
    s.players[1].ignored = 1
    answer(s, 0, "place", "card-1", "card-2")
    answer(s, 1, "place", "card-1", "card-2")
    answer(s, CLOCK, "hourglass", "ran-out")

    answer(s, 0, "leader-window", "extend")

    assert (s.sled, s.spent, len(s.faced.placed), s.faced.timer, s.faced.sand) == (2, 1, 4, 2, 0)
    say(s, 1, "one more")
    assert last(s, 0) == ("one more", ())
    answer(s, 2, "place", "card-1")
    assert unsaid(s, 1, "no!") == "silence"


def test_example_14_specimen_a_and_an_empty_sled_forbid_extensions() -> None:
    """RULES 8.1, D9."""
    assert question(table(3, LeaderWindow(0), placed=[])).options == ("resolve", "extend")
    assert game.decisions(table(3, LeaderWindow(0), placed=[], relics={0: ["specimen_A"]})) == []
    assert game.decisions(table(3, LeaderWindow(0), placed=[], sled=0, spent=6)) == []


# -- 14.2: relaxed -----------------------------------------------------------------


def test_in_relaxed_mode_talk_ends_when_all_are_ready() -> None:
    """RULES D28."""
    s = facing()
    assert all(asked.seconds is None and asked.seat != CLOCK for asked in game.decisions(s))

    for seat in (0, 1, 2):
        answer(s, seat, "place", "ready")

    assert s.faced.silent
    assert [asked.seat for asked in game.decisions(s) if asked.kind != "hush"] == [0, 1, 2]


def test_in_relaxed_mode_each_has_six_messages_and_talk_ends_when_all_are_out() -> None:
    """RULES D28."""
    s = facing()
    for _ in range(6):
        say(s, 0, offer("tools", 4))
    assert unsaid(s, 0, "seven") == "budget"
    answer(s, 1, "place", "ready")
    for _ in range(6):
        say(s, 2, "hello")
    assert s.faced.silent


def test_an_extension_gives_new_messages() -> None:
    """RULES 5.12."""
    s = facing()
    say(s, 0, "hello")
    for seat in (0, 1, 2):
        answer(s, seat, "place", "ready")
    for seat in (0, 1, 2):
        answer(s, seat, "place", "done")
    answer(s, 0, "leader-window", "extend")
    assert not s.faced.silent
    mine = game.view(s, 0).me
    assert mine is not None
    assert mine.messages_left == 6
    assert [line.timer for line in heard(s, 1)] == [1]


def test_who_waits_is_asked_again_when_somebody_speaks() -> None:
    """RULES D33."""
    s = facing()
    answer(s, 1, "place", "wait")
    assert [asked.seat for asked in game.decisions(s)] == [0, 2]
    say(s, 0, "hello")
    assert [asked.seat for asked in game.decisions(s)] == [0, 1, 2]


def test_when_all_wait_all_are_asked_again_and_in_the_end_they_are_ready() -> None:
    """RULES D33."""
    s = facing()
    for _ in range(6):
        for seat in (0, 1, 2):
            answer(s, seat, "place", "wait")
        assert not s.faced.silent
    for seat in (0, 1, 2):
        answer(s, seat, "place", "wait")
    assert s.faced.silent
    for _ in range(7):
        for seat in (0, 1, 2):
            answer(s, seat, "place", "wait")
    assert question(s).kind == "leader-window"


def test_an_unheard_message_wakes_nobody() -> None:
    s = facing(madness={0: ["M3-11"]}, seats=4)
    for seat in (1, 2, 3):
        answer(s, seat, "place", "wait")
    say(s, 0, "psst")
    assert [asked.seat for asked in game.decisions(s)] == [0]


# -- 12.4: talk outside the discussion ---------------------------------------------


def test_outside_the_discussion_there_is_no_talk_of_cards() -> None:
    """RULES 5.6."""
    s = table(3, madness={0: ["M3-01"]})
    story = say(s, 0, "let us climb quickly")
    assert [(event.to, event.data["text"]) for event in story] == [(None, "let us climb quickly")]
    for text in ("4 of them", "more tools", "the blue ones", "my ice axe"):
        assert unsaid(s, 0, text) == "no-card-talk"
    assert unsaid(s, 0, offer("tools", 4)) == "no-signals"


def test_a_space_is_suggested_in_movement_only() -> None:
    """RULES 4.3, D25."""
    s = table(3)
    story = say(s, 1, signal("suggest", space="C9"))
    assert story[0].data["signals"][0].space == "C9"
    assert unsaid(facing(), 1, signal("suggest", space="C9")) == "no-signals"
    assert unsaid(table(3, phase="draw"), 1, signal("suggest", space="C9")) == "no-signals"

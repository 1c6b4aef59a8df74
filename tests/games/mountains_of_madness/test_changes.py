"""RULES D26: example 26, what becomes of words on their way."""

from __future__ import annotations

import pytest

from service.games.kit.decision import SPECTATORS
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.talk.messages import Signal
from tests.games.mountains_of_madness.table import (
    answer,
    facing,
    game,
    grains,
    heard,
    last,
    offer,
    say,
    signal,
    unsaid,
)

HAND = ("tools 4", "books 6", "crates 5")


def mad(card: str, seat: int = 0, seats: int = 3, timed: bool = False, leader: int = 0) -> State:
    return facing(madness={seat: [card]}, hands={seat: HAND}, seats=seats, timed=timed, leader=leader)


@pytest.mark.parametrize(
    ("card", "sent", "received"),
    [
        ("M1-04", "Two crates here!", "TWO CRATES HERE!"),
        ("M1-19", "Two crates here", "Tw crts hr"),
        ("M1-19", "J'ai été là", "J' t l"),
        ("M2-02", offer("tools", 4), offer("tools", 5)),
        ("M2-06", offer("books", 6), offer("weapons", 6)),
        ("M2-06", offer("tools", 4), offer("tools", 4)),
        ("M2-16", offer("tools", 4), signal("offer", kind="tools", parity="even")),
        ("M2-16", offer("crates", 5), signal("offer", kind="crates", parity="odd")),
        ("M2-18", "I have four crates", "I 1 have 2 four 3 crates 4"),
        ("M3-04", offer("crates", 5), offer("tools", 5)),
        ("M3-04", offer("tools", 4), offer("books", 4)),
    ],
)
def test_example_26_what_the_others_receive(card: str, sent: str | Signal, received: str | Signal) -> None:
    s = mad(card)

    say(s, 0, sent)

    expected = (received, ()) if isinstance(received, str) else ("", (str(received),))
    assert last(s, 1) == last(s, 2) == last(s, None) == expected
    mine = last(s, 0)
    assert mine == ((sent, ()) if isinstance(sent, str) else ("", (str(sent),)))


def test_example_26_a_whisper_to_the_left() -> None:
    s = mad("M2-03", seat=1, seats=4)

    story = say(s, 1, "4 tools")

    assert last(s, 2) == ("4 tools", ())
    assert last(s, 0) == last(s, 3) == last(s, None) == "murmur"
    assert sorted(event.to or () for event in story) == [(SPECTATORS,), (0,), (1,), (2,), (3,)]


def test_my_only_friend_is_understood_by_the_right_and_deaf_to_the_left() -> None:
    s = mad("M2-04", seat=1, seats=4)

    say(s, 1, "4 tools")
    assert last(s, 0) == ("4 tools", ())
    assert last(s, 2) == last(s, 3) == "murmur"

    say(s, 2, "hello")
    assert last(s, 1) == "murmur"
    assert last(s, 3) == ("hello", ())
    say(s, 3, "good day")
    assert last(s, 1) == ("good day", ())


def test_the_leaders_shadow_knows_the_leader_only() -> None:
    s = mad("M3-10", seat=1, seats=4, leader=3)

    say(s, 1, "4 tools")
    assert last(s, 3) == ("4 tools", ())
    assert last(s, 0) is None
    assert last(s, None) is None
    say(s, 0, "hello")
    assert last(s, 1) == "murmur"
    say(s, 3, "good day")
    assert last(s, 1) == ("good day", ())


def test_the_leaders_shadow_that_leads_knows_its_left_neighbour() -> None:
    s = mad("M3-10", seat=1, seats=4, leader=1)

    say(s, 1, "4 tools")
    assert last(s, 2) == ("4 tools", ())
    assert last(s, 0) is None
    say(s, 0, "hello")
    assert last(s, 1) == "murmur"
    say(s, 2, "good day")
    assert last(s, 1) == ("good day", ())


def test_a_random_ear_is_one_ear_and_the_speaker_is_not_told_whose() -> None:
    s = mad("M3-11", seats=4)
    ears = set()
    for _ in range(6):
        before = [len(heard(s, seat)) for seat in range(4)]
        story = say(s, 0, "4 tools")
        got = [seat for seat in (1, 2, 3) if len(heard(s, seat)) > before[seat]]
        assert len(got) == 1
        ears.add(got[0])
        assert [event.kind for event in story if event.heard_by(0)][:1] == ["said"]
    assert len(ears) > 1


def test_a_voice_in_the_wind_has_no_name() -> None:
    s = mad("M1-20")

    story = say(s, 0, "4 tools")

    assert heard(s, 1)[-1].seat is None
    assert heard(s, None)[-1].seat is None
    assert all("seat" not in event.data for event in story if event.heard_by(1))


def test_a_voice_from_elsewhere_comes_eight_seconds_late_and_without_a_name() -> None:
    s = mad("M3-08", timed=True)
    say(s, 0, "4 tools")
    grains(s, 7)
    assert heard(s, 1) == []
    grains(s)
    assert last(s, 1) == ("4 tools", ())
    assert heard(s, 1)[-1].seat is None


def test_a_late_message_is_lost_when_silence_falls_first() -> None:
    s = mad("M3-08", timed=True)
    say(s, 0, "4 tools")
    answer(s, 1, "place", "card-1")
    grains(s, 9)
    assert heard(s, 1) == []


def test_in_relaxed_mode_a_late_message_waits_for_three_others() -> None:
    s = mad("M3-08")
    say(s, 0, "4 tools")
    say(s, 1, "hello")
    say(s, 2, "hello")
    assert not any(line.text == "4 tools" for line in heard(s, 1))
    say(s, 1, "and now?")
    assert last(s, 1) == ("4 tools", ())


def test_in_relaxed_mode_late_messages_arrive_before_silence() -> None:
    s = mad("M3-08")
    say(s, 0, "4 tools")
    for seat in (0, 1, 2):
        answer(s, seat, "place", "ready")
    assert s.faced.silent
    assert last(s, 1) == ("4 tools", ())


def test_ice_in_the_ears_hears_murmurs() -> None:
    s = mad("M3-09")
    say(s, 1, "4 tools")
    assert last(s, 0) == "murmur"
    assert last(s, 2) == ("4 tools", ())


def test_shifting_figures_are_off_by_one_at_most_and_the_same_for_all() -> None:
    values = set()
    s = mad("M3-05")
    for _ in range(6):
        say(s, 0, offer("books", 6), offer("tools", 4))
        first, second = heard(s, 1)[-1].signals
        assert heard(s, 1)[-1] == heard(s, 2)[-1]
        assert first.value in (5, 6, 7)
        assert second.value in (3, 4, 5)
        values |= {first.value, second.value}
    assert len(values) > 2


def test_treacherous_ears_alter_numbers_in_text_and_signals_by_two_at_most() -> None:
    s = mad("M3-13")
    got = set()
    for _ in range(6):
        say(s, 1, "ten or 5", offer("tools", 1))
        line = heard(s, 0)[-1]
        one, other = [int(word) for word in line.text.split(" or ")]
        assert 8 <= one <= 12
        assert 3 <= other <= 7
        assert line.signals[0].value in (0, 1, 2, 3)
        got.add(line.text)
    assert len(got) > 1
    assert last(s, 2) == ("ten or 5", ("offer tools 1",))


def test_a_world_out_of_order_exchanges_all_kinds_for_one_timer() -> None:
    s = mad("M3-14")
    say(s, 1, "tools, books, weapons, crates", offer("tools", 4))
    say(s, 2, "blue and Caisses and a barometer")
    first, second = heard(s, 0)
    kinds = first.text.split(", ")
    assert sorted(kinds) == ["books", "crates", "tools", "weapons"]
    assert all(one != other for one, other in zip(kinds, ("tools", "books", "weapons", "crates"), strict=True))
    assert first.signals[0].kind == kinds[0]
    colour = {"tools": "yellow", "weapons": "red", "crates": "green"}[kinds[1]]
    crates = {"tools": "Outils", "books": "Livres", "weapons": "Armes"}[kinds[3]]
    assert second.text == f"{colour} and {crates} and a …"


def test_word_salad_keeps_the_words_and_loses_their_order() -> None:
    s = mad("M2-17")
    say(s, 0, "four tools and six books here")
    text, _ = last(s, 1)  # type: ignore[misc]
    assert sorted(text.split()) == sorted(["four", "tools", "and", "six", "books", "here"])
    assert text != "four tools and six books here"


def test_babel_loses_about_half_of_the_words() -> None:
    s = mad("M3-12")
    words = " ".join("abcdefghijklmnopqrst")
    for _ in range(6):
        say(s, 0, words)
    lost = sum(line.text.count("…") for line in heard(s, 1))
    assert 30 < lost < 90


def test_only_the_encounter_of_this_turn_is_mad_and_only_what_is_not_ignored() -> None:
    s = facing(madness={0: ["M3-01"]}, hands={0: HAND})
    assert unsaid(s, 0, "4 tools") == "form"
    s.players[0].ignored = 1
    say(s, 0, "4 tools")
    assert last(s, 1) == ("4 tools", ())


def test_what_is_said_is_the_same_again_in_a_replay() -> None:
    def talk() -> bytes:
        s = mad("M3-05")
        for _ in range(3):
            say(s, 0, offer("tools", 4))
        return game.save(s)

    assert talk() == talk()

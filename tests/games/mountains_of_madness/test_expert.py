"""RULES 11.1, 11.2, 11.3, D24: several madness cards at once, all of which apply as far as they do not contradict."""

from __future__ import annotations

from service.games.mountains_of_madness.affliction import affliction
from service.games.mountains_of_madness.cards import MADNESS
from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import (
    answer,
    facing,
    game,
    grains,
    heard,
    last,
    offer,
    refused,
    say,
    signal,
    unsaid,
)

HAND = ("tools 4", "books 6", "crates 5")


def expert(*cards: str, timed: bool = False, seats: int = 3, hand: tuple[str, ...] = HAND) -> State:
    """Seat 0 holds these cards."""
    return facing(madness={0: cards}, hands={0: hand}, options={"expert": True}, timed=timed, seats=seats)


# -- 11.2: all effects apply ---------------------------------------------------------


def test_the_lower_of_two_limits_on_messages_counts() -> None:
    """RULES 11.2: Three Breaths and A Single Word (five messages)."""
    s = expert("M2-09", "M3-06")
    for _ in range(3):
        say(s, 0, "tools")
    assert unsaid(s, 0, "tools") == "quota"


def test_the_higher_of_two_least_numbers_of_words_counts() -> None:
    """RULES 11.2: Torrent of Words (8) and Word Salad (4)."""
    s = expert("M1-07", "M2-17")
    assert unsaid(s, 0, "four tools and six books") == "length"
    say(s, 0, "here are four tools and six books too")


def test_questions_only_and_no_signals_allow_a_question_in_words() -> None:
    """RULES 11.2: Gnawing Doubt with Counting Compulsion, Word Salad, Babel, No Self."""
    for higher in ("M2-17", "M2-18", "M3-12", "M3-17"):
        s = expert("M1-03", higher)
        assert unsaid(s, 0, "four tools are here for all") in ("form", "forbid")
        assert unsaid(s, 0, "so what may we need now") in ("form", "forbid")
        assert unsaid(s, 0, signal("yes")) in ("form", "length")
        say(s, 0, "who may bring some of them?")


def test_both_halves_of_a_window_count() -> None:
    """RULES 11.2: Slow to Wake (from 6 s) and First Cry (to 9 s)."""
    s = expert("M1-11", "M2-15", timed=True)
    grains(s, 5)
    assert unsaid(s, 0, "hm") == "window"
    grains(s)
    say(s, 0, "hm")
    grains(s, 3)
    assert unsaid(s, 0, "hm") == "window"


def test_a_stammering_echo_sends_the_echoed_message_twice() -> None:
    """RULES 11.2: Stammer and The Echo; and Stammer with One Chance."""
    s = expert("M1-17", "M2-12")
    say(s, 1, "who has tools")
    assert unsaid(s, 0, "Danforth has") == "echo"
    say(s, 0, "tools here")
    assert heard(s, 2)[-1].text == "who has tools"
    say(s, 0, "tools here")
    assert last(s, 2) == ("tools here", ())

    s = expert("M1-17", "M3-07")
    say(s, 0, "tools here")
    say(s, 0, "tools here")
    assert last(s, 2) == ("tools here", ())
    assert unsaid(s, 0, "again") == "quota"


def test_changes_of_words_add_up() -> None:
    """RULES 11.2, D26: the highest card changes them first."""
    s = expert("M1-19", "M2-18")
    say(s, 0, "Two crates here")
    assert last(s, 1) == ("Tw 1 crts 2 hr 3", ())
    s = expert("M1-04", "M2-18")
    say(s, 0, "here!")
    assert last(s, 1) == ("HERE! 1", ())


def test_changes_of_numbers_and_kinds_add_up() -> None:
    """RULES 11.2, D26: One Too Many with Shifting Figures; Odd and Even hides what is left; two wheels turn."""
    s = expert("M2-02", "M3-05")
    for _ in range(6):
        say(s, 0, offer("tools", 4))
    assert {line.signals[0].value for line in heard(s, 1)} <= {4, 5, 6}
    s = expert("M2-16", "M3-05")
    say(s, 0, offer("tools", 4))
    assert heard(s, 1)[-1].signals[0].parity in ("odd", "even")
    s = expert("M2-06", "M3-04")
    say(s, 0, offer("tools", 4))
    assert last(s, 1) == ("", ("offer weapons 4",)), "tools turn into books, and books are heard as weapons"


def test_one_deaf_ear_is_enough() -> None:
    """RULES 11.2: My Only Friend does not hear the left, The Leader's Shadow only the Leader."""
    s = facing(madness={0: ["M2-04", "M3-10"]}, options={"expert": True}, seats=4, leader=1)
    say(s, 1, "hello")
    say(s, 2, "hello")
    assert {line.murmur for line in heard(s, 0)} == {True}


def test_a_required_word_may_be_the_single_word() -> None:
    """RULES 11.2: A Single Word with Chromatic Fever, Menagerie, Roll Call."""
    for card, word in (("M1-01", "white"), ("M1-09", "penguin"), ("M1-10", "Dyer"), ("M1-12", "tekeli-li")):
        s = expert(card, "M3-06")
        assert unsaid(s, 0, "tools") == "require"
        say(s, 0, word)


def test_not_the_first_and_the_last_apply_together() -> None:
    """RULES 11.2: After You and Last on the Rope."""
    s = expert("M1-15", "M3-18", timed=True)
    grains(s, 26)
    assert refused(s, 0, "place", "card-1") == "play-not-first"
    answer(s, 1, "place", "card-1")
    answer(s, 0, "place", "card-1")


# -- 11.3: the higher card wins --------------------------------------------------------


def test_example_27_one_word_drops_the_ending() -> None:
    """RULES 11.3."""
    s = expert("M1-13", "M3-06")
    say(s, 0, "tools")
    assert last(s, 1) == ("tools", ())
    assert unsaid(s, 0, "are you sure?") == "length"


def test_example_27_three_words_keep_an_ending_of_three_words() -> None:
    """RULES 11.2."""
    s = expert("M1-13", "M2-05")
    say(s, 0, "are you sure?", offer("tools", 4))
    assert unsaid(s, 0, offer("tools", 4)) == "require"


def test_example_27_the_whole_hand_outranks_limits_that_it_exceeds() -> None:
    """RULES 11.3, D24: Methodical and The Miser under All or Nothing."""
    s = expert("M1-16", "M2-19", "M3-20")
    assert refused(s, 0, "place", "card-1") == "play-whole-hand"
    assert unsaid(s, 0, offer("tools", 4), offer("books", 6)) == "length"
    answer(s, 0, "place", "card-1", "card-2", "card-3")

    s = expert("M2-19", "M3-20", hand=("tools 4", "books 6"))
    answer(s, 0, "place", "card-1", "card-2")
    s = expert("M1-16", "M3-20", hand=("tools 4",))
    answer(s, 0, "place", "card-1")


def test_itchy_fingers_jump_whatever_lower_cards_say() -> None:
    """RULES 11.3, D24: After You stays for cards that the player places."""
    s = expert("M1-15", "M3-16", timed=True)
    assert refused(s, 0, "place", "card-1") == "play-not-first"
    grains(s, 12)
    assert [each.seat for each in s.faced.placed] == [0]


def test_last_gasp_gives_way_where_itchy_fingers_end_the_talk_before() -> None:
    """RULES 11.3, D24."""
    s = expert("M2-14", "M3-16", timed=True)
    say(s, 0, "hm")


def test_the_highest_card_says_who_understands() -> None:
    """RULES 11.3, D24: Whisper to the Left under The Leader's Shadow."""
    s = facing(madness={0: ["M2-03", "M3-10"]}, options={"expert": True}, seats=4, leader=3)
    say(s, 0, "psst")
    assert last(s, 3) == ("psst", ())
    assert last(s, 1) is None


def test_the_echo_gives_way_to_a_higher_card_and_not_to_a_lower_one() -> None:
    """RULES 11.3, D24: the word it heard may be one that another card forbids."""
    s = expert("M2-12", "M3-15")
    say(s, 1, "who has tools")
    say(s, 0, "hm")
    s = expert("M1-18", "M2-12")
    say(s, 1, "no")
    assert unsaid(s, 0, "hm") == "echo"
    say(s, 0, "no idea")


def test_the_deaf_are_called_and_given_leave_all_the_same() -> None:
    """RULES 11.2, D24: Only When Called and By Your Leave with Ice in the Ears."""
    s = expert("M2-11", "M3-09")
    assert unsaid(s, 0, "hm") == "trigger"
    say(s, 1, "and Danforth?")
    assert last(s, 0) == "murmur"
    say(s, 0, "hm")
    s = expert("M2-07", "M3-09")
    say(s, 1, signal("yes"))
    answer(s, 0, "place", "card-1")


def test_a_single_card_keeps_all_of_its_rules() -> None:
    """RULES 5.1."""
    for card in MADNESS.values():
        assert affliction((card.id,)).rules == card.enforce


def test_the_policy_shows_the_rules_that_apply_now() -> None:
    """RULES 11.3, D23."""
    s = expert("M1-13", "M3-06")
    assert [rule["type"] for rule in game.talk_policy(s, 0)["rules"]] == ["length", "quota"]

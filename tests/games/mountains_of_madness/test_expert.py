"""RULES 15 and example 27: several madness cards at once."""

from __future__ import annotations

from itertools import product

import pytest

from service.games.kit.decision import Illegal
from service.games.mountains_of_madness.affliction import affliction
from service.games.mountains_of_madness.cards import MADNESS
from service.games.mountains_of_madness.talk import gates
from service.games.mountains_of_madness.talk.messages import Message, Signal
from service.games.mountains_of_madness.vocabulary import Echo, Length, Play
from tests.games.mountains_of_madness.table import answer, facing, last, offer, refused, say, unsaid

HAND = ("tools 4", "books 6", "crates 5")


def test_example_27_one_word_drops_the_ending() -> None:
    s = facing(madness={0: ["M1-13", "M3-06"]}, hands={0: HAND}, options={"expert": True})
    say(s, 0, "tools")
    assert last(s, 1) == ("tools", ())
    assert unsaid(s, 0, "are you sure?") == "length"


def test_example_27_three_words_keep_an_ending_of_three_words() -> None:
    s = facing(madness={0: ["M1-13", "M2-05"]}, hands={0: HAND}, options={"expert": True})
    say(s, 0, "are you sure?", offer("tools", 4))
    assert unsaid(s, 0, offer("tools", 4)) == "require"


def test_example_27_a_minimum_above_the_maximum_is_dropped() -> None:
    both = affliction(("M1-07", "M2-05"))
    assert both.length == Length(max_words=3, max_signals=1)


def test_example_27_the_whole_hand_drops_limits_on_cards_only() -> None:
    s = facing(madness={0: ["M1-16", "M2-19", "M3-20"]}, hands={0: HAND}, options={"expert": True})
    assert refused(s, 0, "place", "card-1") == "play-whole-hand"
    assert unsaid(s, 0, offer("tools", 4), offer("books", 6)) == "length"
    answer(s, 0, "place", "card-1", "card-2", "card-3")


@pytest.mark.parametrize(
    ("cards", "dropped"),
    [
        (("M1-01", "M3-01"), "requires"),
        (("M1-06", "M3-01"), "length"),
        (("M2-12", "M3-01"), "echo"),
        (("M1-19", "M3-01"), "text_out"),
        (("M2-02", "M3-01"), "truthfuls"),
        (("M2-02", "M3-01"), "numbers_out"),
        (("M2-06", "M3-01"), "kinds_out"),
        (("M2-12", "M3-06"), "echo"),
        (("M1-17", "M3-07"), "echo"),
    ],
)
def test_a_contradiction_is_settled_for_the_higher_card(cards: tuple[str, ...], dropped: str) -> None:
    assert not getattr(affliction(cards), dropped)


def test_rules_of_one_type_replace_each_other_unless_they_add_up() -> None:
    assert affliction(("M1-08", "M2-10")).cooldown.seconds == 9  # type: ignore[union-attr]
    assert affliction(("M2-02", "M3-05")).numbers_out.op == "jitter"  # type: ignore[union-attr]
    both = affliction(("M2-02", "M3-13"))
    assert both.numbers_out is not None
    assert both.numbers_in is not None
    assert len(affliction(("M1-05", "M2-01", "M3-15")).forbids) == 3


def test_itchy_fingers_drop_a_lower_order() -> None:
    assert affliction(("M1-15", "M3-16")).play == Play(auto_at_s=12, auto_at_messages=6)


def test_a_single_card_keeps_all_of_its_rules() -> None:
    for card in MADNESS.values():
        assert affliction((card.id,)).rules == card.enforce


CANDIDATES = [
    Message("", (Signal("yes"),)),
    Message("", (Signal("ask", kind="tools"),)),
    Message("", (Signal("offer", kind="tools", value=4),)),
    Message("", (Signal("offer", kind="tools"),)),
    Message("tools"),
    Message("tekeli-li"),
    Message("are you sure?"),
    Message("ready?"),
    Message("go!"),
    *[
        Message(f"{start} {middle}{filler}{end}".strip(), signals)
        for start in ("", "hello")
        for middle in ("white", "please", "penguin", "Dyer", "hm")
        for filler in ("", " so far so good now then and so on and on")
        for end in ("", "?", "!", " tekeli-li", " are you sure?")
        for signals in ((), (Signal("yes"),), (Signal("ask"),))
    ],
]


@pytest.mark.thorough
def test_no_three_cards_leave_a_player_without_any_legal_message() -> None:
    s = facing(hands={0: HAND})
    s.faced.voices[0].calls = 1
    passing: dict[object, frozenset[int]] = {}

    def passed(cards: tuple[str, str, str]) -> bool:
        mad = affliction(cards)
        key = (mad.form, mad.length, mad.forbids, mad.requires, mad.truthfuls)
        if key not in passing:
            passing[key] = frozenset(n for n, message in enumerate(CANDIDATES) if _legal(message, *key))
        assert mad.echo in (None, Echo("last_word"), Echo("twice"))
        return bool(passing[key])

    def _legal(message: Message, form, length, forbids, requires, truthfuls) -> bool:  # type: ignore[no-untyped-def]
        try:
            if form is not None:
                gates.form(message, form)
            if length is not None:
                gates.length(message, length)
            for rule in forbids:
                gates.forbid(message, rule)
            for rule in requires:
                gates.require(s, 0, message, rule)
            for rule in truthfuls:
                gates.truthful(s, 0, message, rule)
        except Illegal:
            return False
        return True

    levels = [[card.id for card in MADNESS.values() if card.level == level] for level in (1, 2, 3)]
    assert [cards for cards in product(*levels) if not passed(cards)] == []

"""RULES 11.3, D24: which madness cards contradict each other, computed anew."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from service.games.kit.decision import Illegal
from service.games.mountains_of_madness import contradictions
from service.games.mountains_of_madness.cards import MADNESS
from service.games.mountains_of_madness.contradictions import applied, gives_way, possible
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.talk import speaking
from service.games.mountains_of_madness.talk.messages import Message, Signal
from tests.games.mountains_of_madness.table import facing

LEVELS = [[card.id for card in MADNESS.values() if card.level == level] for level in (1, 2, 3)]
PAIRS = [pair for one, two in ((0, 1), (0, 2), (1, 2)) for pair in product(LEVELS[one], LEVELS[two])]
RULES = Path(contradictions.__file__).parent / "RULES.md"


def expert() -> State:
    """A table of experts in a discussion."""
    return facing(hands={0: ("tools 4", "books 6", "crates 5")}, options={"expert": True})


def test_the_table_of_contradicting_pairs_is_what_the_cards_demand() -> None:
    """RULES 11.3, D24: the table in RULES.md, computed anew."""
    rows = re.findall(r"^\| (M\d-\d\d) [^|]*\| (M\d-\d\d) [^|]*\|", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [pair for pair in PAIRS if gives_way(pair)]


def test_no_three_cards_contradict_each_other_where_no_two_do() -> None:
    """RULES 11.3, D24."""
    contradicting = {pair for pair in PAIRS if gives_way(pair)}
    for low, middle, high in product(*LEVELS):
        held = applied((low, middle, high))
        expected = {low} & {one for one, two in contradicting if one == low and two in (middle, high)}
        expected |= {middle} if (middle, high) in contradicting else set()
        changed = {card for card in (low, middle, high) if _rules(held, card) != MADNESS[card].enforce}
        assert changed == expected


def _rules(held: contradictions.Held, card: str) -> tuple[object, ...]:
    return tuple(rule for of, rule in held if of == card)


@pytest.mark.parametrize("word", [None, "tools", "4", "me", "no", "fish", "white", "dyer", "x" * 140, "4x10"])
def test_no_pair_or_triple_leaves_its_holder_without_any_legal_message(word: str | None) -> None:
    """RULES 11.3, D24: whatever word The Echo has just heard."""
    echoes = [cards for cards in product(*LEVELS) if word is None or "M2-12" in cards]
    echoes += [pair for pair in PAIRS if word is None or "M2-12" in pair]
    for cards in echoes:
        held = applied(cards, word, ("Danforth", "Atwood"))
        assert possible(held, word, ("Danforth", "Atwood")) is not None, cards


def test_the_message_that_is_found_is_one_that_the_game_takes() -> None:
    """RULES 11.2: the search for a message and the gates agree."""
    s = expert()
    s.timed = True
    for pair in PAIRS:
        found = possible(applied(pair))
        assert found is not None
        s.players[0].madness = list(pair)
        # Inside the windows of First Cry and Last Gasp; somebody has spoken, and called the player.
        s.faced.sand = 7 if "M2-15" in pair else 20
        s.faced.voices[0].calls, s.faced.voices[1].sent = 1, 1
        speaking.check(s, 0, found)


CANDIDATES = [
    Message(" ".join(filter(None, (first, middle, filler))) + end, signals)
    for first in ("", "hello", "tools", "4")
    for middle in ("", "white", "please", "penguin", "Dyer", "hm", "red", "svp")
    for filler in ("", "so far so good now then and so on and on")
    for end in ("", "?", "!", " tekeli-li", " are you sure?", " tu es sûr ?")
    for signals in ((), (Signal("yes"),), (Signal("no"),), (Signal("ask"),), (Signal("offer"),), (Signal("pledge"),))
]


def test_cards_that_give_way_in_talk_could_not_have_been_obeyed() -> None:
    """RULES 11.3, D24: hundreds of other messages fail a contradicting pair as well."""
    s = expert()
    for low, high in PAIRS:
        held = tuple((card, rule) for card in (high, low) for rule in MADNESS[card].enforce)
        if possible(held) is None and (low, high) != ("M2-14", "M3-16"):
            s.players[0].madness = [high]
            both = [m for m in CANDIDATES if not m.bare and _passes(s, high, m) and _passes(s, low, m)]
            assert both == [], (low, high)


def _passes(s: State, card: str, message: Message) -> bool:
    s.players[0].madness = [card]
    try:
        speaking.check(s, 0, message)
    except Illegal:
        return False
    return True

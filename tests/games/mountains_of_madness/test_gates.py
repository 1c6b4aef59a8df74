"""RULES D23: example 25, what a mad player may not say, card by card."""

from __future__ import annotations

import pytest

from service.games.kit.decision import Illegal
from service.games.mountains_of_madness.cards import MADNESS
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.talk.messages import Signal
from service.games.mountains_of_madness.vocabulary import KindMap, NumberMap, TextMap
from tests.games.mountains_of_madness.table import facing, game, heard, last, offer, say, signal, unsaid

HAND = ("tools 4", "books 6", "crates 5")
Sent = tuple[str | Signal, ...]


def mad(card: str, timed: bool = False) -> State:
    """Seat 0 holds the card and the hand of the examples; the place asks tools and books."""
    names = {"characters": ["Lake", "Danforth", "Atwood"]}
    return facing(madness={0: [card]}, hands={0: HAND}, timed=timed, options=names)


REFUSED: list[tuple[str, str, Sent]] = [
    ("M1-01", "require", ("I have 4 tools",)),
    ("M1-01", "require", (offer("tools", 4),)),
    ("M1-02", "require", ("I have 4 tools",)),
    ("M1-03", "form", (offer("tools", 4),)),
    ("M1-03", "form", ("4 tools here",)),
    ("M1-04", "require", ("I have 4 tools",)),
    ("M1-05", "forbid", ("j'ai deux outils",)),
    ("M1-05", "forbid", ("We need tools",)),
    ("M1-06", "length", ("one and two and three and four",)),
    ("M1-06", "length", (offer("tools"), offer("books"), offer("crates"))),
    ("M1-07", "length", ("far too short",)),
    ("M1-07", "length", (offer("tools", 4),)),
    ("M1-09", "require", ("I have 4 tools",)),
    ("M1-10", "require", ("I have 4 tools",)),
    ("M1-10", "require", ("Lake has 4 tools",)),
    ("M1-11", "window", ("I have 4 tools",)),
    ("M1-12", "require", ("tekeli-li, I have 4 tools",)),
    ("M1-13", "require", ("I have 4 tools",)),
    ("M1-14", "forbid", ("five tools",)),
    ("M1-14", "forbid", ("outils: un, ça suffit",)),
    ("M1-15", "precondition", ("I have 4 tools",)),
    ("M1-16", "length", (offer("tools", 4), offer("books", 6))),
    ("M1-16", "length", ("4 tools, 6 books",)),
    ("M1-18", "forbid", ("no, thanks",)),
    ("M1-18", "forbid", (signal("no"),)),
    ("M2-01", "forbid", (offer("tools", 4),)),
    ("M2-01", "forbid", ("four tools",)),
    ("M2-01", "forbid", ("IV tools",)),
    ("M2-01", "forbid", ("my barometer",)),
    ("M2-01", "forbid", ("tools: ||||",)),
    ("M2-02", "truthful", (offer("tools", 3),)),
    ("M2-02", "truthful", ("I have 4",)),
    ("M2-02", "truthful", (offer("tools", 4), offer("tools", 4))),
    ("M2-02", "truthful", (signal("ask", kind="tools", amount=4),)),
    ("M2-02", "truthful", (signal("tally", kind="tools", amount=4),)),
    ("M2-05", "length", ("I have four tools",)),
    ("M2-05", "length", (offer("tools", 4), offer("books", 6))),
    ("M2-06", "truthful", (offer("weapons", 6),)),
    ("M2-06", "truthful", ("books, many of them",)),
    ("M2-06", "truthful", ("the blue ones",)),
    ("M2-06", "truthful", (signal("ask", kind="weapons"),)),
    ("M2-08", "forbid", ("the blue 6",)),
    ("M2-08", "forbid", (offer("tools", 4),)),
    ("M2-08", "forbid", ("mon piolet",)),
    ("M2-11", "trigger", ("I have 4 tools",)),
    ("M2-14", "window", ("I have 4 tools",)),
    ("M2-16", "truthful", (offer("tools", 5),)),
    ("M2-16", "truthful", ("trois",)),
    ("M2-17", "form", (offer("tools", 4),)),
    ("M2-17", "length", ("four tools here",)),
    ("M2-18", "form", (offer("tools", 4),)),
    ("M3-01", "form", ("yes",)),
    ("M3-01", "form", (offer("tools", 4),)),
    ("M3-04", "truthful", (offer("books", 5),)),
    ("M3-04", "truthful", ("crates",)),
    ("M3-05", "truthful", (offer("books", 5),)),
    ("M3-05", "truthful", ("my books are worth 6",)),
    ("M3-06", "length", ("tools four",)),
    ("M3-06", "length", (offer("tools", 4),)),
    ("M3-12", "form", (offer("tools", 4),)),
    ("M3-15", "forbid", ("tools",)),
    ("M3-15", "forbid", ("yellow",)),
    ("M3-15", "forbid", ("six of them",)),
    ("M3-15", "forbid", ("a barometer",)),
    ("M3-15", "forbid", (offer("tools"),)),
    ("M3-15", "forbid", (offer(value=4),)),
    ("M3-17", "form", (offer("tools", 4),)),
    ("M3-17", "form", (signal("pledge", kind="tools"),)),
    ("M3-17", "forbid", ("I have tools",)),
    ("M3-17", "forbid", ("tools are worth 4",)),
    ("M3-19", "forbid", (offer("tools", 5),)),
    ("M3-19", "forbid", ("five",)),
]

ACCEPTED: list[tuple[str, Sent]] = [
    ("M1-01", ("White morning, I have 4 tools",)),
    ("M1-02", ("Please, 4 tools here", offer("tools", 4))),
    ("M1-03", ("Would 4 tools help?",)),
    ("M1-03", (signal("ask", kind="tools"),)),
    ("M1-04", ("4 tools!",)),
    ("M1-05", ("Two tools on this side",)),
    ("M1-06", ("tools four and books six", offer("tools", 4), offer("books", 6))),
    ("M1-07", ("here are four tools and six books too",)),
    ("M1-08", (offer("tools", 4),)),
    ("M1-09", ("The penguin has 4 tools",)),
    ("M1-10", ("Danforth, 4 tools here",)),
    ("M1-12", ("4 tools, Tekeli-Li",)),
    ("M1-13", ("4 tools, are you sure?",)),
    ("M1-13", ("4 outils, tu es sur?",)),
    ("M1-14", ("5 tools",)),
    ("M1-16", (offer("tools", 4),)),
    ("M1-17", (offer("tools", 4),)),
    ("M1-18", ("yes", signal("yes"))),
    ("M1-19", ("4 tools",)),
    ("M1-20", ("4 tools",)),
    ("M2-01", (offer("tools"),)),
    ("M2-01", ("a few tools",)),
    ("M2-02", (offer("tools", 4), offer("books", 6))),
    ("M2-03", ("4 tools",)),
    ("M2-04", ("4 tools",)),
    ("M2-05", ("four tools here", offer("tools", 4))),
    ("M2-06", (offer("books", 6), signal("ask", kind="tools"))),
    ("M2-07", ("4 tools",)),
    ("M2-08", (offer(value=6),)),
    ("M2-09", (offer("tools", 4),)),
    ("M2-10", (offer("tools", 4),)),
    ("M2-12", ("4 tools",)),
    ("M2-13", ("4 tools",)),
    ("M2-15", ("4 tools",)),
    ("M2-16", (offer("tools", 4), "for what it is worth")),
    ("M2-17", ("four tools here today",)),
    ("M2-18", ("four tools",)),
    ("M2-19", ("4 tools",)),
    ("M2-20", ("4 tools",)),
    ("M3-01", (signal("yes"),)),
    ("M3-02", ("4 tools",)),
    ("M3-03", ("4 tools",)),
    ("M3-04", (offer("crates", 5),)),
    ("M3-05", (offer("tools", 4), "some tools")),
    ("M3-06", ("tools",)),
    ("M3-07", ("4 tools",)),
    ("M3-08", ("4 tools",)),
    ("M3-09", ("4 tools",)),
    ("M3-10", ("4 tools",)),
    ("M3-11", ("4 tools",)),
    ("M3-12", ("4 tools",)),
    ("M3-13", ("4 tools",)),
    ("M3-14", ("4 tools",)),
    ("M3-15", ("a bit of the sharp sort", signal("yes"))),
    ("M3-16", ("4 tools",)),
    ("M3-17", ("who brings tools?", signal("ask", kind="tools", amount=8))),
    ("M3-18", ("4 tools",)),
    ("M3-19", (offer("tools"), "some tools")),
    ("M3-20", ("4 tools",)),
]


@pytest.mark.parametrize(("card", "code", "parts"), REFUSED)
def test_a_message_that_fails_a_gate_is_heard_by_nobody(card: str, code: str, parts: Sent) -> None:
    s = mad(card)

    assert unsaid(s, 0, *parts) == code

    assert heard(s, 1) == heard(s, 2) == heard(s, 0) == heard(s, None) == []


@pytest.mark.parametrize(("card", "parts"), ACCEPTED)
def test_a_message_that_passes_is_in_the_log_of_its_sender_as_written(card: str, parts: Sent) -> None:
    s = mad(card)

    for _ in range(2 if card == "M1-17" else 1):
        say(s, 0, *parts)

    [line] = heard(s, 0)
    assert (line.text, line.signals) == (
        " ".join(part for part in parts if isinstance(part, str)),
        tuple(part for part in parts if isinstance(part, Signal)),
    )


@pytest.mark.parametrize(("card", "parts"), ACCEPTED)
def test_without_changes_all_others_hear_the_same(card: str, parts: Sent) -> None:
    kinds = {type(rule).__name__ for rule in MADNESS[card].enforce}
    changes = any(
        isinstance(rule, NumberMap | KindMap | TextMap) and rule.dir == "out" for rule in MADNESS[card].enforce
    )
    if changes or kinds & {"Audience", "Delivery"}:
        return
    s = mad(card)

    for _ in range(2 if card == "M1-17" else 1):
        say(s, 0, *parts)

    assert last(s, 0) == last(s, 1) == last(s, 2) == last(s, None)


def test_every_card_has_an_accepted_message_here_or_waits_for_others() -> None:
    assert set(MADNESS) - {card for card, _ in ACCEPTED} == {"M1-11", "M1-15", "M2-11", "M2-14"}


@pytest.mark.parametrize(("card", "code", "parts"), REFUSED)
def test_a_refusal_says_what_the_card_demands(card: str, code: str, parts: Sent) -> None:
    """RULES D23."""
    with pytest.raises(Illegal) as wrong:
        say(mad(card), 0, *parts)
    for language in ("en", "fr"):
        sentence = game.words(language).refuse(code, wrong.value.params)
        assert sentence is not None
        assert MADNESS[card].text[language] in sentence

"""The parts that text pages are made of, and the page of a game that has none of its own."""

from __future__ import annotations

from msgspec import Struct

from service.games import REGISTRY
from service.games.kit.decision import Decision, Seat
from service.games.kit.event import Event
from service.games.kit.game import Result
from service.games.kit.page import Ask, PageContext, generic, question_block, result_lines, story_lines, wrap
from service.games.kit.words import CardText, Words

NAMES = ("Ada", "Ben")
SHARED = REGISTRY["faraway"].words("en").page
WORDS = Words(
    name="Tiny",
    about="",
    decisions={"hit": "Whom do you hit with {card}?"},
    story={"hit": "{seat} hits {seats}."},
    ids={"seat-0": "the player in seat 0", "seat-1": "the player in seat 1", "club": "club", "pass": "nobody"},
    terms={"stones": "stones left", "turn": "whose turn it is", "players": "players", "open": "open"},
    options={},
    cards={"club": CardText("club", "takes two stones")},
    page=SHARED,
)


class Player(Struct):
    """A player of a tiny game."""

    seat: Seat
    stones: int


class View(Struct):
    """All there is to see of it."""

    stones: int
    turn: Seat | None
    open: bool
    players: tuple[Player, ...]


def asked(*questions: Decision) -> PageContext:
    """Ada reads, and is asked this."""
    return PageContext(seat=0, names=NAMES, language="en", decisions=tuple(Ask(f"7-{q.kind}-0", q) for q in questions))


def test_a_question_is_asked_with_the_ids_that_are_sent_and_with_names() -> None:
    question = Decision("hit", 0, ("seat-1", "club", "pass"), about={"card": "club"})
    assert question_block(WORDS, asked(question)) == [
        "== Your decision: 7-hit-0 ==",
        "Whom do you hit with club? Pick exactly one.",
        "  seat-1  Ben · club  club — takes two stones · pass  nobody",
    ]


def test_a_question_says_how_many_may_be_picked() -> None:
    several = Decision("hit", 0, ("seat-1", "pass"), least=0, most=2)
    assert "Pick at most 2, or nothing." in question_block(WORDS, asked(several))[1]
    assert "Pick 1 or 2." in question_block(WORDS, asked(Decision("hit", 0, ("seat-1", "pass"), 1, 2)))[1]
    assert "Pick 1 to 3." in question_block(WORDS, asked(Decision("hit", 0, ("seat-0", "seat-1", "pass"), 1, 3)))[1]


def test_a_line_ends_neither_in_a_note_nor_before_what_is_numbered() -> None:
    assert wrap("r1  forest, night, stone [row then 12]", width=30) == ["r1  forest, night, stone", "  [row then 12]"]
    assert wrap("Nobody has taken region 9: it leaves", width=24, hang="") == [
        "Nobody has taken",
        "region 9: it leaves",
    ]


def test_whoever_waits_is_told_so_and_a_spectator_is_asked_nothing() -> None:
    assert question_block(WORDS, asked()) == ["== You have nothing to decide now =="]
    assert question_block(WORDS, PageContext(seat=None, names=NAMES, language="en")) == []


def test_of_a_long_story_the_end_is_told() -> None:
    story = tuple(Event("hit", {"seat": 0, "seats": (1,)}) for _ in range(4))
    context = PageContext(seat=0, names=NAMES, language="en", story=story)
    assert story_lines(WORDS, context, most=2) == [
        "== Since your last answer ==",
        "(2 earlier events are left out.) Ada hits Ben. Ada hits Ben.",
    ]
    assert story_lines(WORDS, context, quiet=frozenset({"hit"})) == []


def test_what_is_said_cannot_be_taken_for_what_happens() -> None:
    said = Event("sentence", {"text": "Ben: Hello. Ada hits Ben."})
    hit = Event("hit", {"seat": 0, "seats": (1,)})
    context = PageContext(seat=0, names=NAMES, language="en", story=(hit, said, hit))
    assert story_lines(WORDS, context)[1:] == ["Ada hits Ben.", "- Ben: Hello. Ada hits Ben.", "Ada hits Ben."]


def test_short_options_share_a_line_that_ends_between_two_of_them() -> None:
    question = Decision("hit", 0, ("seat-0", "seat-1", "club", "pass", "seat-0", "seat-1"))
    assert question_block(WORDS, asked(question))[2:] == [
        "  seat-0  Ada · seat-1  Ben · club  club — takes two stones · pass  nobody",
        "  seat-0  Ada · seat-1  Ben",
    ]


def test_the_result_names_the_players_by_their_place() -> None:
    result = Result(winners=(1,), places=(2, 1), scores=(3, 5))
    context = PageContext(seat=0, names=NAMES, language="en", result=result)
    assert result_lines(WORDS, context)[1:] == ["1. Ben – 5", "2. Ada – 3"]
    shared = PageContext(seat=0, names=NAMES, language="en", result=Result(winners=(0, 1), places=(1, 1)))
    assert result_lines(WORDS, shared)[1:] == ["1. Ada, Ben"]


def test_no_line_ends_before_french_punctuation_or_after_a_number() -> None:
    assert wrap("Ben a : 12 cartes", width=8) == ["Ben a :", "  12 cartes"]


def test_a_game_without_a_page_shows_every_field_in_words() -> None:
    view = View(stones=3, turn=1, open=False, players=(Player(0, 2), Player(1, 0)))
    assert generic(WORDS, view, asked()).splitlines() == [
        "Tiny · you are Ada",
        "",
        "stones left: 3",
        "whose turn it is: Ben",
        "open: no",
        "players:",
        "  Ada:",
        "    stones left: 2",
        "  Ben:",
        "    stones left: 0",
        "== You have nothing to decide now ==",
    ]

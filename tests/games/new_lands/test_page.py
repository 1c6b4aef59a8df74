"""What the Scout, the Group and a spectator read."""

from __future__ import annotations

import pytest

from service.games.kit.event import Event
from service.games.kit.page import Ask, PageContext
from service.games.new_lands.rules.mission import ProposeMission
from service.games.new_lands.rules.preparation import Prepare
from service.games.new_lands.rules.reading import ReadAloud
from service.games.new_lands.state import Player, State
from tests.games.new_lands.table import exploring, game, say, table

NAMES = ("Ada", "Ben", "Cleo")
LINES = (
    "Page 47 has its line 1 here.",
    "Page 47 has its line 2 here.",
    "Page 47 has its line 3 here.",
    "Page 47 has its line 4 here.",
    "Page 47 has its line 5 here.",
    "Page 47 has its line 6 here.",
)


def read(s: State, seat: int | None, language: str = "en", story: tuple[Event, ...] = ()) -> str:
    asks = tuple(Ask(id, q) for id, q in game.questions(s).items() if q.seat == seat)
    heard = tuple(event for event in story if event.heard_by(seat))
    context = PageContext(seat=seat, names=NAMES, language=language, decisions=asks, story=heard)
    return game.page(game.view(s, seat), context)


def test_the_scout_reads_six_lines_one_below_the_other() -> None:
    s = table(Prepare(), top="exp_love")

    page = read(s, 0)

    assert "Scout p. 47" in page
    assert "\n".join(["  1  ¶" + LINES[0], *[f"  {n}  {line}" for n, line in enumerate(LINES[1:], 2)]]) in page
    assert all(line not in read(s, other) for other in (1, 2, None) for line in LINES)


def test_whoever_has_seen_the_passage_reads_that_they_are_silent() -> None:
    s = table(Prepare(), top="exp_love")

    assert "Talk: whoever has seen the passage says nothing" in read(s, 0)
    assert "Talk:" not in read(s, 1)


def test_the_group_reads_that_it_may_discuss() -> None:
    s = exploring(lines=LINES)

    assert "Talk: the Group may discuss" in read(s, 1)
    assert "Talk:" not in read(s, None)


def test_a_long_line_of_a_printed_book_is_not_broken() -> None:
    long = "A line that its printer made much longer than a page of text is wide, by some words that have no end."

    s = exploring(lines=[long])

    assert f"  1  {long}\n" in read(s, 0)


def test_the_group_reads_what_it_has_just_heard_and_only_then() -> None:
    s = table(ReadAloud(), lines=LINES, page=47, compass="N")

    story = tuple(say(s, 1, "listen", "listen"))

    assert "\n".join([f"  {n}  {line}" for n, line in enumerate(LINES, 1)]) in read(s, 1, story=story)
    assert LINES[0] not in read(s, 2, story=story)
    assert LINES[0] not in read(s, 1)


def test_lines_that_come_one_by_one_are_one_below_the_other() -> None:
    told = tuple(Event("line-read", {"line": n, "text": line}, (1,)) for n, line in enumerate(LINES[:2], 1))

    assert f"  1  {LINES[0]}\n  2  {LINES[1]}\n" in read(exploring(), 1, story=told)


def test_the_constraint_of_the_lost_city_is_told_once_the_camp_is_there() -> None:
    text = "Atlantext — Every second word is under water."

    assert text in read(exploring(arrived=True, city="city_atlantexte"), 1)
    assert text not in read(exploring(city="city_atlantexte"), 1)


@pytest.mark.parametrize(
    ("language", "spoken", "there", "missing"),
    [
        ("en", "en", "thirteen letters", "fourteen"),
        ("en", "fr", "In a French book: fourteen", "–"),
        ("fr", "fr", "quatorze lettres", "treize"),
        ("fr", "en", "Dans un livre anglais : treize", "–"),
    ],
)
def test_a_mission_is_told_as_it_holds_in_this_book(language: str, spoken: str, there: str, missing: str) -> None:
    s = table(Prepare(), row=["mis_boa"])
    s.language = "fr" if spoken == "fr" else "en"

    page = read(s, 1, language)

    assert there in " ".join(page.split())
    assert missing not in page


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_mission_that_goes_by_a_list_shows_it_when_it_may_be_tried(language: str) -> None:
    players = [Player(), Player(mission="mis_comptine"), Player(mission="mis_racines")]
    s = table(ProposeMission(), lines=LINES, players=players)

    page = " ".join(read(s, 1, language).split())

    assert game.words(language).terms["list-number-en"] in page
    assert game.words(language).terms["list-roots-en"] in page


def test_the_prompter_is_asked_for_a_line_and_a_word_in_two_lines() -> None:
    prompter = [Player(character="char_souffleur", know_how=True), Player(), Player()]
    s = table(Prepare(), top="exp_love", players=prompter, options={"characters": True})

    page = read(s, 0)

    assert "  line-1  to line-6: the line of the word, counted from the top\n" in page
    assert "  word-1  to word-7: the place of the word on that line\n" in page
    assert "line-2" not in page
    assert "Prompted Word: Choose one word of the passage" in page


def test_the_explorations_lie_around_the_camp() -> None:
    lines = [line.split("  ") for line in read(exploring(), 1).splitlines()]
    [middle] = [[part.strip() for part in line if part.strip()] for line in lines if "(Camp)" in line]

    assert middle == ["W Travel", "(Camp)", "E War"]


def test_players_read_the_votes_and_spectators_who_has_voted() -> None:
    s = exploring()
    say(s, 1, "vote-exploration", "W")

    assert "Votes so far: Ben – Travel." in read(s, 2)
    assert "Have voted: Ben." in read(s, None)
    assert "Travel." not in read(s, None)


def test_a_mission_that_another_player_holds_is_named_as_not_to_be_had() -> None:
    s = table(Prepare(), row=["mis_boa", "mis_perroquet"])
    say(s, 2, "take-mission", "mis_boa")

    page = " ".join(read(s, 1).split())

    assert "(not now: Cleo holds it)" in page
    assert page.count("not now") == 1


@pytest.mark.parametrize(("options", "price"), [({}, "12 letters"), ({"domains": True}, "its value in letters")])
def test_the_page_says_what_a_failed_exploration_costs(options: dict[str, bool], price: str) -> None:
    s = table(Prepare(), options=options)

    assert price in " ".join(read(s, 1).split())

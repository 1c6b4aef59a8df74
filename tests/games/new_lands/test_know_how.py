"""RULES 7.10, D33: what each character can do, and when not."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.new_lands import library
from service.games.new_lands.books.pages import Line
from service.games.new_lands.rules.preparation import Prepare
from service.games.new_lands.rules.reading import ReadAloud
from service.games.new_lands.state import Player, State
from tests.games.new_lands.table import asked, game, kinds, refused, say, small_book, table


def scout(character: str, know_how: bool = True, **parts: Any) -> State:
    """A turn whose Scout is this character."""
    players = [Player(character=character, know_how=know_how), Player(), Player()]
    parts.setdefault("options", {"characters": True, "peripeties": character == "char_textploratrice"})
    return table(Prepare(), ReadAloud(), players=players, top="exp_love", **parts)


CHARACTERS_AT_THE_COMPASS = ["char_oratrice", "char_bibliothecaire", "char_collectionneur", "char_souffleur"]


@pytest.mark.parametrize("character", CHARACTERS_AT_THE_COMPASS)
def test_know_how_may_be_kept_and_is_not_asked_about_again_this_turn(character: str) -> None:
    s = scout(character)
    say(s, 0, "know-how", "keep")
    assert "know-how" not in asked(s, 0)
    assert s.players[0].know_how


@pytest.mark.parametrize("character", [*CHARACTERS_AT_THE_COMPASS, "char_arpenteur", "char_textploratrice"])
def test_know_how_that_is_used_up_is_not_offered(character: str) -> None:
    s = scout(character, know_how=False)
    assert not {"know-how", "measure-step"} & asked(s, 0).keys()
    assert "flair" not in asked(s, 0).get("draw-peripetia", ())


def test_only_the_scout_uses_know_how() -> None:
    """RULES 7.10."""
    s = table(Prepare(), players=[Player(), Player(character="char_oratrice", know_how=True)], seats=2)
    assert "know-how" not in asked(s)


# -- the Textplorer ----------------------------------------------------------------


def test_the_textplorer_looks_at_three_takes_one_and_orders_the_rest() -> None:
    s = scout("char_textploratrice")
    first, second, third, fourth, *_ = s.peripetia_pile
    told = say(s, 0, "draw-peripetia", "flair")
    [seen] = [event for event in told if event.kind == "saw-peripeties"]
    assert (seen.to, seen.data) == ((0,), {"peripeties": (first, second, third)})
    mine = game.view(s, 0).scouting
    assert mine is not None
    assert mine.looked_at == (first, second, third)
    assert game.view(s, 1).scouting is None
    assert refused(s, 0, "choose-peripetia", second) == "wrong-number-of-picks"
    say(s, 0, "choose-peripetia", second, third, first)
    assert s.now().peripetia == second
    assert s.peripetia_pile[0] == fourth
    assert s.peripetia_pile[-2:] == [third, first]
    assert not s.players[0].know_how


def test_the_textplorer_may_draw_plainly() -> None:
    s = scout("char_textploratrice")
    say(s, 0, "draw-peripetia", "draw")
    assert s.players[0].know_how


def test_the_textplorer_looks_at_what_is_left() -> None:
    s = scout("char_textploratrice", peripetia_pile=["per_peage"])
    say(s, 0, "draw-peripetia", "flair")
    say(s, 0, "choose-peripetia", "per_peage")
    assert (s.now().peripetia, s.peripetia_pile) == ("per_peage", [])


# -- the Surveyor ------------------------------------------------------------------


@pytest.mark.parametrize(("step", "page"), [("as-told", 47), ("-2", 43), ("-1", 45), ("+1", 49), ("+2", 51)])
def test_the_surveyor_measures_the_step(step: str, page: int) -> None:
    s = scout("char_arpenteur")
    say(s, 0, "measure-step", step)
    assert s.now().page == page
    assert s.players[0].know_how is (step == "as-told")


def test_at_least_one_sheet_is_turned() -> None:
    players = [Player(character="char_arpenteur", know_how=True), Player()]
    s = table(Prepare(), seats=2, players=players, top="exp_night", options={"characters": True})
    assert asked(s, 0)["measure-step"] == ("as-told", "-1", "+1", "+2")


def test_the_surveyor_has_nothing_to_measure_in_the_city() -> None:
    assert "measure-step" not in asked(scout("char_arpenteur", arrived=True, camp=87))


# -- the Orator, the Librarian -----------------------------------------------------


def test_the_orator_reads_twice() -> None:
    s = scout("char_oratrice")
    told = say(s, 0, "know-how", "use")
    assert kinds(told) == ["used-know-how"]
    assert s.now().times == 2


def test_the_librarian_reads_nine_lines_and_sees_them_at_once() -> None:
    s = scout("char_bibliothecaire")
    assert len(s.now().passage) == 6
    told = say(s, 0, "know-how", "use")
    [seen] = [event for event in told if event.kind == "saw-passage"]
    assert (seen.to, len(seen.data["lines"])) == ((0,), 9)
    assert len(s.now().passage) == 9


def test_a_page_with_six_lines_gives_the_librarian_nothing_to_breathe() -> None:
    book = small_book(name="six")
    pages = tuple(page[:6] for page in book.pages)
    six = type(book)("six", book.title, book.author, "en", book.layout, pages)
    library.shelve(six)
    assert "know-how" not in asked(scout("char_bibliothecaire", book=six), 0)


# -- the Collector -----------------------------------------------------------------


def test_the_collector_swaps_an_exploration_and_the_way_stays_as_it_was() -> None:
    s = scout("char_collectionneur")
    assert asked(s, 0)["know-how"] == ("N", "E", "S", "W", "keep")
    page = s.now().page
    told = say(s, 0, "know-how", "S")
    assert s.lost == ["exp_war"]
    assert s.around["S"] == "exp_love"
    assert s.now().page == page
    assert "exploration-swapped" in kinds(told)


def test_the_collector_swaps_before_the_compass_is_set() -> None:
    s = scout("char_collectionneur")
    say(s, 0, "set-compass", "N")
    assert "know-how" not in asked(s, 0)


def test_the_collector_needs_something_to_replace_it() -> None:
    s = scout("char_collectionneur")
    s.pile, s.lost = [], []
    assert "know-how" not in asked(s, 0)


# -- the Prompter ------------------------------------------------------------------


def test_the_prompter_gives_one_word_of_the_passage() -> None:
    s = scout("char_souffleur")
    assert s.now().passage[1].text == "Page 47 has its line 2 here."
    say(s, 0, "know-how", "line-2", "word-5")
    assert s.now().clue == "line"
    assert not s.players[0].know_how


@pytest.mark.parametrize(
    ("picks", "code"),
    [
        (("line-1",), "line-and-word"),
        (("word-1",), "line-and-word"),
        (("line-1", "line-2"), "line-and-word"),
        (("line-1", "keep"), "line-and-word"),
        (("line-7", "word-1"), "not-an-option"),
        (("line-1", "word-8"), "not-an-option"),
    ],
)
def test_the_prompter_names_a_line_and_a_word_on_it(picks: tuple[str, ...], code: str) -> None:
    assert refused(scout("char_souffleur"), 0, "know-how", *picks) == code


def test_the_word_must_stand_on_the_line() -> None:
    book = small_book(name="uneven")
    uneven = tuple((Line("one"), Line("two words"), *page[2:]) for page in book.pages)
    library.shelve(type(book)("uneven", book.title, book.author, "en", book.layout, uneven))
    s = scout("char_souffleur", book=library.book("uneven"))
    assert refused(s, 0, "know-how", "line-1", "word-2") == "no-such-word"
    say(s, 0, "know-how", "line-2", "word-2")
    assert s.now().clue == "words"

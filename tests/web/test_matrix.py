"""A short run of `make web`: one game of each of the five, by clicks."""

from itertools import islice
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from tools.service_process import Service
from tools.web_matrix.cases import LANGUAGES, OPTIONS, SCREENS, Case, cases
from tools.web_matrix.matrix import Matrix, Refused, play_all
from tools.web_matrix.positions import RARE, find, play_until

SLOW = {("new_lands", "heard")}
"""Asked only after the book was read aloud, at the speed of people."""


def test_the_cases_cover_all_numbers_of_players_languages_and_screens(service: Service) -> None:
    catalogue = service.call("GET", "/v1/games")[1]["items"]
    assert {game["name"] for game in catalogue} == set(OPTIONS)
    found = list(islice(cases(catalogue, Random(1)), 300))
    for game in catalogue:
        own = [case for case in found if case.game == game["name"]]
        assert {case.seats for case in own} == set(range(game["players"]["least"], game["players"]["most"] + 1))
        assert {(case.language, case.screen) for case in own} == {(one, two) for one in LANGUAGES for two in SCREENS}
        known = game["options"].get("properties") or next(iter(game["options"]["$defs"].values()))["properties"]
        assert set(OPTIONS[game["name"]]) <= set(known)


def test_a_game_of_each_is_played_and_its_decisions_are_counted(service: Service, browser: Browser) -> None:
    matrix = Matrix(service, browser)
    play_all(matrix, list(OPTIONS), 5, seed=2)
    assert matrix.problems == []
    for game in OPTIONS:
        answered, missing = set(matrix.answered[game]), set(matrix.missing(game))
        print(f"{game}, never answered: {', '.join(sorted(missing))}")
        assert answered
        assert not answered & missing
    assert {"explore", "take-region"} <= set(matrix.answered["faraway"])


def test_errors_of_a_page_and_games_without_an_end_are_problems(
    service: Service, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(page: Page, **_: object) -> None:
        page.evaluate("() => console.error('broken')")
        raise AssertionError("nothing to do")

    monkeypatch.setattr("tools.web_matrix.matrix.play", fail)
    matrix = Matrix(service, browser)
    matrix.play(Case(0, "faraway", 2, {}, ["random"], "en", "desk"))
    assert [problem.rpartition(": ")[2] for problem in matrix.problems] == ["broken", "nothing to do"]
    assert matrix.missing("faraway") == ["explore", "keep-regions", "keep-sanctuary", "take-region"]


@pytest.mark.parametrize(("game", "kind"), [rare for rare in RARE if rare not in SLOW])
def test_a_rare_question_is_answered_by_clicks(service: Service, browser: Browser, game: str, kind: str) -> None:
    position = play_until(game, kind, RARE[game, kind])
    assert position, "the known game does not ask this any more: search another one"
    matrix = Matrix(service, browser)
    matrix.answer(position, "fr", "phone")
    assert matrix.problems == []
    assert matrix.answered[game] == {kind: 1}


def test_other_games_are_searched_for_a_question() -> None:
    found = find("faraway", "keep-sanctuary")
    assert found
    assert found.answers
    assert find("faraway", "nonsense") is None


def test_options_that_do_not_go_together_are_refused(service: Service, browser: Browser) -> None:
    with pytest.raises(Refused):
        Matrix(service, browser).play(Case(0, "faraway", 2, {"advanced": "no"}, ["random"], "en", "desk"))

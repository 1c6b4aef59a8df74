"""The table of The Golden Compass in a browser."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Open, Shot
from tests.web.test_accessible import serious
from tools.service_process import Service
from tools.web_matrix.player import covered, fits, play, register, sign_in, sit_down, step
from tools.web_matrix.positions import Position, find, set_up

WINDOWS = ("advance", "keep", "peek", "place-token", "steal-token", "take-dust-from", "take-truths")
"""Questions that are chosen from different places of the table."""


def fits_one_window(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollHeight <= innerHeight")) and fits(page)


def asked(page: Page, service: Service, kind: str) -> Position:
    """Set up a table at which this browser's player is asked this."""
    position = find("golden_compass", kind)
    assert position
    table, token = set_up(service, position)
    page.goto("/icon.svg")
    sign_in(page, token)
    page.goto(f"/t/{table}")
    page.locator(f'form.question[data-kind="{kind}"]').wait_for()
    return position


def test_a_whole_game_is_played_by_clicks(open_page: Open, service: Service) -> None:
    page = open_page()
    table = sit_down(page, service, "golden_compass", deal="compass")
    page.goto(f"/t/{table}")
    answered = play(page)
    # Not in every game has this player a set to play.
    assert {"choose-ally", "choose-colour", "take-truths"} <= set(answered)
    assert page.locator(".gc-sheet").count() == 2


def test_a_game_in_french_fits_a_phone(open_page: Open, service: Service) -> None:
    page = open_page(language="fr", viewport={"width": 390, "height": 844})
    table = sit_down(page, service, "golden_compass", deal="boussole")
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Magisterium").first.wait_for()
    assert fits(page)
    play(page, seed=2)
    assert fits(page)


def test_a_set_is_picked_with_one_click_and_survives_a_reload(open_page: Open, service: Service) -> None:
    page = open_page()
    asked(page, service, "play-set")
    page.locator(".gc-set").first.wait_for()
    page.reload()
    page.locator(".gc-set").first.wait_for()
    paying = "() => new Set([...document.querySelectorAll('.gc-set')].flatMap(one => one.dataset.set.split(' '))).size"
    assert page.locator(".gc-hand .gc-card:not(.idle)").count() >= page.evaluate(paying)
    assert page.locator(".gc-hand .gc-card.idle").count() > 0
    page.locator(".gc-set").first.click()
    assert page.locator(".gc-hand [aria-pressed=true]").count() >= 2
    assert page.locator("form.question .confirm").is_enabled()


@pytest.mark.parametrize("kind", WINDOWS)
def test_a_reload_in_the_middle_of_a_question_shows_the_same_options_in_one_window(
    open_page: Open, service: Service, shot: Shot, kind: str
) -> None:
    page = open_page()
    asked(page, service, kind)
    options = (
        "() => [...new Set([...document.querySelectorAll('[data-option]')].map(one => one.dataset.option))].sort()"
    )
    before = page.evaluate(options)
    page.reload()
    page.locator(f'form.question[data-kind="{kind}"]').wait_for()
    assert before
    assert page.evaluate(options) == before
    shot(page, f"compass-{kind}")
    assert fits_one_window(page)
    assert covered(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert fits(page)
    assert covered(page) == []
    # What is chosen from can be reached without scrolling past the question.
    expect(page.locator("form.question .confirm")).to_be_in_viewport()
    with page.expect_response(re.compile(f"-{kind}-.*/answer$")) as answer:
        step(page, Random(kind), kind)
    assert answer.value.ok


def test_two_people_and_a_spectator_see_the_same_needle(open_page: Open, service: Service) -> None:
    ada, bea, watcher = open_page(), open_page(), open_page()
    token = register(ada, service)
    body = {
        "game": "golden_compass",
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "options": {"first_player": 0},
        "start": "full",
    }
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    ada.goto(f"/t/{table}")
    bea.goto(f"/join/{table}")
    bea.get_by_label("Your name").fill("Béa")
    bea.get_by_role("button", name="Sit down").click()
    watcher.goto(f"/t/{table}")
    for page in (ada, bea):
        page.locator(".gc-stage .gc-character").first.click()
        page.get_by_role("button", name="Confirm").click()
    ada.locator(".gc-lever").first.wait_for()
    needle = str(ada.locator(".gc-dial svg").get_attribute("aria-label"))
    for page in (bea, watcher):
        expect(page.get_by_role("img", name=needle)).to_be_visible()
        expect(page.locator(".gc-lever")).to_have_count(0)
    expect(watcher.locator(".gc-mine")).to_have_count(0)
    expect(watcher.locator(".gc-traveller")).to_have_count(2)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_while_something_is_asked(open_page: Open, service: Service, theme: str) -> None:
    page = open_page(color_scheme=theme)
    for kind in ("play-set", "take-truths", "steal-token"):
        position = asked(page, service, kind)
        if kind == "take-truths":
            order = page.get_by_role("list", name="Who takes tiles, in this order")
            expect(order.get_by_role("listitem")).to_have_count(position.deal.seats)
        assert "\n".join(serious(page)) == "", kind
    page.set_viewport_size({"width": 390, "height": 844})
    assert "\n".join(serious(page)) == ""

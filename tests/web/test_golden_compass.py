"""The table of The Golden Compass in a browser."""

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Open
from tools.service_process import Service
from tools.web_matrix.player import play, sign_in, sit_down
from tools.web_matrix.positions import find, set_up

pytestmark = pytest.mark.thorough


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_whole_game_is_played_by_clicks(open_page: Open, service: Service) -> None:
    page = open_page()
    table = sit_down(page, service, "golden_compass", deal="compass")
    page.goto(f"/t/{table}")
    answered = play(page)
    # Not in every game has this player a set to play.
    assert {"choose-ally", "choose-colour", "take-truths"} <= set(answered)
    assert page.locator(".gc-pad tfoot td").count() == 2


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
    position = find("golden_compass", "play-set")
    assert position
    table, token = set_up(service, position)
    page.goto("/icon.svg")
    sign_in(page, token)
    page.goto(f"/t/{table}")
    page.locator(".gc-set").first.wait_for()
    page.reload()
    page.locator(".gc-set").first.click()
    assert page.locator(".gc-hand [aria-pressed=true]").count() >= 2
    assert page.locator("form.question .confirm").is_enabled()

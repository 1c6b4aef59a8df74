"""The table that any game gets: every game can be played to its end with it."""

import pytest
from playwright.sync_api import expect

from service.games import REGISTRY
from tests.web.conftest import Open
from tools.service_process import Service
from tools.web_matrix.player import play, sit_down

OPTIONS = {"mountains_of_madness": {"mode": "relaxed"}}


@pytest.mark.parametrize("game", sorted(REGISTRY))
def test_a_whole_game_is_played_at_the_generic_table(open_page: Open, service: Service, game: str) -> None:
    page = open_page()
    table = sit_down(page, service, game, options=OPTIONS.get(game, {}))
    page.goto(f"/t/{table}?table=generic")
    assert play(page)
    page.get_by_role("region", name="Result").wait_for()


def test_players_are_called_by_their_names(open_page: Open, service: Service) -> None:
    page = open_page()
    page.goto(f"/t/{sit_down(page, service, 'new_lands')}?table=generic")
    question = page.locator("form.question[data-kind=nominate-scout]")
    expect(question.get_by_role("button", name="Ada")).to_be_visible()


def test_what_is_lit_in_the_view_is_picked_there_and_parts_of_a_list_say_whose_they_are(
    open_page: Open, service: Service
) -> None:
    page = open_page()
    table = sit_down(page, service, "faraway")
    page.goto(f"/t/{table}?table=generic")
    lit = page.locator(".generic-mine [data-option]").first
    lit.click()
    expect(lit).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".choices [aria-pressed=true]")).to_have_count(1)
    expect(page.get_by_role("button", name="Confirm")).to_be_enabled()
    table = sit_down(page, service, "not_alone", seats=3)
    page.goto(f"/t/{table}?table=generic")
    names = [seat["name"] or "Ada" for seat in service.call("GET", f"/v1/tables/{table}")[1]["seats"]]
    heads = page.locator(".generic-table .part-head")
    expect(heads).to_have_count(2)
    shown = heads.all_inner_texts()
    assert all(any(name in head for name in names) for head in shown)

"""The lobby: a new table from the dialog, invitations, and an account that moves to another browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open, Shot
from tests.web.player import register
from tools.service_process import Service

pytestmark = pytest.mark.thorough


def test_the_dialog_offers_the_options_of_each_game_and_opens_the_table(open_page: Open, shot: Shot) -> None:
    page = open_page("/")
    page.get_by_role("button", name="New table", exact=True).click()
    dialog = page.get_by_role("dialog")
    for game in ("Golden Compass", "Mountains of Madness", "New Lands", "Not Alone"):
        dialog.get_by_role("radio", name=re.compile(game)).check()
        expect(dialog.locator(".option").first).to_be_attached()
    dialog.get_by_role("radio", name="Faraway").check()
    dialog.get_by_role("switch", name=re.compile("Advanced variant")).check()
    dialog.get_by_label("Your name").fill("Ada")
    dialog.get_by_role("button", name="One seat more").click()
    dialog.get_by_label("Seat 2").select_option("invite")
    shot(page, "new-table")
    dialog.get_by_role("button", name="Set off").click()
    expect(page.get_by_text("One seat is still free")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Free seat")).to_have_count(1)


def test_whoever_opens_an_invitation_takes_the_reserved_seat(open_page: Open, service: Service) -> None:
    host, friend = open_page("/"), open_page("/", expected="404")
    token = register(host, service)
    body = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "invite"}], "start": "full", "visibility": "private"}
    table = service.call("POST", "/v1/tables", body, token)[1]
    register(friend, service, "Béa")
    friend.goto(f"/join/{table['id']}#{table['invite_code']}")
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.get_by_role("group", name="hand")).to_be_visible()


def test_an_account_moves_to_another_browser_with_its_key(open_page: Open, service: Service) -> None:
    first, second = open_page("/"), open_page("/")
    token = register(first, service, "Ada")
    second.locator(".account").click()
    second.get_by_label("Key from another browser").fill(token)
    second.get_by_role("button", name="Use").click()
    expect(second.locator(".account")).to_contain_text("Ada")


def test_open_and_running_tables_are_listed_and_can_be_watched(open_page: Open, service: Service) -> None:
    page, host = open_page("/"), open_page("/")
    token = register(host, service, "Hanna")
    for seats in ([{"kind": "me"}, {"kind": "open"}], [{"kind": "me"}, {"kind": "bot", "level": "random"}]):
        service.call("POST", "/v1/tables", {"game": "faraway", "seats": seats, "start": "full"}, token)
    page.reload()
    expect(page.get_by_role("region", name="Open tables")).to_contain_text("Hanna")
    page.get_by_role("region", name="Under way").get_by_role("link", name=re.compile("Hanna")).first.click()
    expect(page.get_by_text("You are watching this table.")).to_be_visible()


def test_language_and_theme_change_at_once_and_stay(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_role("heading", name="Tables ouvertes")).to_be_visible()
    page.get_by_role("button", name="Couleurs sombres").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "fr")

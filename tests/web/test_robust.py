"""What must not break a page: hostile names and texts, a service that stops in the middle of a game."""

import signal
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import free_port
from tests.web.conftest import FAST, Open
from tools.service_process import Service
from tools.web_matrix.player import play, register, sit_down

HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>'


def test_names_and_messages_of_people_are_text_and_nothing_else(open_page: Open, service: Service) -> None:
    page, other = open_page(), open_page()
    for one in (page, other):
        one.on("dialog", lambda dialog: pytest.fail(f"a text became code: {dialog.message}"))
    name = HOSTILE[:39]
    token = register(page, service, name)
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = service.call("POST", "/v1/tables", {"game": "faraway", "seats": seats, "start": "full"}, token)[1]["id"]
    page.goto(f"/t/{table}")
    page.get_by_label("Message to the table").fill(HOSTILE)
    page.keyboard.press("Enter")
    other.goto(f"/t/{table}")
    for one in (page, other):
        expect(one.get_by_role("log")).to_contain_text(HOSTILE)
        expect(one.locator(".story img, .story script, .player-name img")).to_have_count(0)
    other.goto("/")
    expect(other.get_by_role("region", name="Under way")).to_contain_text(name)
    expect(other.locator(".lines img[src=x]")).to_have_count(0)


def test_names_of_agents_and_arenas_are_text_and_nothing_else(open_page: Open, service: Service) -> None:
    page = open_page("/")
    page.on("dialog", lambda dialog: pytest.fail(f"a text became code: {dialog.message}"))
    name = HOSTILE[:39]
    token = register(page, service, name)
    agent = {"name": name, "transport": "poll", "games": ["faraway"], "public": True, "version": HOSTILE[:19]}
    agent = service.call("POST", "/v1/agents", agent, token)[1]["id"]
    entrants = [{"level": "random", "name": name}, {"level": "greedy"}]
    body = {"game": "faraway", "entrants": entrants, "games": 2, "seed": "x"}
    arena = service.call("POST", "/v1/arenas", body, token)[1]["id"]
    for path in ("/agents", f"/agents/{agent}", "/arenas", f"/arenas/{arena}", "/profiles/player/me"):
        page.goto(path)
        expect(page.locator("main")).to_contain_text(name)
        expect(page.locator("main img[src=x], main script")).to_have_count(0)


def test_the_key_of_an_account_is_never_part_of_an_address(open_page: Open, service: Service) -> None:
    page = open_page("/")
    token = register(page, service)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    table = sit_down(page, service, "faraway")
    tokens = {token, str(page.evaluate("() => localStorage.getItem('farshore.token')"))}
    for path in ("/", f"/t/{table}", f"/replay/{table}", "/agents", "/history", "/profiles/player/me"):
        page.goto(path)
        page.get_by_role("main").wait_for()
    assert len(asked) > 20
    assert [url for url in asked if any(one in url for one in tokens)] == []


def test_an_address_without_a_page_leads_to_the_lobby(open_page: Open) -> None:
    page = open_page("/nowhere", expected="404")
    page.get_by_role("heading", name="There is no page here").wait_for()
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()


def test_a_game_goes_on_after_the_service_was_killed_and_started_again(browser: Browser) -> None:
    with tempfile.TemporaryDirectory(prefix="farshore-web-") as folder:
        service = Service(Path(folder), free_port())
        service.start(log=Path(folder) / "log", **FAST)
        context = browser.new_context(base_url=service.at, locale="en", reduced_motion="reduce")
        try:
            page = context.new_page()
            page.goto("/")
            page.goto(f"/t/{sit_down(page, service, 'faraway')}")
            page.get_by_role("group", name="hand").get_by_role("button").first.dblclick()
            expect(page.get_by_role("log")).to_contain_text("Ada explores")
            lobby = browser.new_context(base_url=service.at, locale="en").new_page()
            lobby.goto("/")
            expect(lobby.get_by_role("region", name="Open tables")).to_contain_text("No")
            service.stop(signal.SIGKILL)
            for one in (page, lobby):
                expect(one.get_by_text("Reconnecting")).to_be_visible()
            service.start(log=Path(folder) / "log", **FAST)
            expect(page.get_by_text("Reconnecting")).to_have_count(0)
            token = service.call("POST", "/v1/players", {"name": "Kaja"})[1]["token"]
            service.call("POST", "/v1/tables", {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}]}, token)
            expect(lobby.get_by_role("region", name="Open tables")).to_contain_text("Kaja")
            assert play(page)
            page.get_by_role("region", name="Result").wait_for()
        finally:
            for one in browser.contexts:
                one.close()
            service.stop()


def test_a_game_is_played_in_a_browser_without_shared_workers_and_view_transitions(
    open_page: Open, service: Service
) -> None:
    page = open_page(reduced_motion="no-preference")
    page.add_init_script("delete globalThis.SharedWorker; delete Document.prototype.startViewTransition;")
    page.goto(f"/t/{sit_down(page, service, 'faraway')}")
    assert page.evaluate("[typeof SharedWorker, typeof document.startViewTransition]") == ["undefined", "undefined"]
    assert play(page)
    page.get_by_role("region", name="Result").wait_for()


def test_a_page_that_cannot_be_loaded_says_why_and_tries_again(open_page: Open) -> None:
    page = open_page("/icon.svg", expected="503")
    refusal = {"code": "unavailable", "status": 503, "detail": "Back in a minute."}
    page.route("**/v1/games", lambda route: route.fulfill(status=503, json=refusal))
    page.goto("/")
    expect(page.get_by_role("heading", name="Back in a minute.")).to_be_visible()
    page.unroute("**/v1/games")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="New table", exact=True)).to_be_visible()


def test_a_table_that_does_not_exist_says_so(open_page: Open) -> None:
    page = open_page("/t/01jd8vq3m5w7r9t2x4z6b8c0df", expected="404")
    expect(page.get_by_role("heading", name="There is no table here")).to_be_visible()
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()


def test_a_vote_to_pause_is_seen_and_passes(open_page: Open, service: Service) -> None:
    page = open_page()
    page.goto(f"/t/{sit_down(page, service, 'faraway')}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Propose a pause").click()
    expect(page.get_by_text("The game is paused.").first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Propose to go on").click()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()


def test_somebody_who_gives_up_leaves_the_game_to_the_others(open_page: Open, service: Service) -> None:
    page = open_page()
    table = sit_down(page, service, "faraway", 3)
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up the game").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up the game").click()
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    assert service.call("GET", f"/v1/tables/{table}")[1]["status"] in ("running", "finished")

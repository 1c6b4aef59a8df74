"""axe finds nothing serious on any page, in light and dark, English and French, on a desk and on a phone."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.conftest import Open, Shot
from tools.service_process import Service
from tools.web_matrix.climber import climb
from tools.web_matrix.player import play, register, sit_down

SIZES = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}

ENDED = {"mountains_of_madness": {"mode": "relaxed", "language": "fr"}, "new_lands": {"book": "atlas-de-l-allumeuse"}}


def serious(page: Page) -> list[str]:
    found = Axe().run(page)
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')}"
        for rule in found.response["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", sorted(SIZES))
def test_axe_finds_nothing_serious(open_page: Open, service: Service, shot: Shot, theme: str, size: str) -> None:
    language = "fr" if size == "phone" else "en"
    page = open_page("/", language=language, expected="404", viewport=SIZES[size], color_scheme=theme)

    def check(name: str) -> None:
        shot(page, f"{name}-{size}-{theme}")
        assert "\n".join(serious(page)) == "", name

    def closed() -> None:
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")

    page.locator(".game-card").first.wait_for()
    check("lobby")
    page.locator(".hero button").click()
    page.locator(".option").first.wait_for()
    check("dialog")
    closed()
    page.locator(".account").click()
    page.locator("dialog.account-sheet").wait_for()
    check("account")
    closed()
    page.goto("/replay")
    page.locator(".drop").wait_for()
    check("replay-file")
    page.goto("/cards/faraway")
    page.locator(".gallery-card").first.wait_for()
    check("cards")
    token = register(page, service)
    body = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}]}
    page.goto(f"/t/{service.call('POST', '/v1/tables', body, token)[1]['id']}")
    page.locator(".seats").wait_for()
    check("waiting-room")
    table = sit_down(page, service, "faraway", 3, deal="axe")
    page.goto(f"/t/{table}")
    page.wait_for_selector("form.question")
    check("faraway")
    page.locator("[data-option]").first.click(button="right")
    page.locator("dialog").wait_for()
    check("zoom")
    closed()
    page.locator("[data-key=menu]").click()
    page.locator("dialog.menu").wait_for()
    check("menu")
    closed()
    page.keyboard.press("?")
    page.locator(".rules .here").wait_for()
    check("rules")
    page.goto(f"/t/{table}?table=generic")
    page.wait_for_selector("form.question")
    check("generic")
    page.goto(f"/t/{table}")
    play(page)
    page.locator(".proof summary").click()
    check("faraway-end")
    page.goto(f"/replay/{table}#step=7")
    page.wait_for_function("() => document.querySelector('.step-count')?.textContent.startsWith('7')")
    check("replay")
    page.goto("/t/01jd8vq3m5w7r9t2x4z6b8c0df")
    page.get_by_role("heading").wait_for()
    check("no-table")
    page.goto("/nowhere")
    page.get_by_role("heading").wait_for()
    check("no-page")
    host = service.call("POST", "/v1/players", {"name": "Hanna"})[1]["token"]
    body = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "invite"}], "visibility": "private"}
    private = service.call("POST", "/v1/tables", body, host)[1]
    page.goto(f"/join/{private['id']}#{private['invite_code']}")
    page.get_by_role("button", name=re.compile("Sit down|S’asseoir")).wait_for()
    check("invitation")
    page.goto("/")
    page.locator(".table-line").first.wait_for()
    check("lobby-of-a-player")


@pytest.mark.parametrize("game", ["golden_compass", "mountains_of_madness", "new_lands", "not_alone"])
def test_axe_finds_nothing_serious_at_the_end_of_a_game(
    open_page: Open, service: Service, shot: Shot, game: str
) -> None:
    page = open_page("/", language="fr", viewport=SIZES["phone"])
    table = sit_down(page, service, game, deal="axe", options=ENDED.get(game, {}))
    page.goto(f"/t/{table}")
    page.wait_for_selector("form.question, .waits")
    if game == "new_lands":
        assert "\n".join(serious(page)) == ""
    if game == "mountains_of_madness":
        climb(page, "merci")
    else:
        play(page)
    page.locator(".proof summary").click()
    for size in sorted(SIZES):
        page.set_viewport_size(SIZES[size])
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            shot(page, f"{game}-end-{size}-{theme}")
            assert "\n".join(serious(page)) == "", f"{size} {theme}"

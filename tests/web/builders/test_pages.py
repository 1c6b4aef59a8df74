"""All pages for builders: axe, 390 px, what they load first, the links of the bar, and the keyboard."""

import re
from collections.abc import Callable

import farshore
import pytest
from playwright.sync_api import Page, expect

from tests.web.builders.calls import show_calls, sign_in
from tests.web.conftest import Open, Shot
from tests.web.test_accessible import SIZES, serious
from tools.service_process import Service
from tools.web_matrix.player import SEATS, fits

FIRST_LOAD = 150_000
"""The most bytes that the first load of a page may transfer."""


@pytest.fixture(scope="module")
def pages(service: Service, ada: farshore.Client, played: int) -> dict[str, str]:
    """The addresses of all pages, with real content."""
    agent = ada.agents.register("Lookout", games=["faraway"])
    arena = ada.arenas.open("faraway", ["greedy", "random"], games=4, seed="x")
    assert ada.arenas.wait(arena.id).status == "finished"
    items = service.call("GET", "/v1/games/faraway/explorer?kind=take-region")[1]["items"]
    card = max(items, key=lambda item: (item["takers"], item["card"]))["card"]
    return {
        "agents": "/agents",
        "agent": f"/agents/{agent.id}",
        "arenas": "/arenas",
        "arena": f"/arenas/{arena.id}",
        "ratings": "/ratings",
        "history": "/history",
        "profile": "/profiles/player/me",
        "bot": "/profiles/bot/faraway:greedy",
        "cards": "/cards",
        **{f"cards-{game}": f"/cards/{game}" for game in SEATS},
        "card": f"/cards/faraway/{card}",
    }


def settled(page: Page, path: str) -> None:
    page.goto(path)
    page.locator("main h1").wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", sorted(SIZES))
def test_axe_finds_nothing_serious_and_nothing_is_wider_than_the_screen(
    open_page: Open, ada: farshore.Client, pages: dict[str, str], shot: Shot, theme: str, size: str
) -> None:
    language = "fr" if size == "phone" else "en"
    page = sign_in(open_page, "/", str(ada.token), language=language, viewport=SIZES[size], color_scheme=theme)
    for name, path in pages.items():
        settled(page, path)
        shot(page, f"builders-{name}-{size}-{theme}")
        assert "\n".join(serious(page)) == "", name
        assert fits(page), name


DIALOGS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "register": ("/agents", lambda page: page.locator(".page-head button.primary").click()),
    "new-arena": ("/arenas", lambda page: page.locator(".page-head button.primary").click()),
    "calls": ("/history", lambda page: page.locator(".as-call").first.click()),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", sorted(SIZES))
def test_axe_finds_nothing_serious_in_dialogs(
    open_page: Open, ada: farshore.Client, shot: Shot, theme: str, size: str
) -> None:
    language = "fr" if size == "phone" else "en"
    page = sign_in(open_page, "/", str(ada.token), language=language, viewport=SIZES[size], color_scheme=theme)
    for name, (path, open_dialog) in DIALOGS.items():
        settled(page, path)
        open_dialog(page)
        page.locator("dialog[open]").wait_for()
        shot(page, f"builders-{name}-{size}-{theme}")
        assert "\n".join(serious(page)) == "", name
        assert fits(page), name


def test_the_first_load_of_each_page_is_small(open_page: Open, ada: farshore.Client, pages: dict[str, str]) -> None:
    sizes = {}
    for name, path in pages.items():
        page = open_page("/icon.svg")
        page.evaluate("token => localStorage.setItem('farshore.token', token)", str(ada.token))
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        received: list[float] = []
        network.on("Network.loadingFinished", lambda done, to=received: to.append(done["encodedDataLength"]))
        settled(page, path)
        page.wait_for_load_state("networkidle")
        sizes[name] = round(sum(received))
    print("\n".join(f"{name}: {size / 1000:.1f} kB" for name, size in sizes.items()))
    assert {name: size for name, size in sizes.items() if size > FIRST_LOAD} == {}


@pytest.mark.parametrize("size", sorted(SIZES))
def test_the_bar_leads_from_page_to_page(open_page: Open, service: Service, size: str) -> None:
    page = open_page("/agents", viewport=SIZES[size])
    links = page.get_by_role("navigation", name="Pages")
    for name in ("Arenas", "History", "Cards", "AI players"):
        links.get_by_role("link", name=name).click()
        expect(links.get_by_role("link", name=name)).to_have_attribute("aria-current", "page")
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
    links.get_by_role("link", name="API").click()
    expect(page).to_have_title("Farshore API")


@pytest.mark.parametrize("size", sorted(SIZES))
def test_the_lobby_leads_to_all_pages(open_page: Open, service: Service, size: str) -> None:
    for name in ("Arenas", "AI players", "History", "Cards"):
        page = open_page("/", viewport=SIZES[size])
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_an_agent_is_registered_and_its_calls_are_read_with_the_keyboard_only(
    open_page: Open, ada: farshore.Client
) -> None:
    page = sign_in(open_page, "/agents", str(ada.token))
    press(page, re.compile("Register an AI player"))
    type_into(page, "Name", "Keys")
    focus(page, re.compile("Connection"))
    page.keyboard.press("ArrowDown")
    focus(page, re.compile("As an API call"))
    page.keyboard.press("Enter")
    expect(page.locator("dialog.calls")).to_contain_text('"transport":"poll"')
    page.keyboard.press("Escape")
    expect(page.locator("dialog.calls")).to_have_count(0)
    focus(page, re.compile("Register an AI player"))
    page.keyboard.press("Enter")
    expect(page.locator("dialog .secret")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_have_text("Keys")


NAMED = """
() => {
  const one = document.activeElement;
  return one === document.body ? "" : one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent;
}
"""


def focus(page: Page, name: re.Pattern[str]) -> None:
    """Press Tab until what has this name is focused."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if name.search(str(page.evaluate(NAMED))):
            return
    raise AssertionError(f"Tab does not reach {name.pattern}")


def press(page: Page, name: re.Pattern[str]) -> None:
    focus(page, name)
    page.keyboard.press("Enter")
    page.locator("dialog[open]").wait_for()


def type_into(page: Page, name: str, text: str) -> None:
    focus(page, re.compile(f"^{name}$"))
    page.keyboard.type(text)


def test_the_name_of_a_call_leads_to_its_documentation(open_page: Open) -> None:
    page = open_page("/ratings")
    (operation,) = show_calls(page, "Ladder")
    page.locator("dialog.calls").get_by_role("link", name=operation).click()
    expect(page.locator(f"#{operation}")).to_be_visible()

"""axe finds nothing serious on any page, in light and dark, English and French, on a desk and on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.conftest import Open, Shot
from tests.web.player import play, sit_down
from tools.service_process import Service

SIZES = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}

pytestmark = pytest.mark.thorough


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
    page = open_page("/", language=language, viewport=SIZES[size], color_scheme=theme)

    def check(name: str) -> None:
        shot(page, f"{name}-{size}-{theme}")
        assert "\n".join(serious(page)) == "", name

    check("lobby")
    page.locator(".hero button").click()
    page.locator(".option").first.wait_for()
    check("dialog")
    table = sit_down(page, service, "faraway", 3, deal="axe")
    page.goto(f"/t/{table}")
    page.wait_for_selector("form.question")
    check("faraway")
    page.goto(f"/t/{table}?table=generic")
    page.wait_for_selector("form.question")
    check("generic")
    page.goto(f"/t/{table}")
    play(page)
    check("faraway-end")

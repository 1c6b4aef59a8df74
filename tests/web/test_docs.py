"""The reference of the API in a browser."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.conftest import Open, Shot


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_link_opens_its_operation_and_everything_fits(open_page: Open, shot: Shot, width: int, scheme: str) -> None:
    page = open_page("/docs#openTable", viewport={"width": width, "height": 900}, color_scheme=scheme)

    expect(page.locator("#openTable")).to_be_visible()
    expect(page.locator("#start pre")).to_contain_text(f"HOST={page.evaluate('location.origin')}")
    expect(page.get_by_text('"game": "faraway", "deal": "readme"')).to_be_visible()
    expect(page.locator("#answer")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    shot(page, f"docs-{width}-{scheme}")


def test_requests_can_be_tried(open_page: Open) -> None:
    page = open_page("/docs/try")

    page.locator("#operations-tag-tables").click()
    expect(page.locator("#operations-tables-openTable")).to_be_visible()

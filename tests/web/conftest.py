"""A real browser in front of the whole service. Any error in its console fails the test."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.conftest import free_port
from tools.browser import browser_path
from tools.service_process import Service

# Far longer than anything takes on an idle machine.
expect.set_options(timeout=60_000)

FAST = {"FARSHORE_RATE_LIMITS": "off", "FARSHORE_BOT_SECONDS": "0.1", "FARSHORE_API_WORKERS": "1"}

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = browser_path()
    if program is None:
        pytest.skip("No browser found (Chromium or Chrome).")
    with sync_playwright() as playwright:
        # A container has no sandbox of its own; the pages are ours.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def service(browser: Browser) -> Iterator[Service]:
    with tempfile.TemporaryDirectory(prefix="farshore-web-") as folder:
        service = Service(Path(folder), free_port())
        service.start(log=Path(folder) / "log", **FAST)
        yield service
        service.stop()


def fine(said: ConsoleMessage, expected: str) -> bool:
    """Browsers report refused answers as errors too; they are part of the game."""
    return said.type != "error" or any(f"status of {code}" in said.text for code in ("409", "422", expected))


@pytest.fixture
def open_page(browser: Browser, service: Service) -> Iterator[Open]:
    """Open an address in a browser of its own: no account, no preferences."""
    contexts, problems = [], []

    def open_page(path: str = "/", language: str = "en", expected: str = "-", **how: Any) -> Page:
        settings = {"reduced_motion": "reduce", "viewport": {"width": 1440, "height": 900}, **how}
        context = browser.new_context(base_url=service.at, locale=language, **settings)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        page.on("console", lambda said: None if fine(said, expected) else problems.append(f"{page.url}: {said.text}"))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def shot() -> Shot:
    """Write a screenshot to the folder `FARSHORE_SCREENSHOTS`, if it is set."""
    folder = os.environ.get("FARSHORE_SCREENSHOTS")

    def shot(page: Page, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=Path(folder) / f"{name}.png")

    return shot

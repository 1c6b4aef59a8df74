"""A real browser in front of the whole service. Any error in its console fails the test."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.conftest import free_port
from tests.installed import browser_path
from tools.service_process import Service

FAST = {"FARSHORE_RATE_LIMITS": "off", "FARSHORE_BOT_SECONDS": "0.1", "FARSHORE_API_WORKERS": "1"}

Open = Callable[..., Page]


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


def is_problem(said: ConsoleMessage) -> bool:
    """Browsers also report refused answers as errors; they are part of the game."""
    return said.type == "error" and not said.text.endswith(
        ("status of 409 (Conflict)", "status of 422 (Unprocessable Entity)")
    )


@pytest.fixture
def open_page(browser: Browser, service: Service) -> Iterator[Open]:
    """Open an address in a browser of its own: no account, no preferences."""
    contexts, problems = [], []

    def open_page(path: str = "/", language: str = "en", **how: Any) -> Page:
        settings = {"reduced_motion": "reduce", "viewport": {"width": 1440, "height": 900}, **how}
        context = browser.new_context(base_url=service.at, locale=language, **settings)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        page.on("console", lambda said: problems.append(f"{page.url}: {said.text}") if is_problem(said) else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []

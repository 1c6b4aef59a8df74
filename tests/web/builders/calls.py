"""Copies the calls that a page shows, and runs them: curl in a shell, Python with the SDK."""

import os
import subprocess
import sys
from math import floor
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import Open
from tools.service_process import ROOT, Service

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def sign_in(open_page: Open, path: str, token: str, language: str = "en", **how: object) -> Page:
    """A browser with this account, at an address."""
    page = open_page("/", language=language, **how)
    page.evaluate("token => localStorage.setItem('farshore.token', token)", token)
    page.context.grant_permissions(CLIPBOARD)
    page.goto(path)
    return page


def copied(page: Page, button: str, operation: str, nth: int = 0) -> str:
    """What a button of an open sheet of calls puts into the clipboard; `nth` of the calls of this operation."""
    page.evaluate("navigator.clipboard.writeText('')")
    call = page.locator(f"dialog.calls [data-operation='{operation}']").nth(nth)
    call.get_by_role("button", name=button).click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()) !== ''")
    return str(page.evaluate("navigator.clipboard.readText()"))


def show_calls(page: Page, part: str) -> list[str]:
    """Open the sheet of a part of the page; the operations in it."""
    page.get_by_role("button", name=f"As an API call: {part}", exact=True).last.click()
    expect(page.locator("dialog.calls")).to_be_visible()
    return [str(each.get_attribute("data-operation")) for each in page.locator("dialog.calls .call").all()]


def close_calls(page: Page) -> None:
    page.locator("dialog.calls").get_by_role("button", name="Close").click()


def run_curl(text: str, token: str, folder: Path) -> str:
    return _run(["bash", "-c", text], token, folder)


def run_python(text: str, token: str, folder: Path) -> str:
    return _run([sys.executable, "-c", text], token, folder)


def _run(command: list[str], token: str, folder: Path) -> str:
    env = {**os.environ, "TOKEN": token, "PYTHONPATH": str(ROOT / "sdk")}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, f"{command[-1]}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def run_calls(page: Page, part: str, token: str, folder: Path) -> dict[str, tuple[str, str]]:
    """Run every call of a part of the page both ways; what they print, by operation."""
    found: dict[str, tuple[str, str]] = {}
    operations = show_calls(page, part)
    for n, operation in enumerate(operations):
        nth = operations[:n].count(operation)
        curl, python = (copied(page, f"Copy as {kind}", operation, nth) for kind in ("curl", "Python"))
        assert token not in curl + python
        found[operation] = (run_curl(curl, token, folder), run_python(python, token, folder))
    close_calls(page)
    return found


def token_of(service: Service, name: str = "Ada") -> str:
    """The token of a new account."""
    return str(service.call("POST", "/v1/players", {"name": name})[1]["token"])


def percent(share: float) -> str:
    """A share as the pages write it; halves are rounded up, as browsers do."""
    return f"{floor(share * 100 + 0.5)}%"

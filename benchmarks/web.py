"""The pages in a real browser: what they load, and how long a move takes from the stream to the page."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks.figures import Claim, Grid, Section, percentile
from benchmarks.run import Run
from tools.service_process import Service

TABLES = 10
SETTINGS = {"FARSHORE_RATE_LIMITS": "off", "FARSHORE_BOT_SECONDS": "0.1"}
FIRST_LOAD = {"lobby": 150, "table": 300}
"""The most kB that the first load of a page may transfer."""


def measure(run: Run) -> Section:
    """Without a browser there is nothing to measure."""
    program = os.environ.get("FARSHORE_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        return Section("web", [Claim("web pages: no browser found", None)])
    with tempfile.TemporaryDirectory(prefix="farshore-bench-") as folder, sync_playwright() as playwright:
        service = Service(Path(folder), run.port())
        service.start(log=Path(folder) / "log", **SETTINGS)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        try:
            loads = first_loads(run, browser, service)
            times = moves(run, browser, service, 3 if run.quick else 12)
        finally:
            browser.close()
            service.stop()
    return section(loads, times)


def section(loads: dict[str, tuple[int, int, int]], times: list[float]) -> Section:
    """The figures as claims and tables."""
    claims = [
        Claim(f"first load of the {name}", size / 1000, FIRST_LOAD[name], unit="kB")
        for name, (_, size, _) in loads.items()
    ]
    claims.append(Claim(f"a move on the page, {TABLES} tables open: p95", percentile(times, 95), 100, unit="ms"))
    rows = [
        [name, str(files), f"{size / 1000:,.1f}", f"{again / 1000:,.1f}"]
        for name, (files, size, again) in loads.items()
    ]
    delays = [[f"{len(times):,}", *(f"{percentile(times, part):.1f}" for part in (50, 95, 99))]]
    notes = ["From the arrival of a move's first event in the browser until the table shows it, without animation."]
    return Section(
        "web",
        claims,
        [
            Grid("What a page transfers", ["page", "requests", "first load kB", "second load kB"], rows),
            Grid(f"A move on the page, {TABLES} tables open", ["moves", "p50 ms", "p95 ms", "p99 ms"], delays, notes),
        ],
    )


def first_loads(run: Run, browser: Browser, service: Service) -> dict[str, tuple[int, int, int]]:
    """Requests and bytes of the first load of each page, and bytes of the second."""
    run.say("first loads")
    token, tables = seated(service, 1)
    found = {}
    for name, path in {"lobby": "/", "table": f"/t/{tables[0]}"}.items():
        context = open_context(browser, service, token)
        page = context.new_page()
        files, size = loaded(page, path)
        _, again = loaded(page, path)
        found[name] = (files, size, again)
        context.close()
    return found


def loaded(page: Page, path: str) -> tuple[int, int]:
    """The number of responses from the network, and their bytes with headers; the stream does not count."""
    page.goto(path)
    page.wait_for_timeout(1500)
    sizes: list[int] = page.evaluate(
        "() => performance.getEntries().map((one) => one.transferSize ?? 0).filter((size) => size > 0)"
    )
    return len(sizes), sum(sizes)


def moves(run: Run, browser: Browser, service: Service, rounds: int) -> list[float]:
    """Milliseconds that each move took to the page, at ten tables that are open in one browser."""
    run.say(f"{TABLES} open tables")
    token, tables = seated(service, TABLES)
    context = open_context(browser, service, token)
    pages = []
    for table in tables:
        page = context.new_page()
        page.goto(f"/t/{table}")
        page.wait_for_selector("form.question")
        pages.append(page)
    for _ in range(rounds):
        for table in tables:
            answer(service, token, table)
        pages[0].wait_for_timeout(400)
    times = [
        time
        for page in pages
        for time in page.evaluate("() => performance.getEntriesByName('farshore:beat').map((one) => one.duration)")
    ]
    context.close()
    return times


def seated(service: Service, count: int) -> tuple[str, list[str]]:
    """A player with seats at tables against two bots each."""
    token: str = service.call("POST", "/v1/players", {"name": "Bench"})[1]["token"]
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * 2]
    body = {"game": "faraway", "seats": seats, "start": "full"}
    return token, [service.call("POST", "/v1/tables", body, token)[1]["id"] for _ in range(count)]


def answer(service: Service, token: str, table: str) -> None:
    """Answer what is open, with the first options."""
    decisions: list[dict[str, Any]] = service.call("GET", f"/v1/tables/{table}/decisions", None, token)[1]["items"]
    for one in decisions:
        picks = {"picks": one["options"][: one["least"]]}
        service.call("PUT", f"/v1/tables/{table}/decisions/{one['id']}/answer", picks, token)


def open_context(browser: Browser, service: Service, token: str) -> BrowserContext:
    """A browser with an account, without animation."""
    context = browser.new_context(base_url=service.at, reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    context.add_init_script(f"localStorage.setItem('farshore.token', '{token}')")
    return context

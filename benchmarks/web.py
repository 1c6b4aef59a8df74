"""The pages in a real browser: what they load, and how long a move takes from the stream to the page."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks.figures import Claim, Grid, Section, percentile
from benchmarks.run import Run
from tools.service_process import Service

TABLES = 10
SETTINGS = {"FARSHORE_RATE_LIMITS": "off", "FARSHORE_BOT_SECONDS": "0.1"}
PACE = 0.2
"""Seconds between the answers at two tables, where they are spread evenly."""
SETTLE_MS = 400
"""Milliseconds for the bots' answers at the last table."""
FIRST_LOAD = {"lobby": 150, "table": 300}
"""The most kB that the first load of a page may transfer."""


NOTES = [
    "From the arrival of a move's first event in the browser until the table shows it, without animation. All pages "
    "count as visible. Each answer leads to the answers of two bots.",
    f"Spread evenly: another table is answered every {PACE * 1000:.0f} ms, so each is answered every "
    f"{PACE * TABLES + SETTLE_MS / 1000:.1f} s. In a burst: all {TABLES} tables are answered one after the other, "
    f"then nothing happens for {SETTLE_MS} ms; with fewer cores than pages this measures mostly how long a page waits "
    "for a core.",
    "Page CPU: how long the main threads of the pages worked, painting included. Other processes change it little.",
]


class Moves(NamedTuple):
    """How long each move took to the page, and what it cost there (milliseconds)."""

    times: list[float]
    cpu: float


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
            rounds = 3 if run.quick else 12
            found = {pace: moves(run, browser, service, rounds, pace) for pace in (PACE, 0.0)}
        finally:
            browser.close()
            service.stop()
    return section(loads, found)


def section(loads: dict[str, tuple[int, int, int]], found: dict[float, Moves]) -> Section:
    """The figures as claims and tables."""
    claims = [
        Claim(f"first load of the {name}", size / 1000, FIRST_LOAD[name], unit="kB")
        for name, (_, size, _) in loads.items()
    ]
    claims.append(
        Claim(
            f"a move on the page, {TABLES} tables open, spread evenly: p95",
            percentile(found[PACE].times, 95),
            100,
            unit="ms",
        )
    )
    rows = [
        [name, str(files), f"{size / 1000:,.1f}", f"{again / 1000:,.1f}"]
        for name, (files, size, again) in loads.items()
    ]
    delays = [
        [
            "spread evenly" if pace else "in a burst",
            f"{len(one.times):,}",
            *(f"{percentile(one.times, part):.1f}" for part in (50, 95, 99)),
            f"{one.cpu:.1f}",
        ]
        for pace, one in found.items()
    ]
    columns = ["answers", "moves", "p50 ms", "p95 ms", "p99 ms", "page CPU ms per move"]
    return Section(
        "web",
        claims,
        [
            Grid("What a page transfers", ["page", "requests", "first load kB", "second load kB"], rows),
            Grid(f"A move on the page, {TABLES} tables open", columns, delays, NOTES),
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


def moves(run: Run, browser: Browser, service: Service, rounds: int, pace: float) -> Moves:
    """Moves at ten tables that are open in one browser; every `pace` seconds another table is answered."""
    run.say(f"{TABLES} open tables, {f'an answer every {pace * 1000:.0f} ms' if pace else 'answers in bursts'}")
    token, tables = seated(service, TABLES)
    context = open_context(browser, service, token)
    pages = []
    for table in tables:
        page = context.new_page()
        page.goto(f"/t/{table}")
        page.wait_for_selector("form.question")
        pages.append(page)
    busy = [Busy(context, page) for page in pages]
    for _ in range(rounds):
        for table in tables:
            due = time.monotonic() + pace
            answer(service, token, table)
            pages[0].wait_for_timeout(max(0.0, due - time.monotonic()) * 1000)
        pages[0].wait_for_timeout(SETTLE_MS)
    cpu = sum(one.seconds() for one in busy) * 1000
    times = [
        duration
        for page in pages
        for duration in page.evaluate("() => performance.getEntriesByName('farshore:beat').map((one) => one.duration)")
    ]
    context.close()
    return Moves(times, cpu / max(1, len(times)))


class Busy:
    """The CPU time that the main thread of a page has used since this was created."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.session = context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.start = self.total()

    def total(self) -> float:
        """Seconds since the page was opened."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    def seconds(self) -> float:
        """Seconds since the start."""
        return self.total() - self.start


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

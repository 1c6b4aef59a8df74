"""Listeners: streams that break and go on where they were. Each event must come once, in order, without a gap."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import requests

from tests.faults.ledger import Ledger
from tests.faults.people import LONGEST_PAUSE_S, PATIENCE_S

Data = dict[str, Any]
FORMATS: Final = {"lines": "application/x-ndjson", "sse": "text/event-stream", "pages": "application/json"}
LAST: Final = ("finished", "aborted")


class Listener(threading.Thread):
    """One viewer of one table who hears all of it, however often the line breaks."""

    def __init__(
        self, at: str, ledger: Ledger, table: str, token: str | None, seat: int | None, random: Random
    ) -> None:
        super().__init__(name=f"listener of {table} at {seat}", daemon=True)
        self.path = f"{at}/v1/tables/{table}/events"
        self.ledger = ledger
        self.table = table
        self.seat = seat
        self.headers = {"Accept-Encoding": "identity", **({"Authorization": token} if token else {})}
        self.random = random
        self.events: list[Data] = []
        self.over = False

    @property
    def told(self) -> int:
        """The number of the last event that arrived whole."""
        return len(self.events)

    def run(self) -> None:
        """Listen until the table is over."""
        tried_since, pause = time.monotonic(), 0.2
        while not self.over and time.monotonic() - tried_since < PATIENCE_S:
            before, connected = self.told, time.monotonic()
            try:
                self.hear(self.random.choice(tuple(FORMATS)))
            except (requests.RequestException, OSError):
                self.ledger.count("streams broken")
            pause = min(pause * 1.5, LONGEST_PAUSE_S)
            if self.told > before:
                tried_since, pause = connected, 0.2
            time.sleep(self.random.uniform(0.02, pause))
        if not self.over:
            self.ledger.blame(f"{self.table}: the listener at {self.seat} heard no end; it has {self.told} events")

    def hear(self, format: str) -> None:
        """One connection, for as long as it holds."""
        headers = {**self.headers, "Accept": FORMATS[format]}
        params: Data = {"after": self.told}
        if format == "sse":
            # What a browser says when it reconnects.
            params, headers["Last-Event-ID"] = {}, str(self.told)
        if format == "pages":
            params["wait"] = 1.5
        with requests.get(self.path, params, headers=headers, stream=True, timeout=(2, 6)) as reply:
            if reply.status_code != 200:
                if reply.status_code != 503:
                    self.ledger.blame(f"{self.table}: a stream was refused: {reply.status_code} {reply.text[:200]}")
                return
            self.ledger.count("streams opened")
            for event in pages(reply) if format == "pages" else lines(reply):
                self.take(event)
                if self.over:
                    return

    def take(self, event: Data) -> None:
        """Every event has the next number; a snapshot says where the stream goes on."""
        if event["type"] == "snapshot":
            if event["seq"] != self.told:
                self.ledger.blame(f"{self.table}: resumed at {event['seq']} instead of {self.told}")
            return
        if event["seq"] != self.told + 1:
            self.ledger.blame(f"{self.table}: event {event['seq']} came to seat {self.seat} after {self.told}")
            self.over = True
            return
        self.events.append(event)
        self.over = event["type"] in LAST


def lines(reply: requests.Response) -> Iterator[Data]:
    """The events of a stream in either spelling; a line that was cut in the middle is no line."""
    rest = b""
    for chunk in reply.iter_content(None):
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            line = line.removeprefix(b"data: ")
            if line.startswith(b"{"):
                yield json.loads(line)


def pages(reply: requests.Response) -> Iterator[Data]:
    """The events of one page."""
    yield from reply.json()["items"]

"""Readers of event streams that reconnect and resume. Each event must arrive once, in order, without a gap."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import requests

from tools.faults.clients import LONGEST_PAUSE_S, PATIENCE_S
from tools.faults.history import History

Data = dict[str, Any]
FORMATS: Final = {"lines": "application/x-ndjson", "sse": "text/event-stream", "pages": "application/json"}
LAST: Final = ("finished", "aborted")


class StreamReader(threading.Thread):
    """One viewer of one table who receives all its events, however often the connection breaks."""

    def __init__(
        self, at: str, history: History, table: str, token: str | None, seat: int | None, random: Random
    ) -> None:
        super().__init__(name=f"stream of {table} for seat {seat}", daemon=True)
        self.path = f"{at}/v1/tables/{table}/events"
        self.history = history
        self.table = table
        self.seat = seat
        self.headers = {"Accept-Encoding": "identity", **({"Authorization": token} if token else {})}
        self.random = random
        self.events: list[Data] = []
        self.over = False

    @property
    def received(self) -> int:
        """The number of the last complete event."""
        return len(self.events)

    def run(self) -> None:
        """Read until the table is over."""
        tried_since, pause = time.monotonic(), 0.2
        while not self.over and time.monotonic() - tried_since < PATIENCE_S:
            before, connected = self.received, time.monotonic()
            try:
                self.read_once(self.random.choice(tuple(FORMATS)))
            except (requests.RequestException, OSError):
                self.history.count("streams broken")
            pause = min(pause * 1.5, LONGEST_PAUSE_S)
            if self.received > before:
                tried_since, pause = connected, 0.2
            time.sleep(self.random.uniform(0.02, pause))
        if not self.over:
            self.history.error(f"{self.table}: seat {self.seat} received no final event, only {self.received} events")

    def read_once(self, format: str) -> None:
        """Read one connection until it ends."""
        headers = {**self.headers, "Accept": FORMATS[format]}
        params: Data = {"after": self.received}
        if format == "sse":
            # As a browser reconnects.
            params, headers["Last-Event-ID"] = {}, str(self.received)
        if format == "pages":
            params["wait"] = 1.5
        with requests.get(self.path, params, headers=headers, stream=True, timeout=(2, 6)) as reply:
            if reply.status_code != 200:
                if reply.status_code != 503:
                    self.history.error(f"{self.table}: a stream was refused: {reply.status_code} {reply.text[:200]}")
                return
            self.history.count("streams opened")
            for event in pages(reply) if format == "pages" else lines(reply):
                self.receive(event)
                if self.over:
                    return

    def receive(self, event: Data) -> None:
        """Every event has the next number; a snapshot says where the stream resumes."""
        if event["type"] == "snapshot":
            if event["seq"] != self.received:
                self.history.error(f"{self.table}: resumed at {event['seq']} instead of {self.received}")
            return
        if event["seq"] != self.received + 1:
            self.history.error(f"{self.table}: event {event['seq']} reached seat {self.seat} after {self.received}")
            self.over = True
            return
        self.events.append(event)
        self.over = event["type"] in LAST


def lines(reply: requests.Response) -> Iterator[Data]:
    """The events of a stream, NDJSON or SSE; an incomplete last line is dropped."""
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

"""Events as generators that reconnect, resume where they were, and close when nobody reads them any more."""

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeVar

import requests

from farshore.errors import FarshoreError, Unreachable
from farshore.models import OVER, Event
from farshore.request import Backoff, Requester
from farshore.resources import Json

T = TypeVar("T")

LONG_POLL_S: Final = 25
"""How long one long poll waits for an event."""
PAUSE_S: Final = 0.5
"""The pause after a long poll that returned nothing."""
RECONNECTS: Final = 20
"""How often in a row a stream may fail before it gives up: about two minutes."""

# A compressed line would be held back by the compressor until more lines come.
NDJSON: Final = {"Accept": "application/x-ndjson", "Accept-Encoding": "identity"}
PAGE: Final = 200
"""How many events one page has at most."""


def table(
    client: Requester, path: str, after: int | None, at: str | None = None, words: bool = False
) -> Generator[Event, None, None]:
    """The events of one table, each once and in order, until the table is over; `at`: the URL of another server."""
    backoff = Backoff(RECONNECTS)
    opened = False
    while True:
        over = False
        try:
            params = {"after": after, "words": words or None}
            for event in map(Event.read, lines(client, at or f"{path}/events", params)):
                backoff.reset()
                if event.type == "snapshot":
                    over = event.data.get("status") in OVER
                    if opened:
                        continue
                elif after is not None and event.seq <= after:
                    continue
                opened, after = True, event.seq
                yield event
                if event.last:
                    return
        except FarshoreError as error:
            if error.code in ("no-free-stream", "too-many-streams"):
                yield from _long_polls(client, path, after, opened, words)
                return
            wait_or_raise(backoff, error)
            continue
        # Closed without a last event: either the table was over before, or the server is shutting down and
        # another one takes over.
        if over:
            return
        wait_or_raise(backoff, Unreachable("The stream was closed repeatedly."))


def restarting(
    client: Requester, path: str, params: dict[str, Any] | None = None, active: Callable[[], bool] = lambda: True
) -> Generator[Event, None, None]:
    """The events of a stream that does not resume, while `active()`: each new connection starts with everything."""
    backoff = Backoff(RECONNECTS)
    while True:
        try:
            for event in map(Event.read, lines(client, path, params or {}, active)):
                backoff.reset()
                yield event
            if not active():
                return
            error: FarshoreError = Unreachable("The stream was closed repeatedly.")
        except FarshoreError as caught:
            error = caught
        wait_or_raise(backoff, error)


def retrying(call: Callable[[], T]) -> T:
    """Repeat this call until it succeeds, also through a restart of the server."""
    backoff = Backoff(RECONNECTS)
    while True:
        try:
            return call()
        except FarshoreError as error:
            wait_or_raise(backoff, error)


def wait_or_raise(backoff: Backoff, error: FarshoreError) -> None:
    """Wait before the next attempt, if there is to be one."""
    if not error.retryable or not backoff.wait(error.retry_after):
        raise error


def lines(
    client: Requester,
    path: str,
    params: dict[str, Any],
    active: Callable[[], bool] = lambda: True,
    headers: Mapping[str, str] = NDJSON,
) -> Iterator[Json]:
    """One connection: an object per line; empty lines are heartbeats, an incomplete line is dropped."""
    response = client.request("GET", path, params=params, headers=headers, stream=True, retries=0)
    # Without chunked encoding, anything larger than a single byte would wait until it is full.
    size = None if "chunked" in response.headers.get("Transfer-Encoding", "") else 1
    with response:
        rest = b""
        try:
            for chunk in response.iter_content(size):
                if not active():
                    return
                *whole, rest = (rest + chunk).split(b"\n")
                yield from map(json.loads, filter(bytes.strip, whole))
        except requests.RequestException as broken:
            raise Unreachable(f"The stream was interrupted: {broken}", code="unreachable") from broken


def _long_polls(client: Requester, path: str, after: int | None, opened: bool, words: bool) -> Iterator[Event]:
    """The same events by long polling, for a server that has no stream to spare."""
    if after is None or not opened:
        view = retrying(lambda: client.request("GET", f"{path}/view").json())
        after = view["seq"] if after is None else after
        yield Event(seq=after, table=view["table"], type="snapshot", data=view)
        if view["status"] in OVER and view["seq"] <= after:
            return
    while True:
        events = retrying(partial(page, client, path, after, words, LONG_POLL_S))
        for event in events:
            after = event.seq
            yield event
            if event.last:
                return
        if not events:
            # A busy server may answer at once: do not ask again without a pause.
            time.sleep(PAUSE_S)


def page(client: Requester, path: str, after: int, words: bool, wait: float | None = None) -> list[Event]:
    """The next events of a table after a number; waits up to so many seconds for the first."""
    found = client.request(
        "GET",
        f"{path}/events",
        params={"after": after, "wait": wait, "words": words or None},
        headers={"Accept": "application/json"},
        timeout=client.timeout + (wait or 0),
    )
    return [event for event in map(Event.read, found.json()["items"]) if event.type != "snapshot" and event.seq > after]

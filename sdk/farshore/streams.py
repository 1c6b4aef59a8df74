"""Events as generators: they reconnect, go on where they were, and hang up when nobody listens any more."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import requests

from farshore.errors import FarshoreError, TooManyStreams, Unreachable
from farshore.models import OVER, Event
from farshore.patience import PASSING, Patience

if TYPE_CHECKING:
    from farshore.client import Client

T = TypeVar("T")

LONG_POLL_S: Final = 25
"""How long one long poll waits for something to happen."""

BREATH_S: Final = 0.5
"""The pause after a long poll that brought nothing."""

RECONNECTS: Final = 20
"""How often in a row a stream may fail before it gives up: some two minutes."""

# Compressed, a line would wait in the compressor until more lines come.
_NDJSON: Final = {"Accept": "application/x-ndjson", "Accept-Encoding": "identity"}


def table(client: Client, path: str, after: int | None, at: str | None = None) -> Generator[Event, None, None]:
    """The events of one table, each once and in order, until the table is over; `at`: on another server."""
    patience = Patience(RECONNECTS)
    opened = False
    while True:
        over = False
        try:
            for event in _lines(client, at or f"{path}/events", {"after": after}):
                patience.restore()
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
        except TooManyStreams:
            yield from _polled(client, path, after, opened)
            return
        except FarshoreError as refused:
            _wait_or_raise(patience, refused)
            continue
        # A stream that closes properly without a last word: either there was nothing left to say, or the
        # server is going down and another one takes over.
        if over:
            return
        _wait_or_raise(patience, Unreachable("The stream closes again and again."))


def account(client: Client, still: Callable[[], bool] = lambda: True) -> Generator[Event, None, None]:
    """What concerns the caller, as long as `still()`. Each new connection tells everything that waits."""
    patience = Patience(RECONNECTS)
    while True:
        try:
            for event in _lines(client, "/events", {}, still):
                patience.restore()
                yield event
            if not still():
                return
            refused: FarshoreError = Unreachable("The stream closes again and again.")
        except FarshoreError as caught:
            refused = caught
        _wait_or_raise(patience, refused)


def patiently(call: Callable[[], T]) -> T:
    """Make this call until it works, through a restart of the server too."""
    patience = Patience(RECONNECTS)
    while True:
        try:
            return call()
        except FarshoreError as refused:
            _wait_or_raise(patience, refused)


def _wait_or_raise(patience: Patience, refused: FarshoreError) -> None:
    passes = isinstance(refused, Unreachable) or refused.status in PASSING
    if not passes or not patience.again(refused.retry_after):
        raise refused


def _lines(
    client: Client, path: str, params: dict[str, Any], still: Callable[[], bool] = lambda: True
) -> Iterator[Event]:
    """One connection: an event a line; empty lines are heartbeats, and half a line is no line."""
    response = client.request("GET", path, params=params, headers=_NDJSON, stream=True, retries=0)
    # Without chunks only single bytes come when they come; anything larger waits until it is full.
    size = None if "chunked" in response.headers.get("Transfer-Encoding", "") else 1
    with response:
        rest = b""
        try:
            for chunk in response.iter_content(size):
                if not still():
                    return
                *whole, rest = (rest + chunk).split(b"\n")
                for line in whole:
                    if line.strip():
                        yield Event.read(json.loads(line))
        except requests.RequestException as broken:
            raise Unreachable(f"The stream broke: {broken}") from broken


def _polled(client: Client, path: str, after: int | None, opened: bool) -> Iterator[Event]:
    """The same events by long poll, for a server that keeps no more streams open."""
    if after is None or not opened:
        view = patiently(lambda: client.request("GET", f"{path}/view").json())
        after = view["seq"] if after is None else after
        yield Event(seq=after, table=view["table"], type="snapshot", data=view)
        if view["status"] in OVER and view["seq"] <= after:
            return
    while True:
        page = patiently(partial(_page, client, path, after))
        for event in map(Event.read, page["items"]):
            if event.type == "snapshot" or event.seq <= after:
                continue
            after = event.seq
            yield event
            if event.last:
                return
        if not page["items"]:
            # A server that is short of places answers at once; it must not be asked in one breath.
            time.sleep(BREATH_S)


def _page(client: Client, path: str, after: int) -> Any:
    return client.request(
        "GET",
        f"{path}/events",
        params={"after": after, "wait": LONG_POLL_S},
        headers={"Accept": "application/json"},
        timeout=LONG_POLL_S + client.timeout,
    ).json()

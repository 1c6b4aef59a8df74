"""Listening to an account without end, and hearing when it is time to stop."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, Self

from farshore import streams
from farshore.errors import FarshoreError, Unreachable
from farshore.models import Event
from farshore.patience import PASSING
from farshore.telling import say

if TYPE_CHECKING:
    from farshore.client import Client

LONG_PAUSE_S: Final = 5.0
"""The pause when a service has been away for longer than a restart takes."""


def listen(client: Client, hear: Callable[[Event | FarshoreError], None], still: Callable[[], bool]) -> None:
    """Hear what concerns the account, however often the line breaks, as long as `still()` says so.

    A refusal that will not pass, such as a token that opens nothing any more, is heard too, and is the last.
    """
    while still():
        try:
            for event in streams.account(client, still):
                hear(event)
        except FarshoreError as refused:
            if not isinstance(refused, Unreachable) and refused.status not in PASSING:
                hear(refused)
                return
            say("disconnected", detail=refused)
            time.sleep(LONG_PAUSE_S)


class Signals:
    """While this is open, the first Ctrl-C or SIGTERM asks for a clean stop; the second one insists."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        # Only the main thread hears signals; a run in another thread is ended by `stop()`.
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        for each, before in self._before.items():
            signal.signal(each, before)
        self._stop()

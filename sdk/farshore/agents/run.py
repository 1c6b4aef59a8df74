"""What a run at tables and a run that polls share: worker threads, how they are stopped, and the end."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from farshore.agents.agent import Agent
from farshore.agents.log import Tally, log, log_event
from farshore.client import Client
from farshore.errors import FarshoreError

TICK_S: Final = 0.2
"""How often the main thread checks whether the run is to stop."""
RECONNECT_S: Final = 2.0
"""The pause after an error, when the service has been away for longer than its requests are repeated."""
GRACE_S: Final = 10.0
"""How long a stopping run waits for the answers in progress."""


class Run:
    """Threads that answer for one account until `stop()`, Ctrl-C, SIGTERM, or an error that will not go away."""

    def __init__(self, client: Client, parallel: int, stop_after: int | None) -> None:
        self.client = client
        self.parallel = max(1, parallel)
        self.stop_after = stop_after
        self.tally = Tally()
        self.agents: set[Agent] = set()
        """The agents to close at the end."""
        self._stopping = threading.Event()
        self._working: set[str] = set()
        """The tables or leases that workers are busy with."""
        self._error: FarshoreError | None = None

    def run(self) -> Tally:
        """Answer until the run is stopped; returns the totals."""
        raise NotImplementedError

    def stop(self) -> None:
        """Finish the answers in progress and return from `run()`."""
        self._stopping.set()

    def _run(self, work: Callable[[], None], other: Callable[[], None]) -> Tally:
        """Call `work` in each worker thread and `other` in one more."""
        try:
            with stop_on_signals(self.stop):
                for target in [work] * self.parallel + [other]:
                    threading.Thread(target=target, daemon=True).start()
                # Not `_stopping.wait()`: a signal handler that sets an event for which its own thread waits may hang.
                while not self._stopping.is_set():
                    time.sleep(TICK_S)
        finally:
            self.stop()
            self._end()
        if self._error is not None:
            raise self._error
        return self.tally

    def _repeat(self, step: Callable[[], None]) -> None:
        """Repeat something while the run is active, through any outage of the service."""
        while not self._stopping.is_set():
            try:
                step()
            except FarshoreError as error:
                if not error.retryable:
                    # For example a revoked token: trying again is pointless.
                    self._error = error
                    self.stop()
                    return
                log_event("disconnected", detail=error)
                self._stopping.wait(RECONNECT_S)

    def _end(self) -> None:
        """Wait for the answers in progress, for a limited time, and close the agents."""
        until = time.monotonic() + GRACE_S
        while self._working and time.monotonic() < until:
            time.sleep(TICK_S / 10)
        for agent in self.agents:
            try:
                agent.close()
            except Exception:
                log.exception("close")
        log_event("stopped", tables=self.tally.tables, decisions=self.tally.decisions)


@contextmanager
def stop_on_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Inside this context the first Ctrl-C or SIGTERM calls `stop`; the second has its usual effect."""
    if threading.current_thread() is not threading.main_thread():
        # Only the main thread gets signals; a run in another thread is ended by `stop()`.
        yield
        return

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def handle(number: int, frame: FrameType | None) -> None:
        restore()
        stop()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        restore()

"""Running an agent: one event stream for the account, several worker threads for its tables."""

import signal
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Final

from farshore import streams
from farshore.agents.agent import Agent, AgentOrFactory
from farshore.agents.log import Tally, log, log_event
from farshore.agents.play import RunSettings, TablePlayer
from farshore.client import Client
from farshore.errors import FarshoreError
from farshore.models import Event

TICK_S: Final = 0.5
RETRY_S: Final = 2.0
"""How soon a table is visited again after an error."""
RECONNECT_S: Final = 5.0
"""The pause before reconnecting when a service has been away for longer than a restart takes."""
SWEEP_S: Final = 60.0
"""How often every table is visited even without an event."""
GRACE_S: Final = 5.0
"""How long a stopping run waits for the answers in progress."""


class Runner:
    """Plays for one account until it is stopped.

    An event only says which table to visit; the view fetched then is what counts. So nothing is lost when the
    connection breaks, and a duplicate event does no harm.
    """

    def __init__(
        self,
        client: Client,
        agent: AgentOrFactory,
        games: Collection[str] | None = None,
        parallel: int = 4,
        budget: float = 30.0,
        stop_after: int | None = None,
    ) -> None:
        self.client = client
        self.parallel = max(1, parallel)
        self.stop_after = stop_after
        self.settings = RunSettings(client, agent, None if games is None else frozenset(games), budget, self.stop)
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._tables: dict[str, TablePlayer] = {}
        self._busy: dict[str, bool] = {}
        """The tables a worker is busy with, and whether an event came meanwhile."""
        self._retries: dict[str, float] = {}
        self._swept = time.monotonic()
        self._events: SimpleQueue[Event | FarshoreError | None] = SimpleQueue()
        self._queue: SimpleQueue[TablePlayer | None] = SimpleQueue()

    def stop(self) -> None:
        """Finish the answers in progress and return from `run()`."""
        self._stopping.set()
        self._events.put(None)

    def _active(self) -> bool:
        return not self._stopping.is_set()

    def run(self) -> Tally:
        player = self.client.me.get().player
        self.settings.me = player.id if player else ""
        self.settings.clock_offset = self.client.health.time()["epoch_ms"] / 1000 - time.time()
        workers = [threading.Thread(target=self._work, daemon=True) for _ in range(self.parallel)]
        listener = threading.Thread(target=listen, args=(self.client, self._events.put, self._active), daemon=True)
        for thread in (*workers, listener):
            thread.start()
        log_event("listening", name=player.name if player else "", player=self.settings.me, parallel=self.parallel)
        try:
            with stop_on_signals(self.stop):
                while self._active():
                    self._next_event()
        finally:
            self._end(workers)
        return self.settings.tally

    def _next_event(self) -> None:
        """Handle one event, and schedule the tables that are due for another visit."""
        now = time.monotonic()
        for id in [id for id, due in list(self._retries.items()) if due <= now]:
            del self._retries[id]
            self._schedule(id)
        if now - self._swept > SWEEP_S:
            self._swept = now
            for id in [id for id, player in self._tables.items() if not player.closed]:
                self._schedule(id)
        try:
            event = self._events.get(timeout=TICK_S)
        except Empty:
            return
        if isinstance(event, FarshoreError):
            raise event
        if event is not None:
            self._handle(event)

    def _handle(self, event: Event) -> None:
        """Schedule visits to the tables an event is about."""
        if event.type == "snapshot":
            tables = event.data.get("tables") or []
            log_event("connected", tables=len(tables), decisions=sum(len(each["decisions"]) for each in tables))
            # A table missing from the snapshot may have ended while the stream was down.
            gone = {id for id, player in self._tables.items() if not player.closed} - {each["id"] for each in tables}
            for id in [*(each["id"] for each in tables if self.settings.plays(each["game"])), *gone]:
                self._schedule(id)
        elif event.table and self.settings.plays(event.data.get("game")):
            player = self._tables.get(event.table)
            if event.type == "invited":
                log_event("invited", table=event.table, game=event.data.get("game") or "")
                if player and player.closed:
                    del self._tables[event.table]
            elif event.type == "talk" and player:
                player.spoken = True
            elif event.type == "your-decision" and player and event.data.get("id") in player.answered:
                return
            self._schedule(event.table)

    def _schedule(self, id: str) -> None:
        """Have a table visited: now, or again when the worker that is busy with it has finished."""
        with self._lock:
            player = self._tables.setdefault(id, TablePlayer(id, self.settings))
            if player.closed:
                return
            busy = id in self._busy
            self._busy[id] = busy
        if not busy:
            self._queue.put(player)

    def _work(self) -> None:
        """A worker: take the next table in the queue, answer one decision, and put the table back."""
        while (player := self._queue.get()) is not None:
            more = self._step(player) if self._active() else False
            with self._lock:
                notified = self._busy.pop(player.id, False)
                again = (more or notified) and not player.closed
                if again:
                    self._busy[player.id] = False
                if notified:
                    # The response to the last answer is older than the event.
                    player.forget()
            if again:
                # At the end of the queue, so that a table with many decisions does not block others.
                self._queue.put(player)
            if self.stop_after is not None and self.settings.tally.tables >= self.stop_after:
                self.stop()

    def _step(self, player: TablePlayer) -> bool:
        """One visit; after a transient error the table is visited again a little later."""
        try:
            more = player.step()
        except FarshoreError as error:
            player.forget()
            more = None if error.retryable or error.status >= 500 else False
            log_event("error", table=player.id, seconds=RETRY_S if more is None else 0, detail=error)
        except Exception:
            log.exception("%s", player.id)
            more = False
        if more is None:
            self._retries[player.id] = time.monotonic() + RETRY_S
        return bool(more)

    def _end(self, workers: list[threading.Thread]) -> None:
        """Let the workers finish, for a limited time."""
        self._stopping.set()
        for _ in workers:
            self._queue.put(None)
        end_run(workers, self.settings.agents, self.settings.tally, GRACE_S)


def listen(client: Client, receive: Callable[[Event | FarshoreError], None], active: Callable[[], bool]) -> None:
    """Pass on the events of the account while `active()`, reconnecting as often as needed.

    A permanent error, such as a revoked token, is passed on too, and ends it.
    """
    while active():
        try:
            for event in streams.restarting(client, "/events", active=active):
                receive(event)
        except FarshoreError as error:
            if not error.retryable:
                receive(error)
                return
            log_event("disconnected", detail=error)
            time.sleep(RECONNECT_S)


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


def end_run(workers: Iterable[threading.Thread], agents: Iterable[Agent], tally: Tally, grace_s: float) -> None:
    """Wait for the workers, for a limited time, and close the agents."""
    until = time.monotonic() + grace_s
    for worker in workers:
        worker.join(max(0.0, until - time.monotonic()))
    for agent in agents:
        try:
            agent.close()
        except Exception:
            log.exception("close")
    log_event("stopped", tables=tally.tables, decisions=tally.decisions)

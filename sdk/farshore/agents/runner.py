"""Running an agent: one stream to listen to, many tables to play at."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from farshore.agents import Agents
from farshore.errors import FarshoreError, Unreachable
from farshore.listening import Signals, listen
from farshore.models import Event
from farshore.playing import Errand, Place
from farshore.telling import Tally, log, say

if TYPE_CHECKING:
    from farshore.client import Client

TICK_S: Final = 0.5
PAUSE_S: Final = 2.0
"""How soon a table is looked at again where something went wrong."""
SWEEP_S: Final = 60.0
"""How often every table is looked at although no bell rang."""
GRACE_S: Final = 5.0
"""How long a run that is to stop waits for the answers under way."""


class Runner:
    """Plays for one account until it is told to stop.

    Events are only bells here: whatever is heard of a table, a worker goes and looks at it, and the view is the
    truth. So nothing is lost with a broken line, and a bell that rings twice does no harm.
    """

    def __init__(
        self,
        client: Client,
        agent: Agents,
        games: Collection[str] | None = None,
        parallel: int = 4,
        budget: float = 30.0,
        stop_after: int | None = None,
    ) -> None:
        self.client = client
        self.parallel = max(1, parallel)
        self.stop_after = stop_after
        self.errand = Errand(client, agent, None if games is None else frozenset(games), budget, self.stop)
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._places: dict[str, Place] = {}
        self._busy: dict[str, bool] = {}
        """The tables some worker has in hand, and whether the bell rang there meanwhile."""
        self._later: dict[str, float] = {}
        self._swept = time.monotonic()
        self._news: SimpleQueue[Event | FarshoreError | None] = SimpleQueue()
        self._work: SimpleQueue[Place | None] = SimpleQueue()

    def stop(self) -> None:
        """Take on nothing new, give the answers under way, and return from `run()`."""
        self._stopping.set()
        self._news.put(None)

    def _goes_on(self) -> bool:
        return not self._stopping.is_set()

    def run(self) -> Tally:
        """Listen and play until `stop()`, Ctrl-C or SIGTERM."""
        player = self.client.me.get().player
        self.errand.me = player.id if player else ""
        self.errand.ahead = self.client.health.time()["epoch_ms"] / 1000 - time.time()
        workers = [threading.Thread(target=self._serve, daemon=True) for _ in range(self.parallel)]
        listener = threading.Thread(target=listen, args=(self.client, self._news.put, self._goes_on), daemon=True)
        for thread in (*workers, listener):
            thread.start()
        say("listening", name=player.name if player else "", player=self.errand.me, parallel=self.parallel)
        try:
            with Signals(self.stop):
                while self._goes_on():
                    self._listen()
        finally:
            self._end(workers)
        return self.errand.tally

    # -- hearing ---------------------------------------------------------------------------

    def _listen(self) -> None:
        """Hear one event, and go back to the tables whose time has come."""
        now = time.monotonic()
        for id in [id for id, due in list(self._later.items()) if due <= now]:
            del self._later[id]
            self._ring(id)
        if now - self._swept > SWEEP_S:
            self._swept = now
            for id in [id for id, place in self._places.items() if not place.closed]:
                self._ring(id)
        try:
            event = self._news.get(timeout=TICK_S)
        except Empty:
            return
        if isinstance(event, FarshoreError):
            raise event
        if event is not None:
            self._hear(event)

    def _hear(self, event: Event) -> None:
        """Turn an event into visits to tables."""
        if event.type == "snapshot":
            tables = event.data.get("tables") or []
            say("connected", tables=len(tables), decisions=sum(len(each["decisions"]) for each in tables))
            # A table that is not among them any more may have ended while nobody listened.
            gone = {id for id, place in self._places.items() if not place.closed} - {each["id"] for each in tables}
            for id in [*(each["id"] for each in tables if self.errand.plays(each["game"])), *gone]:
                self._ring(id)
        elif event.table and self.errand.plays(event.data.get("game")):
            place = self._places.get(event.table)
            if event.type == "invited":
                say("invited", table=event.table, game=event.data.get("game") or "")
                if place and place.closed:
                    del self._places[event.table]
            elif event.type == "your-decision" and place and event.data.get("id") in place.answered:
                return
            self._ring(event.table)

    def _ring(self, id: str) -> None:
        """Have a table looked at: now, or once more when the worker who is there has done."""
        with self._lock:
            place = self._places.setdefault(id, Place(id, self.errand))
            if place.closed:
                return
            ringing = id in self._busy
            self._busy[id] = ringing
        if not ringing:
            self._work.put(place)

    # -- playing ---------------------------------------------------------------------------

    def _serve(self) -> None:
        """A worker: take the next table in the queue, answer one question there, and give it back."""
        while (place := self._work.get()) is not None:
            more = self._visit(place) if self._goes_on() else False
            with self._lock:
                rang = self._busy.pop(place.id, False)
                go_on = (more or rang) and not place.closed
                if go_on:
                    self._busy[place.id] = False
                if rang:
                    # What the last answer brought back is older than the bell.
                    place.forget()
            if go_on:
                # At the end of the queue, so that a table with a lot to ask does not keep others waiting.
                self._work.put(place)
            if self.stop_after is not None and self.errand.tally.tables >= self.stop_after:
                self.stop()

    def _visit(self, place: Place) -> bool:
        """One visit; what goes wrong on the way and will pass is tried again a little later."""
        try:
            more = place.visit()
        except FarshoreError as refused:
            place.forget()
            passes = refused.retryable or refused.status == 429 or refused.status >= 500
            more = None if passes or isinstance(refused, Unreachable) else False
            say("trouble", table=place.id, seconds=PAUSE_S if more is None else 0, detail=refused)
        except Exception:
            log.exception("%s", place.id)
            more = False
        if more is None:
            self._later[place.id] = time.monotonic() + PAUSE_S
        return bool(more)

    def _end(self, workers: list[threading.Thread]) -> None:
        """Let the workers finish what they have in hand, but not for ever."""
        self._stopping.set()
        for _ in workers:
            self._work.put(None)
        until = time.monotonic() + GRACE_S
        for worker in workers:
            worker.join(max(0.0, until - time.monotonic()))
        for agent in self.errand.agents:
            try:
                agent.close()
            except Exception:
                log.exception("close")
        say("stopped", tables=self.errand.tally.tables, decisions=self.errand.tally.decisions)

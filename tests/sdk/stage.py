"""A service made of plain objects, for situations that are hard to produce with the real one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
from farshore.agents import Agent, run, runner
from farshore.agents.log import Tally
from farshore.agents.runner import Runner
from farshore.errors import Closed, FarshoreError
from farshore.models import Decision, Event, Player, Result, Seat, TableFacts, Update


class StageTable:
    """A table that asks so many questions, one after the other."""

    def __init__(self, id: str = "t1", questions: int = 3, game: str = "go", **facts: Any) -> None:
        self.facts = TableFacts(**({"id": id, "game": game, "status": "running", "my_seat": 0} | facts))
        self.left = [f"{n}-lay-0" for n in range(questions)]
        self.answers: list[tuple[str, tuple[str, ...]]] = []
        self.trouble: list[Exception] = []
        """What goes wrong with the next answers."""
        self.paused = False
        self.looks = 0

    id = property(lambda self: self.facts.id)
    game = property(lambda self: self.facts.game)
    my_seat = property(lambda self: self.facts.my_seat)
    seats = property(lambda self: self.facts.seats)
    status = property(lambda self: "running" if self.left else "finished")
    result = property(lambda self: None if self.left else Result(winners=(0,), places=(1,), scores=(7,)))

    def view(self) -> Update:
        self.looks += 1
        asked = [Decision(id=self.left[0], kind="lay", options=("a", "b", "c"), default=("c",))] if self.left else []
        return Update(
            table=self.id, status=self.status, decisions=tuple(asked), paused=self.paused, view={"left": len(self.left)}
        )

    def answer(self, decision: Decision, picks: tuple[str, ...]) -> Update:
        if self.trouble:
            raise self.trouble.pop(0)
        if decision.id not in self.left:
            raise Closed("This question is closed.")
        self.answers.append((decision.id, tuple(picks)))
        self.left.remove(decision.id)
        return self.view()

    def refresh(self) -> StageTable:
        return self

    def take_seat(self, seat: int) -> None:
        self.facts = replace(self.facts, my_seat=seat)


class Stage:
    """Tables, and the account stream that reports on them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *tables: StageTable) -> None:
        self.tables = {table.id: table for table in tables}
        self.client: Any = SimpleNamespace(
            me=SimpleNamespace(get=lambda: SimpleNamespace(player=Player(id="p_me", name="Me"))),
            health=SimpleNamespace(time=lambda: {"epoch_ms": time.time() * 1000}),
            tables=SimpleNamespace(get=self.tables.__getitem__),
        )
        self.events: SimpleQueue[Event | FarshoreError] = SimpleQueue()
        self.hear = self.events.put
        self.ready = threading.Event()
        monkeypatch.setattr(runner.streams, "restarting", self._stream)
        monkeypatch.setattr(runner, "RETRY_S", 0.05)
        monkeypatch.setattr(run, "TICK_S", 0.02)

    def _stream(self, client: Any, path: str, active: Callable[[], bool]) -> Iterator[Event]:
        self.ready.set()
        while active():
            with suppress(Empty):
                event = self.events.get(timeout=0.02)
                if isinstance(event, FarshoreError):
                    raise event
                yield event

    def snapshot(self) -> None:
        tables = [{"id": t.id, "game": t.game, "decisions": [{}] * bool(t.left)} for t in self.tables.values()]
        self.hear(Event(type="snapshot", data={"tables": tables}))

    def notify(self, table: StageTable, type: str = "your-decision", **data: Any) -> None:
        self.hear(Event(type=type, table=table.id, data=data))

    def play(self, agent: Agent | type[Agent], act: Callable[[], None] | None = None, **how: Any) -> Tally:
        """Run the agent until all tables are over, or for as long as `how` says; `act` is done meanwhile."""
        playing = Runner(self.client, agent, **({"stop_after": len(self.tables)} | how))
        rescue = threading.Timer(60, playing.stop)
        rescue.start()
        acting = threading.Thread(target=lambda: (self.ready.wait(60), (act or self.snapshot)()))
        acting.start()
        try:
            return playing.run()
        finally:
            rescue.cancel()
            acting.join()


class First(Agent):
    """Takes the first option, and remembers what it was asked."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.asked: list[str] = []
        self.told: list[str] = []

    def decide(self, view: dict[str, Any], decision: Decision) -> str:
        self.asked.append(decision.id)
        return decision.options[0]

    def seated(self, table: Any) -> None:
        self.told.append(f"seated {table.id}")

    def finished(self, table: Any) -> None:
        self.told.append(f"finished {table.id}")


def reserved(player: str) -> tuple[Seat, ...]:
    """Seats of which one is reserved for this player."""
    return (Seat(seat=0, kind="invite", player=Player(id=player)),)

"""Players that use the SDK, another API server for each request, and record what was accepted."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import farshore
import requests
from farshore.streams import retrying

OPTIONS: dict[str, dict[str, Any]] = {"mountains_of_madness": {"mode": "relaxed"}, "new_lands": {"mode": "excursion"}}


class RotatingClient(farshore.Client):
    """A client of all addresses that never uses the same one twice in a row; it counts the statuses it gets."""

    def __init__(self, url: str) -> None:
        super().__init__(url, timeout=20)
        self.statuses: Counter[int] = Counter()
        self._session.hooks["response"].append(self._count)

    def _count(self, response: requests.Response, **_: Any) -> None:
        self.statuses[response.status_code] += 1

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        self.addresses.failed(self.addresses.current)
        return super().request(*args, **kwargs)


class Player:
    """Plays at random and records the accepted answers."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.client = RotatingClient(url)
        self.random = Random(name)
        self.accepted: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.client.register(name)

    def play(self, id: str) -> None:
        """Answer decisions until the table is over."""
        table = self.client.tables.get(id)
        self.accepted.clear()
        for turn in table.turns():
            decision = turn.decisions[0]
            picks = tuple(self.random.sample(decision.options, decision.least))
            try:
                self.answer(table, decision, picks)
            except farshore.Illegal:
                # Some options are illegal together; the default is always legal.
                self.answer(table, decision, tuple(decision.default or ()))

    def answer(self, table: farshore.Table, decision: farshore.Decision, picks: tuple[str, ...]) -> None:
        try:
            table.answer(decision, picks)
        except farshore.Closed:
            # The decision may have been closed. If the answer was accepted nevertheless, the replay shows it.
            return
        self.accepted[decision.id, picks] += 1


class Spectator:
    """Follows a table across all restarts, and must receive each event once."""

    def __init__(self, url: str) -> None:
        self.client = RotatingClient(url)

    def follow(self, id: str) -> None:
        table = self.client.tables.get(id)
        received = [event for event in table.events(after=0) if event.type != "snapshot"]
        assert received[-1].last, received[-1]
        assert [event.seq for event in received] == list(range(1, len(received) + 1))
        afterwards = retrying(lambda: list(table.story()))
        assert [(event.seq, event.type) for event in received] == [(event.seq, event.type) for event in afterwards]


class Group(threading.Thread):
    """Two players and a bot who play one table after another, and a spectator."""

    def __init__(self, url: str, game: str, stopping: threading.Event) -> None:
        super().__init__(name=game, daemon=True)
        self.game = game
        self.stopping = stopping
        self.players = [Player(url, f"{game} {n}") for n in range(2)]
        self.spectator = Spectator(url)
        self.played: dict[str, str] = {}
        """The finished tables, with the digest of each replay."""
        self.errors: list[str] = []

    def run(self) -> None:
        """Play until told to stop, and the last table to its end."""
        while not self.errors and not (self.stopping.is_set() and self.played):
            self._record_errors(self.play_table)

    def play_table(self) -> None:
        host, guest = self.players
        seats: list[dict[str, str] | str] = ["me", "open", {"kind": "bot", "level": "random"}]
        table = host.client.tables.open(self.game, seats, options=OPTIONS.get(self.game), start="full")
        guest.client.tables.get(table.id).take_seat(1)
        doing = [lambda: host.play(table.id), lambda: guest.play(table.id), lambda: self.spectator.follow(table.id)]
        threads = [threading.Thread(target=self._record_errors, args=(do,), daemon=True) for do in doing]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.errors:
            return
        replay = table.replay()
        for seat, player in enumerate(self.players):
            given = Counter((a["decision"], tuple(a["picks"])) for a in replay["answers"] if a["seat"] == seat)
            assert given == player.accepted, (player.name, given - player.accepted, player.accepted - given)
        # The import replays the game from its seed and compares it step by step.
        host.client.replays.upload(replay)
        self.played[table.id] = replay["digest"]

    def _record_errors(self, do: Callable[[], None]) -> None:
        try:
            do()
        except Exception as error:
            self.errors.append(f"{self.game}: {error!r}")

    def statuses(self) -> Counter[int]:
        """How often each HTTP status was received."""
        clients = [*(player.client for player in self.players), self.spectator.client]
        return sum((client.statuses for client in clients), Counter())

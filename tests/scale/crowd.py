"""People who play at the fleet by the SDK, from another port with every request, and write down what was accepted."""

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


class Hopping(farshore.Client):
    """One client for all addresses that never asks the same one twice in a row; it counts what it is told."""

    def __init__(self, url: str) -> None:
        super().__init__(url, timeout=20)
        self.told: Counter[int] = Counter()
        self._session.hooks["response"].append(self._count)

    def _count(self, response: requests.Response, **_: Any) -> None:
        self.told[response.status_code] += 1

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        self.addresses.leave(self.addresses.now)
        return super().request(*args, **kwargs)


class Person:
    """Plays at random."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.client = Hopping(url)
        self.random = Random(name)
        self.accepted: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.client.register(name)

    def play(self, id: str) -> None:
        """Answer what is asked until the table is over."""
        table = self.client.tables.get(id)
        self.accepted.clear()
        for turn in table.turns():
            decision = turn.decisions[0]
            picks = tuple(self.random.sample(decision.options, decision.least))
            try:
                self.answer(table, decision, picks)
            except farshore.Illegal:
                # Some options are wrong only together; what the clock would answer is always right.
                self.answer(table, decision, tuple(decision.default or ()))

    def answer(self, table: farshore.Table, decision: farshore.Decision, picks: tuple[str, ...]) -> None:
        try:
            table.answer(decision, picks)
        except farshore.Closed:
            # The rules may have closed it while it was looked at. If it was taken all the same, the replay tells.
            return
        self.accepted[decision.id, picks] += 1


class Watcher:
    """Follows a table as a spectator, across all restarts, and must hear each event once."""

    def __init__(self, url: str) -> None:
        self.client = Hopping(url)

    def follow(self, id: str) -> None:
        table = self.client.tables.get(id)
        heard = [event for event in table.events(after=0) if event.type != "snapshot"]
        assert heard[-1].last, heard[-1]
        assert [event.seq for event in heard] == list(range(1, len(heard) + 1))
        afterwards = retrying(lambda: list(table.story()))
        assert [(event.seq, event.type) for event in heard] == [(event.seq, event.type) for event in afterwards]


class Company(threading.Thread):
    """Two people and a bot who play one game after another, and somebody who watches them."""

    def __init__(self, url: str, game: str, enough: threading.Event) -> None:
        super().__init__(name=game, daemon=True)
        self.game = game
        self.enough = enough
        self.people = [Person(url, f"{game} {n}") for n in range(2)]
        self.watcher = Watcher(url)
        self.played: dict[str, str] = {}
        """Tables, and the digest of what happened there."""
        self.broken: list[str] = []

    def run(self) -> None:
        """Play until it is enough, and the last table to its end."""
        while not self.broken and not (self.enough.is_set() and self.played):
            self._guarded(self.once)

    def once(self) -> None:
        host, guest = self.people
        seats = ["me", "open", {"kind": "bot", "level": "random"}]
        table = host.client.tables.open(self.game, seats, options=OPTIONS.get(self.game), start="full")
        guest.client.tables.get(table.id).take_seat(1)
        doing = [lambda: host.play(table.id), lambda: guest.play(table.id), lambda: self.watcher.follow(table.id)]
        threads = [threading.Thread(target=self._guarded, args=(do,), daemon=True) for do in doing]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.broken:
            return
        replay = table.replay()
        for seat, person in enumerate(self.people):
            given = Counter((a["decision"], tuple(a["picks"])) for a in replay["answers"] if a["seat"] == seat)
            assert given == person.accepted, (person.name, given - person.accepted, person.accepted - given)
        # Run again from the seed and compared step by step: nothing was lost, doubled or changed on the way.
        host.client.replays.upload(replay)
        self.played[table.id] = replay["digest"]

    def _guarded(self, do: Callable[[], None]) -> None:
        try:
            do()
        except Exception as error:
            self.broken.append(f"{self.game}: {error!r}")

    def told(self) -> Counter[int]:
        """How often each status was seen."""
        return sum((one.client.told for one in (*self.people, self.watcher)), Counter())

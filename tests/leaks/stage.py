"""A running table with a person on every seat and one who watches, in a house whose clock stands still."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from flask import Flask

from service.games.kit.bots import random_picks
from service.games.kit.decision import CLOCK, Answer, Illegal
from service.stores import House
from service.tables.session import Live
from service.tables.store import Table
from tests.games.play import LONGEST, Setting
from tests.leaks.twins import Kept, Viewer
from tests.service.conftest import house_of, newcomer
from tests.service.people import Person
from tests.service.table import started

NOON = time.time_ns() // 1_000_000 - 3_600_000
"""An hour ago: a service whose clock goes on must find nothing there that is still to come, or long over."""
CHATTER = ("I go north", "two bells", "3", "Je ne sais pas", "the weapons are with me")


@contextmanager
def still(house: House) -> Iterator[Stopped]:
    """The clock of this house stands still, so that no response differs by a date."""
    clock, load = Stopped(), house.tables.load

    def at_noon(id: str) -> tuple[Table, int] | None:
        found = load(id)
        return None if found is None else (found[0], clock.now)

    with patch.object(house.tables, "load", at_noon), patch.object(house.deadlines, "now", lambda of=None: clock.now):
        yield clock


class Stopped:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = NOON


class Stage:
    """The table and its people."""

    def __init__(
        self, app: Flask, clock: Stopped, setting: Setting, seed: int, people: list[Person], bots: int = 0
    ) -> None:
        self.app = app
        self.clock = clock
        self.setting = setting
        self.house = house_of(app)
        self.random = Random(f"{setting} {seed}")
        players = people[: setting.seats - bots]
        self.viewers: dict[Viewer, Person] = {**dict(enumerate(players)), None: Person(app)}
        self.table = started(*players, bots=bots, game=setting.game.name, options=setting.options, deal=f"{seed:032x}")

    @property
    def live(self) -> Live:
        return self.house.load(self.table)

    def kept(self) -> Kept:
        return Kept.of(self.house.redis, self.table)

    def some_moments(self, n: int, wanted: Callable[[Kept], Any] = bool) -> list[tuple[int, Kept]]:
        """Play a random game to its end; `n` moments of it, each as likely as any other, with what the clock said."""
        chosen: list[tuple[int, Kept]] = []
        met = 0
        for _ in range(LONGEST):
            live = self.live
            if live.table.over:
                return chosen
            if wanted(Kept(live.table, [], [], {})):
                # Nobody knows how long the game will be: the later a moment, the less likely it replaces one in hand.
                place = met if met < n else self.random.randrange(met + 1)
                if place < n:
                    chosen[place : place + 1] = [(self.clock.now, self.kept())]
                met += 1
            self.move(live)
        raise AssertionError(f"{self.setting} does not end")

    def lay(self, moment: tuple[int, Kept]) -> None:
        """Go back to a moment."""
        self.clock.now = moment[0]
        moment[1].lay(self.house.redis)

    def move(self, live: Live) -> None:
        """Somebody answers, or says something where that counts."""
        if live.game.talk_counts and self.random.random() < 0.3:
            self.chat(live)
        name, question = self.random.choice(list(live.questions().items()))
        picks = random_picks(live.game, live.s, question, self.random)
        live.take(name, Answer(question.seat, question.kind, picks), "clock" if question.seat == CLOCK else "seat")
        live.commit(self.house.tables)
        self.clock.now += 1

    def chat(self, live: Live) -> None:
        """Something is said, or refused."""
        room = self.random.choice(live.game.rooms(live.s))
        if room.speak:
            try:
                live.speak(self.random.choice(room.speak), room.name, self.random.choice(CHATTER))
            except Illegal:
                live.__dict__.pop("s")


def crowd(app: Flask, n: int) -> list[Person]:
    """People who have registered."""
    return [newcomer(app, f"Player {i}") for i in range(n)]


def strings_in(state: Any) -> list[str]:
    """Every string in a state, however deep: what a curious player might try."""
    match state:
        case str():
            return [state]
        case dict():
            return [s for pair in state.items() for part in pair for s in strings_in(part)]
        case list() | tuple():
            return [s for part in state for s in strings_in(part)]
    return []

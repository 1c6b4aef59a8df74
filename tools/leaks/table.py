"""A running table with a client on every seat and a spectator, in an app whose clock is frozen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from flask import Flask

from service.api.context import EXTENSION
from service.games.kit.bots import random_picks
from service.games.kit.decision import CLOCK, Answer, Illegal
from service.storage.store import Store
from service.stores import Stores
from service.tables import changes
from service.tables.session import TableSession, load
from service.tables.store import Table
from tools.game_settings import LONGEST, Setting
from tools.leaks.client import ViewerClient
from tools.leaks.twins import TableSnapshot, Viewer

AN_HOUR_AGO = time.time_ns() // 1_000_000 - 3_600_000
"""An hour ago: for a service with a running clock nothing is in the future or long overdue."""
CHATTER = ("I go north", "two bells", "3", "Je ne sais pas", "the weapons are with me")


@contextmanager
def frozen_clock(stores: Stores) -> Iterator[FrozenClock]:
    """Freeze the clock of the stores, so that no two responses differ by a date."""
    clock, load = FrozenClock(), stores.tables.load

    def load_frozen(id: str) -> tuple[Table, int] | None:
        found = load(id)
        return None if found is None else (found[0], clock.now)

    with patch.object(stores.tables, "load", load_frozen), patch.object(Store, "now", lambda self, of=None: clock.now):
        yield clock


class FrozenClock:
    """A clock that only moves when it is set."""

    def __init__(self) -> None:
        self.now = AN_HOUR_AGO


class WatchedTable:
    """The table and its viewers."""

    def __init__(
        self, app: Flask, clock: FrozenClock, setting: Setting, seed: int, players: list[ViewerClient], bots: int = 0
    ) -> None:
        self.app = app
        self.clock = clock
        self.setting = setting
        self.stores = stores_of(app)
        self.random = Random(f"{setting} {seed}")
        seated = players[: setting.seats - bots]
        self.viewers: dict[Viewer, ViewerClient] = {**dict(enumerate(seated)), None: ViewerClient(app)}
        self.id = start_table(seated, bots, game=setting.game.name, options=setting.options, deal=f"{seed:032x}")

    @property
    def live(self) -> TableSession:
        return load(self.stores.tables, self.id)

    def snapshot(self) -> TableSnapshot:
        return TableSnapshot.of(self.stores.redis, self.id)

    def random_moments(self, n: int, wanted: Callable[[TableSnapshot], Any] = bool) -> list[tuple[int, TableSnapshot]]:
        """Play a random game to its end; `n` of its moments, all equally likely, with the time of each."""
        chosen: list[tuple[int, TableSnapshot]] = []
        seen = 0
        for _ in range(LONGEST):
            live = self.live
            if live.table.over:
                return chosen
            if wanted(TableSnapshot(live.table, [], [], {})):
                # Reservoir sampling: the length of the game is not known in advance.
                place = seen if seen < n else self.random.randrange(seen + 1)
                if place < n:
                    chosen[place : place + 1] = [(self.clock.now, self.snapshot())]
                seen += 1
            self.move(live)
        raise AssertionError(f"{self.setting} does not end")

    def restore(self, moment: tuple[int, TableSnapshot]) -> None:
        """Restore a moment."""
        self.clock.now = moment[0]
        moment[1].restore(self.stores.redis)

    def move(self, live: TableSession) -> None:
        """One random answer, and sometimes talk where it is part of the rules."""
        if live.game.talk_counts and self.random.random() < 0.3:
            self.talk(live)
        name, question = self.random.choice(list(live.questions().items()))
        picks = random_picks(live.game, live.state, question, self.random)
        changes.take(
            live, name, Answer(question.seat, question.kind, picks), "clock" if question.seat == CLOCK else "seat"
        )
        live.commit(self.stores.tables)
        self.clock.now += 1

    def talk(self, live: TableSession) -> None:
        """Say something; the rules may refuse it."""
        room = self.random.choice(live.game.rooms(live.state))
        if room.speak:
            try:
                changes.speak(live, self.random.choice(room.speak), room.name, self.random.choice(CHATTER))
            except Illegal:
                live.__dict__.pop("state")


def register_players(app: Flask, n: int) -> list[ViewerClient]:
    """This many new players."""
    replies = [ViewerClient(app).post("/players", {"name": f"Player {i}"}) for i in range(n)]
    assert all(reply.status == 201 for reply in replies), replies
    return [ViewerClient(app, reply.json["token"]) for reply in replies]


def start_table(players: list[ViewerClient], bots: int, **body: Any) -> str:
    """A running table with these players on the first seats, then bots."""
    owner, *guests = players
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in guests), *({"kind": "bot"} for _ in range(bots))]
    opened = owner.post("/tables", {"seats": seats, **body})
    assert opened.status == 201, opened.body
    table = opened.json
    for seat, guest in enumerate(guests, 1):
        taken = guest.put(f"/tables/{table['id']}/seats/{seat}", {"code": table["invite_code"]})
        assert taken.status == 200, taken.body
    started = owner.post(f"/tables/{table['id']}/start")
    assert started.status == 200, started.body
    return str(table["id"])


def stores_of(app: Flask) -> Stores:
    """The stores behind an app."""
    stores: Stores = app.extensions[EXTENSION]["stores"]
    return stores


def strings_in(state: Any) -> list[str]:
    """Every string in a state, however deep."""
    match state:
        case str():
            return [state]
        case dict():
            return [s for pair in state.items() for part in pair for s in strings_in(part)]
        case list() | tuple():
            return [s for part in state for s in strings_in(part)]
    return []

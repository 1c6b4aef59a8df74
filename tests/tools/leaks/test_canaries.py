"""Over whole games no viewer receives a secret: every byte of every response and every line of the log is searched."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask

from service.bots import turns
from service.games import REGISTRY
from service.games.kit.bots import random_picks, rounds
from service.games.kit.decision import CLOCK, Answer
from service.stores import Stores
from service.tables import changes
from tests.games.play import OPTIONS, Setting, combinations
from tools.leaks.canaries import SecretScanner, read_everything, service_secrets
from tools.leaks.table import WatchedTable, frozen_clock, register_players, stores_of

GAMES = [
    Setting(game, game.seats[0] + 1, (OPTIONS.get(name) or combinations(game.options_type))[-1])
    for name, game in REGISTRY.items()
]


@contextmanager
def after_each_commit(stores: Stores, do: Any) -> Iterator[None]:
    """Between two answers of a bot nobody reads the table; but events may tell what was visible there."""
    commit = stores.tables.commit

    def committed(*given: Any, **more: Any) -> None:
        commit(*given, **more)
        do()

    with patch.object(stores.tables, "commit", committed):
        yield


def play_on(watched: WatchedTable, random: Random) -> None:
    """Bots answer first; then a random player, over HTTP."""
    live = watched.live
    if any(map(live.played_by_bot, live.table.opened.values())):
        turns.play_turns(
            watched.stores.tables, watched.stores.due, watched.stores.pending, watched.id, lambda part: rounds(1)
        )
        return
    name, question = random.choice(list(live.questions().items()))
    picks = random_picks(live.game, live.state, question, random)
    if question.seat == CLOCK:
        changes.take(live, name, Answer(CLOCK, question.kind, picks), "clock")
        live.commit(watched.stores.tables)
        return
    client = watched.viewers[question.seat]
    answer = f"/tables/{watched.id}/decisions/{name}/answer"
    client.put(answer, {"picks": ["nonsense"]})
    assert client.put(answer, {"picks": picks}).status in (200, 202)


@pytest.mark.parametrize("setting", [pytest.param(setting, id=str(setting)) for setting in GAMES])
def test_over_a_whole_game_no_viewer_receives_a_secret(
    app: Flask, setting: Setting, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    random = Random(str(setting))
    with frozen_clock(stores_of(app)) as clock:
        watched = WatchedTable(app, clock, setting, 7, register_players(app, setting.seats - 1), bots=1)
        scanner = SecretScanner(watched)
        streams = [client.follow(f"/tables/{watched.id}/events") for client in watched.viewers.values()]
        scanner.update()
        with after_each_commit(watched.stores, scanner.update):
            for n in range(5000):
                if watched.live.table.over:
                    break
                secrets = list(service_secrets(watched, None))
                play_on(watched, random)
                clock.now += 1
                if n % 5 == 0:
                    for client in watched.viewers.values():
                        read_everything(client, watched.id)
                if not watched.live.table.over:
                    scanner.scan()
                log = caplog.text.encode("utf-8", "replace")
                assert not [name for name, secret in secrets if secret in log]
                caplog.clear()
        assert watched.live.table.status == "finished"
        assert scanner.secrets > 1000, "nothing was secret in this game"
        for stream in streams:
            with stream:
                stream.until("finished")

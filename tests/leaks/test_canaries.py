"""Over whole games nobody is told a secret: every byte that anybody gets, and every line of the log, is searched."""

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
from service.games import SHELF
from service.games.kit.bots import random_picks, rounds
from service.games.kit.decision import CLOCK, Answer
from service.stores import House
from tests.games.play import OPTIONS, Setting, combinations
from tests.leaks.canaries import Watch, everything, marks
from tests.leaks.stage import Stage, crowd, still
from tests.service.conftest import house_of

GAMES = [
    Setting(game, game.seats[0] + 1, (OPTIONS.get(name) or combinations(game.options_type))[-1])
    for name, game in SHELF.items()
]


@contextmanager
def after_each_commit(house: House, do: Any) -> Iterator[None]:
    """Between two answers of bots nobody looks by HTTP; but what lay open there may be told of."""
    commit = house.tables.commit

    def committed(*given: Any, **more: Any) -> None:
        commit(*given, **more)
        do()

    with patch.object(house.tables, "commit", committed):
        yield


def play_on(stage: Stage, random: Random) -> None:
    """Bots answer first; then anybody, by HTTP."""
    live = stage.live
    if any(map(live.played_by_house, live.table.opened.values())):
        turns.play_turns(stage.house, stage.table, lambda part: rounds(1))
        return
    name, question = random.choice(list(live.questions().items()))
    picks = random_picks(live.game, live.s, question, random)
    if question.seat == CLOCK:
        live.take(name, Answer(CLOCK, question.kind, picks), "clock")
        live.commit(stage.house.tables)
        return
    person = stage.viewers[question.seat]
    answer = f"/tables/{stage.table}/decisions/{name}/answer"
    person.put(answer, {"picks": ["nonsense"]})
    assert person.put(answer, {"picks": picks}).status_code in (200, 202)


@pytest.mark.parametrize("setting", [pytest.param(setting, id=str(setting)) for setting in GAMES])
def test_over_a_whole_game_nobody_is_told_a_secret(
    app: Flask, setting: Setting, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    random = Random(str(setting))
    with still(house_of(app)) as clock:
        stage = Stage(app, clock, setting, 7, crowd(app, setting.seats - 1), bots=1)
        watch = Watch(stage)
        streams = [person.follow(f"/tables/{stage.table}/events") for person in stage.viewers.values()]
        watch.learn()
        with after_each_commit(stage.house, watch.learn):
            for n in range(5000):
                if stage.live.table.over:
                    break
                watched = list(marks(stage, None))
                play_on(stage, random)
                clock.now += 1
                if n % 5 == 0:
                    for person in stage.viewers.values():
                        everything(person, stage.table)
                if not stage.live.table.over:
                    watch.look()
                log = caplog.text.encode("utf-8", "replace")
                assert not [name for name, mark in watched if mark in log]
                caplog.clear()
        assert stage.live.table.status == "finished"
        assert watch.secrets > 1000, "nothing was secret in this game"
        for stream in streams:
            with stream:
                stream.until("finished")

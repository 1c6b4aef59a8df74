"""Sealed answers of others cannot be seen: not in events, views, ETags, sizes or the order of keys."""

from __future__ import annotations

from random import Random
from zlib import crc32

import pytest
from flask import Flask

from tests.games.play import SETTINGS, Setting
from tools.leaks.hidden_answers import choices, compare_hidden_answers
from tools.leaks.table import WatchedTable, frozen_clock, register_players, stores_of
from tools.leaks.twins import TableSnapshot


def one_of_each() -> list[Setting]:
    """All options of all games, each with one number of players."""
    groups: dict[str, list[Setting]] = {}
    for setting in SETTINGS:
        groups.setdefault(f"{setting.game.name} {setting.options}", []).append(setting)
    return [group[crc32(name.encode()) % len(group)] for name, group in groups.items()]


@pytest.mark.parametrize("setting", [pytest.param(setting, id=str(setting)) for setting in one_of_each()])
def test_no_viewer_can_tell_sealed_answers_of_others_apart(app: Flask, setting: Setting) -> None:
    viewers = setting.viewers()

    def viewer_of(snapshot: TableSnapshot) -> int | None:
        """Each viewer in turn."""
        return viewers[sum(snapshot.table.seqs) % len(viewers)]

    with frozen_clock(stores_of(app)) as clock:
        watched = WatchedTable(app, clock, setting, 1, register_players(app, setting.seats))
        [moment] = watched.random_moments(1, lambda snapshot: choices(snapshot, viewer_of(snapshot), Random(0)))
        watched.restore(moment)
        assert compare_hidden_answers(watched, moment[1], viewer_of(moment[1]), Random(0), most=8) > 0

"""What others pick face down nobody hears, sees or measures: not in events, views, ETags, sizes or orders of keys."""

from __future__ import annotations

from random import Random
from zlib import crc32

import pytest
from flask import Flask

from tests.games.play import SETTINGS, Setting
from tests.leaks.others import choices, same_whatever_others_pick
from tests.leaks.stage import Stage, crowd, still
from tests.leaks.twins import Kept
from tests.service.conftest import house_of


def one_of_each() -> list[Setting]:
    """All options of all games, each with some number of players."""
    groups: dict[str, list[Setting]] = {}
    for setting in SETTINGS:
        groups.setdefault(f"{setting.game.name} {setting.options}", []).append(setting)
    return [group[crc32(name.encode()) % len(group)] for name, group in groups.items()]


@pytest.mark.parametrize("setting", [pytest.param(setting, id=str(setting)) for setting in one_of_each()])
def test_what_others_pick_face_down_nobody_can_tell(app: Flask, setting: Setting) -> None:
    viewers = setting.viewers()

    def looks(kept: Kept) -> int | None:
        """Everybody looks in turn."""
        return viewers[sum(kept.table.heads) % len(viewers)]

    with still(house_of(app)) as clock:
        stage = Stage(app, clock, setting, 1, crowd(app, setting.seats))
        [moment] = stage.some_moments(1, lambda kept: choices(kept, looks(kept), Random(0)))
        stage.lay(moment)
        assert same_whatever_others_pick(stage, moment[1], looks(moment[1]), Random(0), most=8) > 0

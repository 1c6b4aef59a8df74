"""Nobody can tell a table from its twin over HTTP: status, headers, bytes, events, refusals, sizes.

One moment of one game for each way to play, and one viewer; `make leaks` does the same for all viewers of thousands
of moments.
"""

from __future__ import annotations

from random import Random
from zlib import crc32

from flask import Flask

from tests.games.play import Setting, every_setting
from tests.leaks.compare import same
from tests.leaks.stage import Stage, crowd, still
from tests.service.conftest import house_of


@every_setting
def test_no_viewer_can_tell_a_table_from_its_twin(app: Flask, setting: Setting) -> None:
    viewers = setting.viewers()
    seat = viewers[crc32(str(setting).encode()) % len(viewers)]
    with still(house_of(app)) as clock:
        stage = Stage(app, clock, setting, 0, crowd(app, setting.seats))
        [moment] = stage.some_moments(1)
        stage.lay(moment)
        assert same(stage, moment[1], seat, Random(str(setting))) > 80

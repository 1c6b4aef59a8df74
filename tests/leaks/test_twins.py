"""Nobody can tell a table from its twin over HTTP: status, headers, bytes, events, refusals, sizes.

One moment of one game for each way to play, and one viewer; `make leaks` does the same for all viewers of thousands
of moments.
"""

from __future__ import annotations

from random import Random
from zlib import crc32

from flask import Flask

from service.games.kit.decision import CLOCK
from tests.games.play import SETTINGS, Setting, every_setting
from tests.leaks.compare import same
from tests.leaks.stage import Stage, crowd, still
from tests.leaks.twins import Kept
from tests.service.conftest import house_of


def test_a_reading_window_that_nobody_may_see_shows_no_clocks(app: Flask) -> None:
    """New Lands, RULES D51: how long a line takes is for the Group only, and so is that one is being read."""
    timed = next(s for s in SETTINGS if s.game.name == "new_lands" and s.options.get("timed"))

    def reads(kept: Kept) -> bool:
        return {o.seat for o in kept.table.opened.values()} == {CLOCK} and not any(
            o.sand for o in kept.table.opened.values()
        )

    with still(house_of(app)) as clock:
        stage = Stage(app, clock, timed, 0, crowd(app, timed.seats))
        stage.lay(stage.some_moments(1, reads)[0])
        assert [person.get(f"/tables/{stage.table}/view").json["clocks"] for person in stage.viewers.values()] == [
            [] for _ in stage.viewers
        ]


@every_setting
def test_no_viewer_can_tell_a_table_from_its_twin(app: Flask, setting: Setting) -> None:
    viewers = setting.viewers()
    seat = viewers[crc32(str(setting).encode()) % len(viewers)]
    with still(house_of(app)) as clock:
        stage = Stage(app, clock, setting, 0, crowd(app, setting.seats))
        [moment] = stage.some_moments(1)
        stage.lay(moment)
        assert same(stage, moment[1], seat, Random(str(setting))) > 80

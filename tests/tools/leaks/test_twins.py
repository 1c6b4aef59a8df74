"""No viewer can tell a table from its twin over HTTP: status, headers, bytes, events, refusals, sizes.

One moment and one viewer for each setting; `make leaks` does the same for all viewers of thousands of moments.
"""

from __future__ import annotations

from random import Random
from zlib import crc32

from flask import Flask

from service.games.kit.decision import CLOCK
from tests.games.play import SETTINGS, Setting, every_setting
from tools.leaks.compare import compare_with_twin
from tools.leaks.table import WatchedTable, frozen_clock, register_players, stores_of
from tools.leaks.twins import TableSnapshot


def test_a_reading_window_that_nobody_may_see_shows_no_clocks(app: Flask) -> None:
    """New Lands, D51 of its RULES.md: only the Group knows that a line is being read, and for how long."""
    timed = next(s for s in SETTINGS if s.game.name == "new_lands" and s.options.get("timed"))

    def reads(snapshot: TableSnapshot) -> bool:
        return {o.seat for o in snapshot.table.opened.values()} == {CLOCK} and not any(
            o.sand for o in snapshot.table.opened.values()
        )

    with frozen_clock(stores_of(app)) as clock:
        watched = WatchedTable(app, clock, timed, 0, register_players(app, timed.seats))
        watched.restore(watched.random_moments(1, reads)[0])
        assert [person.get(f"/tables/{watched.id}/view").json["clocks"] for person in watched.viewers.values()] == [
            [] for _ in watched.viewers
        ]


@every_setting
def test_no_viewer_can_tell_a_table_from_its_twin(app: Flask, setting: Setting) -> None:
    viewers = setting.viewers()
    seat = viewers[crc32(str(setting).encode()) % len(viewers)]
    with frozen_clock(stores_of(app)) as clock:
        watched = WatchedTable(app, clock, setting, 0, register_players(app, setting.seats))
        [moment] = watched.random_moments(1)
        watched.restore(moment)
        assert compare_with_twin(watched, moment[1], seat, Random(str(setting))) > 80

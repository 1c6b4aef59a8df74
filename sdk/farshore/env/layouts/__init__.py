"""The layouts of the five games: one page per game says what its actions are and what an observer is shown."""

from __future__ import annotations

from typing import Final

from farshore.env.layout import Layout
from farshore.env.layouts.faraway import FARAWAY
from farshore.env.layouts.golden_compass import GOLDEN_COMPASS
from farshore.env.layouts.mountains_of_madness import MOUNTAINS_OF_MADNESS
from farshore.env.layouts.new_lands import NEW_LANDS
from farshore.env.layouts.not_alone import NOT_ALONE

LAYOUTS: Final[dict[str, Layout]] = {
    layout.game: layout for layout in (FARAWAY, GOLDEN_COMPASS, MOUNTAINS_OF_MADNESS, NEW_LANDS, NOT_ALONE)
}

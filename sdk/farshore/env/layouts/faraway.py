"""Faraway: regions and sanctuaries are the actions; of each traveller one sees the row, in order."""

from __future__ import annotations

from typing import Final

from farshore.env.cells import Bag, Flag, Line, Number, Seat, Seats, Word
from farshore.env.groups import Group, Players
from farshore.env.layout import Layout

REGIONS: Final = tuple(f"r{n}" for n in range(1, 69))
SANCTUARIES: Final = tuple(f"S{n:02}" for n in range(1, 46))
PHASES: Final = ("keep", "explore", "turns", "over")
ROUNDS: Final = 8

FARAWAY: Final = Layout(
    game="faraway",
    rules_version=1,
    seats=range(2, 7),
    kinds=("keep-regions", "explore", "take-region", "keep-sanctuary"),
    actions=(*REGIONS, *SANCTUARIES),
    view=(
        Number("round", ROUNDS),
        Word("phase", PHASES),
        Bag("market", REGIONS),
        Number("deck", len(REGIONS)),
        Number("pile", len(SANCTUARIES)),
        Bag("removed", REGIONS),
        Seats("order"),
        Seat("turn"),
        Players(
            "players",
            Line("row", REGIONS, ROUNDS),
            Bag("sanctuaries", SANCTUARIES),
            Number("clues", 8),
            Number("hand", 5),
            Bag("known", REGIONS),
            Number("found", 12),
            Number("owed", 12),
            Flag("submitted"),
        ),
        Group("me", Bag("hand", REGIONS), Bag("found", SANCTUARIES), Bag("submitted", REGIONS)),
    ),
    left_out={"ending": "the score pad after the end"},
)

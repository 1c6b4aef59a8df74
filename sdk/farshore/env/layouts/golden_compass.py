"""The Golden Compass: Lyra cards, allies, tokens and truths, and where the one figure stands."""

from __future__ import annotations

from typing import Final

from farshore.env.cells import Bag, Flag, Number, Places, Seat, Seats, Word
from farshore.env.groups import Group, Keyed, Pairs, Players
from farshore.env.layout import Layout

LYRA: Final = tuple(f"L{n:02}-{deck}" for n in range(1, 39) for deck in "ab")
CHARACTERS: Final = tuple(f"{colour}{n:02}" for colour in "GBR" for n in range(1, 11))
POWERS: Final = ("B06-1", "B06-2", "R02-1", "R02-2", "R02-3", "R03-1", "R03-2", "R10-1", "R10-2")
TOKENS: Final = tuple(f"X{town}{n}" for town in "JLTB" for n in range(1, 7))
TRUTHS: Final = tuple(f"V{n:02}" for n in range(1, 37))
PASSAGES: Final = ("P1", "P2", "P3")
SECTORS: Final = tuple(f"S{n:02}" for n in range(1, 17))
OUTER: Final = {"J": "jordan_college", "L": "london", "T": "trollesund", "B": "bolvangar"}
TOWNS: Final = (*OUTER.values(), "svalbard", "northern_lights")
SPACES: Final = (
    *("start", "jo1", "jo2", "jo3", "jo4", "lo1", "lo2", "lo3", "lo4", "objective_green"),
    *("tr1", "tr2", "tr3", "tr4", "bo1", "bo2", "bo3", "bo4", "objective_blue"),
    *("sv1", "sv2", "sv3", "nl1", "nl2", "objective_red"),
)
PERIODS: Final = ("green", "blue", "red")
PHASES: Final = ("allies", "turns", "truth", "over")

GOLDEN_COMPASS: Final = Layout(
    game="golden_compass",
    rules_version=2,
    seats=range(2, 5),
    kinds=(
        *("choose-ally", "choose-colour", "discard-excess", "blue-action", "assign-dirigible", "take-dust-from"),
        *("play-set", "set-kind", "take-token", "steal-token", "place-token", "peek", "keep", "exchange", "discard"),
        *("recover", "steal-card", "remove-compass", "advance", "pay-to-place", "choose-power", "pay-magisterium"),
        "take-truths",
    ),
    actions=(
        *LYRA,
        *CHARACTERS,
        *POWERS,
        *TOKENS,
        *TRUTHS,
        *PASSAGES,
        *(f"slot-{n}" for n in range(1, 7)),
        *TOWNS,
        *(f"seat-{seat}" for seat in range(4)),
        *(f"seat-{seat}/{town}" for seat in range(4) for town in OUTER.values()),
        *("red", "light_blue", "green", "blue"),
        *("alethiometer", "magisterium", "ally", "dust"),
        *("daemon", "symbol", "spies"),
        *("ahead-0", "ahead-1", "ahead-2"),
    ),
    abouts=SECTORS,
    checked=frozenset({"play-set", "pay-to-place", "pay-magisterium"}),
    view=(
        Word("period", PERIODS),
        Word("phase", PHASES),
        Number("turn", 100),
        Seat("first"),
        Seat("active"),
        Word("sector", SECTORS),
        Bag("track", SPACES),
        Word("space", SPACES),
        Word("town", TOWNS),
        Number("still", 30),
        Number("guard", 30),
        Group("grants", Number("short_sets", 3), Number("wild_cards", 3), Number("symbol_bonus", 3)),
        Number("draw_pile", len(LYRA)),
        Bag("discards", LYRA),
        Keyed(
            "slots",
            {
                town: Places(town, 6, ("face-down", *(token for token in TOKENS if token[1] == letter)))
                for letter, town in OUTER.items()
            },
        ),
        Keyed("placed", {town: Pairs(town, "token", TOKENS) for town in ("svalbard", "northern_lights")}),
        Number("bag", len(TRUTHS)),
        Bag("truths", TRUTHS),
        Bag("aside", TRUTHS),
        Bag("passages", PASSAGES),
        Seats("order"),
        Seat("renounced"),
        Number("dust", 8),
        Seat("dirigible"),
        Players(
            "players",
            Number("hand", 10),
            Bag("known", LYRA),
            Number("looking", 5),
            Word("ally", CHARACTERS),
            Word("tucked", CHARACTERS),
            Number("magisterium", 10),
            Bag("tokens", (*TOKENS, *OUTER.values()), 6),
            Number("compasses", 14),
            Number("supply", 14),
            Number("dust", 8),
            Bag("truths", TRUTHS),
            Flag("submitted"),
        ),
        Group(
            "me",
            Bag("hand", LYRA),
            Bag("looking", LYRA),
            Bag("pair", CHARACTERS),
            Bag("tokens", TOKENS),
            Bag("submitted", CHARACTERS),
        ),
    ),
    left_out={"ending": "the score pad after the end"},
)

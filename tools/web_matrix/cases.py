"""What is played: games, numbers of players, options, bots, languages and screens."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
}
LANGUAGES = ("en", "fr")

OPTIONS: dict[str, dict[str, list[Any]]] = {
    "faraway": {"advanced": [False, True]},
    "golden_compass": {"first_player": [None, 0, 1], "stall_guard_rounds": [None, 2, 20]},
    "mountains_of_madness": {
        "mode": ["relaxed", "timed"],
        "timer_s": [10],
        "expert": [False, True],
        "gentle": [False, True],
        "strict_silence": [False, True],
        "first_leader": [0],
    },
    "new_lands": {
        "mode": ["excursion", "classic"],
        "peripeties": [False, True],
        "characters": [False, True],
        "domains": [False, True],
        "ranks": [False, True],
    },
    "not_alone": {
        "content": ["base", "exploration"],
        "preset": [None, "base", "exploration", "first_steps"],
        "board_side": ["creature-chooses", "1", "2"],
        "creature": [0, 1],
        "expert_will": [False, True],
        "labyrinth_variant": [False, True],
    },
}
"""The values of each option that are drawn from; every other option is as usual.

New Lands is not timed: books are read aloud at the speed of people, which takes minutes.
"""

SLOW = {"search"}
"""Bots that think for seconds."""


class Case(NamedTuple):
    """One game to play."""

    number: int
    game: str
    seats: int
    options: dict[str, Any]
    bots: list[str]
    language: str
    screen: str

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.number} {self.game} {self.seats} {self.language} {self.screen} {options}"


def some_options(game: str, random: Random) -> dict[str, Any]:
    """A value for each option of a game; they may not go together."""
    options = {name: random.choice(values) for name, values in OPTIONS[game].items()}
    if options.get("mode") == "relaxed":
        # Such a table has no timer.
        del options["timer_s"]
    return options


def cases(catalogue: list[dict[str, Any]], random: Random) -> Iterator[Case]:
    """Games without end, in turns: each with the next number of players, language and screen, and options by chance."""
    for number in count():
        turn, at = divmod(number, len(catalogue))
        game = catalogue[at]
        least, most = game["players"]["least"], game["players"]["most"]
        seats = least + turn % (most - least + 1)
        options = some_options(game["name"], random)
        levels = [level for level in game["bots"] if level not in SLOW]
        bots = [random.choice(levels) for _ in range(seats - 1)]
        screen = sorted(SCREENS)[turn % len(SCREENS)]
        yield Case(number, game["name"], seats, options, bots, LANGUAGES[(turn + at) % 2], screen)

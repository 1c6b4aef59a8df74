"""RULES 2.2, 2.3, 7.1: what may be chosen when a table is opened."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from service.games.kit.game import BadOptions
from service.games.not_alone.cards import NUMBER, PLACES, PRESETS, Set

ALL_NUMBERS: Final = list(range(1, 11))
UPPER_NUMBERS: Final = list(range(1, 6))


class Options(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when a table is opened.

    The ten places are those of `preset`, or the `places` named one by one; without either, those of the content.
    With the Labyrinth variant only places 1 to 5 are named. The Creature is a seat or `random`; it chooses the
    side of the board itself unless one is given.
    """

    content: Set = "base"
    preset: Literal["base", "exploration", "first_steps"] | None = None
    places: tuple[str, ...] = ()
    board_side: Literal["creature-chooses", "1", "2"] = "creature-chooses"
    creature: int | Literal["random"] = "random"
    expert_will: bool = False
    labyrinth_variant: bool = False

    def planet(self) -> list[str]:
        """The places chosen, in the order of their numbers: ten, or five with the Labyrinth variant."""
        places = self.places or PRESETS[self.preset or self.content]
        if self.labyrinth_variant and not self.places:
            places = places[:5]
        return sorted(places, key=lambda place: NUMBER[place])


def check(options: Options) -> Options:
    """RULES 2.2, 7.1: each number exactly once, and Exploration only with Exploration."""
    for place in options.places:
        if place not in PLACES:
            raise BadOptions("places", f"there is no place called {place!r}")
    if options.places and options.preset:
        raise BadOptions("preset", "name the places or a preset, not both")
    planet = options.planet()
    if options.places:
        _check_numbers(options, planet)
    if options.content == "base":
        field = "places" if options.places else "preset"
        for place in planet:
            if PLACES[place].set != "base":
                raise BadOptions(field, f"{place} belongs to Exploration, and the content is base")
        if options.labyrinth_variant:
            raise BadOptions("labyrinth_variant", "the variant needs the content exploration")
    if options.labyrinth_variant and "labyrinth" not in planet:
        raise BadOptions("labyrinth_variant", "the variant needs the labyrinth as place 5")
    return options


def _check_numbers(options: Options, planet: list[str]) -> None:
    wanted = UPPER_NUMBERS if options.labyrinth_variant else ALL_NUMBERS
    numbers = [NUMBER[place] for place in planet]
    for number in ALL_NUMBERS:
        count, right = numbers.count(number), int(number in wanted)
        if count != right:
            raise BadOptions("places", f"number {number} is on the planet {count} times, and should be {right} times")


def creature_seat(options: Options, seats: int) -> int | None:
    """The Creature's seat, or None for a random one."""
    if options.creature == "random":
        return None
    if not 0 <= options.creature < seats:
        raise BadOptions("creature", f"the Creature sits in one of the seats 0 to {seats - 1}, or 'random'")
    return options.creature

"""First names for bots, so that the bots at a table can be told apart. They are the same in every language."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

NAMES: Final = (
    *("Alba", "Anton", "Aurora", "Basil", "Bruno", "Clara", "Cosima", "Dario", "Delia", "Elio", "Elsa", "Emil"),
    *("Fabian", "Flora", "Gaia", "Gaspar", "Hugo", "Ida", "Ines", "Iris", "Ivo", "Jonas", "Juno", "Kira"),
    *("Lara", "Leo", "Livia", "Luca", "Malik", "Marin", "Mila", "Milo", "Nadia", "Nils", "Nora", "Olga"),
    *("Orson", "Oscar", "Pia", "Rafael", "Rosa", "Samir", "Selma", "Silas", "Tara", "Theo", "Vera", "Viktor"),
)


def bot_names(key: str, seats: int, taken: Iterable[str | None]) -> list[str]:
    """A name for each seat, in case a bot sits there. The same key gives the same names, except those `taken`."""
    free = [name for name in NAMES if name not in set(taken)]
    return Random(f"bot names {key}").sample(free, seats)

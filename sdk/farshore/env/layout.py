"""A layout: the fixed actions of a game, and the cells in which its view is shown."""

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from farshore.env.cells import Builder, Row
from farshore.env.picking import HINTS
from farshore.models import Game

DONE: Final = "<done>"
"""Action 0 of every game: no more picks. A seat without a decision has no other action."""

Observed = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


class Layout:
    """What an environment knows of a game before the first deal, from its description and texts alone.

    `actions` are all ids of the game, sorted, after `DONE`; `kinds` are its kinds of decision.
    """

    def __init__(self, game: Game, text: Mapping[str, Any]) -> None:
        self.game = game.name
        self.rules_version = game.rules_version
        self.seats = range(game.players["least"], game.players["most"] + 1)
        self.ids: tuple[str, ...] = tuple(sorted(text["ids"]))
        self.kinds: tuple[str, ...] = tuple(sorted(text["decisions"]))
        self.actions = (DONE, *self.ids)
        self.view = game.view
        self.competitive = "competitive" in game.modes
        self.hints = HINTS.get(game.name)

    def rewards(self, places: Sequence[int], winners: Sequence[int]) -> tuple[float, ...]:
        """Between 1 and -1: by place where everybody plays for themselves, else 1 for winners and -1 for losers.

        By place, the values are evenly spaced from first to last, and tied seats share what their places are worth.
        """
        if not self.competitive:
            return tuple(1.0 if seat in winners else -1.0 for seat in range(len(places)))
        better = [sum(other < place for other in places) for place in places]
        ranks = [above + (places.count(place) - 1) / 2 for above, place in zip(better, places, strict=True)]
        return tuple(1.0 - 2.0 * rank / max(1, len(places) - 1) for rank in ranks)


class Encoder:
    """Turns what one seat sees and has to decide into a row of cells. It is the same for all tables of that size."""

    def __init__(self, layout: Layout, seats: int) -> None:
        self.actions = layout.actions
        self.index = {action: n for n, action in enumerate(self.actions)}
        self.view = Builder(layout.view, seats, layout.ids).cells(layout.view)
        shown = len(self.view.labels)
        self.kinds = {kind: shown + n for n, kind in enumerate(layout.kinds)}
        self.about = {id: shown + len(self.kinds) + n for n, id in enumerate(layout.ids)}
        self.picked = shown + len(self.kinds) + len(self.about)
        self.size = self.picked + len(self.actions)
        self.blank = array("f", bytes(4 * self.size))

    @cached_property
    def labels(self) -> list[str]:
        """What each cell of an observation means, for people."""
        return [
            *(label.removeprefix(".") for label in self.view.labels),
            *(f"kind:{kind}" for kind in self.kinds),
            *(f"about:{id}" for id in self.about),
            *(f"picked:{action}" for action in self.actions),
        ]

    def encode(self, view: Any, seat: int, decision: Any, picks: Sequence[str]) -> Observed:
        """The cells of a view, of the decision of this seat, and of the picks so far."""
        row: Row = self.blank[:]
        self.view.write(view, row, 0, seat)
        if decision is not None:
            if decision.kind in self.kinds:
                row[self.kinds[decision.kind]] = 1.0
            if decision.about:
                for value in decision.about.values():
                    if isinstance(value, str) and value in self.about:
                        row[self.about[value]] = 1.0
            for pick in picks:
                row[self.picked + self.index[pick]] = 1.0
        return np.frombuffer(row, dtype=np.float32)

    def mask(self, legal: Sequence[int]) -> Mask:
        """1 for each action that may be taken."""
        marks = bytearray(len(self.actions))
        for action in legal:
            marks[action] = 1
        return np.frombuffer(marks, dtype=np.int8)

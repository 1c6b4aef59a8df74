"""A layout: the fixed actions of a game, and the cells in which its view is shown."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from farshore.env.cells import Field, Row
from farshore.env.groups import named, planned

DONE: Final = "<done>"
"""Action 0 of every game: no more picks. Who is not asked anything has no other action."""

Cells = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


@dataclass(frozen=True, kw_only=True)
class Layout:
    """What an environment must know of a game before the first table is dealt.

    `actions` are all option ids that the game can ever offer, `kinds` its kinds of question, `abouts` the ids a
    question may be about. `checked` are the kinds whose options do not all go together; `hopeless` are the refusals
    that no further pick can mend. `sides`: winners have 1 and losers -1, whatever their places.
    """

    game: str
    rules_version: int
    seats: range
    kinds: Sequence[str]
    actions: Sequence[str]
    view: Sequence[Field]
    left_out: Mapping[str, str] = field(default_factory=dict)
    abouts: Sequence[str] = ()
    checked: frozenset[str] = frozenset()
    hopeless: frozenset[str] = frozenset()
    sides: bool = False

    def rewards(self, places: Sequence[int], winners: Sequence[int]) -> tuple[float, ...]:
        """From 1 for the first to -1 for the last, evenly; who share a place share what their places bring."""
        if self.sides:
            return tuple(1.0 if seat in winners else -1.0 for seat in range(len(places)))
        better = [sum(other < place for other in places) for place in places]
        ranks = [above + (places.count(place) - 1) / 2 for above, place in zip(better, places, strict=True)]
        return tuple(1.0 - 2.0 * rank / (len(places) - 1) for rank in ranks)


class Encoder:
    """Turns what one seat sees and is asked into a row of cells. It is the same for every table of that size."""

    def __init__(self, layout: Layout, seats: int) -> None:
        self.layout = layout
        self.actions = (DONE, *layout.actions)
        self.index = {action: n for n, action in enumerate(self.actions)}
        self.plan, shown = planned(layout.view, seats)
        self.kinds = {kind: shown + n for n, kind in enumerate(layout.kinds)}
        self.abouts = {word: shown + len(self.kinds) + n for n, word in enumerate(layout.abouts)}
        self.picked = shown + len(self.kinds) + len(self.abouts)
        self.size = self.picked + len(self.actions)
        self.blank = array("f", bytes(4 * self.size))
        self.seats = seats

    @property
    def labels(self) -> list[str]:
        """What each cell of an observation says, for people."""
        return [
            *named(self.layout.view, self.seats),
            *(f"question:{kind}" for kind in self.kinds),
            *(f"about:{word}" for word in self.abouts),
            *(f"picked:{action}" for action in self.actions),
        ]

    def encode(self, view: Any, seat: int, question: Any, picks: Sequence[str]) -> Cells:
        """The cells of this view; `question` is what the seat is asked now, `picks` what it has picked so far."""
        row: Row = self.blank[:]
        for name, write, at in self.plan:
            write(getattr(view, name), row, at, seat)
        if question is not None:
            if question.kind in self.kinds:
                row[self.kinds[question.kind]] = 1.0
            if question.about:
                for value in question.about.values():
                    if isinstance(value, str) and value in self.abouts:
                        row[self.abouts[value]] = 1.0
            for pick in picks:
                row[self.picked + self.index[pick]] = 1.0
        return np.frombuffer(row, dtype=np.float32)

    def mask(self, legal: Sequence[int]) -> Mask:
        """1 for each action that may be taken."""
        marks = bytearray(len(self.actions))
        for action in legal:
            marks[action] = 1
        return np.frombuffer(marks, dtype=np.int8)


@cache
def encoder(game: str, seats: int) -> Encoder:
    """The encoder of a game for so many seats."""
    from farshore.env.layouts import LAYOUTS

    return Encoder(LAYOUTS[game], seats)

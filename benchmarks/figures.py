"""The results of a measurement: claims with a target, tables of details, and series for the plot."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any, Literal

from msgspec import Struct, field


class Claim(Struct):
    """One comparison, ratio first. `better` says in which direction the target lies."""

    what: str
    ratio: float | None
    """The figure of the claim: ours by theirs, or the plain figure where `unit` is given."""
    target: float | None = None
    better: Literal["lower", "higher"] = "lower"
    ours: str = ""
    theirs: str = ""
    unit: str = "×"

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None where there is none, or nothing was measured."""
        if self.ratio is None or self.target is None:
            return None
        return self.ratio <= self.target if self.better == "lower" else self.ratio >= self.target


class Grid(Struct):
    """A table of details."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    notes: list[str] = field(default_factory=list)


class Section(Struct):
    """The results of one section of the benchmarks."""

    name: str
    claims: list[Claim] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)
    lines: dict[str, Any] = field(default_factory=dict)
    """Series for the plot."""
    broken: bool = False
    seconds: float = 0.0
    foreign: float = 0.0
    """How many cores other processes of the machine kept busy meanwhile."""


def percentile(values: Sequence[float], part: float) -> float:
    """The nearest-rank percentile; NaN without values."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(part / 100 * len(ordered) + 0.5) - 1))]


def middle(values: Sequence[float]) -> float:
    """The median of repeats; NaN without values."""
    return median(values) if values else float("nan")


def spread(values: Sequence[float], form: str = ",.0f") -> str:
    """The median with the smallest and the largest repeat."""
    if not values:
        return "–"
    return f"{middle(values):{form}} [{min(values):{form}}–{max(values):{form}}]"


def ms(seconds: float) -> str:
    """A time in milliseconds, with as many digits as are significant."""
    value = seconds * 1000
    return (
        "–" if value != value else f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"
    )

"""The geometry of the report's plots; `plots.html` draws them as inline SVG with colours of the page's style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, log10

from msgspec import Struct

WIDTH = 720
LEFT = 150
RIGHT = 60
ROW = 34


class Axis(Struct, frozen=True):
    """A range of values, drawn between the coordinates `start` and `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The coordinate of a value."""
        return self.start + (value - self.low) / ((self.high - self.low) or 1) * (self.end - self.start)

    def ticks(self, about: int = 6) -> list[float]:
        """Round numbers within the range."""
        raw = (self.high - self.low) / about or 1.0
        power = 10 ** floor(log10(raw))
        step = next(power * each for each in (1, 2, 5, 10) if power * each >= raw)
        return [step * n for n in range(ceil(self.low / step), floor(self.high / step) + 1)]


class Bar(Struct, frozen=True):
    """A value with its interval, and the number of its colour."""

    label: str
    colour: int
    mean: float
    low: float
    high: float
    text: str


class Intervals(Struct, frozen=True):
    """One row per bar: a dot for the value, a line for the interval. `fair` is marked by a line."""

    bars: Sequence[Bar]
    fair: float | None
    percent: bool
    height: int
    x: Axis


def intervals(bars: Sequence[Bar], fair: float | None = None, percent: bool = False) -> Intervals:
    """Choose an axis for the bars."""
    marks = [] if fair is None else [fair]
    low, high = min([bar.low for bar in bars] + marks), max([bar.high for bar in bars] + marks)
    pad = (high - low or 1) * 0.06
    low, high = low - pad, high + pad
    if percent:
        low, high = max(0.0, low), min(1.0, high)
    return Intervals(bars, fair, percent, ROW * len(bars) + 34, Axis(low, high, LEFT, WIDTH - RIGHT))


class Curve(Struct, frozen=True):
    """A line of points (x, y, half the height of the band)."""

    label: str
    colour: int
    points: Sequence[tuple[float, float, float]]


class Curves(Struct, frozen=True):
    """Lines over the number of games, each with its band, and the heights of their labels."""

    axis: str
    height: int
    x: Axis
    y: Axis
    lines: Sequence[Curve]
    labels: Sequence[float]

    def line(self, curve: Curve) -> str:
        """The points of the line."""
        return self._path([(n, value) for n, value, _ in curve.points])

    def band(self, curve: Curve) -> str:
        """The outline of the band around the line."""
        upper = [(n, value + band) for n, value, band in curve.points]
        return self._path(upper + [(n, value - band) for n, value, band in reversed(curve.points)])

    def _path(self, points: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{self.x.at(n):.1f},{self.y.at(value):.1f}" for n, value in points)


def curves(axis: str, lines: Sequence[Curve]) -> Curves:
    """Choose axes for the lines, and place their labels."""
    height, top, bottom, left = 300, 10, 34, 44
    every = [point for line in lines for point in line.points]
    low, high = min(y - band for _, y, band in every), max(y + band for _, y, band in every)
    x = Axis(0, max(n for n, _, _ in every) or 1, left, WIDTH - LEFT + 10)
    y = Axis(low, high, height - bottom, top)
    return Curves(axis, height, x, y, lines, _apart([y.at(line.points[-1][1]) for line in lines]))


def shorten(label: str) -> str:
    """A label that fits beside a plot."""
    return label if len(label) <= 20 else label[:19] + "…"


def _apart(heights: Sequence[float], least: float = 15) -> list[float]:
    """The same heights, moved apart so that labels do not overlap."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = list(heights)
    for before, n in pairwise(order):
        placed[n] = max(placed[n], placed[before] + least)
    return placed

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


class Bar(Struct, frozen=True):
    """A value with its interval, and the number of its colour."""

    label: str
    colour: int
    mean: float
    low: float
    high: float
    text: str


class Curve(Struct, frozen=True):
    """A line of points (x, y, half the height of the band)."""

    label: str
    colour: int
    points: Sequence[tuple[float, float, float]]


class Tick(Struct, frozen=True):
    """A number at an axis."""

    at: float
    label: str


class Row(Struct, frozen=True):
    """A bar and its coordinates."""

    bar: Bar
    y: int
    low: float
    mean: float
    high: float


class Intervals(Struct, frozen=True):
    """One row per bar: a dot for the value, a line for the interval."""

    height: int
    ticks: list[Tick]
    fair: float | None
    rows: list[Row]


class Line(Struct, frozen=True):
    """A curve as the points of a line and of the band around it, and the height of its label."""

    curve: Curve
    line: str
    band: str
    label_y: float


class Curves(Struct, frozen=True):
    """Lines over the number of games, each with its band."""

    axis: str
    height: int
    left: int
    end: float
    across: list[Tick]
    up: list[Tick]
    lines: list[Line]


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers within a range."""
    raw = (high - low) / about or 1.0
    power = 10 ** floor(log10(raw))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= raw)
    return [step * n for n in range(ceil(low / step), floor(high / step) + 1)]


def intervals(bars: Sequence[Bar], fair: float | None = None, percent: bool = False) -> Intervals:
    """Place the bars; `fair` is marked by a line."""
    marks = [] if fair is None else [fair]
    low, high = min([bar.low for bar in bars] + marks), max([bar.high for bar in bars] + marks)
    pad = (high - low or 1) * 0.06
    low, high = low - pad, high + pad
    if percent:
        low, high = max(0.0, low), min(1.0, high)

    def x(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    return Intervals(
        height=ROW * len(bars) + 34,
        ticks=[Tick(x(tick), f"{tick:.0%}" if percent else f"{tick:g}") for tick in ticks(low, high)],
        fair=None if fair is None else x(fair),
        rows=[Row(bar, ROW * n + 21, x(bar.low), x(bar.mean), x(bar.high)) for n, bar in enumerate(bars)],
    )


def curves(axis: str, lines: Sequence[Curve]) -> Curves:
    """Place the lines and their labels."""
    height, top, bottom, left = 300, 10, 34, 44
    every = [point for line in lines for point in line.points]
    low, high = min(y - band for _, y, band in every), max(y + band for _, y, band in every)
    last = max(point[0] for point in every) or 1

    def x(value: float) -> float:
        return left + value / last * (WIDTH - left - LEFT + 10)

    def y(value: float) -> float:
        return top + (high - value) / ((high - low) or 1) * (height - top - bottom)

    def path(points: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{x(n):.1f},{y(value):.1f}" for n, value in points)

    labels = _apart([y(line.points[-1][1]) for line in lines])
    return Curves(
        axis=axis,
        height=height,
        left=left,
        end=x(last),
        across=[Tick(x(tick), f"{tick:,.0f}") for tick in ticks(0, last)],
        up=[Tick(y(tick), f"{tick:g}") for tick in ticks(low, high, 5)],
        lines=[
            Line(
                each,
                line=path([(n, value) for n, value, _ in each.points]),
                band=path(
                    [(n, value + band) for n, value, band in each.points]
                    + [(n, value - band) for n, value, band in reversed(each.points)]
                ),
                label_y=label,
            )
            for each, label in zip(lines, labels, strict=True)
        ],
    )


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

"""Plots as inline SVG: no scripts, no files, colours from the style sheet of the page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
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


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers within a range."""
    raw = (high - low) / about or 1.0
    power = 10 ** floor(log10(raw))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= raw)
    return [step * n for n in range(ceil(low / step), floor(high / step) + 1)]


def intervals(title: str, bars: Sequence[Bar], line: float | None = None, percent: bool = False) -> str:
    """One row per bar: a dot for the value, a line for the interval."""
    low = min([bar.low for bar in bars] + ([line] if line is not None else []))
    high = max([bar.high for bar in bars] + ([line] if line is not None else []))
    pad = (high - low or 1) * 0.06
    low, high = low - pad, high + pad
    if percent:
        low, high = max(0.0, low), min(1.0, high)
    height = ROW * len(bars) + 34

    def x(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    parts = [_open(title, height)]
    for tick in ticks(low, high):
        label = f"{tick:.0%}" if percent else f"{tick:g}"
        parts.append(
            f'<line class="grid" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="4" y2="{height - 28}"/>'
            f'<text class="tick" x="{x(tick):.1f}" y="{height - 12}" text-anchor="middle">{label}</text>'
        )
    if line is not None:
        parts.append(f'<line class="fair" x1="{x(line):.1f}" x2="{x(line):.1f}" y1="4" y2="{height - 28}"/>')
    for n, bar in enumerate(bars):
        y = ROW * n + 21
        parts.append(
            f'<text class="name" x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(shorten(bar.label))}</text>'
            f'<line class="range c{bar.colour}" x1="{x(bar.low):.1f}" x2="{x(bar.high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle class="dot c{bar.colour}" cx="{x(bar.mean):.1f}" cy="{y}" r="5.5"/>'
            f'<text class="value" x="{WIDTH - RIGHT + 10}" y="{y + 4}">{escape(bar.text)}</text>'
        )
    return "".join(parts) + "</svg>"


def curves(title: str, axis: str, lines: Sequence[Curve]) -> str:
    """Lines over the number of games, each with its band."""
    height, top, bottom, left = 300, 10, 34, 44
    every = [point for line in lines for point in line.points]
    low, high = min(y - band for _, y, band in every), max(y + band for _, y, band in every)
    last = max(point[0] for point in every) or 1

    def x(value: float) -> float:
        return left + value / last * (WIDTH - left - LEFT + 10)

    def y(value: float) -> float:
        return top + (high - value) / ((high - low) or 1) * (height - top - bottom)

    parts = [_open(title, height)]
    parts += [
        f'<line class="grid" x1="{left}" x2="{x(last):.1f}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>'
        f'<text class="tick" x="{left - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>'
        for tick in ticks(low, high, 5)
    ]
    parts += [
        f'<text class="tick" x="{x(tick):.1f}" y="{height - 14}" text-anchor="middle">{tick:,.0f}</text>'
        for tick in ticks(0, last)
    ]
    parts.append(f'<text class="tick" x="{x(last) + 12:.1f}" y="{height - 14}">{escape(axis)}</text>')
    for line in lines:
        up = [f"{x(n):.1f},{y(value + band):.1f}" for n, value, band in line.points]
        down = [f"{x(n):.1f},{y(value - band):.1f}" for n, value, band in reversed(line.points)]
        parts.append(f'<polygon class="band c{line.colour}" points="{" ".join(up + down)}"/>')
    for line in lines:
        path = " ".join(f"{x(n):.1f},{y(value):.1f}" for n, value, _ in line.points)
        parts.append(f'<polyline class="line c{line.colour}" points="{path}"/>')
    for line, at in zip(lines, _apart([y(line.points[-1][1]) for line in lines]), strict=True):
        name = escape(shorten(line.label))
        parts.append(f'<text class="name c{line.colour} ink" x="{x(last) + 12:.1f}" y="{at + 4:.1f}">{name}</text>')
    return "".join(parts) + "</svg>"


def shorten(label: str, limit: int = 20) -> str:
    """A label that fits beside a plot."""
    return label if len(label) <= limit else label[: limit - 1] + "…"


def _apart(heights: Sequence[float], least: float = 15) -> list[float]:
    """The same heights, moved apart so that labels do not overlap."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = list(heights)
    for before, n in pairwise(order):
        placed[n] = max(placed[n], placed[before] + least)
    return placed


def _open(title: str, height: int) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{escape(title)}</title>"
    )

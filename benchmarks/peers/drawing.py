"""Plot the figures of a run. Runs in an environment of its own: python drawing.py figures.json out.svg out.png."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import fill
from typing import Any

import matplotlib.pyplot as plt

OURS, THEIRS, GOOD, BAD, GREY = "#1f6f8b", "#c97b3d", "#3a8a5c", "#b5443c", "#8a8f94"
plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "svg.hashsalt": "bench"})


def met(claim: dict[str, Any]) -> bool:
    return bool(claim["ratio"] <= claim["target"] if claim["better"] == "lower" else claim["ratio"] >= claim["target"])


def ratios(ax: Any, sections: dict[str, Any]) -> None:
    """How far each figure is from its target: 1 is the target, left of it is better."""
    claims = [c for s in sections.values() for c in s["claims"] if c["ratio"] and c["target"]]
    values = [c["ratio"] / c["target"] if c["better"] == "lower" else c["target"] / c["ratio"] for c in claims]
    ax.barh(range(len(claims)), values, color=[GOOD if met(c) else BAD for c in claims], height=0.6)
    ax.axvline(1, color="black", linewidth=1)
    ax.set_yticks(range(len(claims)), [fill(c["what"], 46) for c in claims], fontsize=7)
    ax.invert_yaxis()
    ax.set_xlim(0, max(1.5, min(3, max(values, default=1) * 1.1)))
    ax.set_title("Figure by target (left of the line: met)", loc="left")


def latency(ax: Any, found: dict[str, Any]) -> None:
    for name, colour in (("farshore", OURS), ("floor", THEIRS)):
        clients = [int(n) for n in found[name]]
        for part, style in (("50", "-o"), ("99", "--s")):
            ax.plot(clients, [found[name][str(n)][part] for n in clients], style, color=colour, label=f"{name} p{part}")
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.set_xticks(clients, [str(n) for n in clients])
    ax.set_xlabel("clients")
    ax.set_ylabel("ms")
    ax.legend(fontsize=7, frameon=False)
    ax.set_title("An answer over HTTP", loc="left")


def peers(ax: Any, found: dict[str, Any]) -> None:
    for name, series in found.items():
        counts = [int(n) for n in series]
        colour = OURS if name.startswith("farshore") else THEIRS
        ax.plot(counts, list(series.values()), "-o" if "paced" in name else "--s", color=colour, label=name)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xticks(counts, [str(n) for n in counts])
    ax.set_xlabel("tables")
    ax.set_ylabel("p95 ms")
    ax.legend(fontsize=7, frameon=False)
    ax.set_title("Move sent → other client has it", loc="left")


def growth(ax: Any, found: dict[str, Any]) -> None:
    sizes = [int(n) for n in found]
    ax.plot(sizes, [point["micros"] for point in found.values()], "-o", color=OURS)
    ax.set_xscale("log")
    ax.set_ylim(0, 1.3 * max(point["micros"] for point in found.values()))
    ax.set_xlabel("live tables")
    ax.set_ylabel("CPU-µs an answer")
    ax.set_title("An answer among many tables", loc="left")


def errors(ax: Any, found: dict[str, Any]) -> None:
    for name, colour in (("timers", OURS), ("bots", THEIRS)):
        values = sorted(found[name])
        ax.plot(values, [100 * (n + 1) / len(values) for n in range(len(values))], color=colour, label=name)
    ax.axvline(250, color=GREY, linewidth=1, linestyle=":")
    ax.set_xlabel("ms late")
    ax.set_ylabel("% of all")
    ax.legend(fontsize=7, frameon=False)
    ax.set_title("Timers and bot turns under load", loc="left")


def paces(ax: Any, found: dict[str, float]) -> None:
    names = sorted(found, key=lambda name: found[name])
    ax.barh(names, [found[n] / 1000 for n in names], color=[THEIRS if ":" in n else OURS for n in names], height=0.7)
    ax.tick_params(axis="y", labelsize=7)
    ax.set_xlabel("thousand random decisions per CPU-second")
    ax.set_title("Rules", loc="left")


PANELS = [
    ("http", "latency", latency),
    ("boardgameio", "p95", peers),
    ("growth", "live", growth),
    ("timers", "errors", errors),
    ("rules", "paces", paces),
]


def main(figures: str, *out: str) -> None:
    report = json.loads(Path(figures).read_text())
    sections = {section["name"]: section for section in report["sections"]}
    panels = [
        (draw, sections[s]["lines"][key]) for s, key, draw in PANELS if key in sections.get(s, {}).get("lines", {})
    ]
    rows = (len(panels) + 1) // 2
    tall = 0.36 * sum(len(s["claims"]) for s in sections.values()) + 0.8
    page = plt.figure(figsize=(11, tall + 3.2 * rows), layout="constrained")
    grid = page.add_gridspec(1 + rows, 2, height_ratios=[tall, *([3.2] * rows)])
    ratios(page.add_subplot(grid[0, :]), sections)
    for n, (draw, found) in enumerate(panels):
        last = n == len(panels) - 1 and not n % 2
        draw(page.add_subplot(grid[1 + n // 2, :] if last else grid[1 + n // 2, n % 2]), found)
    for path in out:
        # Without a date in it, the same figures give the same file.
        page.savefig(path, dpi=110, metadata={"Date": None} if path.endswith(".svg") else None)


if __name__ == "__main__":
    main(*sys.argv[1:])

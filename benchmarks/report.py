"""The report: in the terminal, as docs/bench.md, and as a plot."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct
from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks import peer_packages
from benchmarks.figures import Claim, Section
from benchmarks.processes import ROOT, versions


class Report(Struct):
    """One whole run."""

    began: float
    seconds: float
    quick: bool
    sections: list[Section]
    machine: dict[str, str] = msgspec.field(default_factory=versions)


HEAD = ("", "ratio", "target", "what", "ours", "beside")


def line(claim: Claim) -> list[str]:
    """A claim as cells, ratio first."""
    mark = {True: "✓", False: "✗", None: ""}[claim.met]
    sign = "≤" if claim.better == "lower" else "≥"

    def figure(value: float) -> str:
        return (
            f"{value:.2f} ×"
            if claim.unit == "×"
            else f"{value:,.{0 if value >= 100 else 1 if value % 1 else 0}f} {claim.unit}".strip()
        )

    return [
        mark,
        "–" if claim.ratio is None else figure(claim.ratio),
        "" if claim.target is None else f"{sign} {figure(claim.target)}",
        claim.what,
        claim.ours,
        claim.theirs,
    ]


def machine(report: Report) -> str:
    """The machine and versions in one line."""
    return ", ".join(f"{name} {value}" for name, value in report.machine.items())


def show(console: Console, report: Report) -> None:
    """The table of ratios, and the details under it."""
    table = Table(*HEAD, title="make bench", box=box.SIMPLE_HEAD, title_justify="left")
    for section in report.sections:
        for claim in section.claims:
            cells = line(claim)
            table.add_row(*cells, style={"✓": "green", "✗": "red"}.get(cells[0], ""))
        table.add_section()
    console.print(table)
    for section in report.sections:
        busy = f"{section.seconds:.0f} s, other processes kept {section.foreign:.2f} cores busy"
        console.print(f"[bold]{section.name}[/] [dim]({busy})[/]")
        for grid in section.grids:
            shown = Table(*grid.columns, title=grid.title, box=box.SIMPLE_HEAD, title_justify="left", padding=(0, 1))
            for column in shown.columns[1:]:
                column.justify = "right"
            for row in grid.rows:
                shown.add_row(*row)
            console.print(shown)
            for note in grid.notes:
                console.print(f"  [dim]{note}[/]")
    console.print(f"[dim]{machine(report)}[/]")


def markdown(report: Report) -> str:
    """The page."""
    day = datetime.fromtimestamp(report.began, UTC)
    parts = [
        "# Measured",
        f"Written by `make bench{' ARGS=--quick' if report.quick else ''}` on {day:%Y-%m-%d %H:%M} UTC in "
        f"{report.seconds / 60:.1f} minutes. Do not edit: run it again.",
        f"Machine and versions: {machine(report)}. Load, servers, Redis and workers share these cores.",
        "Trust the ratios: both sides of each were measured in turns in the same run. CPU figures are user and system "
        "time of all processes of the server; the client's are listed separately. Figures are medians of the repeats, "
        "with the smallest and the largest in brackets.",
        "![ratios, latency and growth](bench.svg)",
        "## Ratios and targets",
        rows(list(HEAD), [line(claim) for section in report.sections for claim in section.claims]),
    ]
    for section in report.sections:
        parts.append(f"## {section.name}")
        parts.append(f"{section.seconds:.0f} s; other processes kept {section.foreign:.2f} cores busy.")
        for grid in section.grids:
            parts += [f"### {grid.title}", rows(grid.columns, grid.rows)]
            parts += ["\n".join(f"- {note}" for note in grid.notes)] if grid.notes else []
    return "\n\n".join(parts) + "\n"


def rows(columns: list[str], cells: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [columns, ["---"] * len(columns), *cells]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in each) + " |" for each in lines)


def write(report: Report, at: Path) -> list[Path]:
    """Write the page, its figures as JSON, and the plot if matplotlib can be installed."""
    figures = peer_packages.AT / "figures.json"
    figures.parent.mkdir(exist_ok=True)
    figures.write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    page = at / "bench.md"
    page.write_text(markdown(report))
    try:
        interpreter = peer_packages.python("matplotlib")
    except peer_packages.Missing:
        return [page]
    drawn = [at / "bench.svg", at / "bench.png"]
    script = ROOT / "benchmarks" / "peers" / "drawing.py"
    subprocess.run(
        [interpreter, script, figures, *drawn], check=False, timeout=120, env={**os.environ, "MPLBACKEND": "Agg"}
    )
    return [page, *(path for path in drawn if path.exists())]

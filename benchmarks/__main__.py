"""Run the benchmarks: `python -m benchmarks [--quick] [--only http,streams]`.

A full run writes docs/bench.md, docs/bench.svg and docs/bench.png; a quick or partial run writes the same files into
`.bench/`, because its figures are too rough to quote.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import sys
import time
import traceback

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from benchmarks import report
from benchmarks.figures import Claim, Section
from benchmarks.peer_packages import AT
from benchmarks.processes import ROOT, OtherLoad
from benchmarks.run import Run

SECTIONS = {
    "rules": "rules",
    "http": "answers",
    "boardgameio": "boardgameio",
    "streams": "streams",
    "timers": "timers",
    "production": "production",
    "idle": "idle",
    "uploads": "uploads",
    "growth": "growth",
    "web": "web",
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two minutes instead of twelve, with rougher figures")
    parser.add_argument("--only", default=",".join(SECTIONS), help=f"comma list of {', '.join(SECTIONS)}")
    parser.add_argument("--ports", type=int, default=0, help="first of the ports to use; any free ones without it")
    options = parser.parse_args()
    wanted = [name for name in options.only.split(",") if name]
    if unknown := set(wanted) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    console = Console()
    if not console.is_terminal:
        console = Console(width=150)
    began, found = time.time(), []
    ports = itertools.count(options.ports) if options.ports else None
    words = TextColumn("[bold]{task.description}[/] {task.fields[doing]}")
    with Progress(SpinnerColumn(), BarColumn(20), words, TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=len(wanted), doing="")
        for name in wanted:
            bar.update(task, description=name, doing="…")
            found.append(measured(name, Run(options.quick, lambda doing: bar.update(task, doing=doing), ports)))
            bar.advance(task)
    whole = not options.quick and wanted == list(SECTIONS)
    at = ROOT / "docs" if whole else AT
    at.mkdir(exist_ok=True)
    result = report.Report(began, time.time() - began, options.quick, found)
    report.show(console, result)
    for path in report.write(result, at):
        console.print(f"written: {path.relative_to(ROOT)}")
    return 1 if any(section.broken for section in found) else 0


def measured(name: str, run: Run) -> Section:
    """Measure one section; a failure is reported and does not stop the other sections."""
    began, foreign = time.monotonic(), OtherLoad()
    try:
        section: Section = importlib.import_module(f"benchmarks.{SECTIONS[name]}").measure(run)
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        section = Section(
            name, [Claim(f"{name}: broke down ({type(error).__name__}: {error})"[:160], None)], broken=True
        )
    section.seconds, section.foreign = time.monotonic() - began, foreign.share()
    return section


if __name__ == "__main__":
    sys.exit(main())

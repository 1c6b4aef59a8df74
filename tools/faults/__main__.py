"""`python -m tools.faults`: inject faults, check everything, print a report. Exits with 0 if nothing was lost."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Collection
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tools.faults.run import Report, RunOptions, run
from tools.faults.schedule import KINDS, schedule
from tools.faults.workload import GAMES


def main() -> int:
    """Run once, or once for each of several seeds."""
    options, folder, only_list = arguments()
    console = Console()
    if only_list:
        for fault in islice(
            schedule(options.seed, options.faults / (options.minutes * 60), options.kinds), options.faults
        ):
            console.print(str(fault), highlight=False)
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    console.print(
        f"seed {options.seed}: {options.faults} faults in {options.minutes:g} minutes over {', '.join(options.games)}"
    )
    columns = (TextColumn("{task.description:<48.48}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=options.faults)

        def show(line: str, report: Report) -> None:
            progress.update(task, description=line, completed=len(report.injected))

        report = run(options, folder, show)
    summary(console, report)
    if not report.errors:
        console.print("[green]Nothing was lost.[/]")
        return 0
    for error in report.errors[:40]:
        console.print(f"[red]error[/] {error}", highlight=False)
    (folder / "errors.txt").write_text("\n".join(report.errors))
    console.print(f"[red]{len(report.errors)} errors.[/] The same schedule again: {command_line(options)}")
    console.print(f"See {folder}: journal.txt, service.log, errors.txt")
    return 1


def arguments() -> tuple[RunOptions, Path, bool]:
    parser = argparse.ArgumentParser(prog="python -m tools.faults", description=__doc__)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 100_000, help="the seed of the schedule")
    parser.add_argument("--faults", type=int, default=1000, help="how many faults to inject (1000)")
    parser.add_argument("--minutes", type=float, default=8.0, help="over how many minutes (8)")
    parser.add_argument("--tables", type=int, default=12, help="how many tables are played at the same time (12)")
    parser.add_argument("--games", type=comma_list(GAMES), default=GAMES, help="comma-separated; all by default")
    parser.add_argument("--kinds", type=comma_list(KINDS), default=tuple(KINDS), help="comma-separated; all by default")
    parser.add_argument("--list", action="store_true", help="only print the schedule of the seed")
    parser.add_argument("--port", type=int, default=0, help="port for clients; any free one by default")
    parser.add_argument("--api-port", type=int, default=0, help="port of the API; any free one by default")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/farshore-faults"), help="for logs and data")
    given = parser.parse_args()
    options = RunOptions(given.seed, given.faults, given.minutes, given.tables, given.games, given.kinds)
    options.port, options.api = given.port, given.api_port
    return options, given.folder / f"{given.seed}-{time.time():.0f}", given.list


def comma_list(known: Collection[str]) -> Callable[[str], tuple[str, ...]]:
    """The type of a comma-separated list of known names."""

    def read(text: str) -> tuple[str, ...]:
        found = tuple(text.split(","))
        if unknown := [word for word in found if word not in known]:
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)} is none of {', '.join(known)}")
        return found

    return read


def command_line(options: RunOptions) -> str:
    """The command that gives the same schedule again."""
    kinds = "" if options.kinds == tuple(KINDS) else f" --kinds {','.join(options.kinds)}"
    games = "" if options.games == GAMES else f" --games {','.join(options.games)}"
    tables = "" if options.tables == RunOptions.tables else f" --tables {options.tables}"
    pace = f"--faults {options.faults} --minutes {options.minutes:g}"
    return f'make faults ARGS="--seed {options.seed} {pace}{tables}{kinds}{games}"'


def summary(console: Console, report: Report) -> None:
    """Print what was injected, and what clients noticed."""
    if not report.jumps:
        console.print("[yellow]No C compiler: the wall clock did not jump in this run.[/]")
    table = Table("faults", "", title=f"seed {report.options.seed}, {report.seconds:.0f} s")
    for kind, times in sorted(report.kinds().items()):
        table.add_row(kind, str(times))
    table.add_row("[bold]all[/]", f"[bold]{len(report.injected)}[/] (and {report.missed} without a target)")
    console.print(table)
    clients = Table("clients", "")
    for what, times in (*report.operations.items(), *sorted(report.counts.items()), *sorted(report.arenas.items())):
        clients.add_row(what, str(times))
    clients.add_row("timers fired", str(report.timers))
    clients.add_row("longest outage of a client", f"{report.outage:.1f} s")
    for game, times in sorted(report.tables.items()):
        clients.add_row(f"tables of {game}", str(times))
    for status, times in sorted(report.ended.items()):
        clients.add_row(f"tables {status}", str(times))
    console.print(clients)


if __name__ == "__main__":
    sys.exit(main())

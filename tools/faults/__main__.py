"""`python -m tests.faults`: faults on purpose, and a report. Ends with 0 if nothing was lost."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tests.faults.crowd import GAMES
from tests.faults.plan import SORTS, schedule
from tests.faults.run import Report, Wish, run


def main() -> int:
    """Run once, or once for each of several seeds."""
    wish, folder, only_list = wanted()
    console = Console()
    if only_list:
        for fault in islice(schedule(wish.seed, wish.faults / (wish.minutes * 60), wish.kinds), wish.faults):
            console.print(str(fault), highlight=False)
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    console.print(f"seed {wish.seed}: {wish.faults} faults in {wish.minutes:g} minutes over {', '.join(wish.games)}")
    columns = (TextColumn("{task.description:<48.48}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=wish.faults)

        def show(line: str, report: Report) -> None:
            progress.update(task, description=line, completed=len(report.injected))

        report = run(wish, folder, show)
    summary(console, report)
    if not report.wrong:
        console.print("[green]Nothing was lost.[/]")
        return 0
    for wrong in report.wrong[:40]:
        console.print(f"[red]wrong[/] {wrong}", highlight=False)
    (folder / "wrong.txt").write_text("\n".join(report.wrong))
    console.print(f"[red]{len(report.wrong)} things are wrong.[/] Again: {again(wish)}")
    console.print(f"What was done, said and found lies in {folder}: journal.txt, service.log, wrong.txt")
    return 1


def wanted() -> tuple[Wish, Path, bool]:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 100_000, help="which schedule of faults")
    parser.add_argument("--faults", type=int, default=1000, help="how many must have hit (1000)")
    parser.add_argument("--minutes", type=float, default=8.0, help="over how long they are spread (8)")
    parser.add_argument("--tables", type=int, default=12, help="how many tables are played at a time (12)")
    parser.add_argument("--games", type=words(GAMES), default=GAMES, help="comma list; all by default")
    parser.add_argument("--kinds", type=words(SORTS), default=tuple(SORTS), help="comma list; all by default")
    parser.add_argument("--list", action="store_true", help="print the schedule of the seed and do nothing")
    parser.add_argument("--port", type=int, default=0, help="where clients connect; any free port by default")
    parser.add_argument("--api-port", type=int, default=0, help="where the API listens; any free port by default")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/farshore-faults"), help="for logs and data")
    given = parser.parse_args()
    wish = Wish(given.seed, given.faults, given.minutes, given.tables, given.games, given.kinds)
    wish.port, wish.api = given.port, given.api_port
    return wish, given.folder / f"{given.seed}-{time.time():.0f}", given.list


def words(known: object) -> Callable[[str], tuple[str, ...]]:
    """A comma list of these words."""

    def read(text: str) -> tuple[str, ...]:
        found = tuple(text.split(","))
        if unknown := [word for word in found if word not in known]:  # type: ignore[operator]
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)} is none of {', '.join(known)}")  # type: ignore[call-overload]
        return found

    return read


def again(wish: Wish) -> str:
    """The words that give the same schedule once more."""
    kinds = "" if wish.kinds == tuple(SORTS) else f" --kinds {','.join(wish.kinds)}"
    games = "" if wish.games == GAMES else f" --games {','.join(wish.games)}"
    tables = "" if wish.tables == Wish.tables else f" --tables {wish.tables}"
    pace = f"--faults {wish.faults} --minutes {wish.minutes:g}"
    return f'make faults ARGS="--seed {wish.seed} {pace}{tables}{kinds}{games}"'


def summary(console: Console, report: Report) -> None:
    """What was done and what came of it."""
    if not report.jumps:
        console.print("[yellow]No C compiler: the wall clock did not jump in this run.[/]")
    table = Table("faults", "", title=f"seed {report.wish.seed}, {report.seconds:.0f} s")
    for kind, times in sorted(report.kinds().items()):
        table.add_row(kind, str(times))
    table.add_row("[bold]all[/]", f"[bold]{len(report.injected)}[/] (and {report.missed} that hit nobody)")
    console.print(table)
    said = Table("clients", "")
    for what, times in (*report.told.items(), *sorted(report.counts.items()), *sorted(report.arenas.items())):
        said.add_row(what, str(times))
    said.add_row("timers rung", str(report.timers))
    said.add_row("longest outage of a client", f"{report.outage:.1f} s")
    for game, times in sorted(report.tables.items()):
        said.add_row(f"tables of {game}", str(times))
    for status, times in sorted(report.ended.items()):
        said.add_row(f"tables {status}", str(times))
    console.print(said)


if __name__ == "__main__":
    sys.exit(main())

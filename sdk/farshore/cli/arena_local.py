"""`farshore arena` on this machine: play, and compute reports and ratings from exports."""

import argparse
import os
import sys
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from farshore.agents.loading import UsageError
from farshore.arena.entrants import entrants, player_for
from farshore.cli.arena import RATED, grid, progress, rating_cells
from farshore.local import (
    GAMES,
    BadExport,
    Entrant,
    GameRecord,
    InvalidPlan,
    Plan,
    Results,
    Timing,
    arena,
    make_plan,
    ratings,
    report,
)
from farshore.text import Messages


def play(args: argparse.Namespace, messages: Messages) -> int:
    """Play an arena, or the rest of an interrupted one, and write the report."""
    plan = plan_from(args)
    folder = Path(args.out) if args.out else Path("arenas") / f"{plan.game}-{plan.digest}"
    jobs = min(args.jobs or os.cpu_count() or 1, plan.games)
    names = ", ".join(each.name for each in plan.entrants)
    facts: dict[str, Any] = {"system": plan.system, "seats": plan.seats, "deals": plan.rounds * plan.deals}
    print(messages("arena-begin", game=plan.game, entrants=names, games=plan.games, jobs=jobs, **facts), flush=True)
    played: list[GameRecord] = []

    def resumed(found: list[GameRecord]) -> None:
        played.extend(found)
        if found:
            print(messages("arena-resume", done=len(found)), file=sys.stderr, flush=True)

    def so_far() -> str:
        rated = ratings.rate(plan, played).items()
        return "  ".join(f"{name} {each.mu:.1f}" for (name, _), each in rated)

    show_progress = progress(plan.games, messages, so_far)

    def finished(record: GameRecord, timing: Timing) -> None:
        played.append(record)
        show_progress(len(played))

    try:
        arena.play(plan, folder, partial(player_for, book=args.book), jobs, finished, resumed)
    except KeyboardInterrupt:
        print(messages("arena-stopped", done=len(played), games=plan.games), file=sys.stderr)
        return 130
    except arena.DifferentPlan:
        raise UsageError("arena-another", folder=folder) from None
    except arena.FolderInUse:
        raise UsageError("arena-busy", folder=folder) from None
    assert len(played) == plan.games
    found = arena.read_results(folder / arena.GAMES)
    write(found, folder, args.language)
    show(found, messages)
    print(messages("arena-export", file=folder / arena.GAMES))
    print(messages("arena-report", file=folder / "report.html"))
    return 0


def plan_from(args: argparse.Namespace) -> Plan:
    """The plan of the command line; mistakes are reported before anything is played."""
    options = dict(args.option)
    who = entrants(args.entrants, args.thoughts)
    try:
        if args.book:
            options |= arena.read_book(args.game, Path(args.book))
        plan = make_plan(
            args.game,
            who,
            games=args.games,
            seats=args.seats,
            options=options,
            system=args.system,
            rounds=args.rounds,
            seed=args.seed or "arena",
            duplicate=not args.fresh_deals,
            budget_s=args.budget,
        )
    except InvalidPlan as error:
        raise refusal(error, args, who) from None
    for each in who:
        if each.kind == "python":
            # Load it once here, so that a broken file is a message and not a dead process.
            player_for(plan, each).close()
    return plan


def refusal(error: InvalidPlan, args: argparse.Namespace, who: tuple[Entrant, ...]) -> UsageError:
    """Why such an arena cannot be played, in the language of the command line; about options in English only."""
    rules = GAMES.get(args.game)
    if rules is None:
        return UsageError("arena-no-game", game=args.game, games=", ".join(GAMES))
    match error.field.split("."):
        case ["seats"]:
            least, most = rules.seats[0], rules.seats[-1]
            return UsageError("arena-no-seats", game=args.game, least=least, most=most, seats=args.seats)
        case ["entrants"]:
            least = 1 if rules.contest == "cooperative" else 2
            return UsageError("arena-few", game=args.game, least=least, given=len(who))
        case ["entrants", n, "level"]:
            levels = ", ".join(rules.bots)
            return UsageError("arena-no-level", game=args.game, level=who[int(n)].level, levels=levels)
        case ["game"]:
            return UsageError("arena-no-book", game=args.game)
    return UsageError("arena-wrong", field=error.field, detail=error)


def write_reports(args: argparse.Namespace, messages: Messages) -> int:
    for name in args.entrants:
        write(read(Path(name)), Path(name).parent, args.language)
        print(messages("arena-report", file=Path(name).parent / "report.html"))
    return 0


def print_ratings(args: argparse.Namespace, messages: Messages) -> int:
    """Compute the ratings from exports alone. Several files count one after the other, as at the service."""
    if len(args.entrants) == 1:
        found = read(Path(args.entrants[0]))
        now, then = version("openskill"), found.plan.rating.get("openskill")
        if now != then:
            print(messages("arena-version", now=now, then=then), file=sys.stderr)
        show(found, messages)
        return 0
    rated = ratings.ladder_of(Path(name).read_bytes() for name in args.entrants)
    lines = [[game, name, role, *rating_cells(each)] for (game, name, role), each in rated.items()]
    print(grid(["game", *(messages(f"arena-{key}") for key in RATED)], lines))
    return 0


def read(file: Path) -> Results:
    try:
        return arena.read_results(file)
    except BadExport as broken:
        raise UsageError("arena-broken", file=file, detail=broken) from None


def write(found: Results, folder: Path, language: str) -> None:
    """Write the report and the figures beside the games."""
    (folder / "report.html").write_text(report.report(found, language), "utf-8")
    (folder / "ratings.json").write_bytes(arena.results_json(found))


def show(found: Results, messages: Messages) -> None:
    several = len({role for _, role in found.ratings}) > 1
    by_name = {each.entrant: each for each in found.standings}
    keys = [key for key in RATED if several or key != "role"]
    lines = []
    for (name, role), each in found.ratings.items():
        at = by_name[name]
        lines.append(
            [
                *((name, role) if several else (name,)),
                *rating_cells(each),
                "–" if at.points is None else f"{at.points.mean:.1%}",
                f"{at.wins.mean:.1%}",
                "–" if at.score is None else f"{at.score:.1f}",
                "–" if at.ms is None else f"{at.ms:.2f}",
            ]
        )
    print(grid([messages(f"arena-{key}") for key in (*keys, "points", "wins", "score", "timing")], lines))
    for standing in found.standings:
        if standing.failures:
            kinds = ", ".join(f"{kind} {count}" for kind, count in standing.failures.items())
            count = sum(standing.failures.values())
            print(messages("arena-failed", entrant=standing.entrant, count=count, kinds=kinds, note=standing.note))

"""`farshore arena`: how good players are, on this machine and without a server."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from farshore.cli.arguments import parse
from farshore.cli.files import NoAgent
from farshore.cli.running_ratings import watched
from farshore.cli.words import Words
from farshore.entrants import arena, entrants, make


def run(argv: Sequence[str]) -> int:
    """Do what the command line says; errors are sentences."""
    wanted = parse(argv)
    words = Words(wanted.language)
    try:
        match wanted.game:
            case "report":
                return again(wanted, words)
            case "ratings":
                return ratings(wanted, words)
            case _ if wanted.remote:
                from farshore.cli.remote_arena import play as play_there

                return play_there(wanted, words)
            case _:
                return play(wanted, words)
    except NoAgent as problem:
        print(words(problem.key, **problem.params), file=sys.stderr)
    except (FileNotFoundError, PermissionError, IsADirectoryError) as unreadable:
        print(unreadable, file=sys.stderr)
    except BrokenPipeError:
        return 141
    return 2


def play(wanted: argparse.Namespace, words: Words) -> int:
    """Play an arena, or what is left of it, and write the report."""
    plan = planned(wanted, words)
    local = arena("local")
    folder = Path(wanted.out) if wanted.out else Path("arenas") / f"{plan.game}-{plan.digest}"
    jobs = min(wanted.jobs or os.cpu_count() or 1, plan.games)
    names = ", ".join(each.name for each in plan.entrants)
    facts = {"system": plan.system, "seats": plan.seats, "deals": plan.rounds * plan.deals, "jobs": jobs}
    print(words("arena-begin", game=plan.game, entrants=names, games=plan.games, **facts), flush=True)
    seen = watched(plan, words)
    try:
        with seen:
            rows = local.play(plan, folder, partial(make, book=wanted.book), jobs, seen.heard, seen.resumed)
    except KeyboardInterrupt:
        print(words("arena-stopped", done=seen.done, games=plan.games), file=sys.stderr)
        return 130
    except local.Another:
        raise NoAgent("arena-another", folder=folder) from None
    except local.Busy:
        raise NoAgent("arena-busy", folder=folder) from None
    assert len(rows) == plan.games
    found = local.look(folder / local.GAMES)
    written(found, folder, wanted.language)
    show(found, words)
    print(words("arena-export", file=folder / local.GAMES))
    print(words("arena-report", file=folder / "report.html"))
    return 0


def planned(wanted: argparse.Namespace, words: Words) -> Any:
    """The plan of the command line; what is wrong with it is said before anything is played."""
    plans, options = arena("plans"), dict(map(option, wanted.option))
    who = entrants(wanted.entrants, wanted.thoughts)
    try:
        if wanted.book:
            options["book"] = arena("books").shelve(Path(wanted.book))
        plan = plans.draw_up(
            wanted.game,
            who,
            games=wanted.games,
            seats=wanted.seats,
            options=options,
            system=wanted.system,
            rounds=wanted.rounds,
            seed=wanted.seed or "arena",
            duplicate=not wanted.fresh_deals,
            budget_s=wanted.budget,
        )
    except plans.BadPlan as wrong:
        raise NoAgent("arena-wrong", field=wrong.field, detail=wrong) from None
    for each in who:
        if each.kind == "python":
            # Once here, so that a file that cannot be loaded is a sentence and not a dead process.
            make(plan, each).close()
    return plan


def option(text: str) -> tuple[str, Any]:
    """An option of the game: its name and its value, which is true where none is given."""
    name, given, value = text.partition("=")
    if not given:
        return name, True
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def again(wanted: argparse.Namespace, words: Words) -> int:
    """Write the report of an export once more."""
    for name in wanted.entrants:
        found = looked(Path(name))
        written(found, Path(name).parent, wanted.language)
        print(words("arena-report", file=Path(name).parent / "report.html"))
    return 0


def ratings(wanted: argparse.Namespace, words: Words) -> int:
    """Compute the ratings from exports alone. Several files are one after the other, as the service counts them."""
    if len(wanted.entrants) == 1:
        found = looked(Path(wanted.entrants[0]))
        now, then = arena("plans").version("openskill"), found.plan.rating.get("openskill")
        if now != then:
            print(words("arena-version", now=now, then=then), file=sys.stderr)
        show(found, words)
        return 0
    folded = arena("ladders").fold(Path(name).read_bytes() for name in wanted.entrants)
    lines = [
        [
            game,
            name,
            role,
            f"{each.mu:.2f}",
            f"{each.low:.2f} – {each.high:.2f}",
            f"{each.ordinal:.2f}",
            str(each.games),
        ]
        for (game, name, role), each in folded.items()
    ]
    heads = ["game", *(words(f"arena-{key}") for key in ("entrant", "role", "rating", "interval", "sure", "played"))]
    print(grid(heads, lines))
    return 0


def looked(file: Path) -> Any:
    """The results of an export."""
    try:
        return arena("local").look(file)
    except arena("rows").NoArena as broken:
        raise NoAgent("arena-broken", file=file, detail=broken) from None


def written(found: Any, folder: Path, language: str) -> None:
    """The report and the figures, beside the games."""
    (folder / "report.html").write_text(arena("report").report(found, language), "utf-8")
    (folder / "ratings.json").write_bytes(arena("local").figures(found))


def show(found: Any, words: Words) -> None:
    """The ratings on the terminal, and who failed."""
    several = len({role for _, role in found.ratings}) > 1
    by_name = {each.entrant: each for each in found.standings}
    keys = ["entrant", *(["role"] if several else []), "rating", "interval", "sure", "played", "points", "wins"]
    lines = []
    for (name, role), each in found.ratings.items():
        at = by_name[name]
        points = "–" if at.points is None else f"{at.points.mean:.1%}"
        lines.append(
            [
                name,
                *([role] if several else []),
                f"{each.mu:.2f}",
                f"{each.low:.2f} – {each.high:.2f}",
                f"{each.ordinal:.2f}",
                str(each.games),
                points,
                f"{at.wins.mean:.1%}",
                "–" if at.score is None else f"{at.score:.1f}",
                "–" if at.ms is None else f"{at.ms:.2f}",
            ]
        )
    print(grid([words(f"arena-{key}") for key in (*keys, "score", "pace")], lines))
    for each in found.standings:
        if each.failures:
            kinds = ", ".join(f"{kind} {count}" for kind, count in each.failures.items())
            count = sum(each.failures.values())
            print(words("arena-failed", entrant=each.entrant, count=count, kinds=kinds, note=each.note))


def grid(heads: list[str], lines: list[list[str]]) -> str:
    """Columns that stand under each other: words to the left, figures to the right."""
    wide = [max(len(line[n]) for line in [heads, *lines]) for n in range(len(heads))]
    left = [all(not line[n][:1].isdigit() and line[n][:1] not in "-–" for line in lines) for n in range(len(heads))]
    return "\n".join(
        "  ".join(c.ljust(w) if word else c.rjust(w) for c, w, word in zip(line, wide, left, strict=True)).rstrip()
        for line in [heads, *lines]
    )

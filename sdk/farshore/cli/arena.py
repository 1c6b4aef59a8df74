"""`farshore arena`: rate players in many games, on this machine or at the service (`--remote`)."""

import argparse
import getpass
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from farshore.agents.loading import UsageError
from farshore.arenas import Arena
from farshore.cli.tokens import log_in
from farshore.client import Client
from farshore.text import Messages

AGENT: Final = "agent:"
EVERY_S: Final = 1.0
"""How often the line of progress on a terminal is rewritten."""
BAR: Final = 20
RATED: Final = ("entrant", "role", "rating", "interval", "sure", "played")
"""The columns of a list of ratings."""


def arena(args: argparse.Namespace, messages: Messages) -> int:
    """Play an arena, at the service or here, or read the exports of arenas."""
    if args.remote and args.game not in ("report", "ratings"):
        return play_remote(args, messages)
    try:
        from farshore.cli import arena_local
    except ImportError as missing:
        raise UsageError("arena-no-service", detail=missing) from None
    commands = {"report": arena_local.write_reports, "ratings": arena_local.print_ratings}
    return commands.get(args.game, arena_local.play)(args, messages)


def grid(headings: list[str], lines: list[list[str]]) -> str:
    """Aligned columns: text to the left, numbers to the right."""
    wide = [max(len(line[n]) for line in [headings, *lines]) for n in range(len(headings))]
    left = [all(not line[n][:1].isdigit() and line[n][:1] not in "-–" for line in lines) for n in range(len(wide))]
    return "\n".join(
        "  ".join(c.ljust(w) if text else c.rjust(w) for c, w, text in zip(line, wide, left, strict=True)).rstrip()
        for line in [headings, *lines]
    )


def progress(games: int, messages: Messages, ratings: Callable[[], str] = str) -> Callable[[int], None]:
    """Call what it returns with the number of games played: it rewrites a line with a bar and the ratings so far on a
    terminal, and prints a line for every tenth of the games elsewhere."""
    before, printed = 0, 0.0

    def show(done: int) -> None:
        nonlocal before, printed
        text = messages("arena-done", done=done, games=games)
        if not sys.stderr.isatty():
            if 10 * done // games > 10 * before // games:
                print(text, file=sys.stderr, flush=True)
        elif done == games or time.monotonic() > printed + EVERY_S:
            line = f"{'█' * (BAR * done // games):░<{BAR}} {text}  {ratings()}"[
                : shutil.get_terminal_size().columns - 1
            ]
            print(f"\r\x1b[K{line}", end="\n" if done == games else "", file=sys.stderr, flush=True)
            printed = time.monotonic()
        before = done

    return show


def rating_cells(rating: Any) -> list[str]:
    """The estimate, its interval, the cautious value and the number of games."""
    interval = f"{rating.low:.2f} – {rating.high:.2f}"
    return [f"{rating.mu:.2f}", interval, f"{rating.ordinal:.2f}", str(rating.games)]


def play_remote(args: argparse.Namespace, messages: Messages) -> int:
    """Open an arena, wait for its end, download the report and the games."""
    who = [remote_entrant(spec, args.thoughts) for spec in args.entrants]
    settings = {
        "system": args.system,
        "options": dict(args.option),
        "visibility": "private" if args.private else "public",
        **{name: value for name in ("rounds", "seats", "seed") if (value := getattr(args, name))},
    }
    with Client(args.url, language=args.language) as client:
        log_in(client, args.name or getpass.getuser())
        if args.book:
            settings["options"]["book"] = client.books.upload(Path(args.book), game=args.game).id
        arena = client.arenas.open(args.game, who, games=args.games, **settings)
        url = client.base_url
        print(messages("arena-opened", arena=arena.id, url=url, games=arena.games), flush=True)
        try:
            show = progress(arena.games, messages)
            arena = client.arenas.wait(arena.id, lambda now: show(now.played))
        except KeyboardInterrupt:
            print(messages("arena-left", arena=arena.id, url=url), file=sys.stderr)
            return 130
        return download(client, arena, args, messages)


def remote_entrant(spec: str, thoughts: int | None) -> dict[str, Any]:
    """One entrant as the API takes it: `greedy`, `search@100`, `agent:ID`; `name=…` names it."""
    name, given, rest = spec.partition("=")
    named = {"name": name} if given else {}
    what = rest if given else spec
    if what.startswith(AGENT):
        return {"agent": what.removeprefix(AGENT), **named}
    level, at, own = what.partition("@")
    if "/" in what or level.endswith(".py") or what.startswith("exec:") or (at and not own.isdigit()):
        raise UsageError("arena-remote-only", spec=spec)
    count = int(own) if own else thoughts
    return {"level": level, **({"thoughts": count} if count else {}), **named}


def download(client: Client, arena: Arena, args: argparse.Namespace, messages: Messages) -> int:
    """Save the report and the games, and print the ratings."""
    folder = Path(args.out) if args.out else Path("arenas") / f"{arena.game}-{arena.id}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "games.ndjson").write_bytes(client.arenas.games(arena.id))
    (folder / "report.html").write_text(client.arenas.report(arena.id, args.language), "utf-8")
    lines = [[each.entrant, each.role, *rating_cells(each)] for each in arena.ratings]
    print(grid([messages(f"arena-{key}") for key in RATED], lines))
    reason = f" ({arena.reason})" if arena.reason else ""
    facts = {"played": arena.played, "games": arena.games}
    print(messages("arena-ended", status=messages.get(f"status-{arena.status}", arena.status), reason=reason, **facts))
    print(messages("arena-export", file=folder / "games.ndjson"))
    print(messages("arena-report", file=folder / "report.html"))
    return 0 if arena.status == "finished" else 1

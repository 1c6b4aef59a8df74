"""`farshore arena --remote`: the same at a service, on its workers; the report comes here."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from farshore.cli.doors import become
from farshore.cli.files import NoAgent
from farshore.cli.words import Words
from farshore.client import Client
from farshore.errors import FarshoreError, Unreachable
from farshore.models import Arena

AGENT: Final = "agent:"


def play(wanted: argparse.Namespace, words: Words) -> int:
    """Open an arena, watch it to its end, fetch the report and the games."""
    from farshore.cli.arena import grid, option

    who = [entrant(spec, wanted.thoughts) for spec in wanted.entrants]
    wish = {
        "system": wanted.system,
        "options": dict(map(option, wanted.option)),
        "visibility": "private" if wanted.private else "public",
        **({"rounds": wanted.rounds} if wanted.rounds else {}),
        **({"seats": wanted.seats} if wanted.seats else {}),
        **({"seed": wanted.seed} if wanted.seed else {}),
    }
    try:
        with Client(wanted.url, language=wanted.language) as client:
            become(client, wanted.name or getpass.getuser())
            if wanted.book:
                wish["options"]["book"] = client.books.upload(Path(wanted.book)).id
            arena = client.arenas.open(wanted.game, who, games=wanted.games, **wish)
            url = client.base_url
            print(words("arena-opened", arena=arena.id, url=url, games=arena.games), flush=True)
            try:
                with shown(arena, words) as progress:
                    arena = client.arenas.wait(arena.id, progress)
            except KeyboardInterrupt:
                print(words("arena-left", arena=arena.id, url=url), file=sys.stderr)
                return 130
            return fetched(client, arena, wanted, words, grid)
    except Unreachable:
        print(words("unreachable", url=wanted.url), file=sys.stderr)
    except FarshoreError as refused:
        print(words("refused", detail=refused), file=sys.stderr)
    return 1


def entrant(spec: str, thoughts: int | None) -> dict[str, Any]:
    """One entrant as the service wants it: `greedy`, `search@100`, `agent:ID`; `name=…` names it."""
    name, given, rest = spec.partition("=")
    named = {"name": name} if given else {}
    what = rest if given else spec
    if what.startswith(AGENT):
        return {"agent": what.removeprefix(AGENT), **named}
    level, at, own = what.partition("@")
    if "/" in what or level.endswith(".py") or what.startswith("exec:") or (at and not own.isdigit()):
        raise NoAgent("arena-remote-only", spec=spec)
    count = int(own) if own else thoughts
    return {"level": level, **({"thoughts": count} if count else {}), **named}


def fetched(client: Client, arena: Arena, wanted: argparse.Namespace, words: Words, grid: Callable[..., str]) -> int:
    """Keep what the arena says, and print its ratings."""
    folder = Path(wanted.out) if wanted.out else Path("arenas") / f"{arena.game}-{arena.id}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "games.ndjson").write_bytes(client.arenas.games(arena.id))
    (folder / "report.html").write_text(client.arenas.report(arena.id, wanted.language), "utf-8")
    heads = [words(f"arena-{key}") for key in ("entrant", "role", "rating", "interval", "sure", "played")]
    lines = [
        [
            *(each.entrant, each.role, f"{each.mu:.2f}", f"{each.low:.2f} – {each.high:.2f}"),
            *(f"{each.ordinal:.2f}", str(each.games)),
        ]
        for each in arena.ratings
    ]
    print(grid(heads, lines))
    reason = f" ({arena.reason})" if arena.reason else ""
    facts = {"played": arena.played, "games": arena.games}
    print(words("arena-ended", status=words.maybe(f"status-{arena.status}", arena.status), reason=reason, **facts))
    print(words("arena-export", file=folder / "games.ndjson"))
    print(words("arena-report", file=folder / "report.html"))
    return 0 if arena.status == "finished" else 1


@contextmanager
def shown(arena: Arena, words: Words) -> Any:
    """A bar on a terminal, a line for every tenth elsewhere."""
    tenths = 0

    def plain(now: Arena) -> None:
        nonlocal tenths
        if 10 * now.played // now.games > tenths:
            tenths = 10 * now.played // now.games
            print(words("arena-done", done=now.played, games=now.games), file=sys.stderr, flush=True)

    if not sys.stderr.isatty():
        yield plain
        return
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError:
        yield plain
        return
    with Progress(console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(words("arena-playing"), total=arena.games)
        yield lambda now: bars.update(bar, completed=now.played)

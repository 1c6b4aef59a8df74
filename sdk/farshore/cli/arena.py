"""`farshore arena`: rate players in many games, on this machine and without a server."""

from __future__ import annotations

import argparse
from typing import Any, Final

from farshore.agents.loading import UsageError
from farshore.text import Messages

RATED: Final = ("entrant", "role", "rating", "interval", "sure", "played")
"""The columns of a list of ratings."""


def arena(args: argparse.Namespace, messages: Messages) -> int:
    """Play an arena, at the service or here, or read the exports of arenas."""
    if args.remote and args.game not in ("report", "ratings"):
        from farshore.cli.arena_remote import play as play_remote

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


def rating_cells(rating: Any) -> list[str]:
    """The estimate, its interval, the cautious value and the number of games."""
    interval = f"{rating.low:.2f} – {rating.high:.2f}"
    return [f"{rating.mu:.2f}", interval, f"{rating.ordinal:.2f}", str(rating.games)]

"""`farshore arena`: rate players in many games, on this machine and without a server."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from farshore.agents.loading import UsageError
from farshore.cli.arguments import parse
from farshore.text import Messages


def run(argv: Sequence[str]) -> int:
    """Run the command; errors are printed as messages."""
    args = parse(argv)
    messages = Messages(args.language)
    try:
        if args.remote and args.game not in ("report", "ratings"):
            from farshore.cli.arena_remote import play as play_remote

            return play_remote(args, messages)
        try:
            from farshore.cli import arena_local
        except ImportError as missing:
            raise UsageError("arena-no-service", detail=missing) from None
        match args.game:
            case "report":
                return arena_local.write_reports(args, messages)
            case "ratings":
                return arena_local.print_ratings(args, messages)
            case _:
                return arena_local.play(args, messages)
    except UsageError as problem:
        print(messages(problem.key, **problem.params), file=sys.stderr)
    except (FileNotFoundError, PermissionError, IsADirectoryError) as unreadable:
        print(unreadable, file=sys.stderr)
    except BrokenPipeError:
        return 141
    return 2


def grid(headings: list[str], lines: list[list[str]]) -> str:
    """Aligned columns: text to the left, numbers to the right."""
    wide = [max(len(line[n]) for line in [headings, *lines]) for n in range(len(headings))]
    left = [all(not line[n][:1].isdigit() and line[n][:1] not in "-–" for line in lines) for n in range(len(wide))]
    return "\n".join(
        "  ".join(c.ljust(w) if text else c.rjust(w) for c, w, text in zip(line, wide, left, strict=True)).rstrip()
        for line in [headings, *lines]
    )

"""The command line: play in the terminal, run agents and arenas, in English or French."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    command = arguments[0] if arguments else ""
    if command in ("bot", "agent", "mcp"):
        from farshore.cli.bot import run as run_bot

        return run_bot(arguments)
    if command == "arena":
        from farshore.cli.arena import run as run_arena

        return run_arena(arguments)
    if command == "admin":
        from farshore.cli.admin import run as run_admin

        return run_admin(arguments)
    try:
        import rich  # noqa: F401
    except ImportError:
        print('The terminal needs one more package: pip install "farshore[cli]"', file=sys.stderr)
        return 2
    from farshore.cli.commands import run

    return run(arguments)

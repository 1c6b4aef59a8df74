"""Farshore in a terminal: a person against bots, in English or French."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0 when all went well."""
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] in (["bot"], ["agent"], ["mcp"]):
        from farshore.cli.doors import run as door

        return door(words)
    if words[:1] == ["arena"]:
        from farshore.cli.arena import run as arena

        return arena(words)
    try:
        import rich  # noqa: F401
    except ImportError:
        print('The terminal needs one more package: pip install "farshore[cli]"', file=sys.stderr)
        return 2
    from farshore.cli.commands import run

    return run(words)

"""The command line: play in the terminal, run agents and arenas, in English or French."""

import argparse
import sys
from collections.abc import Sequence

from farshore.agents.loading import UsageError
from farshore.cli.arguments import parse
from farshore.errors import FarshoreError, Unreachable
from farshore.text import Messages, pip_install


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code. Errors are printed as messages."""
    args = parse(sys.argv[1:] if argv is None else argv)
    messages = Messages(args.language)
    try:
        return _run(args, messages)
    except UsageError as problem:
        print(messages(problem.key, **problem.params), file=sys.stderr)
        return 2
    except Unreachable:
        print(messages("unreachable", url=args.url), file=sys.stderr)
    except FarshoreError as error:
        print(messages("refused", detail=error), file=sys.stderr)
    except (FileNotFoundError, PermissionError, IsADirectoryError) as unreadable:
        print(unreadable, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 141
    return 1


def _run(args: argparse.Namespace, messages: Messages) -> int:
    """Import only what the command needs: agents, arenas and operators do without the packages of the terminal."""
    match args.command:
        case "bot" | "mcp":
            from farshore.cli import bot

            return bot.bot(args, messages) if args.command == "bot" else bot.mcp(args, messages)
        case "agent":
            from farshore.cli.agent import agent

            return agent(args, messages)
        case "arena":
            from farshore.cli.arena import arena

            return arena(args, messages)
        case "admin":
            from farshore.cli.admin import admin

            return admin(args)
    try:
        from farshore.cli.commands import run
    except ImportError:
        raise UsageError("needs-packages", command=pip_install("prompt-toolkit>=3.0.50", "rich>=13")) from None
    return run(args, messages)

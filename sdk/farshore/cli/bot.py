"""`farshore bot` and `farshore mcp`: AI players."""

import argparse
import logging
import shutil
import sys
from pathlib import Path

from farshore.agents.agent import Agent, Fallback
from farshore.agents.engine import Engine
from farshore.agents.loading import UsageError, load_agent
from farshore.agents.log import log
from farshore.cli.tokens import log_in
from farshore.client import Client
from farshore.text import Messages, pip_install


def bot(args: argparse.Namespace, messages: Messages) -> int:
    """Run an agent from a file, or a program, until it is stopped."""
    agent = agent_from(args, args.open or (args.games[0] if args.games else None))
    try:
        with Client(args.url, language=args.language) as client:
            return _play(agent, args, messages, client)
    finally:
        if isinstance(agent, Engine):
            # It may have been started before the run.
            agent.close()


def _play(agent: Agent, args: argparse.Namespace, messages: Messages, client: Client) -> int:
    log_to_stdout(messages)
    player = log_in(client, args.name or agent.name or type(agent).__name__)
    print(messages("bot-invite", player=player.id), flush=True)
    if args.open:
        seats = args.seats or client.games.get(args.open).players["least"]
        client.tables.open(args.open, seats=seats, bots=seats - 1, level=args.level)
    games = args.games and {*args.games, *([args.open] if args.open else [])}
    client.run(agent, games, args.parallel, budget=args.budget, stop_after=args.stop_after)
    return 0


def mcp(args: argparse.Namespace, messages: Messages) -> int:
    """Serve the tools until the other side closes. Only the protocol may go to stdout."""
    try:
        from farshore.agents.mcp import serve
    except ImportError:
        raise UsageError("needs-packages", command=pip_install("mcp>=2")) from None
    with Client(args.url, language=args.language) as client:
        log_in(client, args.name or messages("mcp-name"))
        serve(client, args.language, args.http)
    return 0


def agent_from(args: argparse.Namespace, game: str | None = None) -> Agent:
    """The agent of the command line: from a file, or a program, which is started at once if the game is known."""
    if args.exec:
        engine = Engine(args.exec)
        if not engine.command or not shutil.which(engine.command[0]):
            raise UsageError("bot-no-program", command=args.exec)
        try:
            if game:
                engine.start(game)
        except Fallback as broken:
            raise UsageError("bot-no-engine", command=args.exec, detail=broken) from broken
        return engine
    if not args.file:
        raise UsageError("bot-what")
    return load_agent(Path(args.file), args.agent)


def log_to_stdout(messages: Messages) -> None:
    """Print the log of the run in the language of the command line."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(TranslatedFormatter(messages))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


class TranslatedFormatter(logging.Formatter):
    """The log of a run in one language, with the time of day."""

    def __init__(self, messages: Messages) -> None:
        super().__init__("%(asctime)s %(message)s", "%H:%M:%S")
        self.messages = messages

    def format(self, record: logging.LogRecord) -> str:
        """One line; records that are not agent events stay as they are."""
        event = getattr(record, "event", None)
        if event:
            record.msg, record.args = self.messages(f"bot-{event}", **record.__dict__["values"]), None
        return super().format(record)

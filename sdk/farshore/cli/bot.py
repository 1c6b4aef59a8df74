"""`farshore bot`, `farshore agent` and `farshore mcp`: the doors for AI players. They need no rich."""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from farshore.agents import Agent, Fallback
from farshore.cli.arguments import parse
from farshore.cli.files import NoAgent, agent_in
from farshore.cli.tokens import Tokens
from farshore.cli.words import Words
from farshore.client import Client
from farshore.engines import Engine
from farshore.errors import FarshoreError, Unauthorized, Unreachable
from farshore.models import Player
from farshore.telling import log


def run(argv: Sequence[str]) -> int:
    """Do what the command line says; errors are sentences."""
    wanted = parse(argv)
    words = Words(wanted.language)
    try:
        with Client(wanted.url, language=wanted.language) as client:
            if wanted.command == "agent":
                from farshore.cli.registry import agent

                return agent(wanted, words, client)
            return bot(wanted, words, client) if wanted.command == "bot" else mcp(wanted, words, client)
    except Unreachable:
        print(words("unreachable", url=wanted.url), file=sys.stderr)
    except NoAgent as problem:
        print(words(problem.key, **problem.params), file=sys.stderr)
        return 2
    except FarshoreError as refused:
        print(words("refused", detail=refused), file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1


def bot(wanted: argparse.Namespace, words: Words, client: Client) -> int:
    """Run an agent of a file, or a program, until it is stopped."""
    agent = agent_wanted(wanted)
    try:
        return _play(agent, wanted, words, client)
    finally:
        if isinstance(agent, Engine):
            # It may have been started before there was anything to play.
            agent.close()


def _play(agent: Agent, wanted: argparse.Namespace, words: Words, client: Client) -> int:
    log_in(words)
    player = become(client, wanted.name or agent.name or type(agent).__name__)
    print(words("bot-invite", player=player.id), flush=True)
    if wanted.open:
        game = client.games.get(wanted.open)
        seats = wanted.seats or game.players["least"]
        level = wanted.level or ("greedy" if "greedy" in game.bots else next(iter(game.bots), None))
        client.tables.open(wanted.open, seats=seats, bots=seats - 1, level=level)
    games = wanted.games and {*wanted.games, *([wanted.open] if wanted.open else [])}
    client.run(agent, games, wanted.parallel, budget=wanted.budget, stop_after=wanted.stop_after)
    return 0


def mcp(wanted: argparse.Namespace, words: Words, client: Client) -> int:
    """Serve the tools until the other side hangs up. Only the protocol may go to stdout."""
    try:
        from farshore.mcp import serve
    except ImportError:
        print(words("needs-mcp"), file=sys.stderr)
        return 2
    become(client, wanted.name or words("mcp-name"))
    serve(client, wanted.language)
    return 0


def become(client: Client, name: str, tokens: Tokens | None = None) -> Player:
    """Be the player `$FARSHORE_TOKEN` speaks for, or the one of this name, the same as last time."""
    tokens = tokens or Tokens()
    key = f"{client.base_url} {name}"
    given = os.environ.get("FARSHORE_TOKEN")
    client.token = given or tokens.get(key)
    if client.token:
        try:
            player = client.me.get().player
        except Unauthorized:
            if given:
                raise
            # The service has started afresh since then.
            client.token = None
        else:
            if player:
                return player
    made = client.register(name)
    tokens.keep(key, made.token)
    return made.player


def agent_wanted(wanted: argparse.Namespace) -> Agent:
    """The agent that the command line names: of a file, or a program."""
    if wanted.exec:
        engine = Engine(wanted.exec)
        if not engine.command or not shutil.which(engine.command[0]):
            raise NoAgent("bot-no-program", command=wanted.exec)
        known = [wanted.open] if wanted.open else wanted.games or []
        try:
            for game in known[:1]:
                engine.greet(game)
        except Fallback as broken:
            raise NoAgent("bot-no-engine", command=wanted.exec, detail=broken) from broken
        return engine
    if not wanted.file:
        raise NoAgent("bot-what")
    return agent_in(Path(wanted.file), wanted.agent)


def log_in(words: Words) -> None:
    """What the run says goes to stdout, in the person's language."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(Lines(words))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


class Lines(logging.Formatter):
    """The lines of a run in one language, with the time of day."""

    def __init__(self, words: Words) -> None:
        super().__init__("%(asctime)s %(message)s", "%H:%M:%S")
        self.words = words

    def format(self, record: logging.LogRecord) -> str:
        """One line; what comes without a kind is left as it is."""
        line = getattr(record, "line", None)
        if line:
            record.msg, record.args = self.words(f"bot-{line}", **record.__dict__["facts"]), None
        return super().format(record)

"""Commands about finished games: history, export, profile and explorer."""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from typing import Any

from rich.table import Table as Grid

from farshore.cli.arguments import FILTERS, NUMBERS
from farshore.cli.terminal import Terminal
from farshore.client import Client
from farshore.export import PyarrowMissing, last_game, write_ndjson, write_parquet

Json = dict[str, Any]


def filters(args: argparse.Namespace) -> Json:
    """Those that were given."""
    wanted = {name: getattr(args, name) for name in (*FILTERS, *NUMBERS, "option")}
    return {name: value for name, value in wanted.items() if value is not None}


def history(client: Client, terminal: Terminal, args: argparse.Namespace) -> int:
    """List finished games."""
    messages = terminal.messages
    grid = Grid(box=None, header_style="dim")
    for title in ("table", "game", "ended", "seats"):
        grid.add_column(messages(title), no_wrap=title == "table")
    found = client.history.games(sort=args.sort, limit=min(args.limit, 100), **filters(args))
    for game in islice(found, args.limit):
        seats = ", ".join(
            f"{seat.who}{'' if seat.score is None else f' {seat.score}'}{' ★' if seat.won else ''}"
            for seat in game.seats
        )
        grid.add_row(game.id, game.game, (game.finished_at or "")[:16].replace("T", " "), seats)
    terminal.show(grid if grid.row_count else messages("no-games"))
    return 0


def export(client: Client, terminal: Terminal, args: argparse.Namespace) -> int:
    """Write finished games or decisions to a file."""
    path, wanted = Path(args.file), filters(args)
    if args.consent:
        wanted["consent"] = True
    if args.format == "parquet" or (args.format is None and path.suffix == ".parquet"):
        try:
            written = write_parquet(path, args.per, client.history.export(args.per, **wanted))
        except PyarrowMissing as missing:
            terminal.show(str(missing))
            return 2
    else:
        written = write_ndjson(path, client.history.export(args.per, last_game(path), **wanted))
    terminal.say("exported", rows=written, file=str(path))
    return 0


def profile(client: Client, terminal: Terminal, args: argparse.Namespace) -> int:
    """Show the results of a player, bot, agent or model."""
    messages = terminal.messages
    found = client.profiles.get(args.kind, args.id)
    terminal.show(f"{found['name'] or found['id']}")
    grid = Grid(box=None, header_style="dim")
    for title in ("game", "players", "role", "games", "won", "place", "points", "best"):
        grid.add_column(messages(title), justify="left" if title in ("game", "role") else "right")
    for row in found["results"]:
        grid.add_row(
            row["game"],
            str(row["seats"]),
            row["role"],
            str(row["games"]),
            percent(row["win_rate"]),
            figure(row["average_place"]),
            figure(row["average_score"]),
            figure(row["best_score"]),
        )
    terminal.show(grid if grid.row_count else messages("no-games"))
    return 0


def explorer(client: Client, terminal: Terminal, args: argparse.Namespace) -> int:
    """Show how often each card is taken, and how that goes."""
    messages = terminal.messages
    cards = client.explorer.cards(args.game, args.kind, args.seats, args.level)
    grid = Grid(box=None, header_style="dim")
    for title in ("decision", "card", "offered", "taken", "won", "interval", "points"):
        grid.add_column(messages(title), justify="left" if title in ("decision", "card") else "right")
    ordered = sorted(cards, key=lambda card: (card["kind"], -(card["win_rate"] or {"value": -1})["value"]))
    for card in ordered:
        won, points = card["win_rate"], card["points"]
        interval = f"{percent(won['low'])}–{percent(won['high'])}" if won else "–"
        grid.add_row(
            card["kind"],
            card["name"],
            str(card["offered"]),
            percent((card["take_rate"] or {}).get("value")),
            percent(won and won["value"]),
            interval,
            figure(points and points["value"]),
        )
    terminal.show(grid if grid.row_count else messages("no-games"))
    return 0


def percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f} %"


def figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.4g}"

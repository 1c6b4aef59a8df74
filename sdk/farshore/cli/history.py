"""Commands about finished games: history, export, profile and explorer."""

import argparse
from itertools import islice
from pathlib import Path

from farshore.agents.loading import UsageError
from farshore.cli.arguments import FILTERS, NUMBERS
from farshore.cli.terminal import Terminal
from farshore.client import Client
from farshore.export import last_game, write_ndjson, write_parquet
from farshore.history import PlayedSeat
from farshore.resources import Json, given
from farshore.text import pip_install


def filters(args: argparse.Namespace) -> Json:
    """The filters that were given."""
    return given(**{name: getattr(args, name) for name in (*FILTERS, *NUMBERS, "option")})


def history(client: Client, terminal: Terminal, args: argparse.Namespace) -> None:
    found = client.history.games(sort=args.sort, limit=min(args.limit, 100), **filters(args))
    rows = (
        [game.id, game.game, (game.finished_at or "")[:16].replace("T", " "), ", ".join(map(outcome, game.seats))]
        for game in islice(found, args.limit)
    )
    terminal.grid(("table", "game", "ended", "seats"), rows, left=4)


def outcome(seat: PlayedSeat) -> str:
    """Who sat there, the score, and a star for a winner."""
    return f"{seat.who}{'' if seat.score is None else f' {seat.score}'}{' ★' if seat.won else ''}"


def export(client: Client, terminal: Terminal, args: argparse.Namespace) -> None:
    path, wanted = Path(args.file), filters(args)
    if args.consent:
        wanted["consent"] = True
    if args.format == "parquet" or (args.format is None and path.suffix == ".parquet"):
        try:
            written = write_parquet(path, args.per, client.history.export(args.per, **wanted))
        except ImportError:
            raise UsageError("needs-packages", command=pip_install("pyarrow>=21")) from None
    else:
        written = write_ndjson(path, client.history.export(args.per, last_game(path), **wanted))
    terminal.say("exported", rows=written, file=str(path))


def profile(client: Client, terminal: Terminal, args: argparse.Namespace) -> None:
    found = client.profiles.get(args.kind, args.id)
    terminal.show(f"{found['name'] or found['id']}", style="bold")
    streaks = found["streaks"]
    terminal.say(
        "profile-sums",
        games=found["games"],
        won=percent(found["win_rate"]),
        seconds=figure(found["seconds_per_decision"]),
        now=f"{streaks['current']:+d}",
        longest_won=streaks["longest_won"],
        longest_lost=streaks["longest_lost"],
    )
    results = (
        [
            *(row["game"], row["role"], str(row["seats"]), str(row["games"]), percent(row["win_rate"])),
            *(figure(row[name]) for name in ("average_place", "average_score", "best_score")),
        ]
        for row in found["results"]
    )
    terminal.grid(("game", "role", "players", "games", "won", "place", "points", "best"), results, left=2)
    met = (
        [
            *(one["name"] or one["id"], one["game"]),
            *(str(one[name]) for name in ("games", "ahead", "behind", "together")),
        ]
        for one in found["opponents"]
    )
    terminal.grid(("opponent", "game", "games", "ahead", "behind", "together"), met, left=2)


def explorer(client: Client, terminal: Terminal, args: argparse.Namespace) -> None:
    """Show how often each card is taken, and with what results."""
    cards = client.explorer.cards(args.game, args.kind, args.seats, args.level)
    ordered = sorted(cards, key=lambda card: (card["kind"], -(card["win_rate"] or {"value": -1})["value"]))
    titles = ("decision", "card", "offered", "taken", "won", "interval", "points")
    terminal.grid(titles, map(statistics, ordered), left=2)


def statistics(card: Json) -> list[str]:
    """The line of a card: the rates are None where there are too few games."""
    won, points = card["win_rate"], card["points"]
    return [
        *(card["kind"], card["name"], str(card["offered"])),
        percent((card["take_rate"] or {}).get("value")),
        percent(won and won["value"]),
        f"{percent(won['low'])}–{percent(won['high'])}" if won else "–",
        figure(points and points["value"]),
    ]


def percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f} %"


def figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.4g}"

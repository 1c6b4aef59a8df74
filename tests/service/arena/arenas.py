"""Small arenas for tests, in this process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.arena import match, schedule
from service.arena.export import GameRecord
from service.arena.plan import Entrant, Plan, System, make_plan
from service.arena.players import PlayerFactory, bot_player, create_players


def bot(level: str, thoughts: int = 1, name: str | None = None) -> Entrant:
    """A bot with minimal search effort."""
    return Entrant(name=name or level, level=level, thoughts=thoughts)


def arena(
    game: str,
    *levels: str,
    games: int = 6,
    seats: int | None = None,
    system: System = "round-robin",
    options: Mapping[str, Any] | None = None,
    thoughts: int = 1,
    rounds: int | None = None,
    seed: str = "test",
) -> Plan:
    """The plan of an arena of bots."""
    names = [level if level not in levels[:n] else f"{level}-{n + 1}" for n, level in enumerate(levels)]
    entrants = tuple(bot(level, thoughts, name) for level, name in zip(levels, names, strict=True))
    return make_plan(game, entrants, games=games, seats=seats, system=system, options=options, rounds=rounds, seed=seed)


def played(plan: Plan, make: PlayerFactory = bot_player) -> list[GameRecord]:
    """Play all games of an arena in sequence."""
    players = create_players(plan, make)
    records: list[GameRecord] = []
    for fixture in schedule.remaining(plan, records):
        # The next pairing depends on the games so far, so each is added before the next is taken.
        records.append(match.play(plan, fixture, players)[0])  # noqa: PERF401
    return records


def wins(plan: Plan, records: list[GameRecord], name: str) -> float:
    """The share of games that an entrant won."""
    number = [entrant.name for entrant in plan.entrants].index(name)
    mine = [record for record in records if number in record.seats]
    return sum(any(record.seats[seat] == number for seat in record.winners) for record in mine) / len(mine)

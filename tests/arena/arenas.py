"""Small arenas for tests, in this process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.arena import match, schedule
from service.arena.export import Row
from service.arena.plan import Entrant, Plan, System, draw_up
from service.arena.players import Maker, all_minds, built_in


def bot(level: str, thoughts: int = 1, name: str | None = None) -> Entrant:
    """A built-in player that thinks as little as it may."""
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
    """The plan of an arena of built-in players."""
    names = [level if level not in levels[:n] else f"{level}-{n + 1}" for n, level in enumerate(levels)]
    entrants = tuple(bot(level, thoughts, name) for level, name in zip(levels, names, strict=True))
    return draw_up(game, entrants, games=games, seats=seats, system=system, options=options, rounds=rounds, seed=seed)


def played(plan: Plan, make: Maker = built_in) -> list[Row]:
    """All games of an arena, one after the other."""
    minds = all_minds(plan, make)
    rows: list[Row] = []
    for fixture in schedule.coming(plan, rows):
        # The next pairing looks at the games so far, so each is added before the next is asked for.
        rows.append(match.play(plan, fixture, minds)[0])  # noqa: PERF401
    return rows


def wins(plan: Plan, rows: list[Row], name: str) -> float:
    """The share of the games that an entrant won."""
    number = [entrant.name for entrant in plan.entrants].index(name)
    mine = [row for row in rows if number in row.seats]
    return sum(any(row.seats[seat] == number for seat in row.winners) for row in mine) / len(mine)

"""An arena on this machine: all cores, one file, and nothing lost when it is killed.

The file of games is written in the order of the games, so at any moment it is the beginning of the finished file. Who
starts the same arena again goes on after the last whole line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec

from service.arena import export as writing
from service.arena import schedule
from service.arena.export import Pace, Row
from service.arena.plan import Plan
from service.arena.players import Maker
from service.arena.processes import Crew
from service.arena.results import Results, results

GAMES: Final = "games.ndjson"
PACES: Final = "pace.ndjson"


class Another(Exception):
    """The folder holds an arena with another plan."""


class Busy(Exception):
    """Somebody else plays this arena just now."""


def play(
    plan: Plan,
    folder: Path,
    make: Maker,
    jobs: int,
    heard: Callable[[Row, Pace], None] = lambda row, pace: None,
    resumed: Callable[[list[Row]], None] = lambda rows: None,
) -> list[Row]:
    """Play all games that are still to be played; all rows, those of earlier runs included.

    `resumed` is told what was there already, `heard` each game in its turn.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _opened(folder / GAMES) as games, (folder / PACES).open("ab") as paces:
        rows = _resume(plan, games)
        resumed(rows)
        if len(rows) == plan.games:
            return rows
        with Crew(plan, make, min(jobs, plan.games - len(rows))) as crew:
            for row, pace in _played(plan, rows, crew):
                # The pace first: a game without one is played by nobody again, a pace without a game does no harm.
                paces.write(writing.line(pace))
                paces.flush()
                games.write(writing.line(row))
                games.flush()
                rows.append(row)
                heard(row, pace)
    return rows


def _played(plan: Plan, rows: list[Row], crew: Crew) -> Iterator[tuple[Row, Pace]]:
    """The games left, round by round and each in its turn, whoever is ready first."""
    while len(rows) < plan.games:
        # A round robin is known to its end, so nobody waits for the last game of a round.
        first = schedule.round_of(plan, len(rows))
        last = plan.rounds - 1 if plan.system == "round-robin" else first
        known = [*rows]
        coming = (each for round in range(first, last + 1) for each in schedule.fixtures(plan, round, known))
        done = len(rows)
        yield from crew.play(each for each in coming if each.game >= done)


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """The file of games, for one process at a time."""
    with path.open("a+b") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError:
            raise Busy(str(path)) from None
        yield file


def _resume(plan: Plan, games: IO[bytes]) -> list[Row]:
    """Cut off what was torn, and see how far an earlier run has come."""
    games.seek(0)
    raw = games.read()
    if b"\n" not in raw:
        games.truncate(0)
        games.write(writing.header(plan))
        games.flush()
        return []
    if raw[: raw.index(b"\n") + 1] != writing.header(plan):
        raise Another(games.name)
    _, rows, whole = writing.read(raw)
    games.truncate(whole)
    games.seek(0, os.SEEK_END)
    if [row.game for row in rows] != list(range(len(rows))):
        raise writing.NoArena(f"{games.name} lacks games in the middle")
    return rows


def look(file: Path) -> Results:
    """The results of an export, with the pace if it lies beside it."""
    plan, rows, _ = writing.read(file.read_bytes())
    beside = file.parent / PACES
    return results(plan, rows, writing.paces(beside.read_bytes()) if beside.exists() else None)


def figures(found: Results) -> bytes:
    """The results as JSON, for programs."""
    return msgspec.json.format(
        msgspec.json.encode(
            {
                "game": found.plan.game,
                "rules": found.plan.rules,
                "played": found.played,
                "of": found.plan.games,
                "ratings": [
                    {
                        "entrant": name,
                        "role": role,
                        "mu": each.mu,
                        "sigma": each.sigma,
                        "low": each.low,
                        "high": each.high,
                        "ordinal": each.ordinal,
                        "games": each.games,
                    }
                    for (name, role), each in found.ratings.items()
                ],
                "standings": found.standings,
                "cross": [{"entrant": a, "against": b, "points": each} for (a, b), each in found.cross.items()],
                "sides": [{"entrant": a, "against": b, "won": each} for (a, b), each in found.sides.items()],
                "bias": found.bias,
            }
        ),
        indent=1,
    )

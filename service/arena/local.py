"""Plays an arena on all cores of this machine. It can be interrupted at any time and resumed.

Games are written in the order of their numbers, so the file is always a prefix of the final file. Starting the same
arena again continues after the last complete line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec

from service.arena import export, schedule
from service.arena.export import BadExport, GameRecord, Timing
from service.arena.plan import InvalidPlan, Plan
from service.arena.players import PlayerFactory
from service.arena.processes import ProcessPool
from service.arena.ratings import ratings_data
from service.arena.results import Results, results
from service.games import REGISTRY
from service.games.kit.texts import TextRefused, Upload

GAMES: Final = "games.ndjson"
TIMINGS: Final = "timings.ndjson"


class DifferentPlan(Exception):
    """The folder contains an arena with a different plan."""


class FolderInUse(Exception):
    """Another process is playing this arena."""


def play(
    plan: Plan,
    folder: Path,
    create: PlayerFactory,
    jobs: int,
    on_game: Callable[[GameRecord, Timing], None] = lambda record, timing: None,
    on_resume: Callable[[list[GameRecord]], None] = lambda records: None,
) -> list[GameRecord]:
    """Play the remaining games. Return all records, including those of earlier runs.

    `on_resume` is called with the records of earlier runs, `on_game` with each new game in order.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder / GAMES) as games, (folder / TIMINGS).open("ab") as timings:
        records = _resume(plan, games)
        on_resume(records)
        if len(records) == plan.games:
            return records
        with ProcessPool(plan, create, min(jobs, plan.games - len(records))) as pool:
            while len(records) < plan.games:
                for record, timing in pool.play(schedule.known(plan, len(records), [*records])):
                    # The timing first: a game is not repeated for its timing, and a timing without a game is harmless.
                    timings.write(export.line(timing))
                    timings.flush()
                    games.write(export.line(record))
                    games.flush()
                    records.append(record)
                    on_game(record, timing)
    return records


@contextmanager
def _locked(path: Path) -> Iterator[IO[bytes]]:
    """Open the file of games, locked against other processes."""
    with path.open("a+b") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError:
            raise FolderInUse(str(path)) from None
        yield file


def _resume(plan: Plan, games: IO[bytes]) -> list[GameRecord]:
    """Remove an incomplete last line. Return the records of earlier runs."""
    games.seek(0)
    raw = games.read()
    if b"\n" not in raw:
        games.truncate(0)
        games.write(export.header(plan))
        games.flush()
        return []
    if raw[: raw.index(b"\n") + 1] != export.header(plan):
        raise DifferentPlan(games.name)
    _, records, complete = export.decode(raw)
    games.truncate(complete)
    games.seek(0, os.SEEK_END)
    if [record.game for record in records] != list(range(len(records))):
        raise BadExport(f"games are missing in the middle of {games.name}")
    return records


def read_book(game: str, file: Path) -> dict[str, str]:
    """Read a book into this process: the options of the game that name it."""
    rules = REGISTRY.get(game)
    if rules is None or rules.library is None:
        raise InvalidPlan("game", f"{game} is not played in a book")
    try:
        book = rules.library.read(file.read_bytes(), Upload(title=file.stem))
    except TextRefused as refused:
        raise InvalidPlan(f"options.{rules.text_options[0]}", str(refused)) from None
    rules.library.add(book.pack())
    return dict.fromkeys(rules.text_options, book.card().fingerprint)


def read_results(file: Path) -> Results:
    """The results of an export, with the timings if that file is in the same folder."""
    plan, records, _ = export.decode(file.read_bytes())
    timings = file.parent / TIMINGS
    return results(plan, records, export.decode_timings(timings.read_bytes()) if timings.exists() else None)


def results_json(found: Results) -> bytes:
    return msgspec.json.format(
        msgspec.json.encode(
            {
                "game": found.plan.game,
                "rules": found.plan.rules,
                "played": found.played,
                "of": found.plan.games,
                "ratings": ratings_data(found.ratings),
                "standings": found.standings,
                "cross": [{"entrant": a, "against": b, "points": each} for (a, b), each in found.cross.items()],
                "sides": [{"entrant": a, "against": b, "won": each} for (a, b), each in found.sides.items()],
                "bias": found.bias,
            }
        ),
        indent=1,
    )

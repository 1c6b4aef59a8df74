"""The export of an arena, as NDJSON: a line for the plan, then a line per game, ordered by number.

Each line is determined by the plan and the entrants alone, so that the same games give the same bytes. How long the
entrants took is in a separate file.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from service.arena.plan import FORMAT, Plan


class GameRecord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game that was played. Tuples are indexed by seat; `seats` has the number of the entrant on each seat.

    `failures` counts, by seat and kind, the decisions that an entrant did not answer itself. `digest` is that of the
    final state: playing the game again gives the same one.
    """

    game: int
    round: int
    comparison: int
    deal: int
    seats: tuple[int, ...]
    roles: tuple[str, ...] = ()
    places: tuple[int, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...] = ()
    reason: str = ""
    decisions: tuple[int, ...]
    failures: dict[int, dict[str, int]] = {}
    digest: str = ""
    table: str = ""
    """The table of the service where it was played, if any."""


class Timing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How many milliseconds the entrants of a game took, by seat, and the messages of their first failures."""

    game: int
    ms: tuple[float, ...]
    notes: dict[int, str] = {}


class BadExport(ValueError):
    """The file is not a valid export of an arena."""


def header(plan: Plan) -> bytes:
    """The first line."""
    return msgspec.json.encode(plan, order="sorted") + b"\n"


def line(record: GameRecord | Timing) -> bytes:
    """The line of a game."""
    return msgspec.json.encode(record) + b"\n"


def encode(plan: Plan, records: Iterable[GameRecord]) -> bytes:
    """The whole export."""
    return header(plan) + b"".join(line(each) for each in sorted(records, key=lambda record: record.game))


def decode(raw: bytes) -> tuple[Plan, list[GameRecord], int]:
    """The plan, the games in order without repetitions, and the length of all complete lines.

    An incomplete last line is ignored.
    """
    complete = raw.rfind(b"\n") + 1
    lines = raw[:complete].split(b"\n")[:-1]
    if not lines:
        raise BadExport("there is no complete line")
    try:
        plan = msgspec.json.decode(lines[0], type=Plan)
    except msgspec.DecodeError as error:
        raise BadExport(f"the first line is not a plan: {error}") from None
    if plan.format != FORMAT:
        raise BadExport(f"the format is {plan.format}, not {FORMAT}")
    records: dict[int, GameRecord] = {}
    for n, each in enumerate(lines[1:], start=2):
        try:
            record = msgspec.json.decode(each, type=GameRecord)
        except msgspec.DecodeError as error:
            raise BadExport(f"line {n} is not a game: {error}") from None
        records.setdefault(record.game, record)
    return plan, [records[n] for n in sorted(records)], complete


def decode_timings(raw: bytes) -> dict[int, Timing]:
    """How long the entrants took, by game; unreadable lines are ignored."""
    found: dict[int, Timing] = {}
    for each in raw.split(b"\n")[:-1]:
        try:
            timing = msgspec.json.decode(each, type=Timing)
        except msgspec.DecodeError:
            continue
        found[timing.game] = timing
    return found

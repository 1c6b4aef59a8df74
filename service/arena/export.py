"""What is written down: a line for the plan, then a line for each game, in the order of their numbers.

A line holds only what the plan and the entrants decide, so that the same games make the same bytes; how long the
entrants thought stands in a file of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from service.arena.plan import FORMAT, Plan


class Row(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game that was played. Lists go by seat; `seats` has the number of the entrant on each.

    `failures` counts by seat and kind the questions that an entrant did not answer itself, `digest` is that of the
    final state: who plays the game again gets the same one.
    """

    game: int
    round: int
    bout: int
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
    """The table it was played at, where it was played at one."""


class Pace(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How many milliseconds the entrants of a game thought, by seat, and what their first failures said."""

    game: int
    ms: tuple[float, ...]
    notes: dict[int, str] = {}


class NoArena(ValueError):
    """This is not the export of an arena."""


def header(plan: Plan) -> bytes:
    """The first line."""
    return msgspec.json.encode(plan, order="sorted") + b"\n"


def line(row: Row | Pace) -> bytes:
    """One line more."""
    return msgspec.json.encode(row) + b"\n"


def export(plan: Plan, rows: Iterable[Row]) -> bytes:
    """The whole of it."""
    return header(plan) + b"".join(line(row) for row in sorted(rows, key=lambda row: row.game))


def read(raw: bytes) -> tuple[Plan, list[Row], int]:
    """The plan, the games in order and each once, and how many bytes are whole lines. A torn last line is dropped."""
    whole = raw.rfind(b"\n") + 1
    lines = raw[:whole].split(b"\n")[:-1]
    if not lines:
        raise NoArena("there is no whole line")
    try:
        plan = msgspec.json.decode(lines[0], type=Plan)
    except msgspec.ValidationError as wrong:
        raise NoArena(f"the first line is no plan: {wrong}") from None
    except msgspec.DecodeError as wrong:
        raise NoArena(f"the first line is no JSON: {wrong}") from None
    if plan.format != FORMAT:
        raise NoArena(f"the format is {plan.format}, not {FORMAT}")
    rows: dict[int, Row] = {}
    for n, each in enumerate(lines[1:], start=2):
        try:
            row = msgspec.json.decode(each, type=Row)
        except msgspec.DecodeError as wrong:
            raise NoArena(f"line {n} is no game: {wrong}") from None
        rows.setdefault(row.game, row)
    return plan, [rows[n] for n in sorted(rows)], whole


def paces(raw: bytes) -> dict[int, Pace]:
    """How long was thought, by game; what cannot be read is left out."""
    found: dict[int, Pace] = {}
    for each in raw.split(b"\n")[:-1]:
        try:
            pace = msgspec.json.decode(each, type=Pace)
        except msgspec.DecodeError:
            continue
        found[pace.game] = pace
    return found

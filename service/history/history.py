"""Finished games as the API returns and exports them, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from service.history.records import HistoryRecords, Row, Search, Sort
from service.refusals import Invalid
from service.storage.identifiers import is_id
from service.tables.views import stamp

Data = dict[str, Any]
BATCH: Final = 200
"""Games per query of an export."""

GAME_FIELDS: Final = (
    *("id", "game", "rules_version", "status", "reason", "visibility", "practice", "imported"),
    *("clock", "length", "best_score"),
)
SEAT_FIELDS: Final = (
    *("seat", "kind", "level", "agent_version", "model", "role"),
    *("score", "place", "won", "forfeited"),
)
DECISION_FIELDS: Final = ("number", "decision", "kind", "seat", "offered", "picks")
"""The columns that are shown as they are."""


def page(
    records: HistoryRecords, search: Search, sort: Sort, cursor: str | None, limit: int
) -> tuple[list[Data], str | None]:
    """One page of games, and the cursor of the next one (None if there is none)."""
    after = None if cursor is None else _read_cursor(cursor, sort)
    games, more = records.page(search, sort, after, limit)
    return [game_data(row) for row in games], None if more is None else _cursor(*more, sort)


def _cursor(value: int | str, id: str, sort: Sort) -> str:
    # Ids are sufficient as a position; other values are not unique, so the cursor has both.
    return id if sort in ("newest", "oldest") else f"{value}.{id}"


def _read_cursor(cursor: str, sort: Sort) -> tuple[int | None, str]:
    value, _, id = cursor.partition(".") if sort in ("score", "length") else ("", "", cursor)
    number = value.removeprefix("-")
    if not is_id(id) or (value and not (number.isascii() and number.isdigit() and len(number) < 10)):
        raise Invalid(field="cursor", message="must be the `next` of a page with the same `sort`")
    return (int(value) if value else None), id


def export(
    records: HistoryRecords, search: Search, per: str, after: str | None, caller: str | None, limit: int | None
) -> Iterator[bytes]:
    """Games or decisions after the game `after`, as lines of JSON, oldest first."""
    while limit is None or limit > 0:
        size = BATCH if limit is None else min(BATCH, limit)
        games, more = records.page(search, "oldest", None if after is None else (None, after), size)
        if per == "game":
            lines: list[Data] = [anonymous(game_data(row), row, caller) for row in games]
        else:
            lines = [decision_data(row) for row in records.decisions([row["id"] for row in games])]
        yield b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        if more is None:
            return
        after, limit = more[1], None if limit is None else limit - len(games)


def game_data(row: Row) -> Data:
    return {
        **{name: row[name] for name in GAME_FIELDS},
        "options": {name: _option(value) for name, value in sorted(row["options"].items())},
        "started_at": stamp(row["started"]),
        "finished_at": stamp(row["finished"]),
        "seats": [seat_data(seat) for seat in row["seat_rows"]],
        "links": {"table": f"/v1/tables/{row['id']}", "replay": f"/v1/tables/{row['id']}/replay"},
    }


def _option(text: str) -> Any:
    """The value of an option, which is stored as a word or as JSON."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def seat_data(seat: Row) -> Data:
    """Who had this seat, and with which result."""
    return {
        **{name: seat[name] for name in SEAT_FIELDS},
        "player": {"id": seat["player"], "name": seat["name"]} if seat["player"] else None,
        "agent": {"id": seat["agent"], "name": seat["name"]} if seat["agent"] else None,
    }


def anonymous(game: Data, row: Row, caller: str | None) -> Data:
    """The game for research: people who have not consented are anonymous, as `consent` says."""
    for seat, of in zip(game["seats"], row["seat_rows"], strict=True):
        seat["consent"] = of["consent"] if of["kind"] == "player" else None
        if of["kind"] == "player" and not of["consent"] and of["player"] != caller:
            seat["player"] = None
    return game


def decision_data(row: Row) -> Data:
    """One decision: what was offered, what was picked, who picked it, and how long it took."""
    return {
        "id": row["game_id"],
        **{name: row[name] for name in DECISION_FIELDS},
        "answered_at": stamp(row["answered"]),
        "took_ms": row["took"],
        "by": row["answered_by"],
    }

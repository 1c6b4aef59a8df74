"""Exports as files: NDJSON, which can be resumed, and Parquet."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from farshore.resources import Json

BATCH: Final = 10_000
"""Rows of a Parquet row group."""


def last_game(path: Path) -> str | None:
    """Cut an interrupted NDJSON file back to its last complete game; returns the id of that game.

    The lines of the last game may be incomplete, so they are removed and exported again.
    """
    if not path.exists():
        return None
    before, last, start = None, None, 0
    with path.open("rb+") as file:
        at = 0
        for line in file:
            try:
                id = json.loads(line)["id"] if line.endswith(b"\n") else None
            except (ValueError, KeyError):
                id = None
            if id is None:
                break
            if id != last:
                before, last, start = last, id, at
            at += len(line)
        file.truncate(start)
    return before


def write_ndjson(path: Path, rows: Iterable[Json]) -> int:
    """Append rows to a file, one per line; returns how many."""
    written = 0
    with path.open("a", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
            written += 1
    return written


def write_parquet(path: Path, per: str, rows: Iterator[Json]) -> int:
    """Write rows to a Parquet file; returns how many. The columns are those of the JSON, options as text."""
    import pyarrow
    from pyarrow import parquet

    schema, written = _schema(pyarrow, per), 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while batch := list(islice(rows, BATCH)):
            writer.write_table(pyarrow.Table.from_pylist([_flat(row) for row in batch], schema=schema))
            written += len(batch)
    return written


def _flat(row: Json) -> Json:
    if "options" not in row:
        return row
    seats = [
        {**seat, **{name: (seat.get(name) or {}).get("id") for name in ("player", "agent")}} for seat in row["seats"]
    ]
    return {**row, "options": json.dumps(row["options"], sort_keys=True), "seats": seats}


def _schema(pa: Any, per: str) -> Any:
    text, whole, flag = pa.string(), pa.int64(), pa.bool_()
    if per == "decision":
        words = pa.list_(text)
        columns = {"id": text, "number": whole, "decision": text, "kind": text, "seat": whole, "offered": words}
        return pa.schema({**columns, "picks": words, "answered_at": text, "took_ms": whole, "by": text})
    seat = {"seat": whole, "kind": text, "player": text, "level": text, "agent": text, "agent_version": text}
    seat |= {"model": text, "role": text, "score": whole, "place": whole}
    seat |= {"won": flag, "forfeited": flag, "consent": flag}
    columns = {"id": text, "game": text, "rules_version": whole, "status": text, "reason": text, "visibility": text}
    columns |= {"practice": flag, "imported": flag, "options": text, "clock": text, "started_at": text}
    columns |= {"finished_at": text, "length": whole, "best_score": whole, "seats": pa.list_(pa.struct(seat))}
    return pa.schema(columns)

"""The conversation between a table and a language model, one JSON line per message."""

import json
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any, Final

_WRITING: Final = Lock()


class Transcript:
    """The transcript of one decision: lines are appended to `<folder>/<table>.jsonl`.

    Each line has `at`, `table`, `decision`, `role` and `content`. Besides the roles of a conversation there are
    `answer` and `fallback` with the `picks` that were played, and `finished` with the `result`.
    """

    def __init__(self, folder: str | Path | None, table: str, decision: str | None = None) -> None:
        self.path = None if folder is None else Path(folder) / f"{table}.jsonl"
        self.table = table
        self.decision = decision
        self.lines: list[dict[str, Any]] = []

    def add(self, role: str, content: str, **more: Any) -> None:
        """Add a line to `lines` and, if there is a folder, to the file."""
        self.lines.append({"role": role, "content": content, **more})
        if self.path is None:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = {"at": now, "table": self.table, "decision": self.decision, "role": role, "content": content, **more}
        with _WRITING:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def read(folder: str | Path, table: str) -> list[dict[str, Any]]:
    """All lines of a table's transcript."""
    text = (Path(folder) / f"{table}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]

"""The history: what clients requested and when, and the responses. The service's own records are compared with it."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Literal

Verb = Literal["answer", "withdraw", "say"]
NEVER = float("inf")


@dataclass
class Attempt:
    """One request. Without a response, or with a 5xx, it is unknown whether and when it took effect."""

    sent: float
    received: float = NEVER
    status: int = 0

    @property
    def accepted(self) -> bool:
        return 200 <= self.status < 300

    @property
    def unknown(self) -> bool:
        return self.status == 0 or self.status >= 500


@dataclass
class Operation:
    """One operation of one player, and all requests that attempted it."""

    table: str
    seat: int
    name: str
    verb: Verb
    picks: tuple[str, ...]
    attempts: list[Attempt] = field(default_factory=list)

    @property
    def accepted(self) -> Attempt | None:
        """The attempt that was accepted."""
        return next((attempt for attempt in self.attempts if attempt.accepted), None)

    @property
    def maybe(self) -> bool:
        """Not accepted, but it may have taken effect."""
        return self.accepted is None and any(attempt.unknown for attempt in self.attempts)

    @property
    def began(self) -> float:
        return self.attempts[0].sent


class History:
    """All operations of a run, and what clients noticed of the faults."""

    def __init__(self) -> None:
        self.operations: dict[str, list[Operation]] = defaultdict(list)
        self.counts: Counter[str] = Counter()
        self.errors: list[str] = []
        self.outage = 0.0
        self.last_reply = time.monotonic()
        """When the service last replied to any client."""
        self._lock = threading.Lock()

    def add(self, operation: Operation) -> Operation:
        """Record a new operation."""
        with self._lock:
            self.operations[operation.table].append(operation)
        return operation

    def begin(self, operation: Operation) -> Attempt:
        """Record a request that is about to be sent."""
        attempt = Attempt(time.monotonic())
        operation.attempts.append(attempt)
        return attempt

    def end(self, operation: Operation, attempt: Attempt, status: int) -> None:
        """Record the status of the response; 0 if there was none."""
        attempt.received, attempt.status = time.monotonic(), status

    def count(self, what: str, n: int = 1) -> None:
        with self._lock:
            self.counts[what] += n

    def error(self, what: str) -> None:
        """Record an error that no fault explains."""
        with self._lock:
            self.errors.append(what)

    def note_outage(self, since: float) -> None:
        """A client got a response again after failing since then."""
        with self._lock:
            self.outage = max(self.outage, time.monotonic() - since)

    def totals(self) -> dict[str, int]:
        """How many operations were accepted, accepted after more than one attempt, or may have been accepted."""
        with self._lock:
            operations = [operation for operations in self.operations.values() for operation in operations]
        accepted = [operation for operation in operations if operation.accepted]
        return {
            "accepted": len(accepted),
            "retried": sum(len(operation.attempts) > 1 for operation in accepted),
            "maybe": sum(operation.maybe for operation in operations),
        }


class HistoryFile(History):
    """A history on disk, for a client that may be killed: each line is written before its request is sent.

    All processes of a machine share the monotonic clock, so histories of several processes can be merged.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = path.open("a", buffering=1)
        self._count = count()
        self._numbers: dict[int, int] = {}

    def begin(self, operation: Operation) -> Attempt:
        attempt = super().begin(operation)
        what = {
            "table": operation.table,
            "seat": operation.seat,
            "name": operation.name,
            "picks": operation.picks,
            "sent": attempt.sent,
        }
        with self._lock:
            number = self._numbers[id(attempt)] = next(self._count)
            self._write({"n": number, **what})
        return attempt

    def end(self, operation: Operation, attempt: Attempt, status: int) -> None:
        super().end(operation, attempt, status)
        with self._lock:
            self._write({"n": self._numbers.pop(id(attempt)), "received": attempt.received, "status": status})

    def count(self, what: str, n: int = 1) -> None:
        with self._lock:
            self._write({"counted": what, "times": n})

    def error(self, what: str) -> None:
        with self._lock:
            self._write({"error": what})

    def note_outage(self, since: float) -> None:
        """Outages are measured by the players."""

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")


def read_history_files(paths: Iterable[Path], history: History) -> None:
    """Merge the files of clients that may have been killed. A torn last line is a request that was never sent.

    The same answer to the same decision is one operation, whichever process sent it.
    """
    operations: dict[tuple[str, int, str, tuple[str, ...]], Operation] = {}
    for path in paths:
        attempts: dict[int, Attempt] = {}
        for line in path.read_text().split("\n")[:-1]:
            note = json.loads(line)
            if "counted" in note:
                history.count(note["counted"], note["times"])
            elif "error" in note:
                history.error(note["error"])
            elif "status" in note:
                attempts[note["n"]].received, attempts[note["n"]].status = note["received"], note["status"]
            else:
                key = (note["table"], note["seat"], note["name"], tuple(note["picks"]))
                if key not in operations:
                    operations[key] = history.add(Operation(*key[:3], "answer", key[3]))
                attempts[note["n"]] = Attempt(note["sent"])
                operations[key].attempts.append(attempts[note["n"]])
    for operation in operations.values():
        operation.attempts.sort(key=lambda attempt: attempt.sent)

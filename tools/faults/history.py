"""The ledger: what clients did, when, and what they were told. The service's own story is held against it."""

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
    """One request. Without a response, or with a 5xx, nobody knows whether it was carried out, nor when."""

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
class Deed:
    """One wish of one player, and all attempts to have it carried out."""

    table: str
    seat: int
    name: str
    verb: Verb
    picks: tuple[str, ...]
    attempts: list[Attempt] = field(default_factory=list)

    @property
    def accepted(self) -> Attempt | None:
        """The attempt that was told yes."""
        return next((attempt for attempt in self.attempts if attempt.accepted), None)

    @property
    def maybe(self) -> bool:
        """Nobody said yes, but it may have been carried out."""
        return self.accepted is None and any(attempt.unknown for attempt in self.attempts)

    @property
    def began(self) -> float:
        return self.attempts[0].sent


class Ledger:
    """All deeds of a run, and what clients saw of the faults."""

    def __init__(self) -> None:
        self.deeds: dict[str, list[Deed]] = defaultdict(list)
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.outage = 0.0
        self.heard = time.monotonic()
        """When the service last spoke to anybody."""
        self._lock = threading.Lock()

    def note(self, deed: Deed) -> Deed:
        """A client sets out to do something."""
        with self._lock:
            self.deeds[deed.table].append(deed)
        return deed

    def begin(self, deed: Deed) -> Attempt:
        """A request is about to leave."""
        attempt = Attempt(time.monotonic())
        deed.attempts.append(attempt)
        return attempt

    def end(self, deed: Deed, attempt: Attempt, status: int) -> None:
        """What came back; 0 when nothing did."""
        attempt.received, attempt.status = time.monotonic(), status

    def count(self, what: str, n: int = 1) -> None:
        with self._lock:
            self.counts[what] += n

    def blame(self, what: str) -> None:
        """Something happened that no fault excuses."""
        with self._lock:
            self.wrong.append(what)

    def away(self, since: float) -> None:
        """A client got through again; it had tried in vain since then."""
        with self._lock:
            self.outage = max(self.outage, time.monotonic() - since)

    def told(self) -> dict[str, int]:
        """How many deeds were accepted, were accepted only after more than one attempt, or may have been."""
        with self._lock:
            deeds = [deed for deeds in self.deeds.values() for deed in deeds]
        accepted = [deed for deed in deeds if deed.accepted]
        return {
            "accepted": len(accepted),
            "retried": sum(len(deed.attempts) > 1 for deed in accepted),
            "maybe": sum(deed.maybe for deed in deeds),
        }


class Diary(Ledger):
    """A ledger on disk, for a client that may be killed at any moment: each line is written before its request leaves.

    The monotonic clock is the same for all processes of a machine, so diaries and ledgers can be laid side by side.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = path.open("a", buffering=1)
        self._count = count()
        self._numbers: dict[int, int] = {}

    def begin(self, deed: Deed) -> Attempt:
        attempt = super().begin(deed)
        what = {"table": deed.table, "seat": deed.seat, "name": deed.name, "picks": deed.picks, "sent": attempt.sent}
        with self._lock:
            number = self._numbers[id(attempt)] = next(self._count)
            self._write({"n": number, **what})
        return attempt

    def end(self, deed: Deed, attempt: Attempt, status: int) -> None:
        super().end(deed, attempt, status)
        with self._lock:
            self._write({"n": self._numbers.pop(id(attempt)), "received": attempt.received, "status": status})

    def count(self, what: str, n: int = 1) -> None:
        with self._lock:
            self._write({"counted": what, "times": n})

    def blame(self, what: str) -> None:
        with self._lock:
            self._write({"wrong": what})

    def away(self, since: float) -> None:
        """How long clients were away is told by those who play."""

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")


def read_diaries(paths: Iterable[Path], ledger: Ledger) -> None:
    """Enter what clients have written down before they were killed. A torn last line is an attempt that never left.

    Who sends the same answer to the same question, in whichever process, does one deed.
    """
    deeds: dict[tuple[str, int, str, tuple[str, ...]], Deed] = {}
    for path in paths:
        attempts: dict[int, Attempt] = {}
        for line in path.read_text().split("\n")[:-1]:
            note = json.loads(line)
            if "counted" in note:
                ledger.count(note["counted"], note["times"])
            elif "wrong" in note:
                ledger.blame(note["wrong"])
            elif "status" in note:
                attempts[note["n"]].received, attempts[note["n"]].status = note["received"], note["status"]
            else:
                key = (note["table"], note["seat"], note["name"], tuple(note["picks"]))
                if key not in deeds:
                    deeds[key] = ledger.note(Deed(*key[:3], "answer", key[3]))
                attempts[note["n"]] = Attempt(note["sent"])
                deeds[key].attempts.append(attempts[note["n"]])
    for deed in deeds.values():
        deed.attempts.sort(key=lambda attempt: attempt.sent)

"""The ledger: what clients did, when, and what they were told. The service's own story is held against it."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Literal

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

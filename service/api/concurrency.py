"""Answers take turns: a few at once in each process, the others in line.

A thread that waits for Redis gives the interpreter away and must win it back. Where a hundred answers do that at once,
a third of the time goes into changing hands, and who is done first is left to chance. In line each is done in few
steps, in the order in which they came.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Final

AT_ONCE: Final = 2
"""So many play at once in one process: while one waits for Redis, the other one has work for the processor."""

PATIENCE_S: Final = 1.0
"""Whoever has waited so long goes on without a turn: those before may wait for something that does not come."""


class Turnstile:
    """Lets so many through at once. Use it in a `with` block."""

    def __init__(self, at_once: int = AT_ONCE, patience: float = PATIENCE_S) -> None:
        self._patience = patience
        self._lock = threading.Lock()
        self._free = at_once
        """How many more may enter; below zero when some went on without a turn."""
        self._line: deque[threading.Lock] = deque()

    def __enter__(self) -> None:
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return
            place = threading.Lock()
            place.acquire()
            self._line.append(place)
        if place.acquire(timeout=self._patience):
            return
        with self._lock:
            # The turn may have come at the last moment.
            if place in self._line:
                self._line.remove(place)
                self._free -= 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            if self._line and self._free >= 0:
                self._line.popleft().release()
            else:
                self._free += 1


in_turn = Turnstile()

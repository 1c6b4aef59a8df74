"""A cache in the memory of this process, of which notifications remove what has changed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar

T = TypeVar("T")
MOST: Final = 20_000
"""How many values a cache may have before it is emptied."""


class Cache(Generic[T]):
    """Values that were looked up recently."""

    def __init__(self, look_up: Callable[[str], T | None], seconds: float) -> None:
        """`look_up` returns None for keys without a value, which are not cached; `seconds`: how long values are."""
        self._look_up = look_up
        self._seconds = seconds
        self._known: dict[str, tuple[float, T]] = {}
        self._lock = threading.Lock()
        self.forgotten = 0
        """How often something was forgotten."""

    def get(self, key: str) -> T | None:
        """The value of this key, looked up if it is not known."""
        known = self._known.get(key)
        if known is not None and time.monotonic() < known[0]:
            return known[1]
        forgotten = self.forgotten
        found = self._look_up(key)
        if found is not None:
            with self._lock:
                if len(self._known) > MOST:
                    self._known.clear()
                # A value that has changed during the look-up must not be cached.
                if forgotten == self.forgotten:
                    self._known[key] = (time.monotonic() + self._seconds, found)
        return found

    def forget(self, key: bytes | None) -> None:
        """The value of this key has changed; None: it could be any."""
        with self._lock:
            self.forgotten += 1
            if key is None:
                self._known.clear()
            else:
                self._known.pop(key.decode(), None)

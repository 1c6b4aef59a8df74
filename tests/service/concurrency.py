"""Wait for another thread or process, with a time limit and without fixed pauses; run calls concurrently."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
LONGEST_S = 90.0


def soon(true: Callable[[], bool]) -> bool:
    """Whether this becomes true."""
    end = time.monotonic() + LONGEST_S
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.002)
    return True


def at_once(calls: Sequence[Callable[[], T]]) -> list[T]:
    """Do all of these in threads that start at the same moment; what each gave, in order."""
    barrier = threading.Barrier(len(calls))
    found: dict[int, T] = {}
    errors: list[BaseException] = []

    def run(n: int, call: Callable[[], T]) -> None:
        try:
            barrier.wait(LONGEST_S)
            found[n] = call()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(n, call), daemon=True) for n, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONGEST_S * 2)
    if errors:
        raise errors[0]
    return [found[n] for n in range(len(calls))]


class Beside:
    """Something that goes on in a thread while the test does something else."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._found: list[T] = []
        self._error: BaseException | None = None

        def run() -> None:
            try:
                self._found.append(call())
            except BaseException as error:
                self._error = error

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()

    def running(self) -> bool:
        return self._thread.is_alive()

    def result(self) -> object:
        """What came of it."""
        self._thread.join(LONGEST_S)
        if self._error is not None:
            raise self._error
        return self._found[0]

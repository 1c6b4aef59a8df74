"""Taking turns: no more than so many at once, in the order in which they came, and nobody waits for ever."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from service.api.concurrency import Turnstile
from tests.service.patience import soon


class Guests:
    """People who go through, each in a thread, and stay until they are let go."""

    def __init__(self, turnstile: Turnstile) -> None:
        self.turnstile = turnstile
        self.inside: list[int] = []
        self.left: list[int] = []
        self._leave: dict[int, threading.Event] = {}
        self._threads: list[threading.Thread] = []

    def come(self, guest: int) -> None:
        self._leave[guest] = threading.Event()
        self._threads.append(threading.Thread(target=self._visit, args=(guest,), daemon=True))
        self._threads[-1].start()

    def _visit(self, guest: int) -> None:
        with self.turnstile:
            self.inside.append(guest)
            self._leave[guest].wait(20)
        self.left.append(guest)

    def go(self, guest: int) -> None:
        self._leave[guest].set()
        assert soon(lambda: guest in self.left)

    def join(self) -> None:
        for event in self._leave.values():
            event.set()
        for thread in self._threads:
            thread.join(20)


@contextmanager
def guests(turnstile: Turnstile, count: int, standing: int) -> Iterator[Guests]:
    """So many guests, who came one after the other, of whom so many stand in line."""
    found = Guests(turnstile)
    for guest in range(count):
        found.come(guest)
        assert soon(lambda: len(found.inside) + len(turnstile._line) == guest + 1)  # noqa: B023
    assert len(turnstile._line) == standing
    try:
        yield found
    finally:
        found.join()


def empty(turnstile: Turnstile, at_once: int) -> bool:
    return turnstile._free == at_once and not turnstile._line


@pytest.mark.parametrize("at_once", [1, 2, 4])
def test_only_so_many_are_inside_and_the_line_keeps_its_order(at_once: int) -> None:
    turnstile = Turnstile(at_once, patience=20)
    with guests(turnstile, 8, 8 - at_once) as them:
        assert sorted(them.inside) == list(range(at_once))
        for guest in range(8 - at_once):
            them.go(guest)
            assert soon(lambda: them.inside[-1] == guest + at_once)  # noqa: B023
            assert len(them.inside) - len(them.left) == at_once

    assert soon(lambda: empty(turnstile, at_once))


def test_whoever_has_waited_long_goes_on_and_no_place_is_lost() -> None:
    turnstile = Turnstile(2, patience=0.05)
    with guests(turnstile, 2, 0) as them:
        for guest in range(2, 6):
            them.come(guest)
        # Nobody leaves, and all of them get in.
        assert soon(lambda: len(them.inside) == 6)
        for guest in (3, 0, 5, 1, 2, 4):
            them.go(guest)

    assert soon(lambda: empty(turnstile, 2))


def test_a_mistake_inside_gives_the_turn_back() -> None:
    turnstile = Turnstile(1, patience=20)

    for _ in range(3):
        with pytest.raises(ValueError, match="mistake"), turnstile:
            raise ValueError("mistake")

    assert empty(turnstile, 1)


def test_many_in_a_hurry_leave_it_as_they_found_it() -> None:
    turnstile, visits = Turnstile(3, patience=0.002), list[int]()

    def run() -> None:
        for _ in range(200):
            with turnstile:
                visits.append(1)

    threads = [threading.Thread(target=run) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert empty(turnstile, 3)
    assert len(visits) == 16 * 200

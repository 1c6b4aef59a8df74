"""Those who send what they announce do not get in each other's way, however many share an address."""

from __future__ import annotations

import threading
import time

import pytest
from werkzeug.exceptions import ServiceUnavailable

from service.api import middleware
from service.api.middleware import MOST_OF_ONE, BodyReaders


def slow(size: int) -> bytes:
    """A body that is there, in a process that is busy."""
    time.sleep(0.005)
    return b"x"


def test_many_behind_one_address_may_send_at_the_same_moment() -> None:
    readers, got = BodyReaders(), list[bytes]()
    threads = [
        threading.Thread(target=lambda: got.append(readers.read("192.0.2.1", slow, 1))) for _ in range(6 * MOST_OF_ONE)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert got == [b"x"] * len(threads)


def test_who_waits_for_room_behind_bodies_that_do_not_come_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "ROOM_S", 0.05)
    readers, done = BodyReaders(), threading.Event()

    def never(size: int) -> bytes:
        done.wait()
        return b""

    stuck = [threading.Thread(target=readers.read, args=("192.0.2.1", never, 1)) for _ in range(MOST_OF_ONE)]
    for thread in stuck:
        thread.start()
    while len(readers._of_address) == 0 or readers._of_address["192.0.2.1"] < MOST_OF_ONE:
        time.sleep(0.001)

    with pytest.raises(ServiceUnavailable):
        readers.read("192.0.2.1", slow, 1)
    assert readers.read("192.0.2.2", slow, 1) == b"x"

    done.set()
    for thread in stuck:
        thread.join()
    assert readers.read("192.0.2.1", slow, 1) == b"x"

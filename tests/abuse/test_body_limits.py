"""Clients that send the bodies they announce do not delay each other, however many share an address."""

from __future__ import annotations

import threading
import time

import pytest

from service.api import middleware
from service.api.middleware import BodyReaders, TooManyBodies
from service.settings import Quota

MOST_OF_ONE = 16
SENDER = {"address": "192.0.2.1"}
LIMITS = Quota(account=4, address=MOST_OF_ONE)


def slow(size: int) -> bytes:
    """A body that is there, in a process that is busy."""
    time.sleep(0.005)
    return b"x"


def test_many_behind_one_address_may_send_at_the_same_moment() -> None:
    readers, got = BodyReaders(LIMITS), list[bytes]()
    threads = [
        threading.Thread(target=lambda: got.append(readers.read(SENDER, slow, 1))) for _ in range(6 * MOST_OF_ONE)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert got == [b"x"] * len(threads)


def test_who_waits_for_room_behind_bodies_that_do_not_come_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "ROOM_S", 0.05)
    readers, done = BodyReaders(LIMITS), threading.Event()

    def never(size: int) -> bytes:
        done.wait()
        return b""

    stuck = [threading.Thread(target=readers.read, args=(SENDER, never, 1)) for _ in range(MOST_OF_ONE)]
    for thread in stuck:
        thread.start()
    while readers._of_sender["address", "192.0.2.1"] < MOST_OF_ONE:
        time.sleep(0.001)

    with pytest.raises(TooManyBodies):
        readers.read(SENDER, slow, 1)
    assert readers.read({"address": "192.0.2.2"}, slow, 1) == b"x"

    done.set()
    for thread in stuck:
        thread.join()
    assert readers.read(SENDER, slow, 1) == b"x"


def test_one_account_may_not_fill_the_room_of_everybody_at_its_address() -> None:
    readers, done, begun = BodyReaders(LIMITS), threading.Event(), threading.Barrier(5)
    one, other = ({"address": "192.0.2.1", "account": f"Bearer {name}"} for name in ("one", "other"))

    def never(size: int) -> bytes:
        begun.wait(90)
        done.wait(90)
        return b""

    stuck = [threading.Thread(target=readers.read, args=(one, never, 1)) for _ in range(4)]
    for thread in stuck:
        thread.start()
    begun.wait(90)

    with pytest.raises(TooManyBodies) as refused:
        readers.read(one, slow, 1)
    assert refused.value.params == {"limit": 4, "per": "account"}
    assert readers.read(other, slow, 1) == b"x"

    done.set()
    for thread in stuck:
        thread.join()
    assert not readers._of_sender

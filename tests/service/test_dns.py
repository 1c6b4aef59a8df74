"""Names are looked up within the budget of a call, however slow their name servers are."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from service.agents.addresses import BadAddress, resolved, target
from service.agents.dns import Lookups, TooSlow
from service.agents.http_post import Failure, post
from tests.service.patience import at_once

ANSWER = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))]
LONG = 60


class Hanging:
    """A name server that lets everybody wait until it is let go."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.hanging = threading.Semaphore(0)
        self.go = threading.Event()

    def __call__(self, host: str, port: int) -> list[tuple[Any, ...]]:
        self.asked.append(host)
        self.hanging.release()
        assert self.go.wait(LONG)
        return ANSWER


@pytest.fixture
def hangs() -> Iterator[Hanging]:
    found = Hanging()
    yield found
    found.go.set()


def wait_for(lookups: Lookups, name: str, hangs: Hanging) -> threading.Thread:
    """Somebody who waits for a name, and has certainly asked for it."""
    thread = threading.Thread(target=lambda: lookups.find(name, 443, LONG, hangs))
    thread.start()
    assert hangs.hanging.acquire(timeout=LONG)
    return thread


def test_a_call_ends_in_time_though_its_name_is_still_being_looked_up(hangs: Hanging) -> None:
    with pytest.raises(Failure) as failed:
        post("https://slow.example/", b"{}", {}, 0.1, resolve=hangs)

    assert failed.value.outcome == "timeout"
    assert hangs.asked == ["slow.example"]
    assert not hangs.go.is_set(), "nobody has answered yet"


def test_others_do_not_wait_for_a_name_that_hangs(hangs: Hanging) -> None:
    lookups = Lookups()
    thread = wait_for(lookups, "slow.example", hangs)

    assert lookups.find("quick.example", 443, LONG, lambda host, port: ANSWER) == ANSWER

    hangs.go.set()
    thread.join(LONG)


def test_a_name_that_is_asked_for_again_and_again_is_looked_up_once(hangs: Hanging) -> None:
    lookups = Lookups(most=1)
    thread = wait_for(lookups, "slow.example", hangs)

    def impatient() -> str:
        with pytest.raises(TooSlow) as slow:
            lookups.find("slow.example", 443, 0.01, hangs)
        return str(slow.value)

    assert set(at_once([impatient] * 8)) == {"the name took too long to resolve"}
    assert hangs.asked == ["slow.example"]
    hangs.go.set()
    thread.join(LONG)


def test_names_that_hang_are_so_many_at_most_and_then_there_is_room_again(hangs: Hanging) -> None:
    lookups = Lookups(most=2)
    threads = [wait_for(lookups, name, hangs) for name in ("one.example", "two.example")]

    with pytest.raises(TooSlow, match="too many names"):
        lookups.find("three.example", 443, LONG, hangs)
    assert "three.example" not in hangs.asked

    hangs.go.set()
    for thread in threads:
        thread.join(LONG)
    assert lookups.find("three.example", 443, LONG, hangs) == ANSWER


def test_a_name_server_that_gives_up_is_no_address_and_not_a_lack_of_time() -> None:
    def gives_up(host: str, port: int) -> list[tuple[Any, ...]]:
        raise TimeoutError("timed out")

    with pytest.raises(BadAddress, match="has no address"):
        resolved(target("https://lost.example/", private=False), False, LONG, gives_up)

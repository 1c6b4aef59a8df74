"""DNS lookups have a time limit, however slow the name server is."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from service.agents.addresses import BadAddress, parse_target, resolve
from service.agents.dns import LookupTimeout, Resolver
from service.agents.http_post import DeliveryError, post
from tests.service.concurrency import at_once

ANSWER = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))]
LONG = 60


class HangingLookup:
    """A name server that does not answer until `go` is set."""

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
def hangs() -> Iterator[HangingLookup]:
    found = HangingLookup()
    yield found
    found.go.set()


def wait_for(resolver: Resolver, name: str, hangs: HangingLookup) -> threading.Thread:
    """Start a thread that waits for a name; its lookup has begun."""
    thread = threading.Thread(target=lambda: resolver.find(name, 443, LONG, hangs))
    thread.start()
    assert hangs.hanging.acquire(timeout=LONG)
    return thread


def test_a_slow_lookup_does_not_exceed_the_time_limit_of_a_call(hangs: HangingLookup) -> None:
    with pytest.raises(DeliveryError) as failed:
        post("https://slow.example/", b"{}", {}, 0.1, lookup=hangs)

    assert failed.value.outcome == "timeout"
    assert hangs.asked == ["slow.example"]
    assert not hangs.go.is_set(), "the lookup is still pending"


def test_a_hanging_lookup_does_not_delay_others(hangs: HangingLookup) -> None:
    resolver = Resolver()
    thread = wait_for(resolver, "slow.example", hangs)

    assert resolver.find("quick.example", 443, LONG, lambda host, port: ANSWER) == ANSWER

    hangs.go.set()
    thread.join(LONG)


def test_concurrent_callers_share_one_lookup(hangs: HangingLookup) -> None:
    resolver = Resolver(max_lookups=1)
    thread = wait_for(resolver, "slow.example", hangs)

    def impatient() -> str:
        with pytest.raises(LookupTimeout) as slow:
            resolver.find("slow.example", 443, 0.01, hangs)
        return str(slow.value)

    assert set(at_once([impatient] * 8)) == {"the DNS lookup timed out"}
    assert hangs.asked == ["slow.example"]
    hangs.go.set()
    thread.join(LONG)


def test_the_number_of_pending_lookups_is_limited(hangs: HangingLookup) -> None:
    resolver = Resolver(max_lookups=2)
    threads = [wait_for(resolver, name, hangs) for name in ("one.example", "two.example")]

    with pytest.raises(LookupTimeout, match="too many DNS lookups"):
        resolver.find("three.example", 443, LONG, hangs)
    assert "three.example" not in hangs.asked

    hangs.go.set()
    for thread in threads:
        thread.join(LONG)
    assert resolver.find("three.example", 443, LONG, hangs) == ANSWER


def test_a_time_out_of_the_name_server_is_a_bad_address() -> None:
    def gives_up(host: str, port: int) -> list[tuple[Any, ...]]:
        raise TimeoutError("timed out")

    with pytest.raises(BadAddress, match="cannot be resolved"):
        resolve(parse_target("https://lost.example/", allow_private=False), False, LONG, gives_up)

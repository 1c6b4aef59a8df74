"""The schedule is the same for the same seed, and clock and proxies fail as told."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tools.faults.proxy import Proxies
from tools.faults.schedule import KINDS, schedule
from tools.faults.wall_clock import WallClock
from tools.ports import free_port

# -- the schedule ----------------------------------------------------------------------------


def test_a_seed_gives_the_same_schedule_again_and_another_seed_another_one() -> None:
    first, again, other = (list(islice(schedule(seed, 2.0), 200)) for seed in (7, 7, 8))

    assert first == again != other


def test_a_schedule_has_every_kind_of_fault_at_the_given_rate() -> None:
    faults = list(islice(schedule(7, 2.0), 1000))

    assert {(fault.kind, fault.target) for fault in faults} == {
        (kind, target) for kind, spec in KINDS.items() for target in spec.targets
    }
    assert 400 < faults[-1].at < 600


def test_leaving_kinds_out_leaves_the_others_as_they_were() -> None:
    all_of_them = list(islice(schedule(7, 2.0), 300))

    assert list(islice(schedule(7, 2.0, ("kill",)), 10)) == [f for f in all_of_them if f.kind == "kill"][:10]


# -- clock and proxies -----------------------------------------------------------------------


def test_the_wall_clock_jumps_and_the_monotonic_one_does_not(tmp_path: Path) -> None:
    clock = WallClock(tmp_path)
    if not clock.works:
        pytest.skip("no C compiler")
    script = "import sys, time\nfor _ in sys.stdin: print(time.time(), time.monotonic(), flush=True)"
    with subprocess.Popen(
        [sys.executable, "-c", script], env=clock.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def now() -> tuple[float, float]:
            process.stdin.write("\n")
            process.stdin.flush()
            day, running = process.stdout.readline().split()
            return float(day), float(running)

        before = now()
        clock.jump(3600)
        forward = now()
        clock.jump(-7200)
        back = now()
        process.stdin.close()

    assert before[1] <= forward[1] <= back[1]
    # Between two readings both clocks advance by the same time, apart from the jump.
    assert jumped(before, forward) == pytest.approx(3600, abs=60)
    assert jumped(before, back) == pytest.approx(-3600, abs=60)


def jumped(one: tuple[float, float], other: tuple[float, float]) -> float:
    """By how much the wall clock moved relative to the monotonic clock."""
    return (other[0] - one[0]) - (other[1] - one[1])


@pytest.fixture
def echo() -> int:
    """A server that echoes what it receives."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            end, _ = server.accept()
            threading.Thread(target=answer, args=(end,), daemon=True).start()

    def answer(end: socket.socket) -> None:
        try:
            while said := end.recv(1000):
                end.sendall(said)
        except OSError:
            return

    threading.Thread(target=serve, daemon=True).start()
    port: int = server.getsockname()[1]
    return port


def test_a_proxy_loses_truncates_and_refuses_and_then_works_again(echo: int, tmp_path: Path) -> None:
    proxies = Proxies(free_port(), echo, tmp_path / "redis.sock")

    def ask() -> bytes | None:
        try:
            with socket.create_connection(("127.0.0.1", proxies.port), 10) as end:
                end.sendall(b"hello")
                said = end.recv(100)
                return said if len(said) == 5 else said + end.recv(100)
        except OSError:
            return None

    assert ask() == b"hello"
    for mode in ("swallow", "truncate", "refuse"):
        proxies.set("http", mode, 60)
        assert ask() is None, mode
        proxies.clear()
        assert ask() == b"hello"
    with socket.create_connection(("127.0.0.1", proxies.port), 10) as end:
        end.sendall(b"hello")
        assert end.recv(5) == b"hello"
        assert proxies.reset_connections("http", 1.0, Random(1)) == 1
        with pytest.raises(ConnectionResetError):
            end.recv(5)
    proxies.close()

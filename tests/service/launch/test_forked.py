"""A process that is forked from the supervisor behaves like one that was started anew."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from service.launch.forked import LINUX, ForkedProcess, set_title

pytestmark = pytest.mark.skipif(not LINUX, reason="other systems start each process anew")


def output(process: ForkedProcess) -> str:
    assert process.stdout is not None
    with process.stdout as stream:
        return stream.read().decode()


def sleep() -> int:
    time.sleep(60)
    return 0


def test_it_has_its_own_environment_output_and_exit_code() -> None:
    def run() -> int:
        print(sorted(os.environ.items()))
        print("warning", file=sys.stderr)
        return 3

    process = ForkedProcess("part", run, {"NAME": "value"})

    said = output(process)
    assert process.wait(90) == 3
    assert sorted(said.splitlines()) == ["[('NAME', 'value')]", "warning"]


@pytest.mark.parametrize("code", [0, 2, None])
def test_it_may_exit_anywhere(code: int | None) -> None:
    process = ForkedProcess("part", lambda: sys.exit(code), {})

    output(process)
    assert process.wait(90) == (code or 0)


def test_an_error_is_printed_and_does_not_reach_the_code_of_the_supervisor() -> None:
    def run() -> int:
        raise ValueError("broken")

    process = ForkedProcess("part", run, {})

    assert "ValueError: broken" in output(process)
    assert process.wait(90) == 1


def test_no_file_of_the_supervisor_is_left_open() -> None:
    lock, other = os.pipe()

    def run() -> int:
        print(sorted(file.name for file in Path("/proc/self/fd").iterdir()))
        return 0

    process = ForkedProcess("part", run, {})

    # The fourth is that of the folder itself.
    assert output(process).strip() == "['0', '1', '2', '3']"
    process.wait(90)
    os.close(lock)
    os.close(other)


def test_it_can_be_stopped_with_a_signal_although_the_supervisor_handles_it() -> None:
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        process = ForkedProcess("part", sleep, {})
        process.send_signal(signal.SIGTERM)
        assert process.wait(90) == -signal.SIGTERM
        process.send_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    output(process)


def test_it_is_killed_with_its_parent() -> None:
    def parent() -> int:
        child = ForkedProcess("child", sleep, {})
        print(child.pid)
        return sleep()

    process = ForkedProcess("parent", parent, {})
    assert process.stdout is not None
    child = int(process.stdout.readline())

    process.send_signal(signal.SIGKILL)
    process.wait(90)

    end = time.monotonic() + 90
    while living(child):
        assert time.monotonic() < end, "the child outlived its parent"
        time.sleep(0.01)
    process.stdout.close()


def living(pid: int) -> bool:
    """Whether a process runs; a zombie has no command line."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def test_ps_shows_what_it_does() -> None:
    def run() -> int:
        set_title("workers bots")
        print(Path("/proc/self/cmdline").read_bytes().strip(b"\0").decode(), Path("/proc/self/comm").read_text())
        return 0

    process = ForkedProcess("part", run, {})

    assert output(process).split() == ["workers", "bots", "bots"]
    process.wait(90)
